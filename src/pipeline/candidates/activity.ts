/** What happened to a candidate: what people did with it, and what the steps of the pipeline did. */
import * as z from 'zod'
import { type Sql, sql } from '../../db/sql.ts'
import { enumField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Caller } from '../../http/caller.ts'
import { Ref, timestamp, uuid } from '../../http/schema/schema.ts'
import { STRANGER } from '../../resources/visibility/audience.ts'
import { userShown } from '../../resources/visibility/people.ts'
import { STEPS, type Step } from '../control/schema.ts'

/** What people do. */
const DEEDS = [
  'CREATED',
  'CHANGED',
  'SOURCE_ADDED',
  'SOURCE_DELETED',
  'APPROVED',
  'REJECTED',
  'RETRIED',
] as const
/** What steps do. */
const RESULTS = [
  'ENRICHED',
  'SOURCE_READ',
  'RULES_COLLECTED',
  'INTERPRETED',
  'ATTEMPT_FAILED',
  'FAILED',
  'BLOCKED',
  'PUBLISHED',
] as const
const KINDS = [...DEEDS, ...RESULTS] as const

export const CandidateActivity = z
  .strictObject({
    id: uuid(),
    kind: z.enum(KINDS).meta({
      description:
        'ENRICHED: the catalogue filled in its values. SOURCE_READ: a rule source was read, or could not be read for the `reason`. ATTEMPT_FAILED: the step tries again at `nextAttemptAt`. FAILED and BLOCKED: a person must decide',
    }),
    step: z.enum(STEPS).optional().meta({ description: 'The step of the pipeline that did it' }),
    user: Ref.optional().meta({ description: 'The person who did it' }),
    clientId: z.string().optional().meta({ description: 'The client that did it for itself' }),
    fields: z.array(z.string()).optional().meta({ description: 'The fields that the person set' }),
    url: z.string().optional().meta({ description: 'The address of the rule source' }),
    reason: z.string().optional(),
    nextAttemptAt: timestamp().optional(),
    createdAt: timestamp(),
  })
  .meta({
    id: 'CandidateActivity',
    description: 'Something that a person or a step of the pipeline did with a candidate',
    example: {
      id: '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90',
      kind: 'SOURCE_READ',
      step: 'COLLECT_RULES',
      url: 'https://rules.example.org/harbour-lights.pdf',
      reason: 'rules.example.org answered 503.',
      createdAt: '2026-01-15T19:30:00Z',
    },
  })

/** A client without a user sees the names that a stranger sees. */
export const shownTo = ({ userId, canonicalPlayerId }: Caller, user: Sql): Sql =>
  userShown(
    userId === undefined || canonicalPlayerId === undefined ? STRANGER : { userId, canonicalPlayerId },
    user,
  )

const json = (caller: Caller) => sql`json_object(
  'id': ca.id,
  'kind': ca.kind,
  'step': ca.step,
  'user': ${shownTo(caller, sql`ca.user_id`)},
  'clientId': ca.client_id,
  'fields': to_json(ca.fields),
  'url': ca.url,
  'reason': ca.reason,
  'nextAttemptAt': rfc3339(ca.next_attempt_at),
  'createdAt': rfc3339(ca.created_at)
  absent on null)`

export const activity: Collection<{ caller: Caller; params: { candidateId: string } }> = {
  fields: {
    id: uuidField(sql`ca.id`),
    kind: enumField(sql`ca.kind`, KINDS),
    step: enumField(sql`ca.step`, STEPS),
    createdAt: timestampField(sql`ca.created_at`),
  },
  sorts: ['id', 'createdAt'],
  rows: ({ caller, params }) => ({
    parent: sql`select true as visible from candidates where id = ${params.candidateId}`,
    from: sql`candidate_activity ca`,
    where: sql`ca.candidate_id = ${params.candidateId}`,
    json: json(caller),
  }),
}

/** Who did something: a person, a client for itself, or, without both, somebody with a shell on the server. */
export type Doer = Pick<Caller, 'userId' | 'clientId'>

interface Deed {
  kind: (typeof DEEDS)[number]
  fields?: readonly string[]
  url?: string
}

/** Notes what the caller has done. `candidates` is the id of the candidate, or a select of ids. */
export const noteDeed = (
  { userId, clientId }: Doer,
  candidates: string | Sql,
  { kind, fields, url }: Deed,
): Sql => sql`
  insert into candidate_activity (candidate_id, kind, user_id, client_id, fields, url)
  select id, ${kind}, ${userId}, ${userId === undefined ? clientId : undefined}, ${fields}::text[], ${url}
  from (${idsOf(candidates)}) done (id)`

interface Result {
  kind: (typeof RESULTS)[number] | Sql
  url?: string
  reason?: string | Sql | undefined
  nextAttemptAt?: Sql
}

/** Notes what a step has done. Goes with `with changed as (…)` if `candidates` selects from it. */
export const noteResult = (
  step: Step,
  candidates: string | Sql,
  { kind, url, reason, nextAttemptAt = sql`null::timestamptz` }: Result,
): Sql => sql`
  insert into candidate_activity (candidate_id, kind, step, url, reason, next_attempt_at)
  select id, ${kind}, ${step}, ${url}, ${reason}, ${nextAttemptAt}
  from (${idsOf(candidates)}) done (id)`

const idsOf = (candidates: string | Sql): Sql =>
  typeof candidates === 'string' ? sql`select ${candidates}::uuid` : candidates
