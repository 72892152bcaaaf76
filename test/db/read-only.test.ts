/** If the server accepts no changes, as after a failover, requests get a 503 and the service looks for the new primary. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { raw, sql } from '../../src/db/sql.ts'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let alice: Person

before(async () => {
  service = await testService(undefined, { alone: true })
  alice = await service.as('alice')
})
after(() => service.close())

/** Makes new connections read-only or writable. Open connections stay as they are. */
async function newConnections({ readOnly }: { readOnly: boolean }) {
  const { name } = await service.db.one(sql<{ name: string }>`select current_database() as name`)
  await service.db.transaction(async (tx) => {
    await tx.many(sql`set transaction read write`)
    await tx.many(
      raw(`alter database ${name} ${readOnly ? 'set default_transaction_read_only = on' : 'reset all'}`),
    )
  })
}

const cutAll = () =>
  service.db.many(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)

const create = () => alice.post('/ghost-players', { displayName: 'Ghost' })

test('a database that takes no changes is unavailable for them and not ready, and serves reads', async () => {
  assert.equal((await create()).status, 201)
  await newConnections({ readOnly: true })
  await cutAll()
  const refused = await create()
  assert.equal(refused.status, 503)
  assert.match(refused.body.detail, /nothing was changed/)
  assert.equal(refused.headers['retry-after'], '1')
  assert.equal((await alice.get('//readyz')).status, 503)
  assert.equal((await alice.get('/ghost-players')).status, 200)
})

test('the connections to it are given up, so that the next finds the one that takes changes', async () => {
  await newConnections({ readOnly: false })
  await sleep(1_100) // connections are replaced at most once a second
  await create()
  const created = await create()
  assert.equal(created.status, 201, created.text)
  assert.equal((await alice.get('//readyz')).status, 200)
})
