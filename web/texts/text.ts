/** The texts of the app, with keys and arguments. The service reads this folder too, so nothing here may need a browser. */
import { format, plainOf } from './format.ts'

/** The types of arguments, under the names of the service's catalogue of texts. */
interface Values {
  ANY: string | number
  NUMBER: number
  DATE: Date
  STRING: string
}

type Arguments = Readonly<Record<string, keyof Values>>
type None = Readonly<Record<string, never>>
type ValuesOf<A extends Arguments> = { readonly [N in keyof A]: Values[A[N]] }

interface Text<A extends Arguments = Arguments> {
  key: string
  base: string
  args: A
  description?: string
}

interface Draft<A extends Arguments> {
  base: string
  args: A
  description?: string
}

/** For example `text('{count, plural, one {# match} other {# matches}}', { count: 'NUMBER' })`. */
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

/** The texts of an area. Their keys are `area.name`. A text without arguments can be a plain string. */
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

/** Formats a text. It does not compile if an argument is missing or has the wrong type. */
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

interface Reader {
  /** The message for a key, and the language of that message. */
  find: (key: string) => { message: string; locale: string } | undefined
  locale: () => string
  /** Formats messages that `format` cannot. Undefined until the library is loaded. */
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
