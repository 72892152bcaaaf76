/** How far each step is with a candidate. It has no ETag, because progress does not change the version of the candidate. */
import * as z from 'zod'
import { sql } from '../../db/sql.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { int32, timestamp } from '../../http/schema/schema.ts'
import { queues } from '../leases.ts'
import { STEPS_OF_CANDIDATES } from './schema.ts'

export const Progress = z
  .strictObject({
    step: z
      .enum(STEPS_OF_CANDIDATES)
      .optional()
      .meta({ description: 'The step that the candidate waits for; absent if it waits for no step' }),
    working: z.boolean().meta({ description: 'The step is working on the candidate' }),
    failedAttempts: int32(0),
    lastFailure: z.string().optional().meta({ description: 'Why the last attempt failed' }),
    nextAttemptAt: timestamp().optional().meta({
      description:
        'The next attempt begins no earlier than this; absent if it is due now, or the candidate waits for no step',
    }),
  })
  .meta({
    id: 'Progress',
    description: 'The step of the pipeline that a candidate waits for, and its failures',
    example: {
      step: 'COLLECT_RULES',
      working: false,
      failedAttempts: 2,
      lastFailure: 'rules.example.org answered 503.',
      nextAttemptAt: '2026-01-15T19:30:00Z',
    },
  })

const stepOf = sql`case
    when ${queues.COLLECT_RULES.where} then 'COLLECT_RULES'
    when ${queues.INTERPRET_RULES.where} then 'INTERPRET_RULES'
    when ${queues.PUBLISH.where} then 'PUBLISH'
  end`

export const showProgress = (id: string) => sql<Shown>`
  select json_object(
    'step': i.step,
    'working': coalesce(i.lease_until > now(), false),
    'failedAttempts': i.attempts + i.unproven_attempts,
    'lastFailure': i.last_failure,
    'nextAttemptAt': case when i.step is not null and i.due_at > now() then rfc3339(i.due_at) end
    absent on null)::text as body
  from (select i.*, ${stepOf} as step from candidates i where i.id = ${id}) i`
