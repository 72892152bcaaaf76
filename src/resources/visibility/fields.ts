/** The right of each field in the answers about people, matches and what people share. */
import { CanonicalPlayer } from '../canonical-players/schema.ts'
import { ClaimEdge } from '../claim-edges/schema.ts'
import { ClaimRequest } from '../claim-requests/schema.ts'
import { Community } from '../communities/schema.ts'
import { Expansion } from '../expansions/schema.ts'
import { Game } from '../games/schema.ts'
import { GhostPlayer, OwnGhostPlayer } from '../ghost-players/schema.ts'
import { Group, GroupMember } from '../groups/schema.ts'
import { MatchEdit } from '../match-edits/schema.ts'
import { Match, MatchPeople } from '../matches/schema.ts'
import { MembershipRequest } from '../membership-requests/schema.ts'
import { Membership, OwnMembership } from '../memberships/schema.ts'
import { Playset } from '../playsets/schema.ts'
import { PrivacySetting } from '../privacy-settings/schema.ts'
import { LeaderboardEntry } from '../ratings/schema.ts'
import { Result } from '../results/schema.ts'
import { CommunityStatistics } from '../statistics/schemas/community.ts'
import { GameStatistics } from '../statistics/schemas/game.ts'
import { HeadToHead, Opponent } from '../statistics/schemas/pairs.ts'
import { PersonStatistics } from '../statistics/schemas/person.ts'
import { OwnRating } from '../statistics/schemas/rating.ts'
import { Recap } from '../statistics/schemas/recap.ts'
import { Suggestions } from '../suggestions/schema.ts'
import { TrustedEditor } from '../trusted-editors/schema.ts'
import { Me, User } from '../users/schema.ts'
import { by, ref, shows } from './rights.ts'

const TIMES = by('seen', 'createdAt', 'updatedAt')
const SEEN = ref('seen')
/** A person, with the neutral name unless the caller sees them. */
const PERSON = ref('seen', 'person')
/** A person if the caller sees them, otherwise the ghost player that represents them. */
const SOMEBODY = { canonicalPlayer: ref('personOrNobody'), ghostPlayer: ref('standIn') }

const OUTCOMES = by('seen', 'matches', 'decided', 'won')
const MEETINGS = by('seen', 'met', 'ahead', 'level', 'behind', 'together')
const RUN = by('seen', 'wins', 'from', 'to')
const WIN = { ...by('seen', 'matchId', 'playedAt', 'by'), game: SEEN }

