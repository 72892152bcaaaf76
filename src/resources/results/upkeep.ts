/**
 * The background work on results: computes them again if a game's scores get another meaning, and each night compares them with
 * the matches.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Background, startWork } from '../../db/background.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type Comparison, compare, rebuildBatch } from './batches.ts'
import { RULE } from './finish.ts'

/** The pause between two looks for work, in milliseconds. */
const LOOK = 5_000

/** The hour of the nightly comparison, in UTC. An instance does not compare in its first hour. */
const HOUR = 3
const FIRST_HOUR = 60 * 60_000

/** Every change of a game's score type or win condition must run this. */
export const resultsDue = (gameId: string): Sql => sql`
  insert into results_due (game_id) values (${gameId})
  on conflict (game_id) do update set after_match = default, updated_at = excluded.updated_at`

export const dueByRule = sql`
  with changed as (
    insert into results_rule as r (rule) values (${RULE})
    on conflict (only_one) do update set rule = excluded.rule where r.rule < excluded.rule returning rule)
  insert into results_due (game_id)
  select g.id from games g, changed where exists (select from matches m where m.game_id = g.id and m.finalized_at is not null)
  on conflict (game_id) do update set after_match = default, updated_at = excluded.updated_at`

/** After each batch it pauses for as long as the batch took. */
export async function finishWhatIsDue(db: Database, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await db.maybe(sql`select from results_due limit 1`))) {
    const since = performance.now()
    if (!(await db.transaction((tx) => finished(tx)))) return
    await sleep(performance.now() - since)
  }
}

/** Writes one batch of results. Returns false if nothing is due, or if other instances are working on all of it. */
async function finished(tx: Queryable): Promise<boolean> {
  const due = await tx.maybe(sql<{ gameId: string; after: string }>`
    select game_id as "gameId", after_match as after from results_due order by updated_at limit 1 for update skip locked`)
  if (!due) return false
  const { next } = await rebuildBatch(tx, due.after, due.gameId)
  await tx.many(
    next === undefined
      ? sql`delete from results_due where game_id = ${due.gameId}`
      : sql`update results_due set after_match = ${next}, updated_at = clock_timestamp() where game_id = ${due.gameId}`,
  )
  return true
}

interface Log {
  info: (message: string, facts: object) => void
  warn: (message: string, facts: object) => void
}

/**
 * Does nothing if another instance is comparing, or has compared since `unlessSince`. The findings are stored for `scorebook
 * doctor`.
 */
export async function compareInTurn(
  db: Database,
  unlessSince: Date | 'always',
  { isStopped = () => false, gently = true }: { isStopped?: () => boolean; gently?: boolean } = {},
): Promise<Comparison | undefined> {
  const since = unlessSince === 'always' ? 'infinity' : unlessSince.toISOString()
  const begun = await db.maybe(sql<{ at: string }>`
    insert into results_checks as c (begun_at, lease_until) values (now(), now() + interval '10 minutes')
    on conflict (only_one) do update set begun_at = excluded.begun_at, lease_until = excluded.lease_until, ended_at = null,
      matches = 0, differences = 0
      where c.begun_at < ${since}::timestamptz and (c.ended_at is not null or c.lease_until < excluded.begun_at)
    returning begun_at::text as at`)
  if (!begun) return undefined
  const mine = sql`begun_at = ${begun.at}::timestamptz and ended_at is null`
  let ended = false
  const found = await compare(db, {
    gently,
    async afterBatch({ matches, differences }) {
      const isMine = await db.maybe(sql`
        update results_checks set lease_until = now() + interval '10 minutes', matches = ${matches}, differences = ${differences}
        where ${mine} returning 1`)
      ended = isStopped() || !isMine
      return !ended
    },
  })
  if (ended) return undefined
  await db.many(sql`update results_checks set ended_at = now() where ${mine}`)
  return found
}

/** Returns a sentence that says when the results were last compared. Throws if they differed. */
export async function lastComparison(db: Queryable): Promise<string> {
  const last = await db.maybe(sql<{ begun: Date; ended: Date | null; matches: number; differences: number }>`
    select begun_at as begun, ended_at as ended, matches::float8 as matches, differences::float8 as differences
    from results_checks`)
  if (!last) return 'not compared with their matches yet; that is done at night'
  const at = last.begun.toISOString().slice(0, 16).replace('T', ' ')
  if (last.differences > 0) {
    throw new Error(
      `the results of ${last.differences} of ${last.matches} matches were not what is written in the matches (${at} UTC). \`scorebook check --rebuild\` writes them again.`,
    )
  }
  return `the results of ${last.matches} matches agree with what was recorded (${at} UTC${last.ended ? '' : ', not finished'})`
}

export function startResults(db: Database, log: Log, look = LOOK): Background {
  const started = Date.now()
  let compared = 0
  let isByRule = false
  return startWork({
    name: 'the upkeep of results',
    every: look,
    warn: log.warn,
    async round(stopping) {
      const isStopped = () => stopping.aborted
      if (!isByRule) await db.many(dueByRule)
      isByRule = true
      await finishWhatIsDue(db, isStopped)
      const night = lastNight(new Date())
      if (Date.now() < started + FIRST_HOUR || compared >= night.getTime()) return
      const found = await compareInTurn(db, night, { isStopped })
      compared = night.getTime()
      if (found) logComparison(found, log)
    },
  })
}

export function lastNight(now: Date): Date {
  const night = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), HOUR))
  return night <= now ? night : new Date(night.getTime() - 24 * 60 * 60_000)
}

function logComparison({ matches, differences, first }: Comparison, { info, warn }: Log): void {
  if (differences === 0) info('the results of all matches agree with what was recorded', { matches })
  else {
    const message =
      'results are not what is written in their matches; `scorebook check --rebuild` writes them again'
    warn(message, { matches, differences, first })
  }
}
