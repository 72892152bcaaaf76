/** Names within sentences: each isolated, so that one written from right to left turns nothing around it. */
import { locale } from '../../texts/messages.ts'

/** Names can't have these characters, so none ends its isolation early. */
export const named = (name: string): string => `\u2068${name}\u2069`

export const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names.map(named))

/** Without an "and" before the last, as there are more. */
export const sequenceOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(names.map(named))
