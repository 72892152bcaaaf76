/**
 * The drill of instances: they are behind a proxy with its shipped file, and are restarted one after the other while apps,
 * browsers, streams of events and a webhook are at work.
 */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Database } from '../../../src/db/database.ts'
import { migrate } from '../../../src/db/migrate.ts'
import { sql } from '../../../src/db/sql.ts'
import { PREFIX } from '../../../src/http/prefix.ts'
import { issueToken } from '../../../src/identity/embedded-issuer.ts'
import { Ends, endOnSignals } from '../../ends.ts'
import { App } from '../../events/app.ts'
import { newAccount, signIn } from '../../identity/accounts.ts'
import { REACHABLE, Replica, urlOf } from '../../replicas.ts'
import { type Place, type Served, placeFor, serve } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'
import { type Received, receivedFrom } from '../../webhooks/receiver.ts'
import { NAME, type Proxy, STOP_DELAY, Visitor, startProxy } from '../ship/proxy.ts'

interface Options {
  kind: Proxy['kind']
  instances: number
  /** How often each instance is restarted. */
  rounds: number
  tell: (line: string) => void
}

interface InstancesOutcome {
  kind: Proxy['kind']
  instances: number
  restarts: number
  requests: number
  /** In milliseconds. */
  slowest: number
  /** Answers to signed-in browsers. */
  browsed: number
  events: number
  deliveries: number
  /** A sentence for each broken promise. */
  faults: string[]
}

interface Instance {
  place: Place
  port: number
  served: Served
}

const BASE = `https://${NAME}`
const WRITERS = 4
const BROWSERS = 4
const STREAMS = 2
/** The pause of a client between two requests, in milliseconds. */
const PAUSE = 20

export async function instancesDrill(options: Options): Promise<InstancesOutcome> {
  const ends = new Ends()
  endOnSignals(ends)
  try {
    return await run(options, ends)
  } finally {
    await ends.run()
  }
}

async function run(
  { kind, instances: number, rounds, tell }: Options,
  ends: Ends,
): Promise<InstancesOutcome> {
  const endpoint = await webhookEndpoint(ends)
  const { db, instances } = await startAll(kind, number, endpoint.port, ends)
  const account = await newAccount(db, 'Root', ['admin'])
  const token = await issueToken(db, { issuer: BASE, account, roles: ['admin'], scopes: [], hours: 12 })
  const proxy = await startProxy(
    kind,
    instances.map(({ port }) => port),
  )
  ends.push(() => proxy.end())
  tell(`${number} instances are ready behind ${kind}`)
  const crowd = new Crowd(proxy, token)
  ends.push(() => crowd.stop())
  await crowd.makeWebhook(endpoint)
  const apps = Array.from({ length: STREAMS }, () => new App([crowd.url], token, { host: NAME }))
  ends.push(async () => void (await Promise.all(apps.map((app) => app.close()))))
  await sleep(1_000)
  const cookies = await Promise.all(Array.from({ length: BROWSERS }, () => signIn(db, account.id)))
  crowd.begin(cookies, () => endpoint.received.length)
  for (let round = 0; round < rounds; round++)
    for (const [n, instance] of instances.entries()) {
      await crowd.more(50)
      const code = await instance.served.end('SIGTERM')
      if (code !== 0) crowd.faults.push(`Instance ${n} ended with ${code}.`)
      await crowd.more(50)
      instance.served = serve(instance.place)
      await instance.served.ready()
      // Before that, the proxy may have no instance left when the next one ends.
      await waitFor('the proxy to ask it again', () => isAsked(instance.port, token))
      tell(`instance ${n + 1} of ${number} was restarted, ${crowd.requests} requests`)
    }
  await crowd.more(50)
  await crowd.stop()
  tell('all must have arrived')
  const { made, faults } = crowd
  for (const app of apps) {
    await waitFor('the last event', () => made.every((path) => app.has(`ghost-player.updated ${path} 2`)))
    await app.close()
    const got = app.got.filter((line) => line.startsWith('ghost-player.'))
    const expected = made.flatMap((path) => [
      `ghost-player.created ${path} 1`,
      `ghost-player.updated ${path} 2`,
    ])
    if (got.toSorted().join() !== expected.toSorted().join())
      faults.push(`A stream had ${got.length} events, and ${expected.length} were due.`)
  }
  const paths = () => endpoint.received.map(({ verified }) => verified?.data.path)
  await waitFor('all deliveries', () => new Set(paths()).size === made.length)
  if (paths().length !== made.length) faults.push(`${paths().length} deliveries came of ${made.length}.`)
  const { rows } = await db.one(sql<{ rows: number }>`
    select count(*)::int as rows from ghost_players where not is_self`)
  if (rows !== made.length) faults.push(`${rows} rows were made by ${made.length} changes.`)
  return {
    kind,
    instances: number,
    restarts: rounds * number,
    requests: crowd.requests,
    slowest: Math.round(crowd.slowest),
    browsed: crowd.browsed,
    events: apps.reduce((sum, { got }) => sum + got.length, 0),
    deliveries: paths().length,
    faults,
  }
}

/** Apps that change things, and browsers that are signed in. None of them ever sends a request twice. */
class Crowd {
  readonly faults: string[] = []
  /** The paths of what was made. */
  readonly made: string[] = []
  readonly url: string
  requests = 0
  browsed = 0
  slowest = 0
  readonly #proxy: Proxy
  readonly #token: string
  readonly #visitors: Visitor[] = []
  #isOver = false
  #working: Promise<unknown> = Promise.resolve()

