/**
 * `npm run bench` sends requests over HTTP. In turns with them it sends their plain statements, and requests to a bare server
 * (docs/benchmarks.md).
 */
import { parseArgs } from 'node:util'
import { Database } from '../src/db/database.ts'
import { compareAll } from './compare.ts'
import { measureGrowth } from './growth/run.ts'
import { load } from './load.ts'
import { measureOthers } from './others.ts'
import { people } from './people.ts'
import { explainAll } from './plans.ts'
import { type ServerConnection, onTemporaryServer, print } from './temporary-server.ts'
import { sampleOf } from './sample.ts'
import { workNamed, works } from './works/all.ts'

const { values } = parseArgs({
  options: {
    /** Run with few matches and short turns. */
    quick: { type: 'boolean', default: false },
    matches: { type: 'string' },
    rounds: { type: 'string' },
    /** The length of a turn in seconds. */
    seconds: { type: 'string' },
    /** The names of workloads, comma-separated. */
    only: { type: 'string' },
    /** A folder for CPU profiles of the service. */
    profile: { type: 'string' },
    /** Measure how long others wait while one caller sends many requests. */
    others: { type: 'boolean', default: false },
    /** Explain statements and do not measure requests. */
    plans: { type: 'boolean', default: false },
    /** Count the buffers of every read, with a tenth of the matches and with all. */
    growth: { type: 'boolean', default: false },
  },
})
const { quick } = values
const MATCHES = numberOf('matches', quick ? 5_000 : values.growth ? 1_000_000 : 100_000)
const ROUNDS = numberOf('rounds', quick ? 1 : values.others ? 3 : 5)
const SECONDS = numberOf('seconds', values.others ? (quick ? 2 : 8) : quick ? 0.3 : 1.5)
const AT_ONCE = 32
const CALLERS = quick ? 100 : 1_000
const ONLY = values.only?.split(',').map((name) => workNamed(name.trim())) ?? works

await onTemporaryServer(values.growth ? (connection) => measureGrowth(connection, MATCHES) : run)

async function run(connection: ServerConnection, folder: string): Promise<void> {
  const db = new Database(connection)
  try {
    const made = await people(db)
    print(`Loading ${MATCHES} matches …`)
    await load(connection, made.recorders, MATCHES)
    if (values.plans) await explainAll(db, await sampleOf(db, made), print)
    else if (values.others)
      await measureOthers(connection, folder, db, {
        rounds: ROUNDS,
        seconds: SECONDS,
        callers: CALLERS,
        keys: quick ? 1_000 : 10_000,
        answers: quick ? 1_000 : 50_000,
        recorder: made.token,
      })
    else
      await compareAll(connection, folder, db, {
        works: ONLY,
        rounds: ROUNDS,
        seconds: SECONDS,
        atOnce: AT_ONCE,
        callers: CALLERS,
        texts: quick ? 300 : 3_000,
        profiles: values.profile,
      })
  } finally {
    await db.close()
  }
}

function numberOf(option: 'matches' | 'rounds' | 'seconds', usual: number): number {
  const given = values[option] === undefined ? usual : Number(values[option])
  if (given > 0) return given
  throw new Error(`--${option} must be a number above 0.`)
}
