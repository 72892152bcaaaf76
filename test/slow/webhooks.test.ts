/** Webhooks through harm: two instances share the work, and one of them is killed while deliveries are on their way. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { migrate } from '../../src/db/migrate.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { PREFIX } from '../../src/http/prefix.ts'
import { issueToken } from '../../src/identity/embedded-issuer.ts'
import { newAccount } from '../identity/accounts.ts'
import { REACHABLE, Replica, urlOf } from '../replicas.ts'
import { type Served, placeFor, serve } from '../served.ts'
import { waitFor } from '../wait-for.ts'
import { type Received, receivedFrom } from '../webhooks/receiver.ts'

const KILLS = 6
const BASE_URL = 'http://localhost:8080'

test('no acknowledged change is lost by kill -9, and each repetition has its id', async (t) => {
  const received: Received[] = []
  let secret = ''
  let arrived = 0
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const number = ++arrived
    received.push(receivedFrom(request, body, secret))
    await sleep(number % 50) // so that a kill comes between request and answer
    response.writeHead(number % 20 === 0 ? 500 : 204).end()
  }
  const endpoint = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy()) // whose sender was killed
  }).listen(0, '127.0.0.1')
  t.after(() => endpoint.close())
  await new Promise((resolve) => endpoint.once('listening', resolve))
  const { port } = endpoint.address() as AddressInfo

  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const replica = await Replica.primary(folder, 'p')
  t.after(() => replica.end())
  await migrate(replica.address)
  const db = new Database(replica.address)
  t.after(() => db.close())
  const settings = {
    SCOREBOOK_DATABASE_URL: urlOf([replica.address]),
    SCOREBOOK_PIPELINE: 'off',
    SCOREBOOK_WEB: 'off',
    SCOREBOOK_LOG_LEVEL: 'fatal',
    SCOREBOOK_BASE_URL: BASE_URL,
    SCOREBOOK_WEBHOOK_LOOPBACK_PORTS: String(port),
  }
  const instances = await Promise.all(
    [1, 2].map(async () => {
      const place = await placeFor(t, settings)
      const served: Served = serve(place)
      await served.ready()
      return { place, served }
    }),
  )
  const account = await newAccount(db, 'Root', ['admin'])
  const token = await issueToken(db, { issuer: BASE_URL, account, roles: ['admin'], scopes: [], hours: 1 })
  const post = (url: string, path: string, body: object, key = uuidv7()) =>
    fetch(`${url}${PREFIX}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
  const urls = instances.map(({ place }) => place.url)
  const hook = { url: `http://127.0.0.1:${port}/`, kinds: ['ghost-player.created'] }
  await waitFor('the announcement of the port', async () => {
    const made = await post(urls[0] ?? '', '/webhooks', hook)
    if (made.status === 201) secret = ((await made.json()) as { secret: string }).secret
    return made.status === 201
  })

  // The waits after failures last for minutes, and the lease of a killed instance for one; neither is tested here.
  const hurry = async () => {
    await db.many(sql`
      update webhooks set hold_until = null,
        lease_until = case when lease_until < now() + interval '55 seconds' then now() else lease_until end`)
    await db.many(sql`update webhook_deliveries set due_at = now() where state = 'WAITING'`)
  }

  const made: string[] = []
  const stopping = new AbortController()
  const writing = (async () => {
    for (let attempt = 0; !stopping.signal.aborted;) {
      const key = uuidv7()
      for (;;) {
        const url = urls[attempt++ % urls.length] ?? ''
        const reply = await post(url, '/ghost-players', { displayName: 'Carol' }, key).catch(() => undefined)
        if (reply?.status === 201) {
          made.push(`/ghost-players/${((await reply.json()) as { id: string }).id}`)
          break
        }
        await sleep(20)
      }
      await sleep(50)
      if (made.length > arrived + 100) await waitFor('room', () => made.length < arrived + 50)
    }
  })()
  for (let kill = 0; kill < KILLS; kill++) {
    const before = arrived
    await waitFor('deliveries before the kill', async () => {
      await hurry()
      return arrived > before + 10
    })
    const instance = instances[kill % 2] ?? assert.fail()
    await instance.served.end('SIGKILL')
    instance.served = serve(instance.place)
    await instance.served.ready()
  }
  stopping.abort()
  await writing
  await waitFor('the end of all deliveries', async () => {
    await hurry()
    const { waiting } = await db.one(sql<{ waiting: number }>`
      select (select count(*) from webhook_deliveries where state <> 'SENT')::int
        + (select (h.position <> e.position)::int from webhook_head h, event_head e)
        + (select count(*) from events where position is null)::int as waiting`)
    return waiting === 0
  })
  assert.ok(
    received.every(({ verified }) => verified !== undefined),
    'each is signed',
  )
  const byPath = Map.groupBy(received, ({ verified }) => verified?.data.path ?? '')
  assert.deepEqual([...byPath.keys()].toSorted(), made.toSorted(), 'none is lost')
  for (const [path, some] of byPath) assert.equal(new Set(some.map(({ id }) => id)).size, 1, path)
  t.diagnostic(`${made.length} changes, ${received.length} requests to the endpoint, ${KILLS} kills`)
})
