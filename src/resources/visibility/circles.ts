/**
 * Circles store who sees which ghost players and playsets: one row of `seen_ghost_players` or `seen_playsets` for each pair.
 *
 * | circle | sees, counting only final matches |
 * | --- | --- |
 * | a community | the ghost players and playsets of its matches |
 * | a canonical player | the ghost players and playsets of the matches that they played for other owners, and the ghost players that they claimed |
 * | a recorder | the playsets of their matches |
 *
 * A change that makes or ends a pair writes the row in its transaction. Finalizing a match takes a shared lock on the owner of
 * its ghost players. A claim, a new name or a deletion locks the owner alone, before anything else. A change that adds a row of
 * `seen_playsets` locks the row even if it exists. A change that deletes the row waits for that lock, and then looks for other
 * matches with the playset.
 */
import { type Sql, sql } from '../../db/sql.ts'
import { playsetSortName } from '../ref-json.ts'
import { type Viewer, communitiesOf } from './relations.ts'

export const circlesOf = (caller: Viewer): Sql => sql`
  ${communitiesOf(caller)} union all select ${caller.canonicalPlayerId}::uuid`

/** `which` is a condition on `matches m`. */
export const finalized = (which: Sql): Sql[] => [
  ...lockForUse(which, sql`p.id = m.playset_id`),
  sql`
    insert into seen_ghost_players (circle_id, ghost_player_id, owner_id, sort_name, created_at, updated_at)
    select circle.id, ${ghostPlayerColumns}
    from matches m, lateral (${circlesOfMatch}) circle (id),
      participants seat join ghost_players gp on gp.id = seat.ghost_player_id
    where ${which} and circle.id <> m.recorder_id and seat.match_id = m.id and gp.deleted_at is null
    order by circle.id, gp.id
    on conflict do nothing`,
  usePlaysets(which, sql`p.id = m.playset_id`),
]

/** This must run before the edit changes the playset of its match. */
export const playsetChanged = (editId: string, matchId: string): Sql[] => {
  // Both playsets are locked in the order of their ids, so that two edits that swap them cannot deadlock.
  const both = sql`p.id in (
    select unnest(array[m.playset_id, me.playset_id]) from match_edits me where me.id = ${editId} and me.changes_playset)`
  return [
    ...lockForUse(sql`m.id = ${matchId}`, both),
    usePlaysets(sql`m.id = ${matchId}`, both),
    sql`
      delete from seen_playsets sp using match_edits me, matches m, lateral (${circlesOfMatch}) circle (id)
      where me.id = ${editId} and me.changes_playset and m.id = ${matchId}
        and sp.circle_id = circle.id and sp.playset_id = m.playset_id and m.playset_id is distinct from me.playset_id
        and not ${isUsedElsewhere}`,
  ]
}

/** The transaction must already have locked the owner of the ghost player. */
export const claimed = (ghostPlayerId: string, canonicalPlayerId: string): Sql[] => [
  sql`
    insert into seen_ghost_players (circle_id, ghost_player_id, owner_id, sort_name, created_at, updated_at)
    select cp.id, ${ghostPlayerColumns}
    from ghost_players own join canonical_players cp on cp.id = ${canonicalPlayerId} and cp.user_id <> own.owner_id
    cross join lateral (${metBy(sql`own.id`)}) seen (id)
    join ghost_players gp on gp.id = seen.id and gp.deleted_at is null
    where own.id = ${ghostPlayerId}
    on conflict do nothing`,
  sql`
    select from playsets p where p.id in (${playsetsPlayed(sql`${ghostPlayerId}`)}) order by p.id for share`,
  sql`
    ${insertPlaysets}
    select cp.id, ${playsetColumns}
    from ghost_players own join canonical_players cp on cp.id = ${canonicalPlayerId} and cp.user_id <> own.owner_id
    join playsets p on p.deleted_at is null and p.id in (${playsetsPlayed(sql`${ghostPlayerId}`)})
    where own.id = ${ghostPlayerId}
    order by p.id
    ${orLock}`,
]

/** The transaction must already have locked the owners of the ghost players. */
export const unclaimed = (which: Sql): Sql[] => {
  const lost = sql`
    sp.circle_id = ce.canonical_player_id and sp.playset_id in (${playsetsPlayed(sql`ce.ghost_player_id`)})`
  return [
    sql`
      delete from seen_ghost_players sg using claim_edges ce, lateral (${metBy(sql`ce.ghost_player_id`)}) seen (id)
      where ${which} and sg.circle_id = ce.canonical_player_id and sg.ghost_player_id = seen.id and not exists (
        select from claim_edges other
        where other.canonical_player_id = sg.circle_id and other.owner_id = sg.owner_id and other.revoked_at is null
          and sg.ghost_player_id in (${metBy(sql`other.ghost_player_id`)}))`,
    sql`
      select from seen_playsets sp join claim_edges ce on ${lost} where ${which}
      order by sp.circle_id, sp.playset_id for update of sp`,
    sql`
      delete from seen_playsets sp using claim_edges ce
      where ${which} and ${lost} and (sp.circle_id, sp.playset_id) not in (
        select other.canonical_player_id, pm.playset_id
        from claim_edges ce
        join claim_edges other on other.canonical_player_id = ce.canonical_player_id and other.revoked_at is null
        join canonical_players cp on cp.id = other.canonical_player_id and cp.user_id <> other.owner_id
        join participants mp on mp.ghost_player_id = other.ghost_player_id and mp.match_final
          and mp.match_deleted_at is null
        join matches pm on pm.id = mp.match_id and pm.playset_id is not null
        where ${which})`,
  ]
}

