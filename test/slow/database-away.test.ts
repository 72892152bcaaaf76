/**
 * While the database is frozen or the network swallows everything, each request is answered with 503, and works again soon
 * afterwards. The promise is 5 s, 2 s for /readyz, and 2 s after the return. A busy machine may take three times as long.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildApp } from '../../src/app.ts'
import { Database } from '../../src/db/database.ts'
import { type EmbeddedServer, startEmbeddedServer } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { withoutTimeout } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { freeze, proxyOf } from '../faults.ts'
import { type TestIssuer, testIssuer } from '../issuer.ts'
import { BASE_URL, type Person, type Reply, person } from '../support.ts'

/**
 * In milliseconds: how long an answer, `/readyz` and the return may take here. A slow or busy machine gets more: five times what
 * it needed while the database was well.
 */
const ANSWER = 15_000
const READY = 6_000
const RETURN = 6_000
const MORE = 5

let folder: string
let server: EmbeddedServer
let proxy: Awaited<ReturnType<typeof proxyOf>>
let issuer: TestIssuer

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scorebook-away-'))
  server = await startEmbeddedServer({ dir: folder, exclusive: false, log: () => {} })
  await migrate(server.connection)
  proxy = await proxyOf(server.connection)
  issuer = await testIssuer()
})
after(async () => {
  await Promise.all([proxy.close(), issuer.close()])
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function serviceOn(db: Database) {
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await buildApp({ config, db, verifier: issuer.verifier })
  const alice = person(app, await issuer.token('alice', { name: 'Alice' }))
  return { app, alice }
}

const requests: Record<string, (by: Person) => Promise<Reply>> = {
  ready: (by) => by.get('//readyz'),
  get: (by) => by.get('/users/me'),
  list: (by) => by.get('/ghost-players'),
  search: (by) => by.get('/ghost-players?filter=name==Ghost*'),
  create: (by) => by.post('/ghost-players', { displayName: 'Ghost' }),
}

interface Timed {
  name: string
  reply: Reply
  ms: number
}

async function timed(by: Person, name: string): Promise<Timed> {
  const since = performance.now()
  const reply = await requests[name]?.(by)
  assert.ok(reply)
  return { name, reply, ms: performance.now() - since }
}

/** Sends more requests than there are connections of each kind, so that some must wait. */
const burst = (by: Person, of: number) =>
  Object.keys(requests).flatMap((name) => Array.from({ length: of }, () => timed(by, name)))

const longest = (answers: Timed[]) => Math.round(Math.max(...answers.map(({ ms }) => ms)))

const faults: Record<string, () => Promise<() => void>> = {
  'stands still': () => freeze(server.connection),
  'is swallowed by the network': async () => {
    proxy.swallow()
    return () => proxy.pass()
  },
}

for (const [name, begin] of Object.entries(faults)) {
  test(`a database that ${name} costs nobody an answer, and is found again`, async (t) => {
    const db = new Database(proxy.connection)
    const { app, alice } = await serviceOn(db)
    const well = await Promise.all(burst(alice, 20))
    for (const { reply } of well) assert.ok(reply.status < 300, `${reply.status} ${reply.text}`)
    const more = MORE * longest(well)
    const end = await begin()
    const answers: Timed[] = []
    try {
      // The first requests use idle connections, then new ones are opened, and some requests come while others wait.
      for (let round = 0; round < 3; round++) {
        const first = burst(alice, 20)
        await sleep(2_000)
        answers.push(...(await Promise.all([...first, ...burst(alice, 5)])))
      }
    } finally {
      end()
    }
    const since = performance.now()
    for (const one of Object.keys(requests)) {
      let last = await timed(alice, one)
      while (last.reply.status === 503 && performance.now() - since < RETURN + more)
        last = await timed(alice, one)
      assert.ok(last.reply.status < 300, `${one}: ${last.reply.status} ${last.reply.text}`)
    }
    t.diagnostic(
      `back after ${Math.round(performance.now() - since)} ms, longest answer ${longest(answers)} ms`,
    )
    assert.ok(performance.now() - since < RETURN + more)
    for (const { reply } of await Promise.all(burst(alice, 20))) assert.ok(reply.status < 300, reply.text)

    for (const { name: one, reply, ms } of answers) {
      assert.equal(reply.status, 503, `${one}: ${reply.text}`)
      assert.match(reply.headers['retry-after'] ?? '', /^\d+$/)
      assert.ok(ms < (one === 'ready' ? READY : ANSWER) + more, `${one} took ${ms} ms`)
    }
    t.diagnostic(`longest /readyz ${longest(answers.filter((answer) => answer.name === 'ready'))} ms`)
    await app.close()
    await db.close()
  })

  test(`nothing hangs when a service stops whose database ${name}`, async () => {
    const db = new Database(proxy.connection)
    const { app, alice } = await serviceOn(db)
    const listener = db.listen('slow', () => {})
    const more = MORE * longest(await Promise.all(burst(alice, 5)))
    const end = await begin()
    try {
      const underWay = burst(alice, 5)
      const since = performance.now()
      await app.close()
      await listener.close()
      await db.close()
      assert.ok(performance.now() - since < ANSWER + more)
      for (const { reply } of await Promise.all(underWay)) assert.equal(reply.status, 503)
    } finally {
      end()
    }
  })

  test(`work that takes its time notices that its database ${name}`, async () => {
    const db = new Database(proxy.connection)
    const outcome = db
      .transaction(async (tx) => {
        await tx.many(withoutTimeout)
        await tx.many(sql`select pg_sleep(600)`)
      })
      .then(
        () => 'done',
        (error: Error) => error.name,
      )
    await sleep(1_000)
    const end = await begin()
    try {
      assert.equal(
        await Promise.race([outcome, sleep(40_000, 'hangs', { ref: false })]),
        'DatabaseUnavailable',
      )
    } finally {
      end()
    }
    await db.close()
  })
}

test('work that takes its time is left alone while the server is at it', async () => {
  const db = new Database(proxy.connection, { statementTimeout: 500 })
  await db.transaction(async (tx) => {
    await tx.many(withoutTimeout)
    await tx.many(sql`select pg_sleep(5)`)
  })
  await db.close()
})
