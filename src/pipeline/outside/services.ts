/**
 * The outside services as plain types. If a call fails, it rejects with a class of `failures.ts`, or with the reason of its
 * signal.
 */
import type { ImageSquares } from '../../resources/game-images/sizes.ts'

export interface Services {
  catalogue?: Catalogue
  rulebooks?: {
    find: FindRulebooks
    read: ReadRulebook
    /** The ports of this machine from which rulebooks may be fetched. Outside of tests there are none. */
    loopbackPorts?: readonly number[]
  }
  interpreter?: Interpret
  images?: FetchImage
}

/**
 * Takes up to 20 ids (int64 as decimal text), and returns things in any order. Ids that the catalogue does not have are left out.
 */
export type Catalogue = (ids: readonly string[], signal: AbortSignal) => Promise<Thing[]>

export interface Thing {
  catalogId: string
  /** `boardgame` or `boardgameexpansion`. Things of any other type are not games. */
  type: string
  displayName: string
  description?: string
  minPlayers?: number
  maxPlayers?: number
  /** In minutes. */
  playingTime?: number
  minAge?: number
  /** Years before our era are negative. There is no year 0. */
  yearPublished?: number
  imageUrl?: string
  /** The categories, and then the mechanics: up to 20, each only once. */
  tags: string[]
  /** The rank among all games. */
  rank?: number
  /** The games to which this expansion belongs. */
  baseCatalogIds: string[]
}

/** Returns addresses, the most likely first. */
export type FindRulebooks = (
  about: { displayName: string; yearPublished?: number },
  signal: AbortSignal,
) => Promise<FoundRulebook[]>

export interface FoundRulebook {
  url: string
  title?: string
}

export type ReadRulebook = (url: string, signal: AbortSignal) => Promise<Rulebook>

export interface Rulebook {
  url: string
  contentType: string
  title?: string
  /** The language, such as `en`. Absent if neither the document nor its text shows it. */
  language?: string
  /** The SHA-256 of the fetched bytes, in hexadecimal. */
  hash: string
  bytes: number
  text: string
}

export type FetchImage = (url: string, signal: AbortSignal) => Promise<ImageSquares>

/** Rejects with `NoEvidence` if no quote proves a score type. */
export type Interpret = (
  about: { displayName: string; texts: readonly { url: string; text: string }[] },
  signal: AbortSignal,
) => Promise<Interpretation>

export interface Interpretation {
  values: InterpretedValues
  usage: { tokens: number }
}

/** Values that were proved by a verbatim quote. */
export interface InterpretedValues {
  scoreType: Evident<ScoreType>
  winCondition?: Evident<WinCondition>
  minPlayers?: Evident<number>
  maxPlayers?: Evident<number>
  minAge?: Evident<number>
  yearPublished?: Evident<number>
  /** In minutes. If the rules name only one number, `from` and `to` are equal. */
  playingTime?: Evident<{ from: number; to: number }>
}

export interface Evident<T> {
  value: T
  /** A quote of 8 to 300 characters. Its white space and the form of its characters may differ from the text. */
  quote: string
  url: string
}

type ScoreType = 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
type WinCondition = 'HIGHER_WINS' | 'LOWER_WINS'
