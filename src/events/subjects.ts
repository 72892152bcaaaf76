/** The subjects of events: the URL path of each, the scope that can read it, and who gets its events. */
import { type Sql, bulk, sql } from '../db/sql.ts'
import type { Subject } from '../resources/events/write.ts'
import * as followers from '../resources/visibility/followers.ts'
import { ghostPlayerPolicy } from '../resources/visibility/ghost-players.ts'
import { invitationPolicy } from '../resources/visibility/invitations.ts'
import { matchDetailsPolicy } from '../resources/visibility/matches.ts'
import * as parties from '../resources/visibility/parties.ts'
import { personPolicy } from '../resources/visibility/people.ts'
import { playsetPolicy } from '../resources/visibility/playsets.ts'
import type { Viewer } from '../resources/visibility/relations.ts'

/** Subjects of one kind, each with a number, and the people who may get their events. */
interface Asked {
  numbers: number[]
  ids: string[]
  parentIds: (string | null)[]
  /** When the subject of a deletion ended; null for other events. */
  ends: (string | null)[]
  userIds: string[]
}

/** Says that this person may now see the subject with this number. */
type Sight = { number: number; userId: string }

interface SubjectFacts {
  /** The scope that the operation for reading the subject needs, without `svc-engine:`. */
  scope: string
  path: (id: string, parentId: string) => string
  /** Who may see the subject. Undefined if everybody with the scope may. */
  seenBy?: (asked: Asked) => Sql<Sight>
}

/** The person in a row of `watcher` below. */
const WATCHER: Viewer = { userId: sql`watcher.id`, canonicalPlayerId: sql`watching.id` }

interface Seen {
  followers: Sql
  /** The policy for the watcher. */
  sees: Sql
  /** For a subject whose row stays: when it was deleted, and its owner. */
  marked?: { deleted: Sql; owner: Sql }
  /**
   * For a subject whose row is deleted: whether the row is there, and whether the watcher has seen the row until `event.ended_at`.
   */
  removed?: { isThere: Sql; wasSeen: Sql }
}

/**
 * Selects which of the people see which subject. `rows` joins the subject to `event`. A deleted subject is seen only by its owner,
 * because nothing shows any more who else could see it. A deleted row is seen by those who could see it while it was there: whoever
 * came later learns of it neither by its end nor by what happened to it before.
 */
const seen =
  (rows: Sql, { followers: those, sees, marked, removed }: Seen) =>
  ({ numbers, ids, parentIds, ends, userIds }: Asked): Sql<Sight> =>
    bulk(sql<Sight>`
      select event.number, watcher.id as "userId"
      from unnest(${numbers}::int[], ${ids}::uuid[], ${parentIds}::uuid[], ${ends}::timestamptz[])
        event (number, id, parent_id, ended_at)
      ${rows}
      cross join lateral (${those}) follower (user_id)
      join unnest(${userIds}::uuid[]) watcher (id) on watcher.id = follower.user_id
      join canonical_players watching on watching.user_id = watcher.id
      where ${
        marked
          ? sql`case when ${marked.deleted} is null then ${sees} else ${marked.owner} = watcher.id end`
          : sees
      } and ${
        removed
          ? sql`case when event.ended_at is null then ${removed.isThere} else ${removed.wasSeen} end`
          : sql`true`
      }`)

const person = {
  followers: followers.ofPerson,
  sees: sql`u.erased_at is null and ${personPolicy.sees(WATCHER, sql`u.id`)}`,
}

