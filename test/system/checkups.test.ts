/** What administrators read of the checks of the service, and how they ask for another look or a backup. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, keep, take } from '../../src/system/checkups/store.ts'
import { testWorld } from '../world.ts'

const {
  service: { db },
  world,
} = await testWorld()

const checkup = async () => (await world.root.get('/system/checkup')).body

test('before the first look the answer says that it is coming', async () => {
  const body = await checkup()
  assert.deepEqual(body, { underWay: true, checks: [] })
})

test('a look is taken by one instance, and shown with what it found', async () => {
  const taken = await Promise.all([db.maybe(take), db.maybe(take)])
  assert.equal(taken.filter(Boolean).length, 1)
  assert.equal((await checkup()).underWay, true)
  const fault = { name: 'disk', state: 'FAULT', says: '3 MiB left for /data; free some room.' } as const
  await db.many(keep('alpha', [fault], undefined))
  const { checkedAt, ...rest } = await checkup()
  assert.ok(Math.abs(Date.parse(checkedAt) - Date.now()) < 60_000)
  assert.deepEqual(rest, { machine: 'alpha', underWay: false, checks: [fault] })
  assert.equal(await db.maybe(take), undefined, 'the next look is due in ten minutes')
})

test('an operator asks for a look, and one that came meanwhile is not lost', async () => {
  assert.equal((await world.root.post('/system/checkup')).body.underWay, true)
  assert.deepEqual(await db.maybe(take), { asked: true })
  await db.many(ask)
  await db.many(keep('alpha', [], undefined))
  assert.equal((await checkup()).underWay, true)
  assert.deepEqual(await db.maybe(take), { asked: true })
  await db.many(keep('alpha', [], undefined))
})

test('without an embedded PostgreSQL nobody asks for a backup', async () => {
  const { status, body } = await world.root.post('/system/backups')
  assert.equal(status, 409)
  assert.match(body.detail, /pg_dump/)
})

test('who asks for a backup stands in the audit', async () => {
  await world.embedded()
  const { status, body } = await world.root.post('/system/backups')
  assert.equal(status, 200)
  assert.deepEqual(body.backups, { enabled: true, folder: '/backups', asked: true, made: [] })
  const { items } = (await world.root.get('/audit?filter=kind==BACKUP_ASKED')).body
  assert.equal(items.length, 1)
  assert.equal(items[0].actor.kind, 'PERSON')
})
