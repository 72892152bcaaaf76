/** Gathers what a reader finds in a file, within the limits. */
import type { Fault, Play, Plays, SourceGame, SourcePerson } from '../play.ts'
import type { FaultKind } from './kinds.ts'
import {
  LONGEST_GAME_NAME,
  LONGEST_PERSON_NAME,
  MOST_FAULTS,
  MOST_GAMES,
  MOST_NOTES,
  MOST_PARTICIPATIONS,
  MOST_PEOPLE,
  MOST_PLAYS,
} from './limits.ts'
import { nameOf } from './names.ts'
import { UnreadableFile, shown } from './unreadable.ts'

export class Gathered {
  readonly #people = new Map<string, SourcePerson>()
  readonly #games = new Map<string, SourceGame>()
  readonly #plays = new Map<string, Play>()
  readonly #digests = new Map<string, number>()
  readonly #faults: Fault[] = []
  readonly #deleted: string[] = []
  #participations = 0

  fault(at: string, kind: FaultKind, found: unknown): void {
    if (this.#faults.length > MOST_FAULTS) return
    this.#faults.push(
      this.#faults.length === MOST_FAULTS
        ? { at: '', kind: 'MORE_FAULTS', found: `more than ${MOST_FAULTS} faults` }
        : { at, kind, found: shown(found) },
    )
  }

  person(key: string): SourcePerson | undefined {
    return this.#people.get(key)
  }

  /**
   * Adds a person. If two have the same key, the first one counts. The name is cleaned; a person without a name is called
   * `otherwise`.
   */
  addPerson(person: SourcePerson, at: string, otherwise = 'Unknown player'): SourcePerson {
    const known = this.#people.get(person.key)
    if (known) return known
    if (this.#people.size >= MOST_PEOPLE) throw tooMany(MOST_PEOPLE, 'people')
    const added = { ...person, name: this.#name(person.name, LONGEST_PERSON_NAME, at) || otherwise }
    if (added.name === otherwise) this.fault(at, 'NO_NAME', person.name)
    this.#people.set(person.key, added)
    return added
  }

  game(key: string): SourceGame | undefined {
    return this.#games.get(key)
  }

  addGame(game: SourceGame, at: string): SourceGame {
    const known = this.#games.get(game.key)
    if (known) return known
    if (this.#games.size >= MOST_GAMES) throw tooMany(MOST_GAMES, 'games')
    const otherwise = game.bggId === undefined ? 'Unknown game' : `Game ${game.bggId} of BoardGameGeek`
    const added = { ...game, name: this.#name(game.name, LONGEST_GAME_NAME, at) || otherwise }
    if (added.name === otherwise) this.fault(at, 'NO_NAME', game.name)
    this.#games.set(game.key, added)
    return added
  }

  /** Adds a play. If another play already has its id, this one is left out. */
  addPlay(play: Play): void {
    if (this.#plays.has(play.sourceId)) {
      this.fault(play.at, 'REPEATED_PLAY', play.sourceId)
      return
    }
    if (this.#plays.size >= MOST_PLAYS) throw tooMany(MOST_PLAYS, 'plays')
    this.#participations += play.participants.length
    if (this.#participations > MOST_PARTICIPATIONS) throw tooMany(MOST_PARTICIPATIONS, 'participants')
    this.#plays.set(play.sourceId, play)
  }

  /** Makes an id for a play to which the source gives none. If two plays are equal, the id of the second ends with `#2`. */
  idFrom(digest: string): string {
    const count = (this.#digests.get(digest) ?? 0) + 1
    this.#digests.set(digest, count)
    return count === 1 ? digest : `${digest}#${count}`
  }

  addDeleted(sourceId: string): void {
    this.#deleted.push(sourceId)
  }

  all(format: Plays['format']): Plays {
    return {
      format,
      people: [...this.#people.values()],
      games: [...this.#games.values()],
      plays: [...this.#plays.values()],
      faults: this.#faults,
      ...(this.#deleted.length > 0 && { deleted: this.#deleted }),
    }
  }

  #name(found: unknown, longest: number, at: string): string {
    const { name, changed } = nameOf(found, longest)
    if (changed) this.fault(at, changed, found)
    return name
  }
}

const tooMany = (most: number, what: string) =>
  new UnreadableFile(
    `The file has more than ${most.toLocaleString('en')} ${what}, which is more than an import takes; export fewer plays at once.`,
  )

/** Collects the notes about one play. */
export class Notes {
  readonly list: Fault[] = []

  add(at: string, kind: FaultKind, found: unknown): void {
    if (this.list.length >= MOST_NOTES) return
    this.list.push(
      this.list.length === MOST_NOTES - 1
        ? { at: '', kind: 'MORE_NOTES', found: `more than ${MOST_NOTES - 1} notes` }
        : { at, kind, found: shown(found) },
    )
  }
}
