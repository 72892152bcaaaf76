/** Adds what happened to the candidates of the demo, the ids that somebody asked for, and an import of the ranking. */
import type { Queryable } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Step } from '../pipeline/control/schema.ts'
import { FAULTS } from '../pipeline/rankings/row.ts'
import type { Entry } from './candidate-entries.ts'

/** In `by`, a step of the pipeline did it, or the editor. */
interface Activity {
  kind: string
  by: Step | 'editor'
  url?: string
  reason?: string | undefined
  fields?: string[]
  retries?: true
}

interface Happened {
  id: string
  url: string
  editor: string | undefined
  entry: Entry
}

export async function addActivity(tx: Queryable, { id, url, editor, entry }: Happened): Promise<void> {
  for (const [n, { kind, by, reason, fields, retries, ...more }] of activityOf(entry, url).entries()) {
    const [step, user] = by === 'editor' ? [undefined, editor] : [by]
    await tx.many(sql`
      insert into candidate_activity (candidate_id, kind, step, user_id, url, reason, fields, next_attempt_at, created_at)
      values (${id}, ${kind}, ${step}, ${user}, ${more.url}, ${reason}, ${fields}, ${retries ? sql`now() + interval '2 minutes'` : null},
        now() - interval '1 day' + ${n}::int * interval '20 minutes')`)
  }
}

function activityOf(
  { name, stage, status, rulebook, manual, failure, blocked }: Entry,
  url: string,
): Activity[] {
  const found: Activity[] = [{ kind: 'ENRICHED', by: 'ENRICH_FROM_CATALOG' }]
  const wasReached = stage !== 'FAILED'
  if (name === 'Windward') found.unshift({ kind: 'CREATED', by: 'editor', fields: ['displayName'] })
  if (manual) found.push({ kind: 'SOURCE_ADDED', by: 'editor', url })
  if (stage === 'PENDING_RULES' && status === undefined)
    found.push({
      kind: 'ATTEMPT_FAILED',
      by: 'COLLECT_RULES',
      reason: 'rules.example.org answered 503.',
      retries: true,
    })
  else if (stage !== 'PENDING_RULES')
    found.push(
      { kind: 'SOURCE_READ', by: 'COLLECT_RULES', url, reason: wasReached ? undefined : failure },
      wasReached
        ? { kind: 'RULES_COLLECTED', by: 'COLLECT_RULES' }
        : { kind: 'FAILED', by: 'COLLECT_RULES', reason: failure },
    )
  if (rulebook) found.push({ kind: 'INTERPRETED', by: 'INTERPRET_RULES' })
  if (name === 'Windward')
    found.push({ kind: 'CHANGED', by: 'editor', fields: ['scoreType', 'winCondition'] })
  if (name === 'Hollow Hills')
    found.splice(
      1,
      0,
      { kind: 'SOURCE_ADDED', by: 'editor', url },
      { kind: 'SOURCE_DELETED', by: 'editor', url },
      { kind: 'RETRIED', by: 'editor' },
    )
  if (status === 'REJECTED') found.push({ kind: 'REJECTED', by: 'editor' })
  else if (status !== undefined) found.push({ kind: 'APPROVED', by: 'editor', fields: [] })
  if (status === 'PUBLISHED') found.push({ kind: 'PUBLISHED', by: 'PUBLISH' })
  if (blocked) found.push({ kind: 'BLOCKED', by: 'PUBLISH', reason: failure })
  return found
}

/** Ids that have become no candidate. */
export const addRequestedIds = (tx: Queryable, firstId: number) =>
  tx.many(sql`
    insert into catalog_entries (catalog_id, requested_at, pending, outcome)
    values (${firstId}, now() - interval '3 hours', false, 'MISSING'),
      (${firstId + 1}, now() - interval '2 hours', false, 'NOT_A_GAME'),
      (${firstId + 2}, now() - interval '1 hour', true, null)`)

const ROWS: Record<(typeof FAULTS)[number], string> = {
  TOO_LONG: '',
  QUOTES: '900000102,"Rising Tides,102',
  FIELD_COUNT: '900000103,Mill Race,103,4',
  ID: 'none,Copper Lights,104',
  REPEATED_ID: '900000101,Salt Roads,105',
  NAME: '900000106,,106',
  NUMBER: '900000107,Night Train,last',
}

export async function addRankingImport(
  tx: Queryable,
  editor: string | undefined,
  storedRows: number,
): Promise<void> {
  const unreadable = FAULTS.map((reason, n) => ({ line: 20 + n, text: ROWS[reason], reason }))
  await tx.many(sql`
    insert into ranking_imports (user_id, stored_rows, unreadable_rows, unreadable)
    values (${editor}, ${storedRows}, ${FAULTS.length}, ${JSON.stringify(unreadable)}::jsonb)`)
}
