/**
 * The outside services that the pipeline asks, as plain types. Each function rejects with a failure of `failures.ts`, or with
 * its signal's reason.
 */

/** An absent service is not configured. */
export interface Services {
  catalogue?: Catalogue
  rulebooks?: {
    find: FindRulebooks
    read: ReadRulebook
    /** Ports of this machine that rulebooks can be fetched from. None outside of tests. */
    loopbackPorts?: readonly number[]
  }
  interpreter?: Interpret
}

/**
 * The things with these ids (int64 as decimal text, at most 20), in no order. An id without a thing isn't in the
 * catalogue.
 */
export type Catalogue = (ids: readonly string[], signal: AbortSignal) => Promise<Thing[]>

export interface Thing {
  catalogId: string
  /** `boardgame`, `boardgameexpansion`, or another type, which is no game. */
  type: string
  /** 1 to 255 characters. */
  displayName: string
  /** At most 10000 characters. */
  description?: string
  minPlayers?: number
  maxPlayers?: number
  /** In minutes. */
  playingTime?: number
  minAge?: number
  /** Negative for years before our era; never 0. */
  yearPublished?: number
  /** An http or https URL of at most 500 characters. */
  imageUrl?: string
  /** Categories, then mechanics: unique, at most 20. */
  tags: string[]
  /** Its place in the overall ranking. */
  rank?: number
  /** The games that it expands. */
  baseCatalogIds: string[]
}

/** Finds addresses of rulebooks of a game, the likeliest first. */
export type FindRulebooks = (
  about: { displayName: string; yearPublished?: number },
  signal: AbortSignal,
) => Promise<FoundRulebook[]>

export interface FoundRulebook {
  url: string
  title?: string
}

/** Fetches a document and reads its text. */
export type ReadRulebook = (url: string, signal: AbortSignal) => Promise<Rulebook>

export interface Rulebook {
  /** The address after all redirects. */
  url: string
  contentType: string
  title?: string
  /** A language code such as `en`, if the document states it or its text shows it. */
  language?: string
  /** SHA-256 of the fetched bytes, in hexadecimal. */
  hash: string
  bytes: number
  text: string
}

/** Interprets the rules of a game. Rejects with `NoEvidence` when no quote proves a score type. */
export type Interpret = (
  about: { displayName: string; texts: readonly { url: string; text: string }[] },
  signal: AbortSignal,
) => Promise<Interpretation>

export interface Interpretation {
  values: InterpretedValues
  usage: { tokens: number }
}

/** Only values that a verbatim quote proves. */
export interface InterpretedValues {
  scoreType: Evident<ScoreType>
  /** Absent if scoreType is WIN_LOSS. */
  winCondition?: Evident<WinCondition>
  minPlayers?: Evident<number>
  maxPlayers?: Evident<number>
  minAge?: Evident<number>
  yearPublished?: Evident<number>
  /** In minutes; a single number is both ends of the range. */
  playingTime?: Evident<{ from: number; to: number }>
}

export interface Evident<T> {
  value: T
  /** 8 to 300 characters, verbatim but for white space and differences that NFKC removes. */
  quote: string
  /** The address of the text with the quote. */
  url: string
}

type ScoreType = 'SCORE' | 'TIME' | 'TURNS' | 'WIN_LOSS'
type WinCondition = 'HIGHER_WINS' | 'LOWER_WINS'
