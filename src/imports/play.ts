/** A play as a file describes it, before anything of the service is known. Every reader of a format gives these. */

/** What the reader of a file gives. */
export interface Plays {
  format: 'bg-stats' | 'bgg' | 'nemestats' | 'board-game-tracker' | 'csv'
  /** The people of the file, by the source's id or else by their name. */
  people: SourcePerson[]
  games: SourceGame[]
  plays: Play[]
  /** What no play could be made of, and what is wrong with the file as a whole. `formats/kinds.ts` says which is which. */
  faults: Fault[]
  /** The ids of plays that were deleted at the source. */
  deleted?: string[]
}

export interface SourcePerson {
  /** Unique in the file. */
  key: string
  name: string
  /** The file says that this is its owner. */
  isOwner?: boolean
  /** A user name that the source knows, such as one of BoardGameGeek. */
  userName?: string
  /** The source has this entry for people that it does not know. */
  isAnonymous?: boolean
}

export interface SourceGame {
  /** Unique in the file, also among its expansions. */
  key: string
  name: string
  /** The number of the game at BoardGameGeek. */
  bggId?: number
  /** The reference that the service itself exported. */
  sourceRef?: string
  isExpansion?: boolean
  isCooperative?: boolean
  minPlayers?: number
  maxPlayers?: number
  /** The lowest score wins. */
  lowestWins?: boolean
  /** The source says that the game has no points. */
  hasNoPoints?: boolean
  /** The score type that the service itself exported. */
  scoreType?: string
}

export interface Play {
  /** The source's own id, or a digest of what identifies the play where the source has none. Unique in the file. */
  sourceId: string
  /** Where the play stands in the file, for reports: a line, or a path such as `plays[3]`. */
  at: string
  game: string
  expansions: string[]
  /** An instant with its offset, or a local time (`2024-05-01T20:00:00`, or only a date) of the person's zone. */
  playedAt: string
  playset?: string
  community?: string
  /** Who recorded the match, if the service exported it for somebody else. */
  recorder?: string
  /** The source says that the play is not finished, so it stays a draft. */
  isDraft?: boolean
  participants: PlayParticipant[]
  /** What the source says about the play and the service has no field for; goes into the loadout of each participant. */
  extra: Record<string, Json>
  /** What was read in a doubtful way, or left out, with the reason. */
  notes: Fault[]
}

export interface PlayParticipant {
  person: string
  score?: number
  /** The score as the file has it, if it was a sum or no clean number. */
  scoreText?: string
  rank?: number
  hasWon?: boolean
  outcome?: 'WIN' | 'LOSS' | 'DRAW'
  team?: string
  /** 1 for the first seat. */
  seat?: number
  role?: string
  isNew?: boolean
  /** A loadout that the service itself exported; it is taken as it is. */
  loadout?: Record<string, Json>
  /** The same loadout as JSON text. Its numbers keep all their digits, so prefer it. */
  loadoutText?: string
  /** The stand-in's name, if the service exported a match in which the person had another name. */
  standIn?: string
  extra: Record<string, Json>
}

export interface Fault {
  at: string
  /** One of few kinds, so that reports can count them. */
  kind: string
  /** What was found, shortened. */
  found: string
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
