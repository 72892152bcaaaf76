/** How PostgreSQL finds what a statement asks for: its plan, planned as the service has it planned, with what it read. */
import pg from 'pg'
import type { Database, Transaction } from '../src/db/database.ts'
import { type Sql, prepared, raw } from '../src/db/sql.ts'

/** The part of PostgreSQL's plan that is told. */
export interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

export interface Explained {
  Plan: Plan
  'Execution Time': number
}

/** A statement that the service prepares is planned for any value, another for its own. */
export function explain(db: Database, { text, values, prepared: kept }: Sql): Promise<Explained> {
  const mode = kept === 'never' ? 'force_custom_plan' : 'force_generic_plan'
  const given = values.map((value) => pg.escapeLiteral(String(value))).join(', ')
  const send = (tx: Transaction, command: string) =>
    tx.many(prepared(raw(command) as Sql<{ 'QUERY PLAN'?: Explained[] }>, 'never'))
  return db.transaction(async (tx) => {
    await send(tx, `set local plan_cache_mode = ${mode}`)
    await send(tx, `prepare explained as ${text}`)
    const [row] = await send(
      tx,
      `explain (analyze, buffers, timing off, format json) execute explained${given && `(${given})`}`,
    )
    await send(tx, 'deallocate explained')
    const [explained] = row?.['QUERY PLAN'] ?? []
    if (!explained) throw new Error('PostgreSQL explained nothing.')
    return explained
  })
}

export const buffersOf = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Rows that a node gave or passed over. */
export const touched = (node: Plan) =>
  Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
