/**
 * The background work on ratings.
 *
 *
 *
 * If an old match changes, its whole pool is rated again. If a match is newer than all others, only that match is added. Both
 * ways do the same arithmetic in the same order, so they give exactly the same numbers. A worker locks the row of its pool. If
 * the worker dies, the lock ends.
 */
import { type Background, type Warn, startWork } from '../../db/background.ts'
import { type Database, type Transaction, withoutTimeout } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { lastNight } from '../results/upkeep.ts'
import { FORMULA, shownRating, shownUncertainty } from './bradley-terry.ts'
import { isWhollyPublic } from './changes.ts'
import { type Replay, type Pool, type Rating, play } from './pool.ts'

/** The pause between two looks for work, in milliseconds. */
const LOOK = 1_000
/** How long an instance runs before its first nightly comparison, in milliseconds. */
const FIRST_HOUR = 60 * 60_000

export async function rateWhatIsDue(db: Database, isStopped = () => false): Promise<void> {
  for (let worked = true; worked && !isStopped();) {
    worked = (await db.many(expansion)).length > 0
    for (const which of await db.many(duePools)) {
      if (isStopped()) return
      if (await db.transaction((tx) => bringUpToDate(tx, which))) worked = true
    }
  }
}

type PoolKey = {
  gameId: string
  communityId: string | null
}

/** The lowest possible id. Together with a time, it comes before all matches of that time. */
const FIRST = '00000000-0000-0000-0000-000000000000'

const duePools = sql<PoolKey>`
  select game_id as "gameId", community_id as "communityId" from (
    select distinct game_id, community_id from rating_changes where game_id is not null limit 100) changed
  union
  select game_id, community_id from (select * from rating_pools where formula < ${FORMULA} limit 100) older`

/** A change of a person or a ghost player becomes a change of each pool with matches of them. */
const expansion = sql<{ id: string }>`
  with due as (
    delete from rating_changes where id in (
      select id from rating_changes where game_id is null and due_at <= now() order by due_at, id limit 100
      for update skip locked)
    returning recorder_id, ghost_player_id, canonical_player_id, community_id
  ),
  players as (
    select ghost_player_id, true as everywhere, null::uuid as community_id from due where ghost_player_id is not null
    union all
    select ce.ghost_player_id, false, due.community_id
    from due join claim_edges ce on ce.canonical_player_id = due.canonical_player_id and ce.revoked_at is null
  )
  insert into rating_changes (game_id, community_id, played_at, match_id)
  select pool.game_id, pool.community_id, pool.played_at, ${FIRST}::uuid
  from (
    select m.game_id, null::uuid as community_id, min(m.played_at) as played_at
    from matches m
    where m.recorder_id in (select recorder_id from due) and m.finalized_at is not null and m.deleted_at is null
    group by m.game_id
    union all
    select mp.match_game_id, mp.match_community_id, min(mp.match_played_at)
    from players join participants mp using (ghost_player_id)
    where mp.match_final and mp.match_deleted_at is null and mp.match_community_id is not null
      and (players.everywhere or mp.match_community_id = players.community_id)
    group by mp.match_game_id, mp.match_community_id
    union all
    select mp.match_game_id, null, min(mp.match_played_at)
    from players join participants mp using (ghost_player_id) join ghost_players gp on gp.id = mp.ghost_player_id
    where mp.match_final and mp.match_deleted_at is null and players.community_id is null and ${isWhollyPublic(sql`gp.owner_id`)}
    group by mp.match_game_id) pool
  returning id`

/** Returns false if nothing is due, or if another worker has locked the pool. */
async function bringUpToDate(tx: Transaction, which: PoolKey): Promise<boolean> {
  await tx.many(withoutTimeout)
  await tx.many(sql`
    insert into rating_pools (game_id, community_id) values (${which.gameId}, ${which.communityId}) on conflict do nothing`)
  const pool = await lockPool(tx, sql`p.game_id = ${which.gameId} and ${isOf(sql`p.community_id`, which)}`)
  if (!pool) return false
  const { last } = pool
  const changes = await tx.many(sql<{ past: boolean }>`
    delete from rating_changes where game_id = ${which.gameId} and ${isOf(sql`community_id`, which)}
    returning ${last ? sql`(played_at, match_id) <= (${last.playedAt}::timestamptz, ${last.matchId}::uuid)` : sql`false`} as past`)
  const isOlder = pool.formula < FORMULA
  if (changes.length === 0 && !isOlder) return false
  if (isOlder || changes.some(({ past }) => past)) await replaceRatings(tx, pool, await play(tx, pool))
  else await addRatings(tx, pool, await play(tx, pool, last, (ids) => tx.many(ratingsOf(pool.id, ids))))
  return true
}

