/** Isolates names in sentences, so that a right-to-left name does not change the order of the words around it. */
import { locale } from '../../texts/messages.ts'

/** Names cannot contain these characters, so no name ends its isolation early. */
export const named = (name: string): string => `\u2068${name}\u2069`

export const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names.map(named))

/** Lists names without "and" before the last one, because more names follow. */
export const sequenceOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(names.map(named))