/** Statistics count only what the caller sees, so all their fields but people need no right of their own. */
export const RESOURCE_FIELDS = {
  Match: shows(Match, {
    ...by('seen', 'id', 'status', 'playedAt', 'editRequestsEnabled', 'finalizedAt', 'lastEditedAt'),
    ...TIMES,
    game: SEEN,
    community: SEEN,
    recorder: SEEN,
    lastEditedBy: ref('seen', 'recorder'),
    playset: ref('details'),
    expansions: ref('details'),
    participants: {
      ...by('seen', 'id', 'createdAt', 'updatedAt'),
      ghostPlayer: SEEN,
      ...by('details', 'score', 'rank', 'outcome'),
      loadout: by('details', 'id', 'attributes', 'createdAt', 'updatedAt'),
      ...by('dispute', 'disputeReason', 'disputedAt'),
      disputedBy: ref('dispute', 'disputer'),
    },
  }),
  MatchPeople: shows(MatchPeople, {
    matchParticipantId: 'personOrNobody',
    canonicalPlayer: ref('personOrNobody'),
  }),
  MatchEdit: shows(MatchEdit, {
    ...by('seen', 'id', 'matchId', 'status', 'decidedAt'),
    ...TIMES,
    proposedBy: ref('seen', 'proposer'),
    decidedBy: ref('seen', 'recorder'),
    participantChanges: by(
      'seen',
      'matchParticipantId',
      'score',
      'rank',
      'outcome',
      'scoreSet',
      'rankSet',
      'outcomeSet',
    ),
    loadoutChanges: by('seen', 'matchParticipantId', 'attributes'),
    playsetChange: { playset: SEEN },
    expansionChange: { expansions: SEEN },
  }),
  Suggestions: shows(Suggestions, {
    games: {
      ...by('own', 'id', 'displayName', 'scoreType', 'winCondition', 'minPlayers', 'maxPlayers', 'imageUrl'),
      lastPlayedAt: 'own',
      playset: ref('own'),
      community: ref('own'),
      expansions: ref('own'),
    },
    tables: by('own', 'ghostPlayerIds', 'lastPlayedAt', 'matches'),
    ghostPlayers: by('own', 'id', 'displayName', 'isSelf'),
    communities: ref('own'),
  }),
  Game: shows(Game, {
    ...by('scope', 'id', 'displayName', 'description', 'minPlayers', 'maxPlayers', 'imageUrl', 'tags'),
    ...by('scope', 'scoreType', 'winCondition', 'sourceRef', 'createdAt', 'updatedAt'),
    expansions: ref('scope'),
  }),
  Expansion: shows(
    Expansion,
    by('scope', 'id', 'displayName', 'description', 'imageUrl', 'sourceRef', 'createdAt', 'updatedAt'),
  ),
  Playset: shows(Playset, {
    ...by('seen', 'id', 'displayName', 'variants', 'scenario', 'deletedAt'),
    ...TIMES,
    owner: SEEN,
    game: SEEN,
    expansions: SEEN,
  }),
  GhostPlayer: shows(GhostPlayer, {
    ...by('seen', 'id', 'displayName', 'isSelf'),
    ...TIMES,
    owner: SEEN,
  }),
  OwnGhostPlayer: shows(OwnGhostPlayer, {
    ...by('own', 'id', 'displayName', 'isSelf', 'matches', 'createdAt', 'updatedAt'),
    owner: ref('own'),
  }),
  CanonicalPlayer: shows(CanonicalPlayer, { ...by('seen', 'id', 'displayName'), ...TIMES, user: SEEN }),
  Result: shows(Result, {
    ...by('seen', 'matchParticipantId', 'kind', 'place', 'of', 'tied', 'won', 'score'),
    match: { ...by('seen', 'id', 'playedAt'), game: SEEN, community: SEEN },
  }),
  PersonStatistics: shows(PersonStatistics, {
    ...by('seen', 'matches', 'games', 'hIndex', 'firstPlayedAt', 'lastPlayedAt', 'unknown', 'currentRun'),
    canonicalPlayer: SEEN,
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
  }),
  Opponent: shows(Opponent, { ...MEETINGS, lastMetAt: 'seen', ...SOMEBODY }),
  HeadToHead: shows(HeadToHead, {
    ...by('seen', 'met', 'ahead', 'level', 'behind', 'unknown', 'longestRunAhead', 'longestRunBehind'),
    ...by('seen', 'firstMetAt', 'lastMetAt'),
    one: SEEN,
    other: SEEN,
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
    pairs: { ...MEETINGS, one: SOMEBODY, other: SOMEBODY },
  }),
  Recap: shows(Recap, {
    ...by('own', 'year', 'matches', 'days', 'people', 'games', 'newGames'),
    competitive: by('own', 'matches', 'decided', 'won', 'shared'),
    together: OUTCOMES,
    longestRun: RUN,
    closestWin: WIN,
    biggestWin: WIN,
    mostMet: { ...MEETINGS, ...SOMEBODY },
    busiestDay: by('own', 'on', 'matches'),
    months: by('own', 'month', 'matches', 'won'),
    topGames: { game: SEEN, matches: 'own' },
  }),
  OwnRating: shows(OwnRating, {
    ...by('own', 'rating', 'uncertainty', 'estimate', 'provisional', 'matches'),
    line: by('own', 'match', 'playedAt', 'rating', 'uncertainty', 'estimate'),
  }),
  LeaderboardEntry: shows(LeaderboardEntry, {
    ...by('seen', 'place', 'rating', 'uncertainty', 'provisional', 'matches', 'wins', 'winShare', 'chance'),
    ghostPlayer: SEEN,
    canonicalPlayer: ref('personOrNobody'),
  }),
  TrustedEditor: shows(TrustedEditor, {
    ...by('seen', 'id', 'revokedAt'),
    ...TIMES,
    grantor: ref('seen', 'grantor'),
    editor: PERSON,
  }),
  ClaimRequest: shows(ClaimRequest, {
    ...by('seen', 'id', 'status', 'message', 'decidedAt', 'claimEdgeId'),
    ...TIMES,
    canonicalPlayer: ref('seen', 'claimant'),
    ghostPlayer: ref('seen', 'ghostPlayer'),
    decidedBy: PERSON,
  }),
  ClaimEdge: shows(ClaimEdge, {
    ...by('seen', 'id', 'claimRequestId', 'revokedAt'),
    ...TIMES,
    canonicalPlayer: ref('seen', 'claimant'),
    ghostPlayer: ref('seen', 'ghostPlayer'),
    revokedBy: PERSON,
  }),
  PrivacySetting: shows(PrivacySetting, {
    ...by('own', 'id', 'dataType', 'level', 'createdAt', 'updatedAt'),
    user: ref('own'),
    groups: ref('own'),
  }),
  Group: shows(Group, { ...by('seen', 'id', 'displayName', 'memberCount'), ...TIMES, owner: SEEN }),
  GroupMember: shows(GroupMember, { id: 'own', displayName: 'person', addedAt: 'own' }),
  Community: shows(Community, {
    ...by('seen', 'id', 'displayName', 'description', 'joinPolicy'),
    ...TIMES,
    owner: SEEN,
    adminGroup: SEEN,
  }),
  Membership: shows(Membership, { id: 'seen', ...TIMES, community: SEEN, user: SEEN }),
  OwnMembership: shows(OwnMembership, {
    ...by('own', 'id', 'isAdmin', 'createdAt', 'updatedAt'),
    community: ref('own'),
    owner: ref('own'),
  }),
  MembershipRequest: shows(MembershipRequest, {
    ...by('seen', 'id', 'status', 'decidedAt'),
    ...TIMES,
    community: SEEN,
    user: ref('seen', 'requester'),
    decidedBy: PERSON,
  }),
  Me: shows(Me, {
    ...by('own', 'id', 'displayName', 'createdAt', 'updatedAt'),
    canonicalPlayer: ref('own'),
    selfGhostPlayer: ref('own'),
  }),
  User: shows(User, { ...by('seen', 'id', 'displayName'), ...TIMES, canonicalPlayer: SEEN }),
}
