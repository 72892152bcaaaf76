/** If the answer to a commit is lost, the client learns that the change may have happened, and a retry is safe. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { Database } from '../../src/db/database.ts'
import { testDatabase } from '../database.ts'
import { proxyOf } from '../faults.ts'
import { type TestIssuer, testIssuer } from '../issuer.ts'
import { BASE_URL, type Person, newKey, person } from '../support.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let proxy: Awaited<ReturnType<typeof proxyOf>>
let issuer: TestIssuer
let db: Database
let alice: Person
let close: () => Promise<void>

before(async () => {
  database = await testDatabase()
  proxy = await proxyOf(database.connection)
  issuer = await testIssuer()
  db = new Database(proxy.connection)
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems`, corsOrigins: [] }
  const app = await buildApp({ config, db, verifier: issuer.verifier })
  close = () => app.close()
  alice = person(app, await issuer.token('alice', { name: 'Alice' }))
  assert.equal((await alice.get('/users/me')).status, 200)
})
after(async () => {
  await close()
  await db.close()
  await Promise.all([proxy.close(), issuer.close()])
  await database.close()
})

test('if the commit of a change was not answered, the 503 says that the outcome is unknown, and the same key makes it once', async () => {
  for (let round = 0; round < 5; round++) {
    const key = newKey()
    const create = () => alice.post('/ghost-players', { displayName: `Ghost ${round}` }, key)
    const before = proxy.cuts()
    proxy.cutAt('commit')
    const lost = await create()
    proxy.cutAt(undefined)
    assert.ok(proxy.cuts() > before)
    assert.equal(lost.status, 503)
    assert.match(lost.body.detail, /not known whether it was made.*same Idempotency-Key/)
    assert.equal(lost.headers['retry-after'], '1')
    const again = await create()
    assert.equal(again.status, 201)
    const { body } = await alice.get(`/ghost-players/count?filter=name=="Ghost ${round}"`)
    assert.equal(body.count, 1)
  }
})

test('if a change was cut before its commit, the 503 says that nothing was changed', async () => {
  proxy.cutAt('insert into ghost_players')
  const refused = await alice.post('/ghost-players', { displayName: 'Never' })
  proxy.cutAt(undefined)
  assert.equal(refused.status, 503)
  assert.match(refused.body.detail, /nothing was changed/)
  assert.equal((await alice.get('/ghost-players/count?filter=name==Never')).body.count, 0)
})

test('the page of the error type says so too', async () => {
  const page = await alice.get('//problems/unavailable')
  assert.match(page.text, /not known/)
})