const isOf = (column: Sql, { communityId }: PoolKey): Sql =>
  communityId === null ? sql`${column} is null` : sql`${column} = ${communityId}`

/**
 * Returns undefined if another worker has locked the pool. An instance does not touch a pool that a newer version of the service
 * has rated.
 */
async function lockPool(tx: Transaction, which: Sql): Promise<Pool | undefined> {
  type Row = Omit<Pool, 'last'> & {
    playedAt: string | null
    matchId: string | null
  }
  const row = await tx.maybe(sql<Row>`
    select p.id, p.game_id as "gameId", p.community_id as "communityId", p.matches, p.formula, p.last_played_at::text as "playedAt",
      p.last_match_id as "matchId"
    from rating_pools p where ${which} and p.formula <= ${FORMULA} for update skip locked`)
  if (!row) return undefined
  const { playedAt, matchId, ...pool } = row
  return { ...pool, last: playedAt !== null && matchId !== null ? { playedAt, matchId } : undefined }
}

const ratingsOf = (
  poolId: string,
  playerIds?: readonly string[],
): Sql<Rating & Record<string, unknown>> => sql<Rating & Record<string, unknown>>`
  select player_id as "playerId", ghost_player_id as "ghostPlayerId", mu, sigma, matches, wins, chance
  from ratings where pool_id = ${poolId} and ${playerIds ? sql`player_id = any (${playerIds}::uuid[])` : sql`true`}`

/** Replaces the ratings of a pool. Readers see the old ratings until the commit. */
async function replaceRatings(
  tx: Transaction,
  { id }: Pool,
  { ratings, last, matches }: Replay,
): Promise<void> {
  await tx.many(sql`delete from ratings where pool_id = ${id}`)
  await write(tx, id, ratings)
  await tx.many(sql`
    update rating_pools set last_played_at = ${last?.playedAt ?? null}, last_match_id = ${last?.matchId ?? null}, matches = ${matches},
      formula = ${FORMULA}
    where id = ${id}`)
}

async function addRatings(tx: Transaction, { id }: Pool, { ratings, last, matches }: Replay): Promise<void> {
  if (!last) return
  await write(tx, id, ratings)
  await tx.many(sql`
    update rating_pools set last_played_at = ${last.playedAt}, last_match_id = ${last.matchId}, matches = matches + ${matches}
    where id = ${id}`)
}

/** How many rows one statement writes. It takes a few milliseconds, in which Node can do nothing else. */
const ROWS = 200

async function write(tx: Transaction, poolId: string, ratings: ReadonlyMap<string, Rating>): Promise<void> {
  const all = Array.from(ratings.values())
  for (let start = 0; start < all.length; start += ROWS) {
    const rows = all.slice(start, start + ROWS).map((one) => ({
      playerId: one.playerId,
      ghostPlayerId: one.ghostPlayerId,
      mu: one.mu,
      sigma: one.sigma,
      rating: shownRating(one),
      uncertainty: shownUncertainty(one),
      matches: one.matches,
      wins: one.wins,
      chance: one.chance,
    }))
    await tx.many(sql`
      insert into ratings
        (pool_id, player_id, ghost_player_id, mu, sigma, rating, uncertainty, matches, wins, chance)
      select ${poolId}, "playerId", "ghostPlayerId", mu, sigma, rating, uncertainty, matches, wins, chance
      from json_to_recordset(${JSON.stringify(rows)}) as r (
        "playerId" uuid, "ghostPlayerId" uuid, mu float8, sigma float8, rating int, uncertainty int, matches int, wins int,
        chance float8)
      on conflict (pool_id, player_id) do update set
        ghost_player_id = excluded.ghost_player_id, mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating,
        uncertainty = excluded.uncertainty, matches = excluded.matches, wins = excluded.wins, chance = excluded.chance`)
  }
}

