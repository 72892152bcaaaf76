/** Devices: what is taken and shown, how many there may be, and that they end with what registered them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purge } from '../../src/db/purging.ts'
import { sql } from '../../src/db/sql.ts'
import { MOST_DEVICES } from '../../src/notifications/push/schema.ts'
import { endedDevices } from '../../src/notifications/push/store.ts'
import { issueToken } from '../../src/identity/embedded-issuer.ts'
import { BASE_URL, idOf, person as personOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { signedIn } from './browser.ts'
import { newDevice } from './push-service.ts'

const { service, world } = await testWorld()
const { db } = service
const PATH = '/users/me/notifications/devices'

test('a device has a name and times, and shows neither its endpoint nor its keys', async () => {
  await world.pushes()
  const person = await world.newcomer()
  const browser = newDevice()
  const made = await person.post(PATH, { ...browser, name: 'Kitchen' })
  assert.equal(made.status, 201)
  assert.deepEqual(Object.keys(made.body).toSorted(), ['createdAt', 'id', 'isHere', 'name'])
  assert.deepEqual([made.body.name, made.body.isHere], ['Kitchen', false])
  const again = await person.post(PATH, { ...browser })
  assert.deepEqual([again.status, again.body.id], [201, made.body.id], 'the same browser is one device')
  assert.equal((await person.get(`${PATH}/count`)).body.count, 1)
  const stranger = await world.newcomer()
  assert.equal((await stranger.delete(`${PATH}/${made.body.id}`)).status, 404)
  assert.equal((await person.delete(`${PATH}/${made.body.id}`)).status, 204)
  assert.equal((await person.get(`${PATH}/count`)).body.count, 0)
})

test('nobody has more than the most devices, also by many requests at once', async () => {
  await world.pushes()
  const person = await world.newcomer()
  const replies = await Promise.all(
    Array.from({ length: MOST_DEVICES + 5 }, () => person.post(PATH, { ...newDevice() })),
  )
  const statuses = replies.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 201).length, MOST_DEVICES)
  assert.equal(statuses.filter((status) => status === 409).length, 5)
})

test('nobody registers devices without end', async () => {
  await world.pushes()
  const person = await world.newcomer()
  const browser = newDevice()
  const statuses: number[] = []
  for (let n = 0; n < 41; n++) statuses.push((await person.post(PATH, { ...browser })).status)
  assert.deepEqual([statuses.indexOf(429), statuses.filter((status) => status === 201).length], [40, 40])
})

const good = newDevice()
for (const [what, body, field] of [
  ['plain http', { ...good, endpoint: 'http://push.example.org/x' }, 'endpoint'],
  ['an address of this machine', { ...good, endpoint: 'https://127.0.0.1/x' }, 'endpoint'],
  ['an address of a private net', { ...good, endpoint: 'https://192.168.1.1/x' }, 'endpoint'],
  ['the metadata of a cloud', { ...good, endpoint: 'https://169.254.169.254/x' }, 'endpoint'],
  ['a name of this machine', { ...good, endpoint: 'https://localhost/x' }, 'endpoint'],
  ['a password', { ...good, endpoint: 'https://me:secret@push.example.org/x' }, 'endpoint'],
  ['no URL', { ...good, endpoint: 'x' }, 'endpoint'],
  ['a long URL', { ...good, endpoint: `https://push.example.org/${'x'.repeat(1000)}` }, 'endpoint'],
  ['a short key', { ...good, keys: { ...good.keys, p256dh: 'BA' } }, 'keys.p256dh'],
  [
    'a point that is not on the curve',
    { ...good, keys: { ...good.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    'keys.p256dh',
  ],
  ['a short secret', { ...good, keys: { ...good.keys, auth: 'AAAA' } }, 'keys.auth'],
] as const)
  test(`${what} is refused`, async () => {
    await world.pushes()
    const { status, body: answer } = await world.alice.post(PATH, body)
    assert.deepEqual([status, answer.errors?.[0]?.field], [400, field])
  })

test('a device ends with its personal token', async () => {
  await world.pushes()
  const scopes = ['svc-engine:notification-read', 'svc-engine:notification-update']
  const { body } = await world.root.post('/users/me/tokens', { name: 'Browser', scopes, days: 30 })
  const program = personOf(service.app, body.token)
  assert.equal((await program.post(PATH, { ...newDevice() })).status, 201)
  assert.equal((await world.root.get(PATH)).body.items.length, 1)
  assert.equal((await world.root.delete(`/users/me/tokens/${body.id}`)).status, 204)
  assert.equal((await world.root.get(PATH)).body.items.length, 0)
})

test('a browser has one device, which says that it is here, and ends with its session', async () => {
  await world.pushes()
  const person = await service.account('owner of two browsers')
  const [here, there] = [await signedIn(service, person.accountId), await signedIn(service, person.accountId)]
  const first = newDevice()
  assert.equal((await here.post(PATH, { ...first })).body.isHere, true)
  const renewed = await here.post(PATH, { ...newDevice() })
  assert.equal(renewed.status, 201, 'a new subscription of the same browser')
  assert.equal((await there.post(PATH, { ...newDevice() })).status, 201)
  const { items } = (await here.get(`${PATH}?sort=createdAt`)).body
  assert.deepEqual(
    items.map(({ isHere }: { isHere: boolean }) => isHere),
    [true, false],
  )
  assert.equal(items[0].id, renewed.body.id)
  await here.signOut()
  assert.deepEqual(
    (await there.get(PATH)).body.items.map(({ isHere }: { isHere: boolean }) => isHere),
    [true],
  )
  assert.equal((await person.get(`${PATH}/count`)).body.count, 1)
})

test('two people who swap browsers at once get one device each', async () => {
  await world.pushes()
  const people = await Promise.all(['swaps one', 'swaps two'].map((name) => service.account(name)))
  for (let time = 0; time < 10; time++) {
    const browsers = await Promise.all(people.map(({ accountId }) => signedIn(service, accountId)))
    const [one, two] = [newDevice(), newDevice()]
    const [a, b] = [browsers[0], browsers[1]]
    if (!a || !b) throw new Error('There are two people.')
    await Promise.all([a.post(PATH, { ...one }), b.post(PATH, { ...two })])
    const swapped = await Promise.all([a.post(PATH, { ...two }), b.post(PATH, { ...one })])
    assert.deepEqual(
      swapped.map(({ status }) => status),
      [201, 201],
      swapped.map(({ text }) => text).join(),
    )
    await Promise.all(browsers.map((browser) => browser.signOut()))
  }
})

test('a device ends when an administrator ends all access, and a token of the shell registers none', async () => {
  await world.pushes()
  const person = await service.account('owner of an app')
  assert.equal((await person.post(PATH, { ...newDevice() })).status, 201)
  const ended = await world.root.delete(`/accounts/${person.accountId}/sessions`)
  assert.equal(ended.status, 204, ended.text)
  assert.equal(
    (
      await db.many(sql`select from push_devices pd join users u on u.id = pd.user_id
    where u.subject = ${person.accountId}`)
    ).length,
    0,
  )
  const account = { id: person.accountId, name: 'owner of an app', roles: [] }
  const token = await issueToken(db, { issuer: BASE_URL, account, roles: ['player'], scopes: [], hours: 1 })
  const refused = await personOf(service.app, token).post(PATH, { ...newDevice() })
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /^No sign-out would end push messages/)
})

test('a device of an access token alone ends after a month, and is purged', async () => {
  const { id, by } = await world.device()
  await db.many(sql`update push_devices set ends_at = now() - interval '1 second' where id = ${id}`)
  assert.equal((await by.get(`${PATH}/count`)).body.count, 0)
  assert.ok((await purge(db, endedDevices)) >= 1)
  assert.equal((await db.many(sql`select from push_devices where id = ${id}`)).length, 0)
})

test('an export has the devices, and an erasure deletes them', async () => {
  const { by } = await world.device()
  const userId = await idOf(by)
  const { body } = await by.get('/users/me/export')
  assert.equal(body.notificationDevices.length, 1)
  assert.doesNotMatch(JSON.stringify(body.notificationDevices), /push\.example|p256dh/)
  assert.equal((await by.delete('/users/me', (await by.get('/users/me')).etag)).status, 204)
  assert.equal((await db.many(sql`select from push_devices where user_id = ${userId}`)).length, 0)
})
