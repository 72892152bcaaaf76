/** Tries the failed steps of all candidates again that a filter finds. */
import * as z from 'zod'
import type { Transaction } from '../../db/database.ts'
import { type Sql, anyOf, sql } from '../../db/sql.ts'
import { SearchError, filterCondition } from '../../http/filter/fields.ts'
import { MAX_LENGTH } from '../../http/filter/rsql.ts'
import { type Violation, invalid } from '../../http/problem.ts'
import { int32, text } from '../../http/schema/schema.ts'
import { wake } from '../wake.ts'
import { type Doer, noteDeed } from './activity.ts'
import { candidates } from './json.ts'
import { STEPS_OF_CANDIDATES } from './schema.ts'
import { afresh, released } from './store.ts'

/** One request retries this many at most, so that it locks no more. */
export const MOST_RETRIED = 1_000

export const RetryCandidates = z
  .strictObject({
    filter: text({ max: MAX_LENGTH }).optional().meta({
      description: 'The filter of `GET /candidates`; by default, all candidates',
    }),
    step: z.enum(STEPS_OF_CANDIDATES).optional(),
  })
  .meta({
    id: 'RetryCandidates',
    description: 'Which candidates to try again, and from which step; by default, from the step that failed',
    example: { filter: 'stage==FAILED;createdAt=ge=2026-01-01T00:00:00Z', step: 'COLLECT_RULES' },
  })

export const RetriedCandidates = z
  .strictObject({
    matching: int32(0).meta({ description: 'How many candidates the filter finds' }),
    retryable: int32(0).meta({ description: 'How many of these have a failed step that can be tried again' }),
    retried: int32(0).meta({
      description: `How many are tried again now: at most ${MOST_RETRIED}, and none with \`dryRun\``,
    }),
  })
  .meta({
    id: 'RetriedCandidates',
    description: 'How many candidates a filter finds, and how many of them are tried again',
    example: { matching: 240, retryable: 7, retried: 7 },
  })

type Request = z.output<typeof RetryCandidates>

export async function retryMany(
  db: Transaction,
  doer: Doer,
  { filter, step }: Request,
  dryRun: boolean,
): Promise<z.output<typeof RetriedCandidates>> {
  const found = filter === undefined ? sql`true` : conditionOf(filter)
  const counted = db.one(sql<{ matching: number; retryable: number }>`
    select count(*)::int as matching, count(*) filter (where ${isRetryable(step)})::int as retryable
    from candidates c where ${found}`)
  if (dryRun) return { ...(await counted), retried: 0 }
  const [counts, { retried }] = await Promise.all([
    counted,
    db.one(retry(doer, sql`(${found}) and ${isRetryable(step)}`, step)),
    db.many(wake),
  ])
  return { ...counts, retried }
}

function conditionOf(filter: string): Sql {
  try {
    return filterCondition(candidates.fields, filter)
  } catch (error) {
    if (!(error instanceof SearchError)) throw error
    const violation: Violation = { field: 'filter', code: 'INVALID_SEARCH', message: error.message }
    throw invalid([violation])
  }
}

/** The rules of `retried` in `rules.ts`, for many rows. */
const isRetryable = (step: Request['step']): Sql =>
  anyOf([
    step === 'PUBLISH' ? sql`false` : sql`c.status = 'PENDING' and c.stage = 'FAILED'`,
    step === undefined || step === 'PUBLISH'
      ? sql`c.status = 'APPROVED' and c.blocked and not c.waiting`
      : sql`false`,
  ])

const retry = (doer: Doer, which: Sql, step: Request['step']): Sql<{ retried: number }> => sql<{
  retried: number
}>`
  with chosen as (
    select c.id from candidates c where ${which} order by c.id limit ${MOST_RETRIED} for update
  ), changed as (
    update candidates c set
      stage = case
        when c.status <> 'PENDING' then c.stage
        when ${step === 'COLLECT_RULES' ? sql`false` : hasText} then 'RULES_COLLECTED'
        else 'PENDING_RULES'
      end,
      failure_reason = null, blocked = false, ${afresh}, ${released}, version = c.version + 1, updated_at = now()
    from chosen where c.id = chosen.id returning c.id
  ), noted as (
    ${noteDeed(doer, sql`select id from changed`, { kind: 'RETRIED' })} returning 1
  )
  select count(*)::int as retried from noted`

const hasText = sql`exists (select from rule_texts rt where rt.candidate_id = c.id)`
