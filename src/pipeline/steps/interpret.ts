/** The step INTERPRET_RULES lets a language model read the collected rules, and compares what it finds with the catalogue. */
import type { Database, Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { noteResult } from '../candidates/activity.ts'
import { afresh, forgetTexts, released } from '../candidates/store.ts'
import { type Pace, spend } from '../leases.ts'
import { NoEvidence, Unusable } from '../outside/failures.ts'
import type { Interpret, Interpretation, InterpretedValues } from '../outside/services.ts'
import type { CatalogueValues } from '../reliability.ts'
import { FAILED, isForeseen, lostCandidates, tryLater } from './attempts.ts'
import { reliabilityValues } from './update-reliability.ts'
import { type StepContext, runStep } from './run-step.ts'

type Candidate = {
  id: string
  displayName: string
  attempts: number
  unprovenAttempts: number
}

const STEP = 'INTERPRET_RULES'

export const interpret = (read: Interpret, pace: Pace, context: StepContext): Promise<boolean> =>
  runStep<Candidate>(
    {
      step: STEP,
      columns: sql`i.id, i.display_name as "displayName", i.attempts, i.unproven_attempts as "unprovenAttempts"`,
      pace,
      lost: lostCandidates(STEP, FAILED),
      async work({ token, items: [{ id, displayName }], signal, ask }) {
        const texts = await textsOf(context.db, id)
        if (texts.length === 0)
          throw new Unusable('The text of the rules is no longer kept; collect it again.')
        const interpretation = await ask(() => read({ displayName, texts }, signal))
        await context.db.many(spend(STEP, interpretation.usage.tokens))
        await context.db.transaction((tx) => enter(tx, token, id, interpretation))
      },
      async failed({ token, items: [candidate] }, error) {
        if (error instanceof NoEvidence) await context.db.many(spend(STEP, error.usage.tokens))
        if (!isForeseen(error)) context.warn('rules could not be read', { id: candidate.id, err: error })
        await tryLater(context.db, STEP, token, candidate, error, FAILED)
      },
    },
    context,
  )

const textsOf = (db: Database, id: string) =>
  db.many<{ url: string; text: string }>(sql`
    select rs.url, rt.text from rule_texts rt join rule_sources rs on rs.id = rt.source_id
    where rt.candidate_id = ${id} order by rs.origin, rs.created_at, rs.id`)

type KnownScoring = {
  catalog: CatalogueValues | null
  manuallySet: string[]
  scoreType: InterpretedValues['scoreType']['value'] | null
  winCondition: NonNullable<InterpretedValues['winCondition']>['value'] | null
}

async function enter(tx: Transaction, token: string, id: string, { values }: Interpretation): Promise<void> {
  const known = await tx.maybe<KnownScoring>(sql`
    select catalog, manually_set as "manuallySet", score_type as "scoreType", win_condition as "winCondition"
    from candidates where id = ${id} and lease_token = ${token} for update`)
  if (!known) return
  const { scoreType, winCondition } = scored(known, values)
  await Promise.all([
    tx.many(sql`
      update candidates set
        stage = 'INTERPRETED', failure_reason = null, score_type = ${scoreType}, win_condition = ${winCondition},
        interpreted = ${JSON.stringify(values)}::jsonb, ${reliabilityValues(known.catalog, values)},
        ${afresh}, ${released}, version = version + 1, updated_at = now()
      where id = ${id}`),
    tx.many(forgetTexts(id)),
    tx.many(noteResult(STEP, id, { kind: 'INTERPRETED' })),
  ])
}

/** Fields that a person has set are kept. A game with WIN_LOSS gets no win condition. */
function scored({ manuallySet, ...known }: KnownScoring, values: InterpretedValues) {
  const scoreType = manuallySet.includes('scoreType') ? known.scoreType : values.scoreType.value
  const winCondition = manuallySet.includes('winCondition')
    ? known.winCondition
    : scoreType === 'WIN_LOSS'
      ? null
      : (values.winCondition?.value ?? null)
  return { scoreType, winCondition }
}
