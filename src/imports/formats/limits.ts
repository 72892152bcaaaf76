/** Limits for a file. What is beyond a limit is either refused with one sentence, or left out with a note. */
import { LARGEST_ATTRIBUTES } from '../../resources/matches/limits.ts'

export const MOST_BYTES = 64 * 1024 * 1024

/** Ten times as many plays as somebody has who played often for ten years. */
export const MOST_PLAYS = 50_000

export const MOST_PARTICIPANTS = 1_000

/**
 * The most participants of all plays together. Without this limit, an entry of BoardGameGeek with a quantity could multiply them.
 */
export const MOST_PARTICIPATIONS = 500_000

export const MOST_EXPANSIONS = 100

export const MOST_PEOPLE = 20_000

export const MOST_GAMES = 20_000

/** The most objects, lists, texts, numbers, true, false and null in a JSON file. 50,000 plays of five people have 3.6 million. */
export const MOST_VALUES = 4_000_000

/** The most levels of objects, lists and elements. */
export const MOST_LEVELS = 100

/** In Unicode characters, as for the service's own names. */
export const LONGEST_PERSON_NAME = 100

export const LONGEST_GAME_NAME = 255

/** In UTF-16 code units. Ids of sources are UUIDs or numbers; a longer id is replaced by its digest. */
export const LONGEST_ID = 100

export const LONGEST_SCORE = 200

/** The longest comment, or other text that the service has no field for, in UTF-16 code units. */
export const LONGEST_TEXT = 4_000

/**
 * In bytes of JSON. The extras of a play and of a participant go into the same loadout, so the two limits together are below the
 * limit of a loadout.
 */
export const LARGEST_PLAY_EXTRA = LARGEST_ATTRIBUTES / 4

export const LARGEST_PARTICIPANT_EXTRA = LARGEST_ATTRIBUTES / 4

/** The most faults that are listed. After that, one last fault says that there are more. */
export const MOST_FAULTS = 10_000

/** The most notes for one play. */
export const MOST_NOTES = 100

export const MOST_COLUMNS = 200

/** In UTF-16 code units. A loadout of 64 KiB fits even if every character is escaped. */
export const LONGEST_CELL = 256 * 1024

/** The most rows of a CSV file. 50,000 plays of five people have 250,000. */
export const MOST_ROWS = 500_000

/** The most plays for which one entry of BoardGameGeek can stand. */
export const MOST_QUANTITY = 1_000

export const MOST_ATTRIBUTES = 100
