/**
 * Stores candidates. When a person changes one, its row is locked. A change that ends the work of a step also ends the step's
 * lease.
 */
import { type Queryable, changeAndShow } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { withConstraints } from '../../db/violations.ts'
import type { Shown } from '../../http/operation/operation.ts'
import { conflict } from '../../http/problem.ts'
import { wake } from '../wake.ts'
import type { Caller } from '../../http/caller.ts'
import { noteDeed, noteResult } from './activity.ts'
import type { CandidateChange } from './change.ts'
import { json } from './json.ts'
import { assigned, columnsOf, selected, valuesOf } from './columns.ts'
import { FIELD_NAMES, type Fields } from './fields.ts'
import type { STAGES, STATUSES } from './schema.ts'

export type LockedCandidate = Fields & {
  id: string
  version: number
  catalogId: string
  manuallySet: string[]
  stage: (typeof STAGES)[number]
  status: (typeof STATUSES)[number]
  blocked: boolean
  waiting: boolean
  gameId: string | null
  expansionId: string | null
  hasText: boolean
}

export const show = (id: string) => sql<Shown>`
  select c.id, c.version, (${json})::text as body from candidates c where c.id = ${id}`

export const lock = (id: string) => sql<LockedCandidate>`
  select c.id, c.version, c.catalog_id as "catalogId", ${selected('c')}, 
    c.manually_set as "manuallySet", c.stage, c.status, c.blocked, c.waiting,
    c.game_id as "gameId", c.expansion_id as "expansionId",
    exists (select from rule_texts rt where rt.candidate_id = c.id) as "hasText"
  from candidates c where c.id = ${id} for update of c`

/** Inserts a candidate, and queues its catalogue id, so that the catalogue can fill in missing values. */
export function insert(
  db: Queryable,
  caller: Caller,
  catalogId: string,
  values: Fields,
  manuallySet: readonly string[],
): Promise<Shown> {
  const id = uuidv7()
  const made = changeAndShow(
    db,
    [
      sql`
        insert into candidates (id, catalog_id, ${columnsOf(FIELD_NAMES)}, manually_set, rank)
        select ${id}, ${catalogId}, ${valuesOf(FIELD_NAMES, values)}, ${manuallySet},
          (select e.rank from catalog_entries e where e.catalog_id = ${catalogId})`,
      sql`
        insert into catalog_entries (catalog_id, candidate_id, requested_at) values (${catalogId}, ${id}, now())
        on conflict (catalog_id) do update set
          candidate_id = excluded.candidate_id, requested_at = excluded.requested_at, pending = true, outcome = null, failure_reason = null,
          due_at = excluded.due_at, lease_token = null, lease_until = null, version = catalog_entries.version + 1`,
      noteDeed(caller, id, { kind: 'CREATED', fields: manuallySet }),
      wake,
    ],
    show(id),
  )
  const known = () => conflict(`There is a candidate with the catalogId ${catalogId} already.`)
  return withConstraints({ candidates_catalog_id_key: known }, made)
}

/** Changes a candidate. The lease of a step stays, because steps do not overwrite fields that a person has set. */
export const update = (
  db: Queryable,
  caller: Caller,
  id: string,
  { values, manuallySet, differing }: CandidateChange,
): Promise<Shown> =>
  changed(db, id, sql`${assigned(values)}, manually_set = ${manuallySet}`, [
    noteDeed(caller, id, { kind: 'CHANGED', fields: differing }),
  ])

export interface Approval extends CandidateChange {
  gameId: string | null
  waiting: boolean
  /** True if there is something new to publish. */
  isNew: boolean
}

/** Approves a candidate. If an engine call is running, it ends before the new revision is published. */
export const approve = (
  db: Queryable,
  caller: Caller,
  { id, status }: LockedCandidate,
  { values, manuallySet, differing, gameId, waiting, isNew }: Approval,
): Promise<Shown> =>
  changed(
    db,
    id,
    sql`
      ${assigned(values)}, manually_set = ${manuallySet},
      stage = 'INTERPRETED', status = 'APPROVED', failure_reason = null, blocked = false,
      game_id = ${gameId}, waiting = ${waiting}, revision = revision + ${isNew ? 1 : 0}::int,
      ${afresh}${status === 'PENDING' ? sql`, ${released}` : sql``}`,
    [forgetTexts(id), noteDeed(caller, id, { kind: 'APPROVED', fields: differing }), wake],
  )

/** Rejects a candidate. Approved expansions that waited for this game are blocked. */
export const reject = (db: Queryable, caller: Caller, { id, catalogId }: LockedCandidate): Promise<Shown> =>
  changed(db, id, sql`status = 'REJECTED', ${released}`, [
    forgetTexts(id),
    noteDeed(caller, id, { kind: 'REJECTED' }),
    sql`
      with changed as (
        update candidates set
          blocked = true, failure_reason = ${BASE_REJECTED}, version = version + 1, updated_at = now()
        where base_game_catalog_id = ${catalogId} and status = 'APPROVED' and waiting and not blocked returning id)
      ${noteResult('PUBLISH', sql`select id from changed`, { kind: 'BLOCKED', reason: BASE_REJECTED })}`,
  ])

const BASE_REJECTED =
  'The base game of this expansion was rejected; approve the expansion again with the gameId of its base game in the engine.'

export const retry = (
  db: Queryable,
  caller: Caller,
  id: string,
  stage: LockedCandidate['stage'],
): Promise<Shown> =>
  changed(
    db,
    id,
    sql`
      stage = ${stage}, failure_reason = null, blocked = false,
      ${afresh}, ${released}`,
    [noteDeed(caller, id, { kind: 'RETRIED' }), wake],
  )

export type Base = {
  status: LockedCandidate['status']
  gameId: string | null
}

export const holdBase = (catalogId: string) => sql<Base>`
  select status, game_id as "gameId" from candidates where catalog_id = ${catalogId} for share`

export const gameExists = (gameId: string): Sql => sql`select id from games where id = ${gameId}`

export const showEvidence = (id: string) => sql<Shown>`
  select json_object('values': coalesce((
      select json_agg(json_object(
          'field': v.key, 'value': ${valueText}, 'quote': v.value ->> 'quote', 'url': v.value ->> 'url')
        order by v.key)
      from jsonb_each(c.interpreted) v), '[]'))::text as body
  from candidates c where c.id = ${id}`

const valueText = sql`case jsonb_typeof(v.value -> 'value')
    when 'object' then concat_ws('-', v.value #>> '{value,from}',
        nullif(v.value #>> '{value,to}', v.value #>> '{value,from}'))
    else v.value ->> 'value' end`

/** Ends a lease. The worker notices it at its next write, because the token of the lease is gone. */
export const released = sql`lease_token = null, lease_until = null`

export const afresh = sql`attempts = 0, unproven_attempts = 0, lost_leases = 0, service_failures = 0, last_failure = null, due_at = now()`

/** Deletes the texts of rulebooks. They are stored only until they are interpreted. */
export const forgetTexts = (candidateId: string): Sql =>
  sql`delete from rule_texts where candidate_id = ${candidateId}`

const changed = (db: Queryable, id: string, set: Sql, more: Sql[]): Promise<Shown> =>
  changeAndShow(
    db,
    [sql`update candidates set ${set}, version = version + 1, updated_at = now() where id = ${id}`, ...more],
    show(id),
  )
