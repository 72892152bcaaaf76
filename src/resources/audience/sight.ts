/** What one viewer sees of the caller. The viewer is a person, a member of a group, or a stranger. */
import { type Sql, allOf, anyOf, sql, wholeSearch } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import type { Found } from '../../http/operation/operation.ts'
import { NEUTRAL_NAME, gameRef } from '../ref-json.ts'
import { figuresFor } from '../statistics/person.ts'
import { self } from '../statistics/seen.ts'
import type { Span } from '../statistics/span.ts'
import { STRANGER, anyReason, asOwnerKnows, knownTo, memberOf, reasonsOf } from '../visibility/audience.ts'
import { matchesPlayed, seesDraftsOf } from '../visibility/matches.ts'
import { personPolicy, seesHistoryOf } from '../visibility/people.ts'
import { type DataType, type Viewer, communitiesOf } from '../visibility/relations.ts'

/** An answer has at most this many matches. */
const MOST = 5

/**
 * What this person sees of the caller. The caller must be allowed to see the person. Relations that the caller may not know about
 * are left out.
 */
export const asUser = (caller: UserCaller, userId: string, span: Span): Sql<Found> => {
  const viewer =
    userId === caller.userId ? caller : knownTo(caller, sql`asked.id`, sql`asked.canonical_player_id`)
  return wholeSearch(sql<Found>`
    select asked.visible, ${sightOf(caller, viewer, span)}::text as body
    from (
      select u.id, cp.id as canonical_player_id, ${personPolicy.sees(caller, sql`u.id`)} as visible
      from users u join canonical_players cp on cp.user_id = u.id
      where u.id = ${userId} and u.erased_at is null offset 0) asked`)
}

/** What a member of this group sees of the caller. Other relations of the members do not count. */
export const asMember = (caller: UserCaller, groupId: string, span: Span): Sql<Found> =>
  wholeSearch(sql<Found>`
    select g.owner_id = ${caller.userId} as visible, ${sightOf(caller, memberOf(groupId), span)}::text as body
    from groups g where g.id = ${groupId} and g.deleted_at is null`)

export const asStranger = (caller: UserCaller, span: Span): Sql<Found> =>
  wholeSearch(sql<Found>`select ${sightOf(caller, STRANGER, span)}::text as body`)

const sightOf = (caller: UserCaller, viewer: Viewer, span: Span): Sql => {
  const me = sql`${caller.userId}::uuid`
  const all = (dataType: DataType) =>
    anyOf([seesDraftsOf(viewer, me), anyReason(reasonsOf(caller, viewer, dataType).all)])
  const part = anyOf([
    sql`m.id in (${matchesPlayed(viewer, me)})`,
    sql`(m.community_id in (${communitiesOf(viewer)})) is true`,
  ])
  const [seen, withDetails] = [anyOf([sql`sight.whole`, part]), anyOf([sql`sight.details`, part])]
  const known = viewer === caller ? caller : asOwnerKnows(caller, viewer)
  const own = sql`m.recorder_id = ${me} and m.deleted_at is null`
  return sql`(
    select json_object(
      'profile': sight.profile,
      'displayName': case when sight.profile then (select u.display_name from users u where u.id = ${me}) else ${NEUTRAL_NAME} end,
      'history': sight.history,
      'recorded': final.recorded,
      'seen': final.seen,
      'withDetails': final.with_details,
      'drafts': case when sight.drafts then (select count(*) from matches m where ${own} and m.finalized_at is null) else 0 end,
      'newest': coalesce((
        select json_agg(json_object(
          'id': m.id, 'game': ${gameRef(sql`m.game_id`)}, 'playedAt': rfc3339(m.played_at), 'details': m.details)
          order by m.played_at desc, m.id desc)
        from (
          select m.id, m.game_id, m.played_at, ${withDetails} as details from matches m
          where ${allOf([sql`final.seen > 0`, own, sql`m.finalized_at is not null`, seen])}
          order by m.played_at desc, m.id desc limit ${MOST}) m), '[]'),
      'figures': ${figuresFor(known, { ...self(caller), isCaller: false }, span, sql`sight.history`)}
      absent on null)
    from (
      select ${personPolicy.sees(viewer, me)} as profile, ${seesHistoryOf(viewer, me)} as history,
        ${all('MATCH_HISTORY')} as whole, ${all('MATCH_DETAILS')} as details, ${seesDraftsOf(viewer, me)} as drafts
      offset 0) sight
    cross join lateral (
      select count(*) as recorded, count(*) filter (where ${seen}) as seen,
        count(*) filter (where ${withDetails}) as with_details
      from matches m where ${own} and m.finalized_at is not null) final)`
}
