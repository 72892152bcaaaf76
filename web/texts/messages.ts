/** The reader's language, and its published translations, from the service or from the last visit. */
import { effect, signal } from '@preact/signals'
import { call } from '../api/call.ts'
import { session } from '../api/session.ts'
import { settings } from '../settings.ts'
import { BASE_LOCALE, readWith } from './text.ts'

interface Messages {
  locale: string
  messages: Readonly<Record<string, string>>
}

const APPLICATION = 'web'
const LAST = 'scorebook-messages'

/** How long the first page waits for translations, in milliseconds. Then it is shown in the base language until they arrive. */
const PATIENCE = 1_500

const messages = signal<Messages | undefined>(undefined)
const library = signal<typeof import('intl-messageformat').IntlMessageFormat | undefined>(undefined)

/** The language that the person chose, otherwise the browser's. */
export const locale = (): string =>
  settings.value.locale ?? (session.value.state === 'in' ? session.value.locale : navigator.language)

/** Resolves when the translations are loaded, or when `PATIENCE` is over. */
export async function beginReading(): Promise<void> {
  readWith({ find, locale, formatWith })
  messages.value = readLast()
  effect(() => tellDocument(messages.value))
  let loading: Promise<void> = Promise.resolve()
  effect(() => {
    loading = load(locale())
  })
  const isReadable = !needsMessages(locale()) || messages.peek()?.locale === locale()
  if (!isReadable) await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** False for every kind of English: it uses the base texts, with its own dates and numbers. */
function needsMessages(wanted: string): boolean {
  if (wanted !== asked.locale)
    asked = { locale: wanted, needs: new Intl.Locale(wanted).language !== BASE_LOCALE }
  return asked.needs
}

/** Cached, because every text needs the answer. */
let asked = { locale: BASE_LOCALE, needs: false }

async function load(wanted: string): Promise<void> {
  if (!needsMessages(wanted) || session.peek().state !== 'in') return
  try {
    const { body } = await call('getMessages', { params: { applicationId: APPLICATION, locale: wanted } })
    if (locale() !== wanted) return
    messages.value = { locale: wanted, messages: body.messages }
    localStorage.setItem(LAST, JSON.stringify(messages.value))
  } catch {
    // The translations of the last visit stay, and the base texts always work.
  }
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

/** Sets the document's language to the language that is shown, which can be the base language. */
function tellDocument(found: Messages | undefined): void {
  const isTranslated = found?.locale === locale() && needsMessages(locale())
  const shown = new Intl.Locale(isTranslated ? locale() : BASE_LOCALE)
  document.documentElement.lang = shown.toString()
  document.documentElement.dir = directionOf(shown)
}

function directionOf(locale: Intl.Locale): 'ltr' | 'rtl' {
  const { getTextInfo, textInfo } = locale as Intl.Locale & {
    getTextInfo?: () => { direction: 'ltr' | 'rtl' }
    textInfo?: { direction: 'ltr' | 'rtl' }
  }
  return getTextInfo?.call(locale).direction ?? textInfo?.direction ?? 'ltr'
}
