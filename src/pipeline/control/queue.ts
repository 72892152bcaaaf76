/** The ids of the catalogue that somebody asked for, with what became of them. */
import { sql } from '../../db/sql.ts'
import { enumField, integerField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import { REQUEST_STATES } from './schema.ts'

const state = sql`(case
    when e.candidate_id is not null then 'CANDIDATE'
    when e.outcome is not null then e.outcome
    when e.lease_until > now() then 'IN_WORK'
    else 'WAITING'
  end)`

const json = sql`json_object(
  'catalogId': e.catalog_id,
  'displayName': coalesce((select c.display_name from candidates c where c.id = e.candidate_id), e.display_name),
  'state': ${state},
  'candidateId': e.candidate_id,
  'failureReason': e.failure_reason,
  'nextAttemptAt': case when e.pending and e.due_at > now() then rfc3339(e.due_at) end,
  'requestedAt': rfc3339(e.requested_at)
  absent on null)`

export const queue: Collection<unknown> = {
  fields: {
    catalogId: integerField(sql`e.catalog_id`),
    state: enumField(state, REQUEST_STATES),
    candidateId: uuidField(sql`e.candidate_id`),
    requestedAt: timestampField(sql`e.requested_at`),
  },
  sorts: ['catalogId', 'requestedAt'],
  key: 'catalogId',
  defaultSort: 'requestedAt:DESC',
  rows: () => ({ from: sql`catalog_entries e`, where: sql`e.requested_at is not null`, json }),
}
