/** The step ENRICH_FROM_CATALOG asks the catalogue for ids, from the ranking and from people, and makes candidates of them. */
import { type Queryable, type Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { noteResult } from '../candidates/activity.ts'
import { released } from '../candidates/store.ts'
import { MOST_LOST, type Pace, release } from '../leases.ts'
import { MOST_ATTEMPTS, backOff, later, shortened } from '../back-off.ts'
import { Unusable } from '../outside/failures.ts'
import type { Catalogue, Thing } from '../outside/services.ts'
import { wake } from '../wake.ts'
import { isForeseen, reasonOf } from './attempts.ts'
import { basesOf, byNumber, chooseBase, isExpansion, queue } from './bases.ts'
import { upsertCandidate } from './upsert-candidate.ts'
import { updateReliability } from './update-reliability.ts'
import { type Lease, type StepContext, runStep } from './run-step.ts'

type Entry = {
  catalogId: string
  single: boolean
  attempts: number
}

const STEP = 'ENRICH_FROM_CATALOG'

const MOST = 20

/** In milliseconds. An id is never given up: after a day it is asked for again. */
const TOMORROW = 86_400_000

export const enrich = (catalogue: Catalogue, pace: Pace, context: StepContext): Promise<boolean> =>
  runStep<Entry>(
    {
      step: STEP,
      columns: sql`i.catalog_id as "catalogId", i.single, i.attempts`,
      most: MOST,
      pace,
      lost: sql`
        update catalog_entries set
          due_at = ${later(TOMORROW)}, lost_leases = 0, ${released},
          failure_reason = 'The pipeline stopped three times while it asked for this.'
        where lease_token is not null and lease_until < now() and lost_leases + 1 >= ${MOST_LOST}`,
      async work({ token, items, signal, ask }) {
        const asked = askedOf(items)
        await giveBack(
          context.db,
          token,
          items.filter((item) => !asked.includes(item)),
        )
        const ids = asked.map(({ catalogId }) => catalogId)
        const things = await ask(() => catalogue(ids, signal))
        await context.db.transaction((tx) => enter(tx, token, things))
      },
      failed: (held, error) => failed(held, error, context),
      apart: sql`single = true`,
    },
    context,
  )

/** The ids for one question. If the answer to several ids was unusable, each of them is asked for alone. */
const askedOf = ([first, ...others]: Lease<Entry>['items']): Entry[] =>
  first.single ? [first] : [first, ...others.filter(({ single }) => !single)]

async function giveBack(db: Queryable, token: string, items: Entry[]): Promise<void> {
  if (items.length === 0) return
  const keys = items.map(({ catalogId }) => catalogId)
  await db.many(release(STEP, token, keys))
}

/** Stores the answer for those ids that this worker still leases. */
async function enter(tx: Transaction, token: string, things: Thing[]): Promise<void> {
  const held = await tx.many<Entry>(sql`
    update catalog_entries set lost_leases = 0, attempts = 0, service_failures = 0, failure_reason = null, single = false
    where lease_token = ${token} returning catalog_id as "catalogId"`)
  const byId = new Map(things.map((thing) => [thing.catalogId, thing]))
  const found = held.flatMap(({ catalogId }) => byId.get(catalogId) ?? []).filter(isGame)
  const bases = await basesOf(tx, found)
  const baseOf = (thing: Thing) => chooseBase(thing, bases)
  const statements = held
    .map(({ catalogId }) => catalogId)
    .toSorted(byNumber)
    .flatMap((catalogId) => {
      const thing = byId.get(catalogId)
      if (!thing) return [mark(catalogId, 'MISSING')]
      if (!isGame(thing)) return [mark(catalogId, 'NOT_A_GAME')]
      return [noteEnriched(upsertCandidate(thing, baseOf(thing))), link(catalogId)]
    })
  const unknown = [...new Set(found.flatMap((thing) => baseOf(thing) ?? []))].toSorted(byNumber)
  await Promise.all([...statements, queue(unknown), wake].map((statement) => tx.many(statement)))
  await updateReliability(
    tx,
    found.map(({ catalogId }) => catalogId),
  )
}

const noteEnriched = (upsert: Sql): Sql => sql`
  with changed as (${upsert} returning c.id)
  ${noteResult(STEP, sql`select id from changed`, { kind: 'ENRICHED' })}`

const isGame = (thing: Thing) => thing.type === 'boardgame' || isExpansion(thing)

const mark = (catalogId: string, outcome: 'MISSING' | 'NOT_A_GAME'): Sql => sql`
  update catalog_entries set outcome = ${outcome}, pending = false, ${released}, version = version + 1
  where catalog_id = ${catalogId}`

const link = (catalogId: string): Sql => sql`
  update catalog_entries set
    candidate_id = (select id from candidates where catalog_id = ${catalogId}),
    outcome = null, pending = false, ${released}, version = version + 1
  where catalog_id = ${catalogId}`

async function failed({ token, items }: Lease<Entry>, error: unknown, context: StepContext): Promise<void> {
  if (!isForeseen(error)) context.warn('the catalogue could not be asked', { err: error })
  const reason = shortened(reasonOf(error))
  const asked = askedOf(items)
  if (error instanceof Unusable && asked.length > 1) {
    await context.db.many(sql`
      update catalog_entries set single = true, failure_reason = ${reason}, ${released} where lease_token = ${token}`)
    return
  }
  const attempts = Math.max(...asked.map((item) => item.attempts)) + 1
  const isLast = attempts >= MOST_ATTEMPTS || error instanceof Unusable
  await context.db.many(sql`
    update catalog_entries set
      attempts = ${isLast ? 0 : attempts}, service_failures = 0, due_at = ${later(isLast ? TOMORROW : backOff(attempts))},
      failure_reason = ${reason}, ${released}
    where lease_token = ${token}`)
}
