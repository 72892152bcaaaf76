/** Compares the rows that are stored for lists with their sources, and the bucket of each id with its owner's bucket. */
import type { Database } from '../src/db/database.ts'
import { type Sql, sql } from '../src/db/sql.ts'
import { compare } from '../src/resources/results/batches.ts'
import { EVERYBODY, detailsArePublic } from '../src/resources/visibility/match-edits.ts'
import { playsetName } from '../src/resources/ref-json.ts'
import { wrongBuckets } from './buckets.ts'

/** Columns and values for participants of final matches that SQL inserts, if nothing says who won. The match is `m`. */
export const resultColumns = sql`match_game_id, match_community_id, kind, place_of, tied`
export const unknownResult = (participants: number): Sql =>
  sql`m.game_id, m.community_id, ${participants === 1 ? 'ALONE' : 'UNKNOWN'}::text, ${participants}::int, false`

/** Returns a line for each difference. */
export async function wrongRows(db: Database): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(WRONG).map(async ([what, wrong]) => {
      const rows = await db.many(
        sql<{ row: string }>`select to_json(wrong)::text as row from (${wrong}) wrong`,
      )
      return rows.map(({ row }) => `${what}: ${row}`)
    }),
  )
  const { first, differences } = await compare(db)
  const results = differences === 0 ? [] : [`results of ${differences} matches: ${first.join(' ')}`]
  return [...found.flat(), ...(await wrongBuckets(db)), ...results]
}

/** The matches that each canonical player played for other owners. */
const played = sql`
  select ce.canonical_player_id, seat.match_id
  from claim_edges ce
  join canonical_players cp on cp.id = ce.canonical_player_id and cp.user_id <> ce.owner_id
  join participants seat on seat.ghost_player_id = ce.ghost_player_id
  where ce.revoked_at is null`

const finalMatches = sql`select * from matches where finalized_at is not null and deleted_at is null`

const differing = (kept: Sql, right: Sql): Sql => sql`
  select 'too many' as how, extra.* from (${kept} except ${right}) extra
  union all
  select 'missing', missing.* from (${right} except ${kept}) missing`

/** The ghost players that each circle sees, by its matches and claims. */
const ghostPlayersSeen = sql`
  select circle_id, gp.id, gp.owner_id, folded(gp.display_name), gp.created_at, gp.updated_at
  from (
    select m.community_id, seat.ghost_player_id
    from (${finalMatches}) m join participants seat on seat.match_id = m.id where m.community_id is not null
    union
    select own.canonical_player_id, seat.ghost_player_id
    from (${played}) own join (${finalMatches}) m on m.id = own.match_id join participants seat on seat.match_id = m.id
    union
    select ce.canonical_player_id, ce.ghost_player_id
    from claim_edges ce join canonical_players cp on cp.id = ce.canonical_player_id and cp.user_id <> ce.owner_id
    where ce.revoked_at is null
  ) seen (circle_id, ghost_player_id)
  join ghost_players gp on gp.id = seen.ghost_player_id and gp.deleted_at is null`

const playsetsSeen = sql`
  select circle_id, p.id, p.owner_id, folded(left(${playsetName(sql`p`)}, 200)), p.created_at, p.updated_at
  from (
    select m.community_id, m.playset_id from (${finalMatches}) m where m.community_id is not null
    union
    select m.recorder_id, m.playset_id from (${finalMatches}) m
    union
    select own.canonical_player_id, m.playset_id from (${played}) own join (${finalMatches}) m on m.id = own.match_id
  ) seen (circle_id, playset_id)
  join playsets p on p.id = seen.playset_id and p.deleted_at is null`

/** The edits that each circle sees, by the match of the edit. */
const matchEditsSeen = sql`
  select circle.id, me.id, m.recorder_id, me.created_at, coalesce(me.decided_at, 'infinity')
  from match_edits me join (${finalMatches}) m on m.id = me.match_id, lateral (
    select m.recorder_id
    union
    select m.community_id where m.community_id is not null
    union
    select seat.ghost_player_id from participants seat where seat.match_id = m.id
    union
    select ${EVERYBODY}::uuid where m.is_public and ${detailsArePublic(sql`m.recorder_id`)}) circle (id)`

const disputesSeen = sql`
  select circle.id, mp.id, mp.disputed_at
  from participants mp join (${finalMatches}) m on m.id = mp.match_id, lateral (
    select m.recorder_id
    union
    select seat.ghost_player_id from participants seat where seat.match_id = m.id) circle (id)
  where mp.disputed_by is not null`

/** Stores the rows for lists, in a database whose matches were inserted by SQL. */
export const keepRows: Sql[] = [
  sql`insert into seen_ghost_players ${ghostPlayersSeen}`,
  sql`insert into seen_playsets ${playsetsSeen}`,
  sql`insert into seen_match_edits ${matchEditsSeen}`,
  sql`insert into seen_disputes ${disputesSeen}`,
]

const WRONG: Record<string, Sql> = {
  'ghost players of circles': differing(sql`table seen_ghost_players`, ghostPlayersSeen),
  'playsets of circles': differing(sql`table seen_playsets`, playsetsSeen),
  'match edits of circles': differing(sql`table seen_match_edits`, matchEditsSeen),
  'disputes of circles': differing(sql`table seen_disputes`, disputesSeen),
  'names of playsets': sql`
    select p.id, p.sort_name from playsets p where p.sort_name <> folded(left(${playsetName(sql`p`)}, 200))`,
  'members as users and canonical players': sql`
    select ms.id, ms.user_name, ms.user_created_at, ms.canonical_player_id
    from memberships ms join users u on u.id = ms.user_id join canonical_players cp on cp.user_id = u.id
    where (ms.user_name, ms.user_created_at, ms.canonical_player_id)
      is distinct from (folded(u.display_name), u.created_at, cp.id)`,
  'canonical players as their users': sql`
    select cp.id from canonical_players cp join users u on u.id = cp.user_id
    where cp.is_public <> u.is_public or cp.created_at <> u.created_at or cp.sort_name <> folded(u.display_name)`,
}
