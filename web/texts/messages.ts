/** The reader's language, and the translations for it: from the service, or from the last visit. */
import { effect, signal } from '@preact/signals'
import { beside } from '../api/beside.ts'
import { call } from '../api/call.ts'
import { Offline } from '../api/problem.ts'
import { session } from '../api/session.ts'
import { settings } from '../settings.ts'
import { BASE_LOCALE, readWith } from './text.ts'

interface Messages {
  locale: string
  messages: Readonly<Record<string, string>>
}

const APPLICATION = 'web'
const LAST = 'scorebook-messages'

/** In milliseconds. If no translations have arrived by then, the first page is shown in the base language. */
const PATIENCE = 1_500

const messages = signal<Messages | undefined>(undefined)
const library = signal<typeof import('intl-messageformat').IntlMessageFormat | undefined>(undefined)

/** The language of the app. If none is chosen, the browser's language. */
export const locale = (): string =>
  settings.value.locale ?? (session.value.state === 'in' ? session.value.locale : navigator.language)

export async function beginReading(): Promise<void> {
  readWith({ find, locale, formatWith })
  messages.value = readLast()
  effect(() => setDocumentLanguage(messages.value))
  let loading: Promise<void> = Promise.resolve()
  effect(() => {
    loading = load(locale())
  })
  const isReadable = !needsMessages(locale()) || messages.peek()?.locale === locale()
  if (!isReadable) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** False for every kind of English, which uses the base texts. */
function needsMessages(wanted: string): boolean {
  if (wanted !== asked.locale)
    asked = { locale: wanted, needs: new Intl.Locale(wanted).language !== BASE_LOCALE }
  return asked.needs
}

/** Does a locale need translations? The answer is cached, because every text asks for it. */
let asked = { locale: BASE_LOCALE, needs: false }

async function load(wanted: string): Promise<void> {
  const { state } = session.peek()
  if (!needsMessages(wanted) || state === 'unknown') return
  try {
    const read = state === 'in' ? await ofApp(wanted) : await ofStranger(wanted)
    if (locale() !== wanted) return
    messages.value = { locale: wanted, messages: read }
    if (state === 'in') localStorage.setItem(LAST, JSON.stringify(messages.value))
  } catch {}
}

const ofApp = async (wanted: string): Promise<Messages['messages']> =>
  (await call('getMessages', { params: { applicationId: APPLICATION, locale: wanted } })).body.messages

/** The translations of pages that people see before they sign in. */
async function ofStranger(wanted: string): Promise<Messages['messages']> {
  const { status, text } = await beside.request('GET', `/web/texts/${encodeURIComponent(wanted)}`)
  if (status !== 200) throw new Offline(`The service answered ${status}.`)
  return (JSON.parse(text) as Messages).messages
}

function readLast(): Messages | undefined {
  try {
    return (JSON.parse(localStorage.getItem(LAST) ?? 'null') as Messages | null) ?? undefined
  } catch {
    return undefined
  }
}

function find(key: string): { message: string; locale: string } | undefined {
  const wanted = locale()
  if (!needsMessages(wanted) || messages.value?.locale !== wanted) return undefined
  const message = messages.value.messages[key]
  return message === undefined ? undefined : { message, locale: wanted }
}

function formatWith(
  message: string,
  values: Readonly<Record<string, unknown>>,
  language: string,
): string | undefined {
  const Format = library.value
  if (!Format) {
    void loadLibrary()
    return undefined
  }
  try {
    const formatted = new Format(message, language, undefined, { ignoreTag: true }).format(values as never)
    return typeof formatted === 'string' ? formatted : undefined
  } catch {
    return undefined // such as a translation with an argument that the text no longer has
  }
}

async function loadLibrary(): Promise<void> {
  library.value = (await import('intl-messageformat')).IntlMessageFormat
}

/** The language that is really shown can be the base language. */
function setDocumentLanguage(found: Messages | undefined): void {
  const isTranslated = found?.locale === locale() && needsMessages(locale())
  const shown = new Intl.Locale(isTranslated ? locale() : BASE_LOCALE)
  document.documentElement.lang = shown.toString()
  document.documentElement.dir = directionOf(shown)
}

export function directionOf(locale: Intl.Locale): 'ltr' | 'rtl' {
  const { getTextInfo, textInfo } = locale as Intl.Locale & {
    getTextInfo?: () => { direction: 'ltr' | 'rtl' }
    textInfo?: { direction: 'ltr' | 'rtl' }
  }
  return getTextInfo?.call(locale).direction ?? textInfo?.direction ?? 'ltr'
}
