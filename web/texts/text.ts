/**
 * The texts of the app: each with its key in the catalogue, its base text and its arguments. This file and the areas beside it
 * use nothing of a browser, because the service also reads them and adds them to its message catalogue.
 */
import { format, plainOf } from './format.ts'

/** The types of arguments, named as in the catalogue. */
interface Values {
  ANY: string | number
  NUMBER: number
  DATE: Date
  STRING: string
}

export type Arguments = Readonly<Record<string, keyof Values>>
/** The arguments of a text without any. */
export type None = Readonly<Record<string, never>>
export type ValuesOf<A extends Arguments> = { readonly [N in keyof A]: Values[A[N]] }

/** A text of the catalogue; `A` are its arguments. */
export interface Text<A extends Arguments = Arguments> {
  key: string
  base: string
  args: A
  /** For translators. */
  description?: string
}

/** A text before it has its key. */
interface Draft<A extends Arguments> {
  base: string
  args: A
  description?: string
}

/**
 * A text with arguments, in ICU MessageFormat, such as `text('{count, plural, one {# match} other {# matches}}', { count:
 * 'NUMBER' })`.
 */
export const text = <const A extends Arguments = None>(
  base: string,
  args?: A,
  description?: string,
): Draft<A> => ({
  base,
  args: args ?? ({} as A),
  ...(description === undefined ? {} : { description }),
})

type TextsOf<T> = {
  readonly [N in keyof T]: T[N] extends Draft<infer A> ? Text<A> : Text<None>
}

/** The texts of an area; the key of each is `area.name`. A plain text is enough where there are no arguments. */
export function texts<const T extends Readonly<Record<string, string | Draft<Arguments>>>>(
  area: string,
  of: T,
): TextsOf<T> {
  const entries = Object.entries(of).map(([name, one]) => {
    const key = `${area}.${name}`
    return [name, typeof one === 'string' ? { key, base: one, args: {} } : { key, ...one }]
  })
  return Object.fromEntries(entries) as TextsOf<T>
}

type Needed<A extends Arguments> = string extends keyof A ? [] : [values: ValuesOf<A>]

/** The text in the reader's language, or the base text. Wrong or missing arguments do not compile. */
export function say<A extends Arguments>(text: Text<A>, ...[values]: Needed<A>): string {
  const { message, locale } = reader.find(text.key) ?? { message: text.base, locale: BASE_LOCALE }
  const given = values as Readonly<Record<string, unknown>> | undefined
  return (
    plainOf(message) ??
    format(message, given ?? {}, { language: locale, region: reader.locale() }) ??
    reader.formatWith(message, given ?? {}, locale) ??
    plainOf(text.base) ??
    format(text.base, given ?? {}, { language: BASE_LOCALE, region: reader.locale() }) ??
    text.base
  )
}

export const BASE_LOCALE = 'en'

/** How `say` finds the translations. */
export interface Reader {
  /** The message of a key, and its language. */
  find: (key: string) => { message: string; locale: string } | undefined
  /** For numbers and dates. */
  locale: () => string
  /** Formats with the whole library what `format` cannot; undefined until the library is loaded. */
  formatWith: (
    message: string,
    values: Readonly<Record<string, unknown>>,
    locale: string,
  ) => string | undefined
}

let reader: Reader = {
  find: () => undefined,
  locale: () => BASE_LOCALE,
  formatWith: () => undefined,
}

export const readWith = (other: Reader): void => void (reader = other)
