/** `npm run bench -- --plans`: how PostgreSQL finds what one recorder asks for, each statement planned as the service has it planned. */
import pg from 'pg'
import type { Database, Transaction } from '../src/db/database.ts'
import { type Sql, prepared, raw, sql } from '../src/db/sql.ts'
import { countQuery, countStatement, listQuery, listStatement } from '../src/http/filter/list.ts'
import type { Checked } from '../src/http/validate.ts'
import { matches } from '../src/resources/matches/collections.ts'
import { show } from '../src/resources/matches/store.ts'
import { type Sample, callerOf } from './work.ts'

/** Explains every request once the pages it reads are in memory; prints a line each. */
export async function explainAll(db: Database, sample: Sample, print: (line: string) => void): Promise<void> {
  print(`${'request'.padEnd(LABEL)} buffers       ms  rows by index or table`)
  for (const [label, statement] of await requests(sample, db)) {
    await explain(db, statement)
    print(describe(label, await explain(db, statement)))
  }
}

const LABEL = 34

async function requests(sample: Sample, db: Database): Promise<[string, Sql][]> {
  const caller = callerOf(sample)
  const rows = matches.rows({ caller })
  const list = (query: Record<string, string>, keys?: string[]) => {
    const asked = right(listQuery(matches, parameters(query), '', Buffer.alloc(0)))
    return listStatement(
      rows,
      keys ? { ...asked, cursor: { towards: 'after', inclusive: false, keys } } : asked,
    )
  }
  const count = (query: Record<string, string>) =>
    countStatement(rows, right(countQuery(matches.fields, parameters(query))))
  const halfway = async (column: Sql) => {
    const mine = sql`from matches where recorder_id = ${sample.user.id}`
    const row = await db.maybe(sql<{ keys: string[] }>`
      select array[${column}::text, id::text] as keys ${mine}
      order by ${column} desc, id desc offset (select count(*) / 2 ${mine}) limit 1`)
    return row?.keys ?? []
  }
  const month = 'playedAt=ge=2024-03-01T00:00:00Z;playedAt=lt=2024-04-01T00:00:00Z'
  return [
    ['get', show(sample.matchIds[0] ?? '', caller)],
    ['list, newest first', list({})],
    ['the same, halfway through', list({}, await halfway(sql`created_at`))],
    ['list by playedAt', list({ sort: 'playedAt:DESC' })],
    ['the same, halfway through', list({ sort: 'playedAt:DESC' }, await halfway(sql`played_at`))],
    ['list by finalizedAt', list({ sort: 'finalizedAt:DESC' })],
    ['list by id', list({ sort: 'id:ASC' })],
    ['list of a much played game', list({ filter: "gameName=='game 1'" })],
    ['list of a seldom played game', list({ filter: "gameName=='game 190'" })],
    ['list of a game that is not there', list({ filter: "gameName=='*no such*'" })],
    ['count', count({})],
    ['count by gameName', count({ filter: "gameName=='game 7'" })],
    ['count by gameName, any part', count({ filter: "gameName=='*me 7*'" })],
    ['count by expansionsName', count({ filter: "expansionsName=='game 7, part 3'" })],
    ['count by playsetName', count({ filter: "playsetName=='*siege*'" })],
    ['count of a month by playedAt', count({ filter: month })],
    ['count by gameName in a month', count({ filter: `gameName=='game 7';${month}` })],
  ]
}

const parameters = (query: Record<string, string>) => new Map(Object.entries(query))

function right<T>({ value, violations }: Checked<T>): T {
  if (value === undefined) throw new Error(`The query is wrong: ${JSON.stringify(violations)}`)
  return value
}

/** The part of PostgreSQL's plan that is told. */
interface Plan {
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

interface Explained {
  Plan: Plan
  'Execution Time': number
}

/** A statement that the service prepares is planned for any value, another for its own. */
function explain(db: Database, { text, values, prepared: kept = 'always' }: Sql): Promise<Explained> {
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

function describe(label: string, { Plan: plan, 'Execution Time': milliseconds }: Explained): string {
  const buffers = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  const scans = nodesOf(plan).filter(
    (node) => touched(node) > 0 && (node['Index Name'] ?? node['Relation Name']),
  )
  const busiest = scans.toSorted((one, other) => touched(other) - touched(one)).slice(0, 3)
  const told = busiest.map((node) => `${nameOf(node)} ${touched(node)}`).join(', ')
  return `${label.padEnd(LABEL)}${String(buffers).padStart(8)}${milliseconds.toFixed(1).padStart(9)}  ${told}`
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const nameOf = (node: Plan) =>
  node['Node Type'] === 'Seq Scan'
    ? `SCAN OF ${node['Relation Name']}`
    : (node['Index Name'] ?? node['Relation Name'])

/** Rows that a node gave or passed over. */
const touched = (node: Plan) =>
  Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
