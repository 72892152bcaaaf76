/** `npm run bench:searches`: how long others wait for a match while one caller has eight slow searches under way. */
import { parseArgs } from 'node:util'
import { Database } from '../src/db/database.ts'
import { findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import { runHttp } from './http-client.ts'
import { load } from './load.ts'
import { VIEWER, people } from './people.ts'
import { type Child, start, stop } from './sides.ts'
import { type ServerConnection, onTemporaryServer } from './temporary-server.ts'
import { httpRequest, sampleOf } from './work.ts'

const { values } = parseArgs({ options: { matches: { type: 'string', default: '1000000' } } })
const BASE_URL = 'http://bench.example.org'
const SECONDS = 6
const ROUNDS = 3
const READERS = 2
const SEARCHERS = 8

/** Nearly every match with an expansion meets it, so all matches are read. */
const SLOW = ['q', 'z', 'x'].map((letter) => `expansionsName!='*${letter}*'`).join(';')

await onTemporaryServer(async (connection) => {
  const db = new Database(connection)
  const made = await people(db, BASE_URL)
  await load(connection, made.recorders, Number(values.matches))
  await db.close()
  await compare(connection, made)
})

async function compare(connection: ServerConnection, made: Awaited<ReturnType<typeof people>>) {
  const db = new Database(connection)
  const service = await start({ role: 'service', connection, baseUrl: BASE_URL }, [])
  try {
    const sample = await sampleOf(db, made)
    const account = await findOrCreateAccount(db, VIEWER)
    const token = await issueToken(db, {
      baseUrl: BASE_URL,
      account,
      roles: ['player'],
      scopes: [],
      hours: 1,
    })
    const read = () =>
      runHttp({
        port: service.port,
        seconds: SECONDS,
        connections: READERS,
        status: 200,
        next: () => httpRequest('get match', sample, made.token),
      })
    await read() // a warm-up
    print(`gets of another, ${READERS} at once      gets    p50    p99    max ms`)
    for (let round = 0; round < ROUNDS; round++) {
      print(`beside nothing              ${line(await read())}`)
      const over = new AbortController()
      const outcomes = searching(service, token, over.signal)
      print(`beside ${SEARCHERS} slow searches      ${line(await read())}`)
      over.abort()
      print(`  answered: ${JSON.stringify(await outcomes)}`)
    }
  } finally {
    await stop(service)
    await db.close()
  }
}

/** Eight at once until the signal; answers how many had which status. */
async function searching({ port }: Child, token: string, over: AbortSignal): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  const url = `http://127.0.0.1:${port}/api/v1/matches/count?filter=${encodeURIComponent(SLOW)}`
  const one = async () => {
    while (!over.aborted) {
      const answered = await fetch(url, {
        headers: { authorization: `Bearer ${token}` },
        signal: over,
      }).catch(() => undefined)
      const status = answered?.status ?? 'gone'
      outcomes[status] = (outcomes[status] ?? 0) + 1
      await answered?.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: SEARCHERS }, one))
  return outcomes
}

function line(took: number[]): string {
  const sorted = Float64Array.from(took).toSorted()
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1).padStart(7)
  return `${String(sorted.length).padStart(9)}${at(0.5)}${at(0.99)}${at(1)}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
