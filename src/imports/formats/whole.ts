/** Reads ranks and seats. */
import type { Notes } from './gathered.ts'

/** Returns a whole number. Undefined if there is none, or if it is 0, which means unknown. */
export function wholeOf(found: unknown, at: string, notes: Notes): number | undefined {
  if (found === undefined || found === null || found === '') return undefined
  const number = typeof found === 'string' && /^\d{1,9}$/.test(found) ? Number(found) : found
  if (number === 0) return undefined
  if (typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 2 ** 31) return number
  notes.add(at, 'NO_NUMBER', found)
  return undefined
}
