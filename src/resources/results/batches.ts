/** Compares or rewrites the stored results of all matches, batch by batch. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from '../../db/database.ts'
import { type Sql, bulk, sql } from '../../db/sql.ts'
import { matchesChanged } from '../ratings/changes.ts'
import { type ResultRow, type WrittenMatch, results, resultsOfMany, writtenMatch } from './derived.ts'

/** How many matches a batch has. Writing them takes 50 ms, in which other changes of these matches wait. */
const BATCH = 500

/** `first` has the ids of the first few matches that differ. */
export interface Comparison {
  matches: number
  differences: number
  first: string[]
}

const MOST_NAMED = 10

interface Walk {
  /** Called after each batch. If it returns false, the work stops. */
  afterBatch?: (progress: Comparison) => Promise<boolean> | boolean
  /** If true, there is a pause after each batch, as long as the batch took. */
  gently?: boolean
}

export const compare = (db: Database, walk: Walk = {}): Promise<Comparison> =>
  inBatches(walk, async (after) => {
    const found = await db.many(bulk(comparedAfter(after)))
    return { next: nextOf(found), looked: found.length, wrong: found.filter(differs).map(({ id }) => id) }
  })

export const rebuild = (db: Database, walk: Walk = {}): Promise<Comparison> =>
  inBatches(walk, (after) => db.transaction((tx) => rebuildBatch(tx, after)))

interface Batch {
  /** The last id of this batch, after which the next one begins. Undefined if this was the last batch. */
  next: string | undefined
  looked: number
  wrong: string[]
}

export async function rebuildBatch(db: Queryable, after: string, gameId?: string): Promise<Batch> {
  // Drafts are locked too, because somebody may be finalizing one at this moment.
  const locked = await db.many(sql<{ id: string }>`
    select id from matches where ${gameId === undefined ? sql`true` : sql`game_id = ${gameId}`} and id > ${after}
    order by id limit ${BATCH} for no key update`)
  const ids = locked.map(({ id }) => id)
  if (ids.length === 0) return { next: undefined, looked: 0, wrong: [] }
  const found = await db.many(compared(sql`m.id = any (${ids}::uuid[])`))
  const wrong = found.filter(differs)
  if (wrong.length > 0)
    await Promise.all([
      db.many(resultsOfMany(wrong.map(({ written }) => written))),
      db.many(matchesChanged(sql`m.id = any (${wrong.map(({ id }) => id)}::uuid[])`)),
    ])
  return {
    next: ids.length === BATCH ? ids.at(-1) : undefined,
    looked: found.length,
    wrong: wrong.map(({ id }) => id),
  }
}

async function inBatches(
  { afterBatch, gently = false }: Walk,
  work: (after: string) => Promise<Batch>,
): Promise<Comparison> {
  const progress: Comparison = { matches: 0, differences: 0, first: [] }
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const since = performance.now()
    const { next, looked, wrong }: Batch = await work(after)
    progress.matches += looked
    progress.differences += wrong.length
    progress.first.push(...wrong.slice(0, MOST_NAMED - progress.first.length))
    after = (await afterBatch?.(progress)) === false ? undefined : next
    if (gently && after !== undefined) await sleep(performance.now() - since)
  }
  return progress
}

const FIRST = '00000000-0000-0000-0000-000000000000'

type ResultsOfMatch = {
  id: string
  written: WrittenMatch
  stored: (ResultRow & { copies: boolean })[]
}

const nextOf = (found: { id: string }[]) => (found.length === BATCH ? found.at(-1)?.id : undefined)

/** Skips games in `results_due`: their results are old until `upkeep.ts` has written them again. */
const comparedAfter = (after: string): Sql<ResultsOfMatch> => sql`
  ${compared(sql`
    m.id > ${after} and m.finalized_at is not null and m.deleted_at is null
    and m.game_id not in (select game_id from results_due)`)}
  order by m.id limit ${BATCH}`

const compared = (which: Sql): Sql<ResultsOfMatch> => sql`
  select m.id, ${writtenMatch} as written,
    (select json_agg(json_object(
      'id': mp.id, 'kind': mp.kind, 'place': mp.place, 'of': mp.place_of, 'winners': mp.winners, 'tied': mp.tied, 'won': mp.won, 'side': mp.side,
      'copies': mp.match_game_id is not distinct from m.game_id and mp.match_final
        and mp.match_community_id is not distinct from m.community_id) order by mp.position)
      from participants mp where mp.match_id = m.id) as stored
  from matches m where ${which} and m.finalized_at is not null`

function differs({ written, stored }: ResultsOfMatch): boolean {
  const right = results(written)
  return (
    right.length !== stored.length ||
    right.some((row, index) => {
      const own = stored[index]
      return own === undefined || !own.copies || COLUMNS.some((column) => row[column] !== own[column])
    })
  )
}

const COLUMNS = ['id', 'kind', 'place', 'of', 'winners', 'tied', 'won', 'side'] as const
