/** The rules for changing a translation, and for the texts of an import. */
import type { Violation, ViolationCode } from '../../http/problem.ts'
import { conflict, invalid } from '../../http/problem.ts'
import { asksOf, misfits } from '../arguments.ts'
import { type Uses, readMessage } from '../icu.ts'
import type { KeyReference, LockedKey } from './store.ts'

export function mustNotBeBaseLocale(locale: string, baseLocale: string): void {
  if (locale !== baseLocale) return
  throw conflict(`${locale} is the base locale of the application; its texts come with the keys.`)
}

export function mustBeActive({ obsolete }: { obsolete: boolean }): void {
  if (obsolete)
    throw conflict(
      'The key is obsolete; its translations cannot change until an import contains the key again.',
    )
}

export function mustHaveDraft({ draftText }: { draftText: string | null }): void {
  if (draftText === null) throw conflict('There is no draft to publish.')
}

export function mustFit({ draftFits }: { draftFits: boolean | null }): void {
  if (draftFits === false)
    throw conflict('The draft does not fit the arguments of its key; `problems` of the translation says why.')
}

export function mustBePublished({ publishedText }: { publishedText: string | null }): void {
  if (publishedText === null) throw conflict('The translation is not published.')
}

/** Throws if the key lacks an argument of the text, or has it with another type. */
export function mustFitArguments(text: string, { arguments: declared }: LockedKey) {
  const { uses = NONE } = readMessage(text) // the syntax was accepted when the request was checked
  const wrong = misfits(uses, declared)
  if (wrong.length === 0) return asksOf(uses)
  const field = 'text'
  throw invalid(
    wrong.map(({ code, message }) => ({ field, code, message: `${field} ${message}.`, rejectedValue: text })),
  )
}

const NONE: Uses = new Map()

export interface KeyedText {
  key: string
  text: string
}

interface Rejection {
  key: string
  code:
    | Extract<ViolationCode, 'INVALID_REFERENCE' | 'INVALID_MESSAGE'>
    | ReturnType<typeof misfits>[number]['code']
    | 'OBSOLETE'
  message: string
}

/** Pauses after each text, so that other work can run. */
export function* sorted<T extends KeyedText>(texts: readonly T[], keys: readonly KeyReference[]) {
  const known = new Map(keys.map((one) => [one.key, one]))
  const accepted: (T & { asks: ReturnType<typeof asksOf> })[] = []
  const rejected: Rejection[] = []
  for (const one of texts) {
    const { key, text } = one
    const { uses, fault } = readMessage(text)
    const why = rejection(known.get(key), uses, fault)
    if (why) rejected.push({ key, ...why })
    else if (uses) accepted.push({ ...one, asks: asksOf(uses) })
    yield
  }
  return { accepted, rejected }
}

function rejection(
  key: KeyReference | undefined,
  uses: Uses = NONE,
  fault: string | undefined,
): Omit<Rejection, 'key'> | undefined {
  if (!key) return { code: 'INVALID_REFERENCE', message: 'The application has no such key.' }
  if (key.obsolete) return { code: 'OBSOLETE', message: 'The key is obsolete.' }
  if (fault !== undefined) return { code: 'INVALID_MESSAGE', message: `The text ${fault}.` }
  const [first] = misfits(uses, key.arguments)
  return first && { code: first.code, message: `The text ${first.message}.` }
}

export function mustKnow(named: readonly string[], keys: readonly KeyReference[]): void {
  const known = new Set(keys.map(({ key }) => key))
  const violations = named.flatMap((key, index): Violation[] => {
    if (known.has(key)) return []
    const field = `keys[${index}]`
    const message = `${field} must be a key of the application.`
    return [{ field, code: 'INVALID_REFERENCE', message, rejectedValue: key }]
  })
  if (violations.length > 0) throw invalid(violations)
}
