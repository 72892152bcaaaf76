/**
 * The step PUBLISH creates or updates the game of an approved candidate in the engine, exactly once. Each call is stored before
 * it is made, and repeated after a crash. If the engine has forgotten the call's key, the source reference shows whether the game
 * exists.
 */
import type { Database, Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { RETENTION_DAYS } from '../../http/lifecycle/idempotency.ts'
import { noteResult } from '../candidates/activity.ts'
import { afresh, released } from '../candidates/store.ts'
import type { Engine, EngineAnswer } from '../engine.ts'
import { shortened } from '../back-off.ts'
import { wake } from '../wake.ts'
import { BLOCKED, lostCandidates, tryLater } from './attempts.ts'
import {
  type ApprovedCandidate,
  type PendingCall,
  type EngineIds,
  callFor,
  columns,
  known,
} from './engine-calls.ts'
import { type StepContext, runStep } from './run-step.ts'

const STEP = 'PUBLISH'

export const publish = (engine: Engine, source: string, context: StepContext): Promise<boolean> =>
  runStep<ApprovedCandidate>(
    {
      step: STEP,
      columns,
      lost: lostCandidates(STEP, BLOCKED),
      async work({ token, items: [candidate] }) {
        const pending = await pendingOf(context.db, token, candidate, source)
        if (!pending) return
        const answer = await engine(pending.call)
        await settle(context.db, token, candidate, pending, answer, source)
      },
      async failed({ token, items: [candidate] }, error) {
        context.warn('a candidate could not be published', { id: candidate.id, err: error })
        await tryLater(context.db, STEP, token, candidate, error, BLOCKED)
      },
    },
    context,
  )

/** Returns a call that has begun before. If there is none, stores a new one and returns it. Undefined if the lease is lost. */
async function pendingOf(
  db: Database,
  token: string,
  candidate: ApprovedCandidate,
  source: string,
): Promise<PendingCall | undefined> {
  const { pending, revision } = candidate
  if (pending && Date.now() - pending.since < REMEMBERED) return pending
  const made = { call: callFor(candidate, source), revision, since: Date.now() }
  // If the candidate was approved again meanwhile, this call is out of date. The next round reads the new approval.
  const kept = await db.many(sql`
    update candidates set engine_call = ${JSON.stringify(made)}::jsonb
    where id = ${candidate.id} and lease_token = ${token} and revision = ${revision} returning 1`)
  if (kept.length > 0) return made
  await db.many(giveBack(candidate.id, token))
  return undefined
}

/** In milliseconds. The engine may have forgotten the key of an older call. Then we look for the source reference. */
const REMEMBERED = (RETENTION_DAYS - 1) * 86_400_000

async function settle(
  db: Database,
  token: string,
  candidate: ApprovedCandidate,
  pending: PendingCall,
  answer: EngineAnswer,
  source: string,
): Promise<void> {
  if (answer.done) {
    await db.transaction((tx) => published(tx, token, candidate, pending, answer.id))
    return
  }
  const isCreation = pending.call.operation.startsWith('create')
  if (answer.status === 409 && isCreation) {
    const there = await db.maybe(known(candidate, source))
    if (there) {
      await db.many(adopt(candidate.id, token, there))
      return
    }
  }
  await db.many(refused(candidate.id, token, pending, answer.reason))
}

/**
 * Marks the candidate as published, unless it was approved again meanwhile. Expansions that have waited for the game become due.
 */
async function published(
  tx: Transaction,
  token: string,
  { id, catalogId, isExpansion }: ApprovedCandidate,
  { call, revision }: PendingCall,
  engineId: string,
): Promise<void> {
  const gameId = isExpansion ? (call.params['gameId'] ?? '') : engineId
  const held = await tx.many(sql`
    update candidates set
      status = case when revision = ${revision}::int then 'PUBLISHED' else 'APPROVED' end,
      game_id = ${gameId}, expansion_id = ${isExpansion ? engineId : null}, engine_call = null, failure_reason = null,
      blocked = false, ${afresh}, ${released}, version = version + 1, updated_at = now()
    where id = ${id} and lease_token = ${token} returning 1`)
  if (held.length === 0) return
  await Promise.all([
    tx.many(sql`
      update candidates set
        waiting = false, game_id = ${gameId}, due_at = now(), version = version + 1, updated_at = now()
      where base_game_catalog_id = ${catalogId} and status = 'APPROVED' and waiting`),
    tx.many(noteResult(STEP, id, { kind: 'PUBLISHED' })),
    tx.many(wake),
  ])
}

/** Notes that the engine already has the game. The next round updates it. */
const adopt = (id: string, token: string, { gameId, expansionId }: EngineIds): Sql => sql`
  update candidates set
    game_id = ${gameId}, expansion_id = ${expansionId}, engine_call = null, due_at = now(), ${released},
    version = version + 1, updated_at = now()
  where id = ${id} and lease_token = ${token}`

/**
 * Blocks a candidate whose call was refused, unless it was approved again meanwhile. A refused call has changed nothing in the
 * engine.
 */
const refused = (id: string, token: string, { revision }: PendingCall, reason: string): Sql => sql`
  with changed as (
    update candidates set
      blocked = revision = ${revision}::int,
      failure_reason = case when revision = ${revision}::int then ${shortened(reason)} end,
      engine_call = null, ${afresh}, ${released},
      version = version + 1, updated_at = now()
    where id = ${id} and lease_token = ${token} returning id, blocked)
  ${noteResult(STEP, sql`select id from changed where blocked`, { kind: 'BLOCKED', reason: shortened(reason) })}`

const giveBack = (id: string, token: string): Sql => sql`
  update candidates set ${released} where id = ${id} and lease_token = ${token}`
