/**
 * Isolates names inside sentences, so that a name written from right to left does not change the order of the words around it.
 */
import { locale } from '../../texts/messages.ts'

/** A name cannot contain these characters, so it cannot end its isolation. */
export const named = (name: string): string => `\u2068${name}\u2069`

export const listOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names.map(named))

/** Lists names without an "and" before the last one, because more names follow. */
export const sequenceOfNames = (names: readonly string[]): string =>
  new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(names.map(named))
