/** Explains a statement with the plan that the service gets for it, and with the rows and buffers that the plan reads. */
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import type { Database, Transaction } from '../src/db/database.ts'
import { type Sql, prepared, raw } from '../src/db/sql.ts'

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

export async function explain(db: Database, statement: Sql): Promise<Explained> {
  const [explained] = (await explainEach(db, [statement], 'json')) as [Explained[]]
  if (!explained[0]) throw new Error('PostgreSQL explained nothing.')
  return explained[0]
}

/** The number of buffers. A buffer is a page of 8 kB of a table or index, in memory or not. */
export interface Cost {
  buffers: number
  rows: number
}

/** The costs of statements with the same text and different values. This is fast, because it does not parse whole plans. */
export async function costsOf(db: Database, statements: [Sql, ...Sql[]]): Promise<Cost[]> {
  const plans = (await explainEach(db, statements, 'yaml')) as string[]
  return plans.map((plan) => {
    const first = (name: string) => Number(plan.match(new RegExp(`${name}: ([\\d.]+)`))?.[1])
    return { buffers: first('Shared Hit Blocks') + first('Shared Read Blocks'), rows: first('Actual Rows') }
  })
}

/** A prepared statement has one plan for all values. Any other statement is planned for its own values. */
function explainEach(db: Database, statements: [Sql, ...Sql[]], format: 'json' | 'yaml'): Promise<unknown[]> {
  const [{ text, sending }] = statements
  const mode = sending.prepared === 'never' ? 'force_custom_plan' : 'force_generic_plan'
  const send = (tx: Transaction, command: string) => tx.many(prepared(raw(command), 'never'))
  return db.transaction(async (tx) => {
    const explained: unknown[] = []
    await send(tx, `set local plan_cache_mode = ${mode}`)
    await send(tx, `prepare explained as ${text}`)
    for (const { values } of statements) {
      const given = values.map(literal).join(', ')
      const [row] = await send(
        tx,
        `explain (analyze, buffers, costs off, timing off, format ${format}) execute explained${given && `(${given})`}`,
      )
      explained.push(row?.['QUERY PLAN'])
    }
    await send(tx, 'deallocate explained')
    return explained
  })
}

function literal(value: unknown): string {
  const text = prepareValue(value)
  return text === null ? 'null' : pg.escapeLiteral(String(text))
}

export const buffersOf = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

export const touched = (node: Plan) =>
  Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