export const SUBJECTS: Record<Subject, SubjectFacts> = {
  match: {
    scope: 'match-read',
    path: (id) => `/matches/${id}`,
    seenBy: seen(sql`join matches m on m.id = event.id`, {
      followers: followers.ofMatch,
      sees: matchDetailsPolicy.sees(WATCHER),
      marked: { deleted: sql`m.deleted_at`, owner: sql`m.recorder_id` },
    }),
  },
  'match-edit': {
    scope: 'match-edit-read',
    path: (id, matchId) => `/matches/${matchId}/edits/${id}`,
    seenBy: seen(sql`join matches m on m.id = event.parent_id and m.deleted_at is null`, {
      followers: followers.ofMatch,
      sees: matchDetailsPolicy.sees(WATCHER),
      // The event of a withdrawal names the proposer and the recorder, who knew of the edit.
      removed: {
        isThere: sql`exists (select from match_edits me where me.id = event.id)`,
        wasSeen: sql`false`,
      },
    }),
  },
  game: { scope: 'game-read', path: (id) => `/games/${id}` },
  expansion: { scope: 'expansion-read', path: (id, gameId) => `/games/${gameId}/expansions/${id}` },
  playset: {
    scope: 'playset-read',
    path: (id) => `/playsets/${id}`,
    seenBy: seen(sql`join playsets p on p.id = event.id`, {
      followers: followers.ofPlayset,
      sees: playsetPolicy.sees(WATCHER),
      marked: { deleted: sql`p.deleted_at`, owner: sql`p.owner_id` },
    }),
  },
  'ghost-player': {
    scope: 'ghost-player-read',
    path: (id) => `/ghost-players/${id}`,
    seenBy: seen(sql`join ghost_players gp on gp.id = event.id`, {
      followers: followers.ofGhostPlayer,
      sees: ghostPlayerPolicy.sees(WATCHER),
      marked: { deleted: sql`gp.deleted_at`, owner: sql`gp.owner_id` },
    }),
  },
  user: {
    scope: 'user-read',
    path: (id) => `/users/${id}`,
    seenBy: seen(sql`join users u on u.id = event.id`, person),
  },
  'canonical-player': {
    scope: 'canonical-player-read',
    path: (id) => `/canonical-players/${id}`,
    seenBy: seen(
      sql`join canonical_players cp on cp.id = event.id join users u on u.id = cp.user_id`,
      person,
    ),
  },
  'claim-request': {
    scope: 'claim-request-read',
    path: (id) => `/claim-requests/${id}`,
    seenBy: seen(sql`join claim_requests cr on cr.id = event.id`, {
      followers: followers.ofClaim(sql`cr`),
      sees: parties.seesClaimRequest(WATCHER),
    }),
  },
  'claim-edge': {
    scope: 'claim-edge-read',
    path: (id) => `/claim-edges/${id}`,
    seenBy: seen(sql`join claim_edges ce on ce.id = event.id`, {
      followers: followers.ofClaim(sql`ce`),
      sees: parties.seesClaimEdge(WATCHER),
    }),
  },
  'trusted-editor': {
    scope: 'trusted-editor-read',
    path: (id) => `/trusted-editors/${id}`,
    seenBy: seen(sql`join trusted_editors te on te.id = event.id`, {
      followers: followers.ofTrust,
      sees: parties.seesTrust(WATCHER),
    }),
  },
  'privacy-setting': {
    scope: 'privacy-setting-read',
    path: (id) => `/privacy-settings/${id}`,
    seenBy: seen(sql`join privacy_settings ps on ps.id = event.id`, {
      followers: followers.ofPrivacySetting,
      sees: parties.seesPrivacySetting(WATCHER),
    }),
  },
  group: {
    scope: 'group-read',
    path: (id) => `/groups/${id}`,
    seenBy: seen(sql`join groups g on g.id = event.id`, {
      followers: followers.ofGroup,
      sees: parties.seesGroup(WATCHER),
      marked: { deleted: sql`g.deleted_at`, owner: sql`g.owner_id` },
    }),
  },
  community: {
    scope: 'community-read',
    path: (id) => `/communities/${id}`,
    seenBy: seen(sql`join communities c on c.id = event.id`, {
      followers: followers.ofCommunity,
      sees: sql`true`,
      marked: { deleted: sql`c.deleted_at`, owner: sql`c.owner_id` },
    }),
  },
  membership: {
    scope: 'membership-read',
    path: (userId, communityId) => `/communities/${communityId}/memberships/${userId}`,
    seenBy: seen(sql`join communities c on c.id = event.parent_id and c.deleted_at is null`, {
      followers: followers.ofMembership,
      sees: parties.seesMembers(WATCHER),
      // Nothing says since when an admin who is no member may see the members.
      removed: {
        isThere: sql`exists (
          select from memberships ms where ms.community_id = event.parent_id and ms.user_id = event.id)`,
        wasSeen: sql`exists (
          select from memberships own
          where own.community_id = c.id and own.user_id = watcher.id and own.created_at < event.ended_at)`,
      },
    }),
  },
  'membership-request': {
    scope: 'membership-request-read',
    path: (id, communityId) => `/communities/${communityId}/membership-requests/${id}`,
    seenBy: seen(
      sql`join membership_requests mr on mr.id = event.id
        join communities c on c.id = mr.community_id and c.deleted_at is null`,
      {
        followers: followers.ofMembershipRequest,
        sees: parties.seesMembershipRequest(WATCHER),
      },
    ),
  },
  invitation: {
    scope: 'invitation-read',
    path: (id) => `/invitations/${id}`,
    seenBy: seen(sql`join invitations i on i.id = event.id`, {
      followers: followers.ofInvitation,
      sees: invitationPolicy.sees(WATCHER),
    }),
  },
  candidate: { scope: 'candidate-read', path: (id) => `/candidates/${id}` },
  'rule-source': {
    scope: 'candidate-read',
    path: (id, candidateId) => `/candidates/${candidateId}/rule-sources/${id}`,
  },
}

/** The noun in a kind: `match` in `match.updated`. */
export const subjectOf = (kind: string): Subject | undefined => {
  const noun = kind.slice(0, kind.lastIndexOf('.'))
  return Object.hasOwn(SUBJECTS, noun) ? (noun as Subject) : undefined
}
