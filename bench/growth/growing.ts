/** Every read that grows with the matches, with the most buffers that it may read: a fifth more than we measured. */
import type { Kind } from './requests.ts'

export interface Growing {
  operations: string[]
  of?: Kind[]
  callers?: string[]
  why: string
  /** The most buffers that the read may take with 20,000 and with 1,000,000 matches. */
  most: { few: number; many: number }
}

export const GROWING: Growing[] = [
  {
    operations: ['getGameStatistics'],
    why: 'Every match of the game that the caller sees, with its seats; it is a search, and ends after 3 s.',
    most: { few: 38_000, many: 2_500_000 },
  },
  {
    operations: ['getCommunityStatistics'],
    why: 'Every match of the community, with its seats; a search.',
    most: { few: 2_800, many: 120_000 },
  },
  {
    operations: [
      'listOpponents',
      'countOpponents',
      'listOpponentsOfGhostPlayer',
      'countOpponentsOfGhostPlayer',
    ],
    why: 'Every seat of the player’s matches, whatever the page shows; a search.',
    most: { few: 9_900, many: 130_000 },
  },
  {
    operations: ['getOwnRating'],
    why: 'Every seat of the caller’s contests in the game; a search.',
    most: { few: 6_300, many: 120_000 },
  },
  {
    operations: ['getOwnLeaderboard'],
    why: 'Every seat of the caller’s contests in the game, and who the people in them are; a search.',
    most: { few: 16_500, many: 0 },
  },
  {
    operations: ['getMatchAnswerable'],
    why: 'For a caller without a seat in it: whether they sit beside one of its people in another match of its recorder.',
    most: { few: 7_200, many: 0 },
  },
  {
    operations: ['exportMatchesAsCsv', 'exportMatchesAsBgStats'],
    why: 'The first 200 matches of both lists with their seats, and a caller with few matches has fewer; a long read.',
    most: { few: 23_300, many: 0 },
  },
  {
    operations: ['getRecap'],
    why: 'Every seat of the year’s matches, and who is seen of all people there are; a search.',
    most: { few: 15_000, many: 49_000 },
  },
  {
    operations: [
      'getPersonStatistics',
      'getStatisticsOfGhostPlayer',
      'getHeadToHead',
      'getHeadToHeadOfGhostPlayer',
    ],
    why: 'Every result of the player, by index alone, 40 to a buffer; a search.',
    most: { few: 6_300, many: 9_400 },
  },
  {
    operations: ['getAudience', 'listAudience', 'countAudience'],
    why: 'Who played in the newest 200 matches of the caller, who has fewer at first; a search.',
    most: { few: 4_600, many: 0 },
  },
  {
    operations: ['getSightOfUser', 'getSightOfGroup', 'getSightOfStranger'],
    why: 'Every final match that the caller recorded, by index alone; a search.',
    most: { few: 0, many: 4_500 },
  },
  {
    operations: ['listMissingGames', 'countMissingGames'],
    why: 'Every name that an import waits for, with its import: one import for each thousand matches, with 20 names.',
    most: { few: 0, many: 440 },
  },
  {
    operations: ['listMyGhostPlayers'],
    callers: ['the owner'],
    why: 'Counts every match of each ghost player of the page, by index alone.',
    most: { few: 0, many: 5_100 },
  },
  {
    operations: ['listMatchesOfGhostPlayer'],
    of: ['list'],
    callers: ['the owner', 'their trusted editor'],
    why: 'Sorts all drafts of the ghost player: no index has their times.',
    most: { few: 0, many: 4_800 },
  },
  {
    operations: ['listHistory'],
    of: ['list'],
    callers: ['the owner', 'their trusted editor'],
    why: 'Sorts all drafts with the person’s ghost players: no index has their times.',
    most: { few: 0, many: 4_800 },
  },
  {
    operations: ['listHistory', 'listMatchesOfGhostPlayer', 'listResults'],
    of: ['list'],
    why: 'Where the caller sees some of the matches: these are looked for among all of them, by index alone. Where the person has 1,000 claims: the first of each.',
    most: { few: 0, many: 9_900 },
  },
  {
    operations: ['listMatches'],
    of: ['list'],
    callers: ['who has 1,000 claims'],
    why: 'The first matches of each claim; the index by playedAt is wide, as figures are read from it.',
    most: { few: 0, many: 12_000 },
  },
  {
    operations: ['listDisputes', 'listAllMatchEdits'],
    callers: ['who has 1,000 claims'],
    why: 'The first disputes or edits of each claim: the index gets a level deeper.',
    most: { few: 2_600, many: 6_000 },
  },
  {
    operations: ['listGhostPlayers'],
    of: ['list'],
    why: 'Passes over ghost players that are open to all and were never played.',
    most: { few: 810, many: 0 },
  },
  {
    operations: [
      'countMatches',
      'countHistory',
      'countMatchesOfGhostPlayer',
      'countResults',
      'countPlaysets',
      'countGhostPlayers',
      'countClaimedGhostPlayers',
    ],
    of: ['count'],
    why: 'What is counted, by index alone. A parallel plan reads the ids of claimed ghost players once for each of its workers.',
    most: { few: 4_400, many: 19_000 },
  },
  {
    operations: [
      'listMatches',
      'countMatches',
      'listHistory',
      'countHistory',
      'listMatchesOfGhostPlayer',
      'countMatchesOfGhostPlayer',
      'countResults',
      'listPlaysets',
      'countPlaysets',
      'countGhostPlayers',
      'countCanonicalPlayers',
      'listMyGhostPlayers',
    ],
    of: ['filter'],
    why: 'What a filter passes over until the page is full; a search.',
    most: { few: 160_000, many: 780_000 },
  },
]
