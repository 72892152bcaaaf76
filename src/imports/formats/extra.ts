/** Collects what a source says and the service has no field for. The result must fit into a loadout. */
import type { Json } from '../play.ts'
import type { Notes } from './gathered.ts'
import { LONGEST_TEXT } from './limits.ts'

export class Extra {
  readonly fields: Record<string, Json> = {}
  readonly #notes: Notes
  readonly #at: string
  #room: number

  /** `room` is the space for all fields, in bytes of JSON. */
  constructor(notes: Notes, at: string, room: number) {
    this.#notes = notes
    this.#at = at
    this.#room = room
  }

  /**
   * Adds a field. Skips values without information (null, false, 0, '', empty lists and objects). If the value does not fit into
   * the rest of the space, adds a note instead.
   */
  put(name: string, found: unknown): void {
    if (saysNothing(found)) return
    const at = `${this.#at}.${name}`
    if (!/^[A-Za-z][\w.-]{0,63}$/.test(name)) {
      this.#notes.add(this.#at, 'LEFT_OUT', name)
      return
    }
    const value = typeof found === 'string' ? this.#text(found, at) : this.#value(found, at)
    if (value === undefined) return
    const size = Buffer.byteLength(JSON.stringify({ [name]: value }))
    if (size > this.#room) {
      this.#notes.add(at, 'LEFT_OUT', found)
      return
    }
    this.#room -= size
    this.fields[name] = value
  }

  /** Adds all fields that the reader does not know. */
  putOthers(fields: Record<string, unknown>, known: ReadonlySet<string>): void {
    for (const name of Object.keys(fields)) if (!known.has(name)) this.put(name, fields[name])
  }

  #text(found: string, at: string): string {
    const text = fitText(found.slice(0, LONGEST_TEXT))
    if (found.length > LONGEST_TEXT) this.#notes.add(at, 'TEXT_CUT', found)
    return text
  }

  /** A number that was too large for JSON became infinite when the file was read. */
  #value(found: unknown, at: string): Json | undefined {
    if (typeof found === 'number') {
      if (Number.isFinite(found)) return found
      this.#notes.add(at, 'LEFT_OUT', found)
      return undefined
    }
    return fit(found)
  }
}

const fitText = (text: string) => text.toWellFormed().replaceAll('\0', '')

/**
 * Removes NUL and halves of surrogates, because PostgreSQL does not store them. The recursion is safe: a file has at most 100
 * levels.
 */
function fit(found: unknown): Json {
  if (typeof found === 'string') return fitText(found)
  if (Array.isArray(found)) return found.map(fit)
  if (typeof found === 'object' && found !== null)
    return Object.fromEntries(
      Object.entries(found).map(([key, value]): [string, Json] => [fitText(key), fit(value)]),
    )
  return typeof found === 'number' && !Number.isFinite(found) ? null : (found as Json)
}

const saysNothing = (found: unknown) =>
  found === null ||
  found === undefined ||
  found === false ||
  found === 0 ||
  (typeof found === 'string' && found.trim() === '') ||
  (typeof found === 'object' && Object.keys(found).length === 0)