interface Comparison {
  pools: number
  differing: string[]
}

/**
 * Rates every pool again and compares the result with the stored ratings. Pools with due changes are rated first, so that these
 * do not count as differences. With `rebuilds`, ratings that differ are replaced, even ratings by a newer formula.
 */
export async function compareAll(db: Database, { rebuilds }: { rebuilds: boolean }): Promise<Comparison> {
  if (rebuilds) await db.many(sql`update rating_pools set formula = 0 where formula > ${FORMULA}`)
  await rateWhatIsDue(db)
  await db.transaction(async (tx) => {
    await tx.many(withoutTimeout)
    await tx.many(missingPools)
  })
  const pools = await db.many(sql<{ id: string }>`select id from rating_pools order by id`)
  const differing: string[] = []
  for (const { id } of pools) {
    const found = await db.transaction((tx) => compared(tx, sql`p.id = ${id}`, rebuilds))
    if (found?.differs) differing.push(id)
  }
  return { pools: pools.length, differing }
}

const missingPools = sql`
  insert into rating_pools (game_id, community_id, formula)
  select contest.match_game_id, contest.community_id, ${FORMULA}::int
  from (
    select distinct mp.match_game_id, mp.match_community_id as community_id
    from participants mp where mp.kind = 'COMPETITIVE' and mp.match_deleted_at is null and mp.match_community_id is not null
    union all
    select distinct mp.match_game_id, null::uuid
    from participants mp join ghost_players gp on gp.id = mp.ghost_player_id
    where mp.kind = 'COMPETITIVE' and mp.match_deleted_at is null and gp.owner_id in (
      select u.id from users u where ${isWhollyPublic(sql`u.id`)})) contest
  on conflict do nothing`

/** Returns undefined if the pool has due changes, or if another worker has locked it. */
async function compared(
  tx: Transaction,
  which: Sql,
  rebuilds: boolean,
): Promise<{ id: string; differs: boolean } | undefined> {
  await tx.many(withoutTimeout)
  const pool = await lockPool(
    tx,
    sql`${which} and not exists (
      select from rating_changes rc where rc.game_id = p.game_id and rc.community_id is not distinct from p.community_id)`,
  )
  if (!pool) return undefined
  const played = await play(tx, pool)
  const stored = await tx.many(ratingsOf(pool.id))
  const same =
    stored.length === played.ratings.size &&
    pool.matches === played.matches &&
    pool.last?.matchId === played.last?.matchId &&
    stored.every((one) => isSame(one, played.ratings.get(one.playerId)))
  if (!same && rebuilds) await replaceRatings(tx, pool, played)
  await tx.many(sql`update rating_pools set checked_at = clock_timestamp() where id = ${pool.id}`)
  return { id: pool.id, differs: !same }
}

const isSame = (stored: Rating, replayed: Rating | undefined): boolean =>
  replayed !== undefined &&
  stored.mu === replayed.mu &&
  stored.sigma === replayed.sigma &&
  stored.matches === replayed.matches &&
  stored.wins === replayed.wins &&
  stored.chance === replayed.chance &&
  stored.ghostPlayerId === replayed.ghostPlayerId

export function startRating(db: Database, warn: Warn, look = LOOK): Background {
  const started = Date.now()
  return startWork({
    name: 'the upkeep of ratings',
    every: look,
    warn,
    async round(stopping) {
      const isStopped = () => stopping.aborted
      await rateWhatIsDue(db, isStopped)
      if (Date.now() < started + FIRST_HOUR) return
      const night = lastNight(new Date()).toISOString()
      for (let found; !isStopped();) {
        found = await db.transaction((tx) =>
          compared(
            tx,
            sql`p.id = (select id from rating_pools where checked_at < ${night} order by checked_at limit 1)`,
            true,
          ),
        )
        if (!found) return
        if (found.differs)
          warn('the ratings of a pool were not what its matches make, and are now', { pool: found.id })
        await rateWhatIsDue(db, isStopped)
      }
    },
  })
}
