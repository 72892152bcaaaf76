/** Imports the texts of the app into the service's own catalogue of texts, where translators find them. */
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, DatabaseUnavailable } from '../../db/database.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { type CallInside, callsOf, insideCaller } from '../../http/lifecycle/inside.ts'
import type { Services } from '../../http/lifecycle/lifecycle.ts'
import type { Operation } from '../../http/operation/operation.ts'
import { Problem } from '../../http/problem.ts'
import { readBuilt } from './built.ts'

export interface AppTexts {
  keys: Key[]
  translations: Record<string, Record<string, string>>
}

interface Key {
  key: string
  baseText: string
  description?: string
  arguments: { name: string; type: string }[]
}

const APPLICATION = 'web'
const BASE_LOCALE = 'en'

const folder = new URL('../../../web/texts/', import.meta.url)

export async function readTexts(): Promise<AppTexts> {
  const built = await readBuilt('texts.json')
  if (built !== undefined) return JSON.parse(built) as AppTexts
  const entries = await readdir(folder, { withFileTypes: true })
  const areas = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const locales = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const keys = (await Promise.all(areas.filter((name) => !NO_AREAS.has(name)).map(keysIn))).flat()
  const translations = await Promise.all(
    locales.map(async (locale) => {
      const files = await readdir(new URL(`${locale}/`, folder))
      const parts = await Promise.all(files.map((name) => translationsIn(`${locale}/${name}`)))
      return [locale, Object.assign({}, ...parts) as Record<string, string>]
    }),
  )
  return {
    keys: keys.toSorted((one, other) => (one.key < other.key ? -1 : 1)),
    translations: Object.fromEntries(translations) as AppTexts['translations'],
  }
}

/** The files of the folder that contain no texts. */
const NO_AREAS = new Set(['text.ts', 'format.ts', 'messages.ts', 'translated.ts'])

interface Text {
  key: string
  base: string
  args: Record<string, string>
  description?: string
}

async function keysIn(name: string): Promise<Key[]> {
  const module = (await import(new URL(name, folder).href)) as Record<string, Record<string, Text>>
  return Object.values(module)
    .flatMap((area) => Object.values(area))
    .map((text) => keyOf(text))
}

const keyOf = ({ key, base, args, description }: Text): Key => ({
  key,
  baseText: base,
  ...(description === undefined ? {} : { description }),
  arguments: Object.entries(args).map(([name, type]) => ({ name, type })),
})

async function translationsIn(name: string): Promise<Record<string, string>> {
  const module = (await import(new URL(name, folder).href)) as { default: Record<string, string> }
  return module.default
}

/** The same caller on all instances, so that they share its Idempotency-Keys. */
const CALLER = insideCaller('5c0eb00c-0ca7-8a10-a002-000000000001', [
  'application-read',
  'application-create',
  'message-key-read',
  'message-key-import',
  'translation-read',
  'translation-update',
  'translation-publish',
])

export const callsOfApp = (
  operations: readonly Operation[],
  db: Database,
  usersNamed: Services['usersNamed'],
): CallInside => callsOf(CALLER, operations, db, usersNamed)

/** Imports the texts. Only differences are written, and what translators have written is never replaced. */
export async function importTexts(call: CallInside, { keys, translations }: AppTexts): Promise<void> {
  await mustExist(call)
  if (!isSame(await keysInUse(call), keys))
    await change(call, 'importKeys', {}, { baseLocale: BASE_LOCALE, keys })
  for (const [locale, texts] of Object.entries(translations)) await importTranslations(call, locale, texts)
}

const params = { applicationId: APPLICATION }

const change = (call: CallInside, operation: string, more: Record<string, string>, body: unknown) =>
  call({ operation, params: { ...params, ...more }, body, idempotencyKey: uuidv7() })

async function mustExist(call: CallInside): Promise<void> {
  try {
    await call({ operation: 'getApplication', params })
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    const body = {
      applicationId: APPLICATION,
      displayName: 'Scorebook',
      description: 'The web app of this service. Its texts are imported at each start.',
      baseLocale: BASE_LOCALE,
    }
    await call({ operation: 'createApplication', body, idempotencyKey: uuidv7() }).catch(unlessConflict)
  }
}

/** Ignores a conflict, because another instance may be importing at the same time. */
function unlessConflict(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 409) throw error
}

const keysInUse = (call: CallInside): Promise<Key[]> => everyItem<Key>(call, 'listKeys', 'status==ACTIVE')

const isSame = (there: Key[], ours: Key[]): boolean => {
  const written = (keys: Key[]) =>
    JSON.stringify(
      keys
        .toSorted((one, other) => (one.key < other.key ? -1 : 1))
        .map((one) => [
          one.key,
          one.baseText,
          one.description,
          one.arguments.map(({ name, type }) => [name, type]),
        ]),
    )
  return written(there) === written(ours)
}

/**
 * Publishes our text for each key that has no text in this locale. If there is already a draft of ours, an earlier import was
 * interrupted.
 */
async function importTranslations(call: CallInside, locale: string, texts: Record<string, string>) {
  type Row = { key: string; draftText?: string; publishedText?: string }
  const known = new Map(
    (await everyItem<Row>(call, 'listWork', `locale==${locale}`)).map((row) => [row.key, row]),
  )
  const missing = Object.entries(texts).filter(([key]) => !known.has(key))
  const left = Object.entries(texts).filter(([key, text]) => {
    const row = known.get(key)
    return row !== undefined && row.publishedText === undefined && row.draftText === text
  })
  if (missing.length > 0) {
    const body = { translations: missing.map(([key, text]) => ({ key, text })) }
    await change(call, 'importTranslations', { locale }, body)
  }
  const keys = [...missing, ...left].map(([key]) => key)
  if (keys.length > 0) await change(call, 'publishTranslations', {}, { locale, keys })
}

async function everyItem<T>(call: CallInside, operation: string, filter: string): Promise<T[]> {
  const items: T[] = []
  let cursor: string | null = null
  do {
    const query = { limit: '100', filter, sort: 'key', ...(cursor === null ? {} : { cursor }) }
    const page = (await call({ operation, params, query })) as { items: T[]; nextCursor: string | null }
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

/** In milliseconds. Each time the database fails, the pause doubles, up to `LONGEST_PAUSE`. */
const FIRST_PAUSE = 5_000
const LONGEST_PAUSE = 600_000

/** Imports in the background. The app works without the import, because it contains the base texts. */
export function startTexts(
  call: CallInside,
  warn: (error: unknown) => void,
): { done: Promise<void>; stop: () => Promise<void> } {
  const ending = new AbortController()
  const work = async () => {
    const texts = await readTexts()
    for (let pause = FIRST_PAUSE; !ending.signal.aborted; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
      try {
        return await importTexts(call, texts)
      } catch (error) {
        warn(error)
        if (!mayPass(error)) return
      }
      await sleep(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }
  const done = work().catch(warn)
  return {
    done,
    async stop() {
      ending.abort()
      await done
    },
  }
}

/** True if the database is away or read-only, because a later attempt may succeed. After a refusal it would not. */
const mayPass = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable ||
  (error instanceof Problem && error.status >= 500) ||
  (error instanceof Error && 'code' in error && error.code === READ_ONLY)

/** PostgreSQL's code for a change on a read-only server. */
const READ_ONLY = '25006'
