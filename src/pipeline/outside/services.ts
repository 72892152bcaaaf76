/** The outside services as plain types. Each function rejects with a failure of `failures.ts`, or with its signal's reason. */
import type { ImageSquares } from '../../resources/game-images/sizes.ts'

export interface Services {
  catalogue?: Catalogue
  rulebooks?: {
    find: FindRulebooks
    read: ReadRulebook
    /** The ports of this machine that we may fetch rulebooks from. The list is empty outside of tests. */
    loopbackPorts?: readonly number[]
  }
  interpreter?: Interpret
  images?: FetchImage
}

/**
 * Takes at most 20 ids (int64 as decimal text), and returns things in any order. Ids that the catalogue does not have are left
 * out.
 */
export type Catalogue = (ids: readonly string[], signal: AbortSignal) => Promise<Thing[]>

export interface Thing {
  catalogId: string
  /** `boardgame` or `boardgameexpansion`. Things of all other types are no games. */
  type: string
  displayName: string
  description?: string
  minPlayers?: number
  maxPlayers?: number
  /** In minutes. */
  playingTime?: number
  minAge?: number
  /** The year is negative before our era, and never 0. */
  yearPublished?: number
  imageUrl?: string
  /** The categories and then the mechanics: at most 20, and no tag twice. */
  tags: string[]
  /** The rank among all games. */
  rank?: number
  /** The games that this expansion belongs to. */
  baseCatalogIds: string[]
}

/** Returns addresses, the likeliest first. */
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

/** The values that a verbatim quote proves. */
export interface InterpretedValues {
  scoreType: Evident<ScoreType>
  winCondition?: Evident<WinCondition>
  minPlayers?: Evident<number>
  maxPlayers?: Evident<number>
  minAge?: Evident<number>
  yearPublished?: Evident<number>
  /** In minutes. If the rules name a single number, `from` and `to` are the same. */
  playingTime?: Evident<{ from: number; to: number }>
}

export interface Evident<T> {
  value: T
  /** The quote has 8 to 300 characters. Its white space and the form of its characters may differ from the text. */
  quote: string
  url: string
}

type ScoreType = 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
type WinCondition = 'HIGHER_WINS' | 'LOWER_WINS'
