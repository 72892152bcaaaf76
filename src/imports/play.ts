/**
 * A play as a file describes it, before anything in the service is known. The readers of all formats return plays in this form.
 */

/** What the reader of a file returns. */
export interface Plays {
  format: 'bg-stats' | 'bgg' | 'nemestats' | 'board-game-tracker' | 'csv'
  /** The people of the file, by their id in the source. Without an id, by their name. */
  people: SourcePerson[]
  games: SourceGame[]
  plays: Play[]
  /** What no play could be made of, and what is wrong with the file as a whole. `formats/kinds.ts` says which is which. */
  faults: Fault[]
  /** The ids of plays that were deleted at the source. */
  deleted?: string[]
}

export interface SourcePerson {
  /** Unique among the people of the file. */
  key: string
  name: string
  /** True if the file says that this person is its owner. */
  isOwner?: boolean
  /** A user name at the source, for example at BoardGameGeek. */
  userName?: string
  /** True if the source uses this entry for people that it does not know. */
  isAnonymous?: boolean
}

export interface SourceGame {
  /** Unique among all games and expansions of the file. */
  key: string
  name: string
  /** The number of the game at BoardGameGeek. */
  bggId?: number
  /** The source reference, if the service itself has exported the file. */
  sourceRef?: string
  isExpansion?: boolean
  isCooperative?: boolean
  minPlayers?: number
  maxPlayers?: number
  /** The lowest score wins. */
  lowestWins?: boolean
  /** True if the source says that the game has no points. */
  hasNoPoints?: boolean
  /** The score type, if the service itself has exported the file. */
  scoreType?: string
}

export interface Play {
  /** The id from the source. If the source has none, a digest of what identifies the play. Unique in the file. */
  sourceId: string
  /** Where the play is in the file, for reports: a line, or a path such as `plays[3]`. */
  at: string
  game: string
  expansions: string[]
  /** A time with its offset, or a local time in the person's zone (`2024-05-01T20:00:00`, or only a date). */
  playedAt: string
  playset?: string
  community?: string
  /** Who recorded the match, if the service exported it for somebody else. */
  recorder?: string
  /** True if the source says that the play is not finished, so it stays a draft. */
  isDraft?: boolean
  participants: PlayParticipant[]
  /** What the source says about the play and the service has no field for. It goes into the loadout of each participant. */
  extra: Record<string, Json>
  /** What we were not sure how to read, or have left out, with the reason. */
  notes: Fault[]
}

export interface PlayParticipant {
  person: string
  score?: number
  /** The score as it is in the file, if it was a sum or not a clean number. */
  scoreText?: string
  rank?: number
  hasWon?: boolean
  outcome?: 'WIN' | 'LOSS' | 'DRAW'
  team?: string
  /** The first seat is 1. */
  seat?: number
  role?: string
  isNew?: boolean
  /** A loadout that the service itself has exported. It is taken as it is. */
  loadout?: Record<string, Json>
  /** The same loadout as JSON text. In the text, numbers keep all their digits, so it is better than `loadout`. */
  loadoutText?: string
  /** The name of the stand-in, if the service has exported the match and the person had another name in it. */
  standIn?: string
  extra: Record<string, Json>
}

export interface Fault {
  at: string
  /** One of a few fixed kinds, so that reports can count them. */
  kind: string
  /** What was in the file, shortened. */
  found: string
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
