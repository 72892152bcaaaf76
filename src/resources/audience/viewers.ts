/** The people with a relation to the caller, and what each of these people sees of the caller. */
import { type Sql, join, sql } from '../../db/sql.ts'
import type { UserCaller } from '../../http/caller.ts'
import {
  anyReason,
  knownTo,
  reasonsOf,
  relationsBetween,
  sharedBy,
  waysToOwner,
} from '../visibility/audience.ts'
import { personPolicy } from '../visibility/people.ts'
import { DATA_TYPES, type DataType, LEVELS, type Level } from '../visibility/relations.ts'

/** `met` counts only this many of the caller's newest matches, because there can be a hundred thousand. */
const NEWEST = 200

/**
 * The tables of a `with`. `viewers` has one row for each person with a relation to the caller. People with the same relations see
 * the same data, so they form one group, `alike`, and the policy is asked only about one person of each group. Asking it about
 * each of ten thousand members of a community took 8 s.
 */
export const viewers = (caller: UserCaller): Sql => {
  const { FELLOW, GROUP_OWNER, TRUST, TABLE, COMMUNITY } = relationsBetween(caller, viewerIn(caller))
  return sql`
  shared as materialized (${sharedBy(caller)}),
  met as materialized (${met(caller)}),
  related as materialized (
    select u.id as user_id, cp.id as canonical_player_id, u.display_name, cp.sort_name, by_user.ways
    from (
      select user_id, array_agg(way order by way) as ways from (${waysToOwner(caller)}) some_users group by user_id) by_user
    join users u on u.id = by_user.user_id
    join canonical_players cp on cp.user_id = u.id
    where u.erased_at is null and u.id <> ${caller.userId}),
  alike as materialized (
    select viewer.*, ${FELLOW} as fellow, ${GROUP_OWNER} as group_owner, ${TRUST} as trusted, ${TABLE} as at_table,
      ${COMMUNITY} as sharing
    from (select distinct on (ways) ways, user_id, canonical_player_id from related order by ways) viewer),
  viewers as materialized (
    select viewer.*, alike.at_table, coalesce(met.matches, 0) as met,
      -- Members of one community see each other.
      case when alike.fellow then true else ${personPolicy.sees(caller, sql`viewer.user_id`)} end as visible
    from related viewer join alike on alike.ways = viewer.ways
    left join met on met.canonical_player_id = viewer.canonical_player_id)`
}

/** The reasons why the people in a row `viewer` of `alike` see data of this type. */
export const reasonsIn = (caller: UserCaller, dataType: DataType, level?: Level) =>
  reasonsOf(caller, viewerIn(caller), dataType, level, {
    FELLOW: sql`viewer.fellow`,
    GROUP_OWNER: sql`viewer.group_owner`,
    TRUST: sql`viewer.trusted`,
    TABLE: sql`viewer.at_table`,
    COMMUNITY: sql`viewer.sharing`,
  })

/** For the people in a row `viewer` of `alike`: one row for each type of data and each privacy level. */
export const sights = (caller: UserCaller): Sql => {
  const rows = DATA_TYPES.flatMap((dataType) =>
    LEVELS.map((level) => {
      const { all, part } = reasonsIn(caller, dataType, level)
      return sql`(${dataType}::text, ${level}::text, ${anyReason(all)}, ${anyReason(part)})`
    }),
  )
  return sql`(values ${join(rows)}) sight (data_type, level, whole, in_part)`
}

const viewerIn = (caller: UserCaller) => knownTo(caller, sql`viewer.user_id`, sql`viewer.canonical_player_id`)

const met = ({ canonicalPlayerId }: UserCaller): Sql => sql`
  select ce.canonical_player_id, count(distinct newest.match_id) as matches
  from (
    select distinct own.match_id, own.match_played_at
    from claim_edges mine cross join lateral (
      select mp.match_id, mp.match_played_at from participants mp
      where mp.ghost_player_id = mine.ghost_player_id and mp.match_final and mp.match_deleted_at is null
      order by mp.match_played_at desc, mp.match_id desc limit ${NEWEST}) own
    where mine.canonical_player_id = ${canonicalPlayerId} and mine.revoked_at is null
    order by own.match_played_at desc, own.match_id desc limit ${NEWEST}) newest
  join participants seat on seat.match_id = newest.match_id
  join claim_edges ce on ce.ghost_player_id = seat.ghost_player_id and ce.revoked_at is null
  group by ce.canonical_player_id`
