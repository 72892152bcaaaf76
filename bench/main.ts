/** `npm run bench`: requests over HTTP, in turns with their statements sent straight to the same database. */
import { parseArgs } from 'node:util'
import { Database } from '../src/db/database.ts'
import { load } from './load.ts'
import { people } from './people.ts'
import { explainAll } from './plans.ts'
import { type Child, type Conditions, type Measured, overHttp, sentStraight, start, stop } from './sides.ts'
import { heading, line, ratioOf } from './table.ts'
import { type ServerConnection, onTemporaryServer } from './temporary-server.ts'
import { WORKS, type Work, sampleOf } from './work.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    matches: { type: 'string' },
    /** Explain statements instead of measuring requests. */
    plans: { type: 'boolean', default: false },
    /** A folder for a CPU profile of the service. */
    profile: { type: 'string' },
  },
})
const MATCHES = Number(values.matches ?? (values.quick ? 2_000 : 100_000))
const SECONDS = values.quick ? 1 : 3
const ROUNDS = values.quick ? 1 : 5
const CONCURRENCY = 32
const BASE_URL = 'http://bench.example.org'

/** The first signal ends the run in good order, the next at once. */
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error('The run was stopped.')))

await onTemporaryServer(run)

async function run(connection: ServerConnection, folder: string): Promise<void> {
  const conditions = await prepare(connection, folder)
  if (values.plans) return plans(connection, conditions)
  const profiled = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const children: Child[] = []
  try {
    const service = await start({ role: 'service', connection, baseUrl: BASE_URL }, profiled)
    children.push(service)
    const straight = await start({ role: 'straight', connection, baseUrl: BASE_URL }, [])
    children.push(straight)
    print(`In turns of ${SECONDS} s, ${ROUNDS} rounds, ${CONCURRENCY} at once; the median of the rounds:\n`)
    print(heading())
    for (const work of WORKS) await compare(work, service, straight, conditions)
  } finally {
    for (const child of children) await stop(child)
  }
}

async function prepare(connection: ServerConnection, folder: string): Promise<Conditions> {
  const db = new Database(connection)
  try {
    const made = await people(db, BASE_URL)
    const { recorders, token } = made
    print(`Loading ${MATCHES} matches …`)
    await load(connection, recorders, MATCHES)
    return {
      sample: await sampleOf(db, made),
      token,
      seconds: SECONDS,
      concurrency: CONCURRENCY,
      folder,
    }
  } finally {
    await db.close()
  }
}

async function plans(connection: ServerConnection, { sample }: Conditions): Promise<void> {
  const db = new Database(connection)
  try {
    await explainAll(db, sample, print)
  } finally {
    await db.close()
  }
}

async function compare(work: Work, service: Child, straight: Child, conditions: Conditions): Promise<void> {
  const http: Measured[] = []
  const plain: Measured[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    stopped.signal.throwIfAborted()
    const one = await overHttp(work, service, conditions)
    const other = await sentStraight(work, straight, conditions)
    if (round === 0) continue // warm-up
    http.push(one)
    plain.push(other)
  }
  print(line(work, 'HTTP', http, ratioOf(http, plain)))
  print(line('', 'straight', plain, undefined))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
