/** Makes texts from files acceptable to the service: a name fits on one line, and an id has a limited length. */
import { createHash } from 'node:crypto'
import { isBlank } from '../../http/schema/text.ts'
import { LONGEST_ID } from './limits.ts'

interface ReadName {
  /** '' if the text has no visible character. */
  name: string
  /** Why the name differs from the text in the file. */
  changed?: 'NAME_CUT' | 'NAME_CLEANED'
}

/** Characters that a name cannot contain: control characters, and characters that change the direction of text. */
const UNFIT = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu

/** Matches names that need no cleaning, which most do. Cleaning takes ten times as long. */
const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/

export function nameOf(found: unknown, longest: number): ReadName {
  if (typeof found !== 'string' && typeof found !== 'number') return { name: '' }
  if (typeof found === 'string' && found.length <= longest && PLAIN.test(found)) return { name: found }
  const written = String(found).trim()
  // No character has more than two code units. The cut can leave half a pair, which the next line turns into U+FFFD. It is after
  // the longest name, so it is cut off.
  const beginning = written.slice(0, 2 * longest + 2)
  const clean = beginning.toWellFormed().replace(UNFIT, ' ').trim()
  if (isBlank(clean)) return { name: '' }
  const characters = Array.from(clean)
  if (characters.length > longest || written.length > beginning.length)
    return { name: characters.slice(0, longest).join('').trim(), changed: 'NAME_CUT' }
  return clean === written ? { name: clean } : { name: clean, changed: 'NAME_CLEANED' }
}

/** Returns an id as text, or undefined if there is none in the file. */
export function idOf(found: unknown): string | undefined {
  if (typeof found === 'number') return Number.isSafeInteger(found) ? String(found) : undefined
  if (typeof found !== 'string' || found.trim() === '') return undefined
  const id = found.trim()
  if (id.length > LONGEST_ID || !/^[\x21-\x7e]+$/.test(id)) return digest(id)
  return UUID.test(id) ? id.toLowerCase() : id
}

/** BG Stats writes UUIDs sometimes in capitals and sometimes not. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The same parts have the same digest in every file. */
export const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
