/** The rules for a file that comes back: it must be for this locale, and each of its texts is accepted or rejected. */
import { createHash } from 'node:crypto'
import { type Violation, invalid } from '../../http/problem.ts'
import { sorted } from '../translations/rules.ts'
import type { KeyReference } from '../translations/store.ts'
import { shown } from './unreadable.ts'

/** A file after it was read. */
export interface ReadFile {
  /** Undefined if the file does not say it. */
  applicationId: string | undefined
  baseLocale: string
  locale: string
  texts: FileText[]
}

export interface FileText {
  key: string
  baseText: string
  /** Empty if there is no translation. */
  text: string
  digest: string | undefined
  /** The place in the file, such as `line 12`. */
  at: string
}

interface Place {
  applicationId: string
  locale: string
  baseLocale: string
}

/** The names of these fields in the file. */
interface FieldNames {
  applicationId: string
  baseLocale: string
  locale: string
}

export function mustBeFor(file: ReadFile, place: Place, names: FieldNames): void {
  const violations = (['applicationId', 'baseLocale', 'locale'] as const).flatMap((name): Violation[] => {
    const [found, right] = [file[name], place[name]]
    if (found === undefined || found.toLowerCase() === right.toLowerCase()) return []
    const field = names[name]
    const message = `${field} is ${shown(found)}, but this import is for ${WHAT[name]} ${right}; pick the file that was exported there.`
    return [{ field, code: 'INVALID_VALUE', message, rejectedValue: found }]
  })
  if (violations.length > 0) throw invalid(violations)
}

const WHAT = { applicationId: 'the application', baseLocale: 'the base locale', locale: 'the locale' }

export type Judged = ReturnType<typeof judged> extends Generator<unknown, infer Result> ? Result : never

/** Pauses after each text, so that other work can run. A text that is as it was exported is not looked at again. */
export function* judged({ texts }: ReadFile, keys: readonly KeyReference[]) {
  const translated = texts.filter(({ text }) => text !== '')
  const changed: FileText[] = []
  for (const one of translated) {
    if (md5(one.text) !== one.digest) changed.push(one)
    yield
  }
  const { accepted, rejected } = yield* sorted(changed, keys)
  const places = new Map(texts.map(({ key, at }) => [key, at]))
  return {
    accepted: accepted.map(({ key, at, text, asks, baseText, digest }, position) => ({
      key,
      at,
      position,
      text,
      asks,
      base: md5(baseText),
      digest,
    })),
    rejected: rejected.map(({ key, code, message }) => ({ key, at: places.get(key) ?? '', code, message })),
    unchanged: translated.length - changed.length,
    untranslated: texts.length - translated.length,
  }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
