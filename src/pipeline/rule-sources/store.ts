/** Stores the rule sources of a candidate. */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import { enumField, timestampField, uuidField } from '../../http/filter/fields.ts'
import type { Collection } from '../../http/filter/collection.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import type { Caller } from '../../http/caller.ts'
import { noteDeed } from '../candidates/activity.ts'
import { type LockedCandidate, afresh, released } from '../candidates/store.ts'
import { loopbackPorts } from '../presence.ts'
import { wake } from '../wake.ts'
import { ORIGINS } from './schema.ts'

const json = sql`json_object(
  'id': rs.id,
  'url': rs.url,
  'title': rs.title,
  'contentType': rs.content_type,
  'language': rs.language,
  'origin': rs.origin,
  'fetchedAt': rfc3339(rs.fetched_at),
  'characters': rs.characters,
  'failureReason': rs.failure_reason,
  'createdAt': rfc3339(rs.created_at)
  absent on null)`

export const ruleSources: Collection<{ params: { candidateId: string } }> = {
  fields: {
    id: uuidField(sql`rs.id`),
    origin: enumField(sql`rs.origin`, ORIGINS),
    createdAt: timestampField(sql`rs.created_at`),
  },
  sorts: ['id', 'createdAt'],
  rows: ({ params }) => ({
    parent: sql`select true as visible from candidates where id = ${params.candidateId}`,
    from: sql`rule_sources rs`,
    where: sql`rs.candidate_id = ${params.candidateId}`,
    json,
  }),
}

export const show = (candidateId: string, id: string) => sql<Shown>`
  select rs.id, rs.version, (${json})::text as body
  from rule_sources rs where rs.id = ${id} and rs.candidate_id = ${candidateId}`

export type CandidateOfSource = Pick<LockedCandidate, 'id' | 'status'> & Record<string, unknown>

export const lockCandidate = (candidateId: string): Sql<CandidateOfSource & { loopbackPorts: number[] }> =>
  sql<CandidateOfSource & { loopbackPorts: number[] }>`
    select id, status, ${loopbackPorts} as "loopbackPorts" from candidates where id = ${candidateId} for update`

type LockedSource = CandidateOfSource & { candidateId: string; url: string }

/** Locks the source. The candidate is locked first. */
export const lock = (candidateId: string, id: string) => sql<LockedSource>`
  with candidate as (select id, status from candidates where id = ${candidateId} for update)
  select rs.id, rs.candidate_id as "candidateId", rs.url, c.status from candidate c join rule_sources rs on rs.candidate_id = c.id
  where rs.id = ${id} for update of rs`

/** Adds a source. The candidate's rules are collected again, even if a worker is collecting them at this moment. */
export function insert(db: Queryable, caller: Caller, candidateId: string, url: string): Promise<Shown> {
  const id = uuidv7()
  const made = changeAndShow(
    db,
    [
      sql`insert into rule_sources (id, candidate_id, url, origin) values (${id}, ${candidateId}, ${url}, 'MANUAL')`,
      sql`
        update candidates set
          stage = 'PENDING_RULES', failure_reason = null, ${afresh}, ${released}, version = version + 1, updated_at = now()
        where id = ${candidateId}`,
      noteDeed(caller, candidateId, { kind: 'SOURCE_ADDED', url }),
      wake,
    ],
    show(candidateId, id),
  )
  return withConstraints(
    { rule_sources_url_key: () => conflict('This candidate has a rule source with this url already.') },
    made,
  )
}

export const remove = (caller: Caller, { id, candidateId, url }: LockedSource): Sql[] => [
  sql`delete from rule_sources where id = ${id}`,
  noteDeed(caller, candidateId, { kind: 'SOURCE_DELETED', url }),
]
