/** While somebody holds a lock, requests that need it are answered in time, and others are not delayed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { worldOf } from '../world.ts'
import { BASE_URL, type Reply, type Service, person, testService } from '../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

test('others can still write while more writers wait for a lock than there are connections', async (t) => {
  const world = await worldOf(service)
  const { id: gameId } = await world.game()
  const { id: ghostId } = await world.ghostPlayer()
  const db = new Database(service.connection) // with the service's usual limits
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await buildApp({ config, db, verifier: service.issuer.verifier })
  const alice = person(app, world.alice.token)
  const timed = async (work: () => Promise<Reply>) => {
    const since = performance.now()
    const reply = await work()
    return { reply, ms: Math.round(performance.now() - since) }
  }
  const match = () => timed(() => alice.post('/matches', newMatch(gameId, ghostId)))
  const group = () => timed(() => alice.post('/groups', { displayName: 'Friday' }))
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = service.db.transaction(async (tx) => {
    await tx.many(sql`set local idle_in_transaction_session_timeout = 0`)
    await tx.many(sql`lock table matches`)
    held.resolve()
    await free.promise
  })
  await held.promise
  const locked = Array.from({ length: 14 }, match)
  const others = await Promise.all(Array.from({ length: 5 }, group))
  const answered = await Promise.all(locked)
  free.resolve()
  await holder.catch(() => {}) // its own limit may have ended this transaction
  for (const { reply, ms } of answered) {
    assert.equal(reply.status, 503, reply.text)
    assert.match(reply.body.detail, /nothing was changed/)
    assert.ok(ms < 15_000, `${ms} ms`)
  }
  for (const { reply, ms } of others) {
    assert.equal(reply.status, 201, reply.text)
    assert.ok(ms < 15_000, `${ms} ms`)
  }
  t.diagnostic(
    `locked ${answered.map(({ ms }) => ms).join(' ')}; others ${others.map(({ ms }) => ms).join(' ')}`,
  )
  assert.equal((await match()).reply.status, 201)
  await app.close()
  await db.close()
})
