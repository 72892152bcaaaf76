/** For each field of the statistics: the right that says who sees it. */
import { CommunityStatistics } from '../statistics/schemas/community.ts'
import { GameStatistics } from '../statistics/schemas/game.ts'
import { HeadToHead, Opponent } from '../statistics/schemas/pairs.ts'
import { GhostPlayerStatistics, PersonStatistics } from '../statistics/schemas/person.ts'
import { OwnLeaderboard, OwnRating } from '../statistics/schemas/rating.ts'
import { Recap } from '../statistics/schemas/recap.ts'
import { by, ref, shows } from './rights.ts'

const SEEN = ref('seen')
/** Only one of the two fields is present: the canonical player if the caller sees the person, otherwise the ghost player. */
const SOMEBODY = { canonicalPlayer: ref('personOrNobody'), ghostPlayer: ref('standIn') }

const OF_PAIR = { ...SOMEBODY, owner: ref('standIn') }

export const LEADERBOARD_ENTRY = {
  ...by('seen', 'place', 'rating', 'uncertainty', 'provisional', 'matches', 'wins', 'winShare', 'chance'),
  ghostPlayer: SEEN,
  owner: SEEN,
  canonicalPlayer: ref('personOrNobody'),
} as const

const OUTCOMES = by('seen', 'matches', 'decided', 'won')
const MEETINGS = by('seen', 'met', 'ahead', 'level', 'behind', 'together')
const RUN = by('seen', 'wins', 'from', 'to')
const WIN = { ...by('seen', 'matchId', 'playedAt', 'by'), game: SEEN }

export const FIGURES = {
  ...by('seen', 'matches', 'games', 'hIndex', 'firstPlayedAt', 'lastPlayedAt', 'unknown', 'currentRun'),
  alone: OUTCOMES,
  together: OUTCOMES,
  competitive: by('seen', 'matches', 'decided', 'won', 'shared', 'byChance'),
  longestRun: RUN,
  form: by('seen', 'on', 'kind', 'place', 'of', 'won'),
  months: by('seen', 'month', 'matches', 'won', 'together'),
  finishes: by('seen', 'of', 'matches', 'places'),
  topGames: {
    ...by('seen', 'matches', 'decided', 'won', 'lastPlayedAt'),
    game: SEEN,
    scores: {
      ...by('seen', 'written', 'lowest', 'middle', 'highest', 'best', 'newest'),
      all: by('seen', 'lowest', 'highest'),
    },
  },
} as const

/** Statistics count only what the caller sees, so only the names of people in them need a right. */
export const STATISTICS_FIELDS = {
  PersonStatistics: shows(PersonStatistics, { canonicalPlayer: SEEN, countedAsOne: 'own', ...FIGURES }),
  GhostPlayerStatistics: shows(GhostPlayerStatistics, {
    ghostPlayer: SEEN,
    owner: SEEN,
    canonicalPlayer: ref('personOrNobody'),
    ...by('own', 'claimable', 'claimRequests', 'countedAsOne'),
    ...FIGURES,
  }),
  Opponent: shows(Opponent, {
    ...MEETINGS,
    lastMetAt: 'seen',
    countedAsOne: 'own',
    ...SOMEBODY,
    owner: ref('standIn'),
  }),
  HeadToHead: shows(HeadToHead, {
    ...by('seen', 'met', 'ahead', 'level', 'behind', 'unknown', 'longestRunAhead', 'longestRunBehind'),
    ...by('seen', 'firstMetAt', 'lastMetAt'),
    one: SEEN,
    ownerOfOne: SEEN,
    other: SEEN,
    ownerOfOther: SEEN,
    countedAsOne: by('own', 'one', 'other'),
    together: OUTCOMES,
    games: { ...MEETINGS, game: SEEN },
    meetings: by('seen', 'on', 'game', 'how', 'by'),
  }),
  GameStatistics: shows(GameStatistics, {
    ...by('seen', 'matches', 'players', 'firstPlayedAt', 'lastPlayedAt'),
    game: SEEN,
    kinds: by('seen', 'alone', 'together', 'competitive', 'unknown'),
    together: OUTCOMES,
    sizes: by('seen', 'players', 'matches', 'written', 'lowest', 'middle', 'highest', 'values', 'bins'),
    scores: {
      ...by('seen', 'written', 'lowest', 'lowerQuarter', 'middle', 'upperQuarter', 'highest'),
      ...by('seen', 'values', 'bins'),
    },
    record: { ...by('seen', 'score', 'matchId', 'matchParticipantId', 'playedAt'), ...SOMEBODY },
    months: by('seen', 'month', 'matches'),
    seats: by('seen', 'position', 'placed', 'won'),
    factions: by('seen', 'name', 'placed', 'won'),
    expansions: { expansion: SEEN, matches: 'seen' },
  }),
  CommunityStatistics: shows(CommunityStatistics, {
    ...by('seen', 'members', 'players', 'matches', 'matchesThisMonth', 'games'),
    ...by('seen', 'firstPlayedAt', 'lastPlayedAt'),
    community: SEEN,
    topGames: { game: SEEN, matches: 'seen' },
    months: by('seen', 'month', 'matches'),
    days: by('seen', 'on', 'matches'),
    pairs: { ...MEETINGS, one: OF_PAIR, other: OF_PAIR },
  }),
  Recap: shows(Recap, {
    ...by('own', 'year', 'matches', 'days', 'people', 'games', 'newGames'),
    competitive: by('own', 'matches', 'decided', 'won', 'shared'),
    together: OUTCOMES,
    longestRun: RUN,
    closestWin: WIN,
    biggestWin: WIN,
    mostMet: { ...MEETINGS, countedAsOne: 'own', ...SOMEBODY },
    busiestDay: by('own', 'on', 'matches'),
    months: by('own', 'month', 'matches', 'won'),
    topGames: { game: SEEN, matches: 'own' },
  }),
  OwnRating: shows(OwnRating, {
    ...by('own', 'rating', 'uncertainty', 'estimate', 'provisional', 'matches'),
    line: by('own', 'match', 'playedAt', 'rating', 'uncertainty', 'estimate'),
  }),
  OwnLeaderboard: shows(OwnLeaderboard, { players: 'own', items: LEADERBOARD_ENTRY }),
}
