/** For each field of the resources' answers: the right that says who sees it. */
import { Audience, AudienceMember, Sight } from '../audience/schema.ts'
import { CanonicalPlayer } from '../canonical-players/schema.ts'
import { ClaimEdge } from '../claim-edges/schema.ts'
import { ClaimRequest } from '../claim-requests/schema.ts'
import { Community } from '../communities/schema.ts'
import { Dispute } from '../disputes/schema.ts'
import { Expansion } from '../expansions/schema.ts'
import { GameImage } from '../game-images/schema.ts'
import { Game } from '../games/schema.ts'
import { GhostPlayer, OwnGhostPlayer } from '../ghost-players/schema.ts'
import { Group, GroupMember } from '../groups/schema.ts'
import { MatchEdit } from '../match-edits/schema.ts'
import { Match, MatchAnswerable, MatchPeople } from '../matches/schema.ts'
import { MembershipRequest } from '../membership-requests/schema.ts'
import { Membership, OwnMembership } from '../memberships/schema.ts'
import { Playset } from '../playsets/schema.ts'
import { PrivacySetting } from '../privacy-settings/schema.ts'
import { LeaderboardEntry } from '../ratings/schema.ts'
import { Result } from '../results/schema.ts'
import { SamePerson } from '../same-people/schema.ts'
import { Suggestions } from '../suggestions/schema.ts'
import { TrustedEditor } from '../trusted-editors/schema.ts'
import { Me, User } from '../users/schema.ts'
import { type Right, by, ref, shows } from './rights.ts'
import { FIGURES, LEADERBOARD_ENTRY, STATISTICS_FIELDS } from './statistics-fields.ts'

const TIMES = by('seen', 'createdAt', 'updatedAt')
const SEEN = ref('seen')
/** Everybody gets the id. A caller who does not see the person gets a neutral name. */
const PERSON = ref('seen', 'person')
const SAME_PLAYER = {
  canonicalPlayer: ref('own', 'person'),
  ghostPlayer: ref('own', 'ghostPlayer'),
  owner: ref('keeper'),
}

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
  MatchAnswerable: shows(MatchAnswerable, by('own', 'edit', 'claims')),
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
    replaced: {
      participants: by('seen', 'matchParticipantId', 'score', 'rank', 'outcome', 'attributes'),
      playset: SEEN,
      expansions: SEEN,
    },
  }),
  Dispute: shows(Dispute, {
    ...by('seen', 'matchParticipantId', 'reason', 'disputedAt'),
    match: { ...by('seen', 'id', 'playedAt'), game: SEEN },
    recorder: SEEN,
    ghostPlayer: SEEN,
    disputedBy: ref('seen', 'disputer'),
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
  GameImage: shows(GameImage, { ...by('scope', 'origin', 'digest'), game: ref('scope') }),
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
    ...by(
      'seen',
      'matchParticipantId',
      'kind',
      'place',
      'of',
      'tied',
      'won',
      'score',
      'scoreType',
      'winCondition',
    ),
    match: { ...by('seen', 'id', 'playedAt'), game: SEEN, community: SEEN },
  }),
  ...STATISTICS_FIELDS,
  LeaderboardEntry: shows(LeaderboardEntry, LEADERBOARD_ENTRY),
  SamePerson: shows(SamePerson, {
    ...by('own', 'id', 'isSame', 'createdAt'),
    one: SAME_PLAYER,
    other: SAME_PLAYER,
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
  Audience: shows(Audience, {
    ...by('own', 'people', 'hiddenPlayers'),
    data: {
      ...by('own', 'dataType', 'level'),
      levels: { ...by('own', 'level', 'everybody', 'people', 'inPart'), among: ref('own') },
    },
    communities: by('own', 'id', 'displayName', 'matches', 'isMember'),
  }),
  AudienceMember: shows(AudienceMember, {
    ...by('own', 'id', 'displayName', 'sees', 'reasons', 'met'),
    canonicalPlayer: ref('own'),
  }),
  Sight: shows(Sight, {
    ...by('own', 'profile', 'displayName', 'history', 'recorded', 'seen', 'withDetails', 'drafts'),
    newest: { ...by('own', 'id', 'playedAt', 'details'), game: ref('own') },
    figures: FIGURES,
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

/** A match of a ghost player, for people who were promised it by an invitation. */
export const newestMatch = <const R extends Right>(right: R) => ({
  ...by(right, 'playedAt', 'kind', 'place', 'of', 'tied', 'won'),
  game: ref(right),
  others: ref(right),
})