export const ghostPlayersRenamed = (which: Sql): Sql => sql`
  update seen_ghost_players sg set sort_name = folded(gp.display_name), updated_at = gp.updated_at
  from ghost_players gp where ${which} and sg.ghost_player_id = gp.id`

export const ghostPlayerDeleted = (id: string): Sql =>
  sql`delete from seen_ghost_players where ghost_player_id = ${id}`

export const playsetsRenamed = (which: Sql): Sql[] => [
  sql`update playsets p set sort_name = ${sortName} where ${which} and sort_name <> ${sortName}`,
  sql`
    update seen_playsets sp set sort_name = p.sort_name, updated_at = p.updated_at
    from playsets p
    where ${which} and sp.playset_id = p.id and (sp.sort_name, sp.updated_at) <> (p.sort_name, p.updated_at)`,
]

export const gameRenamed = (gameId: string): Sql[] => playsetsRenamed(hasNameOf(gameId))

/** This must run before the game is locked, because changes of matches also lock the playset first and then the game. */
export const lockPlaysetsNamedAfter = (gameId: string): Sql => sql`
  select p.id from playsets p where ${hasNameOf(gameId)} order by p.id for no key update`

const hasNameOf = (gameId: string): Sql => sql`
  p.game_id = ${gameId} and p.display_name is null and p.scenario is null and array_to_string(p.variants, ', ') = ''`

export const playsetDeleted = (id: string): Sql => sql`delete from seen_playsets where playset_id = ${id}`

export const accountErased = ({ canonicalPlayerId }: Viewer): Sql[] => [
  sql`delete from seen_ghost_players where circle_id = ${canonicalPlayerId}`,
  sql`delete from seen_playsets where circle_id = ${canonicalPlayerId}`,
]

const sortName = playsetSortName(sql`p`)

const circlesOfMatch = sql`
  select m.recorder_id
  union
  select m.community_id where m.community_id is not null
  union
  select ce.canonical_player_id
  from participants own
  join claim_edges ce on ce.ghost_player_id = own.ghost_player_id and ce.revoked_at is null
  join canonical_players cp on cp.id = ce.canonical_player_id
  where own.match_id = m.id and cp.user_id <> m.recorder_id`

/**
 * While this lock is held, nobody can claim, rename or delete the ghost players. The locks are separate statements, because a
 * statement does not see rows that were committed after it began.
 */
const lockForUse = (matches: Sql, playsets: Sql): Sql[] => [
  sql`select from users where id in (select m.recorder_id from matches m where ${matches}) order by id for share`,
  sql`select from matches m join playsets p on ${playsets} where ${matches} order by p.id for share of p`,
]

const ghostPlayerColumns = sql`gp.id, gp.owner_id, folded(gp.display_name), gp.created_at, gp.updated_at`
const playsetColumns = sql`p.id, p.owner_id, p.sort_name, p.created_at, p.updated_at`

const usePlaysets = (matches: Sql, playsets: Sql): Sql => sql`
  ${insertPlaysets}
  select circle.id, ${playsetColumns}
  from matches m, lateral (${circlesOfMatch}) circle (id), playsets p
  where ${matches} and p.deleted_at is null and ${playsets}
  order by circle.id, p.id
  ${orLock}`

const insertPlaysets = sql`
  insert into seen_playsets (circle_id, playset_id, owner_id, sort_name, created_at, updated_at)`

const orLock = sql`on conflict (circle_id, playset_id) do update set sort_name = excluded.sort_name where false`

const metBy = (ghostPlayerId: Sql): Sql => sql`
  select ${ghostPlayerId}
  union
  select seat.ghost_player_id from participants mp join participants seat on seat.match_id = mp.match_id
  where mp.ghost_player_id = ${ghostPlayerId} and mp.match_final and mp.match_deleted_at is null`

const playsetsPlayed = (ghostPlayerId: Sql): Sql => sql`
  select pm.playset_id from participants mp join matches pm on pm.id = mp.match_id
  where mp.ghost_player_id = ${ghostPlayerId} and mp.match_final and mp.match_deleted_at is null and pm.playset_id is not null`

const isUsedElsewhere = sql`exists (
  select from matches used
  where used.playset_id = sp.playset_id and used.finalized_at is not null and used.id <> m.id
    and (used.recorder_id = sp.circle_id or used.community_id = sp.circle_id or exists (
      select from participants own
      join claim_edges own_edge on own_edge.ghost_player_id = own.ghost_player_id and own_edge.revoked_at is null
      join canonical_players cp on cp.id = own_edge.canonical_player_id
      where own.match_id = used.id and cp.id = sp.circle_id and cp.user_id <> used.recorder_id)))`
