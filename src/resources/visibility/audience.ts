/**
 * Who sees an owner's data. It uses the conditions of `people.ts` and `matches.ts`, but for another viewer instead of the caller.
 *
 *
 *
 * Of the viewer's communities, only those count that the owner is in too: the owner must not learn who belongs to other
 * communities. All other relations are known to the owner anyway. `docs/decisions/030-audience.md` says more.
 */
import { type Sql, allOf, anyOf, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import { partsInFinal } from './matches.ts'
import { relationsTo } from './people.ts'
import {
  type DataType,
  type Level,
  type Viewer,
  communitiesOf,
  groupsOf,
  isTrustedBy,
  letsIn,
} from './relations.ts'

export const REASONS = ['SETTING', 'TRUST', 'TABLE', 'COMMUNITY', 'GROUP_OWNER'] as const

type Reason = (typeof REASONS)[number]

const NIL = '00000000-0000-0000-0000-000000000000'

/** A person who has an account, but no relation to the owner. */
export const STRANGER: Viewer = { userId: NIL, canonicalPlayerId: NIL }

/** A person in this group of the owner, with no other relation. */
export const memberOf = (groupId: string): Viewer => ({ ...STRANGER, groups: sql`select ${groupId}::uuid` })

/**
 * Another person, by ids that can be columns of a row. Of this person's communities, only those count that the owner is in too.
 */
export const knownTo = (owner: UserCaller, userId: Sql, canonicalPlayerId: Sql): Viewer => ({
  userId,
  canonicalPlayerId,
  communities: sql`
    select known.community_id from memberships known
    where known.user_id = ${userId} and known.community_id in (${communitiesOf(owner)})`,
})

/**
 * The viewer as the owner may know them, for matches that others recorded. The owner must not learn about the trusted editors and
 * groups of those people, so only the owner's own trust and groups count.
 */
export const asOwnerKnows = (owner: UserCaller, viewer: Viewer): Viewer => ({
  ...viewer,
  groups: sql`
    select own.id from groups own where own.owner_id = ${owner.userId} and own.id in (${groupsOf(viewer)})`,
  trustedBy: owner.userId,
})

/**
 * `all` has the reasons why a viewer sees all of the data, `part` the reasons why a viewer sees only some matches. If `level` is
 * given, it is used in place of the setting's own level.
 */
export function reasonsOf(
  owner: UserCaller,
  viewer: Viewer,
  dataType: DataType,
  level?: Level,
  relations = relationsBetween(owner, viewer),
): Record<'all' | 'part', Partial<Record<Reason, Sql>>> {
  const me = sql`${owner.userId}::uuid`
  const { FELLOW: COMMUNITY, GROUP_OWNER, TRUST, ...part } = relations
  switch (dataType) {
    case 'PROFILE':
      return { all: { SETTING: letsIn(viewer, me, 'PROFILE', level), COMMUNITY, GROUP_OWNER }, part: {} }
    case 'MATCH_HISTORY':
      return { all: { SETTING: letsIn(viewer, me, 'MATCH_HISTORY', level), TRUST }, part }
    case 'MATCH_DETAILS': {
      const both = [letsIn(viewer, me, 'MATCH_HISTORY'), letsIn(viewer, me, 'MATCH_DETAILS', level)]
      return { all: { SETTING: allOf(both), TRUST }, part }
    }
  }
}

/** The relations between two people that do not depend on a privacy setting. */
export const relationsBetween = (owner: UserCaller, viewer: Viewer) => {
  const { COMMUNITY, GROUP_OWNER } = relationsTo(viewer, sql`${owner.userId}::uuid`)
  const { TABLE, COMMUNITY: shared } = partsInFinal(viewer)
  return {
    FELLOW: COMMUNITY,
    GROUP_OWNER,
    TRUST: isTrustedBy(viewer, sql`${owner.userId}::uuid`),
    TABLE: sql`exists (select from (${matchesWith(owner, viewer)}) m where ${TABLE})`,
    COMMUNITY: sql`exists (select from shared join matches m on m.id = shared.match_id where ${shared})`,
  }
}

export const anyReason = (reasons: Partial<Record<Reason, Sql>>): Sql => anyOf(Object.values(reasons))

export const reasonsArray = (reasons: Partial<Record<Reason, Sql>>): Sql => {
  const known = REASONS.filter((reason) => reasons[reason] !== undefined)
  const each = known.map((reason) => sql`case when ${reasons[reason]} then ${reason}::text end`)
  return sql`array_remove(array[${each.reduce((one, other) => sql`${one}, ${other}`)}], null)`
}

/** For each community in which the owner has final matches: one of these matches. */
export const sharedBy = (owner: UserCaller): Sql => sql`
  select distinct on (m.community_id) m.community_id, m.id as match_id from matches m
  where m.recorder_id = ${owner.userId} and m.finalized_at is not null and m.deleted_at is null
    and m.community_id in (${communitiesOf(owner)})
  order by m.community_id`

/**
 * Users with a relation that shows them something of the owner, once for each `way` in which they are related: a group, a community,
 * the owner for trust, and the canonical player for claims. `reasonsOf` reads nothing else of a viewer, so it says the same of all
 * people with the same ways.
 */
export const waysToOwner = (owner: UserCaller): Sql => sql`
  select gm.user_id, gm.group_id as way from groups g join group_members gm on gm.group_id = g.id
  where g.owner_id = ${owner.userId}
  union all
  select te.editor_id, te.grantor_id from trusted_editors te where te.grantor_id = ${owner.userId} and te.revoked_at is null
  union all
  select fellow.user_id, fellow.community_id from memberships fellow where fellow.community_id in (${communitiesOf(owner)})
  union all
  select distinct cp.user_id, cp.id from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id
  where ce.owner_id = ${owner.userId} and ce.revoked_at is null`

/** For each ghost player that the viewer has claimed: one final match that the owner recorded. */
const matchesWith = (owner: UserCaller, viewer: Viewer): Sql => sql`
  select final.* from claim_edges seated cross join lateral (
    select m.* from participants taken join matches m on m.id = taken.match_id and m.recorder_id = ${owner.userId}
    where taken.ghost_player_id = seated.ghost_player_id and taken.match_final and taken.match_deleted_at is null limit 1) final
  where seated.owner_id = ${owner.userId} and seated.canonical_player_id = ${viewer.canonicalPlayerId}
    and seated.revoked_at is null`
