/** nginx and Caddy, with the files from ship/, in front of two instances. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Database } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { sql } from '../../../src/db/sql.ts'
import { issueToken } from '../../../src/identity/embedded-issuer.ts'
import { Ends } from '../../ends.ts'
import { newAccount } from '../../identity/accounts.ts'
import { REACHABLE, Replica, urlOf } from '../../replicas.ts'
import { type Place, type Served, placeFor, serve } from '../../served.ts'
import { instancesDrill } from '../drill/instances.ts'
import { NAME, type Proxy, STOP_DELAY, Visitor, startProxy } from './proxy.ts'
import { needs } from './tools.ts'

const KINDS = ['nginx', 'caddy'] as const
const toolsOf = { nginx: needs(['nginx', 'openssl']), caddy: needs(['caddy']) }
const BASE = `https://${NAME}`

const ends = new Ends()
after(() => ends.run())
let db: Database
let token: string
interface Instance {
  place: Place
  served?: Served
  port: number
}

const instances: Instance[] = []

before(async () => {
  if (KINDS.every((kind) => toolsOf[kind].skip)) return
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const replica = await Replica.primary(folder, 'p')
  ends.push(() => replica.end())
  await migrate(replica.address)
  db = new Database(replica.address)
  ends.push(() => db.close())
  for (let n = 0; n < 2; n++) {
    const place = await placeFor(
      { after: (end) => ends.push(end) },
      {
        SCOREBOOK_DATABASE_URL: urlOf([replica.address]),
        SCOREBOOK_BASE_URL: BASE,
        SCOREBOOK_TRUSTED_PROXIES: '127.0.0.1',
        SCOREBOOK_PIPELINE: 'off',
        SCOREBOOK_WEB: 'off',
      },
    )
    instances.push({ place, port: Number(new URL(place.url).port) })
  }
  const account = await newAccount(db, 'Alice', ['admin'])
  token = await issueToken(db, { issuer: BASE, account, roles: ['admin'], scopes: [], hours: 1 })
})

const ports = () => instances.map(({ port }) => port)

for (const kind of KINDS)
  describe(`behind ${kind}`, toolsOf[kind], () => {
    let proxy: Proxy
    before(async () => {
      await Promise.all(
        instances.map((instance) => begin(instance, { SCOREBOOK_STOP_DELAY: STOP_DELAY[kind] })),
      )
      proxy = await startProxy(kind, ports())
      ends.push(() => proxy.end())
    })

    test('instances that end under load, and come back, cost nobody anything', async (t) => {
      const outcome = await instancesDrill({
        kind,
        instances: 2,
        rounds: 1,
        tell: (line) => t.diagnostic(line),
      })
      t.diagnostic(JSON.stringify(outcome))
      assert.deepEqual(outcome.faults, [])
    })

    test('an import of 32 MB passes, and what is too large is refused by the service', async () => {
      const visitor = new Visitor(proxy)
      const application = `companion-${kind}`
      const created = { applicationId: application, displayName: 'Companion', baseLocale: 'en' }
      assert.equal((await change(visitor, 'POST', '/applications', created)).status, 201)
      const path = `/applications/${application}/keys/import`
      const keys = Array.from({ length: 10_000 }, (_, n) => ({
        key: `screen.label${n}`,
        arguments: [],
        baseText: `Text ${n} ${'of a game '.repeat(335)}`,
      }))
      const body = JSON.stringify({ baseLocale: 'en', keys })
      assert.ok(body.length > 32 * 1_048_576)
      const imported = await change(visitor, 'POST', path, body)
      assert.equal(imported.status, 200, imported.text.slice(0, 300))
      const tooLarge = await change(visitor, 'POST', '/groups', `{"displayName": "${'x'.repeat(2_000_000)}"}`)
      assert.equal(tooLarge.status, 413)
      assert.match(tooLarge.headers['content-type'] ?? '', /^application\/problem\+json/)
      visitor.close()
    })

    test('what a client says of its address is not believed, through the proxy or past it', async () => {
      const lie = {
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        'x-real-ip': '203.0.113.9',
        forwarded: 'for=203.0.113.9;host=evil.example',
      }
      const through = new Visitor(proxy, '127.0.0.7')
      const past = new Visitor({ port: ports()[0] ?? 0 }, '127.0.0.8')
      for (const [visitor, address] of [
        [through, '127.0.0.7'],
        [past, '127.0.0.8'],
      ] as const) {
        const name = `nobody-${kind}-${randomUUID()}`
        const answer = await visitor.send('POST', '/sign-in', {
          headers: { ...lie, origin: BASE, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ name, password: 'plum lantern quarry 7' }).toString(),
        })
        assert.equal(answer.status, 422)
        assert.doesNotMatch(answer.text + JSON.stringify(answer.headers), /evil\.example/)
        const found = await db.many(
          sql<{
            address: string
          }>`select address from audit_events where kind = 'SIGN_IN_FAILED' order by id desc limit 1`,
        )
        assert.deepEqual(found, [{ address }])
        visitor.close()
      }
    })

    test('answers are not compressed again, and keep their ETags', async () => {
      const visitor = new Visitor(proxy)
      const headers = { ...bearer(), 'accept-encoding': 'gzip, br' }
      const { status, headers: told } = await visitor.send('GET', '/api/v1/users/me', { headers })
      assert.equal(status, 200)
      assert.match(told.etag ?? '', /^"\d+"$/)
      assert.equal(told['content-encoding'], undefined)
      visitor.close()
    })

    test('a request that an instance cuts off is sent again only where that does no harm', async (t) => {
      const asked: string[] = []
      const cutting = await Promise.all(
        [0, 1].map(async () => {
          const server = createServer((request, response) => {
            if (request.url === '/readyz') return void response.end('{}')
            asked.push(`${request.method} ${request.url}`)
            request.socket.destroy()
          })
          server.listen(0, '127.0.0.1')
          await once(server, 'listening')
          t.after(() => {
            server.closeAllConnections()
            server.close()
          })
          return (server.address() as AddressInfo).port
        }),
      )
      // Each request gets a new proxy, because a proxy does not use an instance for a while after it failed.
      const visitorOfNew = async () => {
        const fresh = await startProxy(kind, cutting)
        t.after(() => fresh.end())
        const visitor = new Visitor(fresh)
        t.after(() => visitor.close())
        return visitor
      }
      const form = await (await visitorOfNew()).send('POST', '/sign-in', { body: 'name=alice' })
      assert.equal(form.status, 502)
      assert.deepEqual(asked.splice(0), ['POST /sign-in'])
      const changed = await change(await visitorOfNew(), 'POST', '/groups', { displayName: 'Friends' })
      assert.equal(changed.status, 502)
      assert.ok(asked.every((one) => one === 'POST /api/v1/groups'))
      assert.equal(asked.length, kind === 'nginx' ? 2 : 1, 'by its key nginx may ask the other instance')
    })
  })

/** Ends the instance if it runs, and starts it with other settings. */
async function begin(instance: Instance, settings: NodeJS.ProcessEnv = {}): Promise<void> {
  await instance.served?.end('SIGKILL')
  Object.assign(instance.place.env, settings)
  instance.served = serve(instance.place)
  await instance.served.ready()
}

const bearer = () => ({ authorization: `Bearer ${token}` })

const change = (
  visitor: Visitor,
  method: string,
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
) =>
  visitor.send(method, `/api/v1${path}`, {
    headers: { ...bearer(), 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
