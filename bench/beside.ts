/** `npm run bench:beside`: how long others wait for their reads while a build imports its keys. */
import { Database } from '../src/db/database.ts'
import { uuidv7 } from '../src/db/uuid.ts'
import { findOrCreateAccount, issueToken } from '../src/identity/embedded-issuer.ts'
import { userOfAccount } from '../src/resources/users/store.ts'
import { runHttp } from './http-client.ts'
import { catalog } from './message-catalog.ts'
import { type Child, asked, start, stop } from './sides.ts'
import { type ServerConnection, onTemporaryServer } from './temporary-server.ts'

const BASE_URL = 'http://bench.example.org'
const SECONDS = 8
const READERS = 2

await onTemporaryServer(run)

async function run(connection: ServerConnection): Promise<void> {
  const db = new Database(connection)
  const service = await start({ role: 'service', connection, baseUrl: BASE_URL }, [])
  try {
    const token = await ownersToken(db)
    await post(service, token, '/applications', {
      applicationId: 'companion',
      displayName: 'Companion',
      baseLocale: 'en',
    })
    print(
      `${'reads beside'.padEnd(32)}  reads  imports   p50   p99   max   longest hold of the event loop, in ms`,
    )
    await measure('nothing', service, token, undefined)
    for (const [what, size] of [
      ['an import of 10,000 keys, ', 450],
      ['an import of 10,000 keys, ', 3_000],
    ] as const) {
      const bodies = ['who', 'player'].map((player) => JSON.stringify(padded(player, size)))
      await measure(
        `${what}${(Buffer.byteLength(bodies[0] ?? '') / 1e6).toFixed(1)} MB`,
        service,
        token,
        bodies,
      )
    }
  } finally {
    await stop(service)
    await db.close()
  }
}

/** Every import changes every key, so that all of its work is done. */
async function measure(
  what: string,
  service: Child,
  token: string,
  bodies: string[] | undefined,
): Promise<void> {
  await asked(service, 'figures')
  const over = new AbortController()
  let imports = 0
  const importing = async (given: string[]) => {
    for (; !over.signal.aborted; imports++)
      await post(service, token, '/applications/companion/keys/import', given[imports % given.length] ?? '')
  }
  const reading = async () => {
    const request = `GET /api/v1/games?limit=20 HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`
    const took = await runHttp({
      port: service.port,
      seconds: SECONDS,
      connections: READERS,
      status: 200,
      next: () => request,
    })
    over.abort()
    return took
  }
  const [took] = await Promise.all([reading(), bodies && importing(bodies)])
  const { longestHold } = await asked(service, 'figures')
  const sorted = Float64Array.from(took).toSorted()
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0).padStart(6)
  print(
    `${what.padEnd(32)} ${String(sorted.length).padStart(6)} ${String(imports).padStart(8)}${at(0.5)}${at(0.99)}${at(1)} ${longestHold.toFixed(0).padStart(9)}`,
  )
}

/** Descriptions first, as texts have at most 4,000 characters and descriptions 1,000. */
function padded(player: string, size: number) {
  const { keys, ...rest } = catalog(10_000, player)
  return {
    ...rest,
    keys: keys.map((key) => ({
      ...key,
      baseText: key.baseText.padEnd(Math.max(0, size - 250), ' and so on'),
      description: key.description.padEnd(250, ' and so on'),
    })),
  }
}

async function post(service: Child, token: string, path: string, body: object | string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${service.port}/api/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': uuidv7(),
      'content-type': 'application/json',
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`)
}

async function ownersToken(db: Database): Promise<string> {
  const account = await findOrCreateAccount(db, 'owner')
  await userOfAccount(db, account)
  return issueToken(db, { baseUrl: BASE_URL, account, roles: ['admin'], scopes: [], hours: 1 })
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