  constructor(proxy: Proxy, token: string) {
    this.#proxy = proxy
    this.#token = token
    this.url = `${proxy.kind === 'nginx' ? 'https' : 'http'}://127.0.0.1:${proxy.port}`
  }

  async makeWebhook(endpoint: Endpoint): Promise<void> {
    const hook = { url: `http://127.0.0.1:${endpoint.port}/`, kinds: ['ghost-player.created'] }
    const visitor = this.#visitor()
    await waitFor('the announcement of the port', async () => {
      const { status, text: body } = await this.#change(visitor, 'POST', '/webhooks', hook)
      if (status === 201) endpoint.secret = (JSON.parse(body) as { secret: string }).secret
      return status === 201
    })
  }

  begin(cookies: readonly string[], delivered: () => number): void {
    this.requests = 0
    this.#working = Promise.all([
      ...Array.from({ length: WRITERS }, (_, n) => this.#write(this.#visitor(), `Carol ${n}`, delivered)),
      ...cookies.map((cookie) => this.#browse(this.#visitor(), cookie)),
    ])
  }

  /** Waits for this number of further requests. */
  async more(requests: number): Promise<void> {
    const before = this.requests
    await waitFor('requests', () => this.requests >= before + requests)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#working
    for (const visitor of this.#visitors) visitor.close()
  }

  async #write(visitor: Visitor, name: string, delivered: () => number): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const made = await this.#told(
        'POST',
        201,
        this.#change(visitor, 'POST', '/ghost-players', { displayName: `${name} ${n}` }),
      )
      if (made === undefined) continue
      const path = `/ghost-players/${(JSON.parse(made.text) as { id: string }).id}`
      await this.#told('GET', 200, visitor.send('GET', PREFIX + path, { headers: this.#bearer() }))
      const match = { 'if-match': made.headers.etag ?? '' }
      const changed = await this.#told(
        'PATCH',
        200,
        this.#change(visitor, 'PATCH', path, { displayName: `${name} ${n}.` }, match),
      )
      if (changed !== undefined) this.made.push(path)
      // A webhook that is far behind gets one notice in place of many.
      while (this.made.length > delivered() + 200 && !this.#isOver) await sleep(PAUSE)
      await sleep(PAUSE)
    }
  }

  async #browse(visitor: Visitor, cookie: string): Promise<void> {
    for (; !this.#isOver; await sleep(PAUSE))
      if (
        await this.#told(
          'a browser',
          200,
          visitor.send('GET', `/web${PREFIX}/users/me`, { headers: { cookie, origin: BASE } }),
        )
      )
        this.browsed++
  }

  async #told(what: string, expected: number, asked: ReturnType<Visitor['send']>) {
    const since = performance.now()
    this.requests++
    try {
      const answer = await asked
      this.slowest = Math.max(this.slowest, performance.now() - since)
      if (answer.status === expected) return answer
      this.#note(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
    } catch (error) {
      this.#note(`${what}: ${String(error)}`)
    }
    return undefined
  }

  /** More of them would say nothing new. */
  #note(fault: string): void {
    if (this.faults.length < 20) this.faults.push(fault)
  }

  #visitor(): Visitor {
    const visitor = new Visitor(this.#proxy)
    this.#visitors.push(visitor)
    return visitor
  }

  #bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}` }
  }

  #change(
    visitor: Visitor,
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ) {
    const json = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    return visitor.send(method, PREFIX + path, {
      headers: { ...this.#bearer(), ...json, ...headers },
      body: JSON.stringify(body),
    })
  }
}

interface Endpoint {
  port: number
  secret: string
  received: Received[]
}

async function webhookEndpoint(ends: Ends): Promise<Endpoint> {
  const endpoint: Endpoint = { port: 0, secret: '', received: [] }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    endpoint.received.push(receivedFrom(request, body, endpoint.secret))
    response.writeHead(204).end()
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  endpoint.port = (server.address() as AddressInfo).port
  return endpoint
}

async function startAll(kind: Proxy['kind'], number: number, webhookPort: number, ends: Ends) {
  const folder = await mkdtemp(join(tmpdir(), 'sb-'))
  await chmod(folder, REACHABLE)
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const replica = await Replica.primary(folder, 'p', { max_connections: String(30 * number + 20) })
  ends.push(() => replica.end())
  await migrate(replica.address)
  const db = new Database(replica.address)
  ends.push(() => db.close())
  const instances: Instance[] = []
  for (let n = 0; n < number; n++) {
    const place = await placeFor(
      { after: (end) => ends.push(end) },
      {
        SCOREBOOK_DATABASE_URL: urlOf([replica.address]),
        SCOREBOOK_BASE_URL: BASE,
        SCOREBOOK_TRUSTED_PROXIES: '127.0.0.1',
        SCOREBOOK_STOP_DELAY: STOP_DELAY[kind],
        SCOREBOOK_PIPELINE: 'off',
        SCOREBOOK_WEB: 'off',
        SCOREBOOK_WEBHOOK_LOOPBACK_PORTS: String(webhookPort),
      },
    )
    const served = serve(place)
    await served.ready()
    instances.push({ place, served, port: Number(new URL(place.url).port) })
  }
  return { db, instances }
}

/** True if a request of the drill has reached the instance since it started. */
async function isAsked(port: number, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers })
  await sleep(PAUSE)
  return (await answer.text()).includes('/users/me"')
}
