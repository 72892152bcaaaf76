/** The kinds of faults and notes. Because they are fixed, reports can count them, and apps have a text for each. */

const PLAY_FAULTS = [
  'NO_PLAY',
  'NO_GAME',
  'NO_PARTICIPANTS',
  'MANY_PARTICIPANTS',
  /** Another play of the file has its id. */
  'REPEATED_PLAY',
  /** The file ends in the middle of a row. */
  'CUT_ROW',
] as const

/** Says that a play is left out. Any other fault is about the file, and no play is missing for it. */
export const leavesPlayOut = (kind: string): boolean => PLAY_FAULTS.some((one) => one === kind)

export type FaultKind =
  | (typeof PLAY_FAULTS)[number]
  // A play is a draft, or counts in another way.
  | 'NO_DATE'
  /** A date such as 1900, which programs write if they do not know the date. */
  | 'DOUBTFUL_DATE'
  | 'IGNORED'
  | 'INCOMPLETE'
  | 'NO_WIN_STATS'
  | 'WINNERS_ONLY'
  | 'OWNER_ALONE'
  | 'EXPANSION_AS_GAME'
  /** An entry that stands for several plays. */
  | 'QUANTITY'
  /** An entry that stands for more plays than we accept, so it becomes one play. */
  | 'MANY_PLAYS'
  // Kinds for a value that could not be read.
  | 'SCORE_UNREADABLE'
  | 'NO_NUMBER'
  | 'NO_LOADOUT'
  | 'NO_STATUS'
  | 'NO_OUTCOME'
  | 'NO_TIME_ZONE'
  | 'UNCLEAR_EXPANSIONS'
  /** A row that contradicts the first row of its match. */
  | 'CONTRADICTION'
  // Kinds for references to something that is missing in the file, or is in it twice.
  | 'NO_ID'
  | 'REPEATED_ID'
  | 'NO_PERSON'
  | 'REPEATED_PERSON'
  | 'NO_LOCATION'
  | 'MISSING_PAGES'
  // Kinds for something that was changed or left out.
  | 'NO_NAME'
  | 'NAME_CUT'
  | 'NAME_CLEANED'
  | 'TEXT_CUT'
  | 'LEFT_OUT'
  | 'DELETED'
  | 'ENCODING_GUESSED'
  | 'MORE_FAULTS'
  | 'MORE_NOTES'
