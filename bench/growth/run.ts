/** `npm run bench -- --growth`: the cost of each read with a tenth of the matches, and with all matches. */
import { Database } from '../../src/db/database.ts'
import { load } from '../load.ts'
import { people } from '../people.ts'
import { type ServerConnection, databaseBeside, print } from '../temporary-server.ts'
import { type Grown, faultOf, grownOf, nameOf, unused } from './compare.ts'
import { type Counted, countAll } from './count.ts'

/** The timeout is in milliseconds, because a statistic of a popular game takes seconds. */
const PATIENCE = { statementTimeout: 300_000 }

/** Fails if a request grows that `GROWING` does not list, or if it grows more than its row there allows. */
export async function measureGrowth(connection: ServerConnection, matches: number): Promise<void> {
  const few = await countIn(await databaseBeside(connection, 'few'), matches / 10)
  const many = await countIn(await databaseBeside(connection, 'many'), matches)
  const grown = grownOf(few, many)
  print(`\n${many.length} requests; ${grown.length} grow. The largest of each operation:\n`)
  print(`${'buffers'.padStart(22)}  request`)
  for (const some of Map.groupBy(grown, ({ operation, kind }) => `${operation} ${kind}`).values()) {
    const [largest] = some.toSorted((one, other) => other.buffers - one.buffers)
    if (largest) print(lineOf(largest, some.length))
  }
  for (const row of unused(grown)) print(`Nothing grows any more: ${row.operations.join(', ')}`)
  const faults = grown.flatMap((one) => faultOf(one, 'many') ?? [])
  if (faults.length > 0) throw new Error(`${faults.length} requests read too much:\n${faults.join('\n')}`)
}

async function countIn(connection: ServerConnection, matches: number): Promise<Counted[]> {
  const db = new Database(connection, PATIENCE)
  try {
    const { recorders } = await people(db)
    print(`Loading ${matches} matches …`)
    await load(connection, recorders, matches)
    print('Counting …')
    return await countAll(db)
  } finally {
    await db.close()
  }
}

const lineOf = (grown: Grown, number: number) =>
  `${String(grown.before).padStart(9)} → ${String(grown.buffers).padStart(10)}  ${nameOf(grown)}${number > 1 ? `, and ${number - 1} more` : ''}`
