/** Gives each participant of a play a person of their own, because nobody can take part twice. */
import type { Gathered, Notes } from './gathered.ts'

export class Seated {
  readonly #gathered: Gathered
  readonly #notes: Notes
  readonly #seats = new Map<string, number>()

  constructor(gathered: Gathered, notes: Notes) {
    this.#gathered = gathered
    this.#notes = notes
  }

  /**
   * If a play has several unknown people, or the same person twice, the key of the second ends with `#2`. The same key is used in
   * every play and every export.
   */
  keyFor(key: string, at: string, standIn = ''): string {
    const seat = (this.#seats.get(key) ?? 0) + 1
    this.#seats.set(key, seat)
    if (seat === 1) return key
    const person = this.#gathered.person(key)
    if (!person?.isAnonymous) this.#notes.add(at, 'REPEATED_PERSON', person?.name ?? key)
    const name = standIn === '' ? `${person?.name.slice(0, LONGEST_NAME_BEFORE) ?? key} ${seat}` : standIn
    return this.#gathered.addPerson(
      { key: `${key}#${seat}`, name, ...(person?.isAnonymous && { isAnonymous: true }) },
      at,
    ).key
  }
}

/** The longest name, in code units, to which we can still add a number. */
const LONGEST_NAME_BEFORE = 90
