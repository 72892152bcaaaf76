/** Compares the results of all matches with what is written in them, and writes them anew, a batch at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Queryable } from '../../db/database.ts'
import { type Sql, bulk, sql } from '../../db/sql.ts'
import { matchesChanged } from '../ratings/changes.ts'
import { type ResultRow, type WrittenMatch, results, resultsOfMany, writtenMatch } from './derived.ts'

/** Matches of one batch: 50 ms, in which others wait for one of them if it is written. */
export const BATCH = 500

/** How many matches were looked at, and which results differ: the ids of the first matches. */
export interface Comparison {
  matches: number
  differences: number
  first: string[]
}

/** What a comparison tells of its differences at most. */
const TOLD = 10

interface Walk {
  /** Is told after each batch; false ends the walk. */
  went?: (sofar: Comparison) => Promise<boolean> | boolean
  /** Between two batches it waits as long as one took, as others have work too. */
  gently?: boolean
}

/** Looks at all final matches, in the order of their ids. Each batch is one statement, so it sees each match as a whole. */
export const compare = (db: Database, walk: Walk = {}): Promise<Comparison> =>
  inBatches(walk, async (after) => {
    const found = await db.many(bulk(comparedAfter(after)))
    return { next: nextOf(found), looked: found.length, wrong: found.filter(differs).map(({ id }) => id) }
  })

/** Writes all results that are not what is written, or are missing. It locks a batch of matches for as long as that takes. */
export const rebuild = (db: Database, walk: Walk = {}): Promise<Comparison> =>
  inBatches(walk, (after) => db.transaction((tx) => rebuildBatch(tx, after)))

interface Batch {
  /** The last match of the batch; undefined where there are no more. */
  next: string | undefined
  looked: number
  /** The matches whose results differed. */
  wrong: string[]
}

/** `gameId` narrows it to one game. */
export async function rebuildBatch(db: Queryable, after: string, gameId?: string): Promise<Batch> {
  // Drafts too: somebody may be making one final, and the batch must read what they wrote.
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
  { went, gently = false }: Walk,
  work: (after: string) => Promise<Batch>,
): Promise<Comparison> {
  const sofar: Comparison = { matches: 0, differences: 0, first: [] }
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const since = performance.now()
    const { next, looked, wrong }: Batch = await work(after)
    sofar.matches += looked
    sofar.differences += wrong.length
    sofar.first.push(...wrong.slice(0, TOLD - sofar.first.length))
    after = (await went?.(sofar)) === false ? undefined : next
    if (gently && after !== undefined) await sleep(performance.now() - since)
  }
  return sofar
}

const FIRST = '00000000-0000-0000-0000-000000000000'

type Compared = {
  id: string
  written: WrittenMatch
  kept: (ResultRow & { copies: boolean })[]
}

const nextOf = (found: { id: string }[]) => (found.length === BATCH ? found.at(-1)?.id : undefined)

/** Of games whose scores have come to mean something else, matches are left out until they are done. */
const comparedAfter = (after: string): Sql<Compared> => sql`
  ${compared(sql`
    m.id > ${after} and m.finalized_at is not null and m.deleted_at is null
    and m.game_id not in (select game_id from results_due)`)}
  order by m.id limit ${BATCH}`

/** Final matches of a condition, with what is written and what is kept. */
const compared = (which: Sql): Sql<Compared> => sql`
  select m.id, ${writtenMatch} as written,
    (select json_agg(json_object(
      'id': mp.id, 'kind': mp.kind, 'place': mp.place, 'of': mp.place_of, 'winners': mp.winners, 'tied': mp.tied, 'won': mp.won, 'side': mp.side,
      'copies': mp.match_game_id is not distinct from m.game_id and mp.match_final
        and mp.match_community_id is not distinct from m.community_id) order by mp.position)
      from participants mp where mp.match_id = m.id) as kept
  from matches m where ${which} and m.finalized_at is not null`

function differs({ written, kept }: Compared): boolean {
  const right = results(written)
  return (
    right.length !== kept.length ||
    right.some((row, index) => {
      const own = kept[index]
      return own === undefined || !own.copies || COLUMNS.some((column) => row[column] !== own[column])
    })
  )
}

const COLUMNS = ['id', 'kind', 'place', 'of', 'winners', 'tied', 'won', 'side'] as const
