/** Push messages, sent to a real push service that decrypts them: what they say, who gets them, and that each is sent once. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { number } from '../../src/events/log.ts'
import { readOn } from '../../src/notifications/follow.ts'
import { type PushDelivery, deliverPushes } from '../../src/notifications/push/deliver.ts'
import { pushKeys } from '../../src/notifications/push/keys.ts'
import { startPush } from '../../src/notifications/push/work.ts'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { signedIn } from './browser.ts'
import { type Browser, type PushService, newDevice, pushService } from './push-service.ts'

const { service, world } = await testWorld()
const { db } = service
const PATH = '/users/me/notifications'
const keys = await pushKeys(db)
const going = new AbortController().signal

async function serviceFor(t: TestContext): Promise<PushService> {
  const server = await pushService()
  t.after(async () => {
    await server.close()
    assert.deepEqual(server.faults, [])
  })
  return server
}

interface Warning {
  message: string
  facts: object
}

const deliveryTo = (server: PushService, more: Partial<PushDelivery> = {}): PushDelivery => ({
  db,
  keys,
  contact: 'mailto:operator@example.org',
  loopbackPorts: [server.port],
  ca: server.ca,
  timeout: 3_000,
  warn() {},
  ...more,
})

/** Reads all events and sends what is due, as an instance does. Returns what it warned of. */
async function round(server: PushService, stopping = going, more: Partial<PushDelivery> = {}) {
  const warnings: Warning[] = []
  while ((await number(db)) > 0);
  while (await readOn(db, false));
  const warn = (message: string, facts: object) => void warnings.push({ message, facts })
  while ((await deliverPushes(deliveryTo(server, { warn, ...more }), stopping)) > 0 && !stopping.aborted);
  return warnings
}

/** Forgets the devices of others and of earlier tests, and lets somebody choose. */
async function wants(person: Person, kinds: string[], more: object = {}): Promise<void> {
  await world.pushes()
  while ((await number(db)) > 0);
  while (await readOn(db, false));
  await db.many(sql`delete from push_devices`)
  const { status, text } = await person.patch(PATH, { kinds, ...more }, '*')
  assert.equal(status, 200, text)
}

/** Registers a browser. The API refuses an address of this machine, so the database gets it here. */
async function registers(
  person: Pick<Person, 'post'>,
  server: PushService,
): Promise<{ id: string; browser: Browser; name: string }> {
  const browser = server.browser()
  const outside = newDevice()
  const { status, body, text } = await person.post(`${PATH}/devices`, { ...outside, keys: browser.keys })
  assert.equal(status, 201, text)
  await db.many(sql`update push_devices set endpoint = ${browser.endpoint} where id = ${body.id}`)
  return { id: body.id, browser, name: browser.endpoint.split('/').at(-1) ?? '' }
}

async function claims(owner: Person): Promise<{ id: string; etag: string }> {
  const ghost = await owner.post('/ghost-players', { displayName: 'Secret Bob' })
  const { status, body, etag, text } = await world.bob.post('/claim-requests', {
    ghostPlayerId: ghost.body.id,
  })
  assert.equal(status, 201, text)
  return { id: body.id, etag }
}

const dueNow = () => db.many(sql`update push_devices set due_at = now() where due_at is not null`)
const atOnce = () => db.many(sql`update push_devices set not_before = null`)
const deviceOf = (id: string) =>
  db.maybe(sql<{ attempts: number; isDue: boolean; sent: boolean; wait: number | null }>`
    select attempts, due_at is not null as "isDue", sent_at is not null as sent,
      extract(epoch from due_at - now())::float8 as wait
    from push_devices where id = ${id}`)

test('a message is encrypted and signed, counts what waits, and names nobody', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST', 'DISPUTE'])
  const { id, name } = await registers(person, server)
  await claims(person)
  await claims(person)
  assert.deepEqual(await round(server), [])
  assert.equal(server.received.length, 1)
  const one = await server.next()
  assert.equal(one.browser, name)
  assert.deepEqual(one.message, { title: 'In your inbox', body: '2 claims', lang: 'en' })
  assert.equal(one.publicKey, keys.publicKey)
  assert.equal(one.publicKey, (await person.get(PATH)).body.pushKey)
  assert.equal(one.claims.sub, 'mailto:operator@example.org')
  const { ttl, topic, urgency, 'content-encoding': encoding } = one.headers
  assert.deepEqual([ttl, topic, urgency, encoding], ['86400', 'inbox', 'normal', 'aes128gcm'])
  assert.doesNotMatch(JSON.stringify(one.headers), /bob|secret/i)
  assert.equal((await deviceOf(id))?.sent, true)
  await round(server)
  assert.equal(server.received.length, 1, 'nothing new, no message')
})

test('a later message replaces the one before, in German and of the same length', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'], { locale: 'de' })
  await registers(person, server)
  await claims(person)
  await round(server)
  await claims(person)
  await round(server)
  assert.equal(server.received.length, 1, 'five minutes have not passed')
  await dueNow()
  await round(server)
  assert.deepEqual(
    server.received.map(({ message }) => [message.title, message.body]),
    [
      ['In deinem Eingang', '1 Anspruch'],
      ['In deinem Eingang', '2 Ansprüche'],
    ],
  )
  assert.equal(server.received[0]?.raw.length, server.received[1]?.raw.length)
})

test('what became hidden or was decided before the delivery is not counted', async (t) => {
  const server = await serviceFor(t)
  const [admin, asks] = [await world.newcomer(), await world.newcomer()]
  const group = await world.group()
  const { id } = await world.community('REQUIRES_APPROVAL')
  const userId = await idOf(admin)
  assert.equal((await world.alice.post(`/groups/${group.id}/members`, { userId })).status, 204)
  const { etag } = await world.alice.get(`/communities/${id}`)
  assert.equal((await world.alice.patch(`/communities/${id}`, { adminGroupId: group.id }, etag)).status, 200)
  await wants(admin, ['MEMBERSHIP_REQUEST', 'CLAIM_REQUEST'])
  const device = await registers(admin, server)
  assert.equal((await asks.post(`/communities/${id}/membership-requests`, {})).status, 201)
  const claim = await claims(admin)
  while ((await number(db)) > 0);
  await readOn(db, false)
  assert.equal((await deviceOf(device.id))?.isDue, true)
  assert.equal((await world.alice.delete(`/groups/${group.id}/members/${userId}`)).status, 204)
  const decided = await admin.patch(`/claim-requests/${claim.id}`, { status: 'REJECTED' }, claim.etag)
  assert.equal(decided.status, 200, decided.text)
  await round(server)
  assert.equal(server.received.length, 0)
})

test('an account without the right to its inbox gets nothing, nor does one that was disabled', async (t) => {
  const server = await serviceFor(t)
  const person = await service.account('owner of a browser')
  await wants(person, ['CLAIM_REQUEST'])
  const browser = await signedIn(service, person.accountId)
  const { id } = await registers(browser, server)
  await claims(person)
  const path = `/accounts/${person.accountId}`
  for (const [change, expected] of [
    [{ roles: ['translator'] }, 0],
    [{ roles: ['player'] }, 1],
    [{ disabled: true }, 1],
    [{ disabled: false }, 1],
  ] as const) {
    const { etag } = await world.root.get(path)
    const changed = await world.root.patch(path, change, etag)
    assert.equal(changed.status, 200, changed.text)
    await db.many(sql`delete from pushed_items`)
    await db.many(sql`update push_devices set due_at = now() where id = ${id}`)
    await round(server)
    assert.equal(server.received.length, expected, JSON.stringify(change))
  }
  assert.equal(await deviceOf(id), undefined, 'a disabled account has no session')
})

test('a message that is due when its browser signs out is not sent', async (t) => {
  const server = await serviceFor(t)
  const person = await service.account('somebody who signs out')
  await wants(person, ['CLAIM_REQUEST'])
  const [here, there] = [await signedIn(service, person.accountId), await signedIn(service, person.accountId)]
  const gone = await registers(here, server)
  const stays = await registers(there, server)
  await claims(person)
  while ((await number(db)) > 0);
  await readOn(db, false)
  assert.equal((await deviceOf(gone.id))?.isDue, true)
  await here.signOut()
  await round(server)
  assert.deepEqual(
    server.received.map(({ browser }) => browser),
    [stays.name],
  )
  await db.many(
    sql`update sessions set last_seen_at = now() - interval '31 days' where id = ${there.sessionId}`,
  )
  await atOnce()
  await claims(person)
  await round(server)
  assert.equal(server.received.length, 1, 'a session that nobody has used for a month has ended')
  assert.equal(await deviceOf(stays.id), undefined)
})

test('a browser whose access has ended gets nothing, and its device goes', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  const { id } = await registers(person, server)
  await claims(person)
  await db.many(sql`update push_devices set ends_at = now() - interval '1 second' where id = ${id}`)
  assert.deepEqual((await person.get(`${PATH}/devices`)).body.items, [])
  await round(server)
  assert.equal(server.received.length, 0)
  assert.equal(await deviceOf(id), undefined)
})

test('an endpoint moves to whoever registers it, and its former person is not shown there', async (t) => {
  const server = await serviceFor(t)
  const [before, after] = [await world.newcomer(), await world.newcomer()]
  await wants(before, ['CLAIM_REQUEST'])
  const browser = newDevice()
  assert.equal((await before.post(`${PATH}/devices`, { ...browser })).status, 201)
  await claims(before)
  while ((await number(db)) > 0);
  await readOn(db, false)
  const moved = await after.post(`${PATH}/devices`, { ...browser, name: ' Kitchen tablet ' })
  assert.deepEqual([moved.status, moved.body.name], [201, 'Kitchen tablet'])
  assert.deepEqual((await before.get(`${PATH}/devices`)).body.items, [])
  const { body } = await after.get(`${PATH}/devices`)
  assert.equal(body.items.length, 1)
  assert.doesNotMatch(JSON.stringify(body), /push\.example|p256dh|auth/)
  await db.many(sql`update push_devices set endpoint = ${server.browser().endpoint}, due_at = now()`)
  await round(server)
  assert.equal(server.received.length, 0, 'nothing waits for the new person')
})

for (const status of [404, 410])
  test(`${status} deletes the device`, async (t) => {
    const server = await serviceFor(t)
    const person = await world.newcomer()
    await wants(person, ['CLAIM_REQUEST'])
    const { id } = await registers(person, server)
    await claims(person)
    server.instead.push({ status })
    assert.deepEqual(await round(server), [])
    assert.equal(await deviceOf(id), undefined)
  })

test('429 and 500 put a message off in steps, Retry-After counts, and after eight attempts it is dropped', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  const { id } = await registers(person, server)
  await claims(person)
  server.instead.push({ status: 500 }, { status: 429, headers: { 'retry-after': '3600' } })
  await round(server)
  const first = await deviceOf(id)
  assert.ok(first?.attempts === 1 && first.wait && first.wait > 20 && first.wait < 60, JSON.stringify(first))
  await claims(person)
  await round(server)
  assert.equal(server.instead.length, 1, 'something new does not shorten the wait')
  await dueNow()
  await round(server)
  const second = await deviceOf(id)
  assert.ok(second?.attempts === 2 && second.wait && second.wait > 3_500, JSON.stringify(second))
  const warnings: Warning[] = []
  for (let attempt = 3; attempt <= 8; attempt++) {
    server.instead.push({ status: 503 })
    await dueNow()
    warnings.push(...(await round(server)))
  }
  assert.deepEqual(warnings, [
    {
      message: 'A push message was dropped. The push service answered 503.',
      facts: { userId: await idOf(person), deviceId: id },
    },
  ])
  assert.deepEqual([(await deviceOf(id))?.attempts, (await deviceOf(id))?.isDue], [0, false])
  await atOnce()
  await claims(person)
  await round(server)
  assert.equal((await server.next()).message.body, '3 claims', 'the next message counts everything')
})

for (const status of [400, 401, 413, 302])
  test(`${status} drops the message with a line of the log, and keeps the device`, async (t) => {
    const server = await serviceFor(t)
    const person = await world.newcomer()
    await wants(person, ['CLAIM_REQUEST'])
    const { id } = await registers(person, server)
    await claims(person)
    const elsewhere = await pushService()
    t.after(() => elsewhere.close())
    server.instead.push({ status, headers: { location: `${elsewhere.origin}/send/x` } })
    const [warning] = await round(server, going, { loopbackPorts: [server.port, elsewhere.port] })
    assert.match(warning?.message ?? '', new RegExp(`dropped. The push service answered ${status}`))
    assert.doesNotMatch(JSON.stringify(warning), /localhost|send/)
    assert.deepEqual([(await deviceOf(id))?.attempts, (await deviceOf(id))?.sent], [0, false])
    assert.deepEqual(elsewhere.faults, [], 'no redirect is followed')
  })

test('no message goes to a private address, whatever the database says', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  const { id } = await registers(person, server)
  for (const endpoint of [
    undefined,
    'https://127.0.0.1/x',
    'https://10.1.2.3/x',
    'https://[::1]/x',
    'https://push.internal/x',
    `http://localhost:${server.port}/x`,
  ]) {
    await claims(person)
    await atOnce()
    if (endpoint !== undefined)
      await db.many(sql`update push_devices set endpoint = ${endpoint} where id = ${id}`)
    const more = endpoint === undefined ? { loopbackPorts: [] } : {}
    const [warning] = await round(server, going, more)
    assert.match(warning?.message ?? '', /dropped. The push service is not on the open internet/, endpoint)
  }
  assert.equal(server.received.length, 0)
})

test('three instances at once send each message once', async (t) => {
  const server = await serviceFor(t)
  const people = await Promise.all(Array.from({ length: 25 }, () => world.newcomer()))
  await wants(people[0] ?? world.alice, ['CLAIM_REQUEST'])
  for (const person of people) {
    assert.equal((await person.patch(PATH, { kinds: ['CLAIM_REQUEST'] }, '*')).status, 200)
    await registers(person, server)
    await claims(person)
  }
  await Promise.all([round(server), round(server), round(server)])
  assert.equal(server.received.length, 25)
  assert.equal(new Set(server.received.map(({ browser }) => browser)).size, 25)
})

test('a message that is on its way when its instance stops comes again, with the same topic', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  const { id } = await registers(person, server)
  await claims(person)
  server.silent = true
  const stopping = new AbortController()
  const first = round(server, stopping.signal)
  await server.next()
  stopping.abort()
  await first
  server.silent = false
  assert.equal((await deviceOf(id))?.isDue, true)
  await round(server)
  assert.equal((await server.next()).headers.topic, 'inbox')
  assert.equal(server.received.length, 2)
  assert.equal((await deviceOf(id))?.isDue, false)
})

test('the lease of a killed instance ends, and the message is sent', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  const { id } = await registers(person, server)
  await claims(person)
  while ((await number(db)) > 0);
  await readOn(db, false)
  await db.many(sql`
    update push_devices set due_at = null, lease_token = uuidv7(), lease_until = now() + interval '1 minute' where id = ${id}`)
  await round(server)
  assert.equal(server.received.length, 0, 'another instance has it')
  await db.many(sql`update push_devices set lease_until = now() - interval '1 second' where id = ${id}`)
  await round(server)
  assert.equal(server.received.length, 1)
})

test('a push service that is frozen holds up nobody else', async (t) => {
  const frozen = createServer(() => {}).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  t.after(() => frozen.close())
  const server = await serviceFor(t)
  const [person, other] = [await world.newcomer(), await world.newcomer()]
  await wants(person, ['CLAIM_REQUEST'])
  assert.equal((await other.patch(PATH, { kinds: ['CLAIM_REQUEST'] }, '*')).status, 200)
  const { id } = await registers(person, server)
  const { port } = frozen.address() as AddressInfo
  await db.many(sql`update push_devices set endpoint = ${`https://localhost:${port}/x`} where id = ${id}`)
  const { name } = await registers(other, server)
  await claims(person)
  await claims(other)
  const stuck = round(server, going, { loopbackPorts: [server.port, port], timeout: 500 })
  assert.equal((await server.next()).browser, name)
  await stuck
  assert.equal((await deviceOf(id))?.attempts, 1)
})

test('a daily message is due at seven in the time zone of its person; without kinds nothing is due', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'], { pace: 'DAILY', timeZone: 'Asia/Tokyo' })
  const { id } = await registers(person, server)
  await claims(person)
  await round(server)
  assert.equal(server.received.length, 0)
  const { hour } = await db.one(sql<{ hour: string }>`
    select to_char(due_at at time zone 'Asia/Tokyo', 'HH24:MI') as hour from push_devices where id = ${id}`)
  assert.equal(hour, '07:00')
  assert.equal((await person.patch(PATH, { pace: 'AT_ONCE' }, '*')).status, 200)
  assert.ok(((await deviceOf(id))?.wait ?? 1) <= 0)
  assert.equal((await person.patch(PATH, { kinds: [] }, '*')).status, 200)
  assert.equal((await deviceOf(id))?.isDue, false)
})

test('a browser that knows another key of ours is forgotten', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  const { id } = await registers(person, server)
  await db.many(sql`update push_devices set public_key = 'former' where id = ${id}`)
  await claims(person)
  await round(server)
  assert.deepEqual([server.received.length, await deviceOf(id)], [0, undefined])
})

test('if the log of events is gone, every device looks at its inbox', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  await registers(person, server)
  await claims(person)
  await db.many(sql`update mail_head set tag = tag # 1`)
  await round(server)
  assert.equal(server.received.length, 1)
})

test('the work announces the key that all instances share, and sends without a mail server', async (t) => {
  const server = await serviceFor(t)
  const person = await world.newcomer()
  await wants(person, ['CLAIM_REQUEST'])
  await db.many(sql`update push_head set public_key = null, pushing_until = null`)
  const refused = await person.post(`${PATH}/devices`, { ...newDevice() })
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /SCOREBOOK_PUSH/)
  const { keys: _, ...delivery } = deliveryTo(server)
  const work = startPush({ ...delivery, look: 50 })
  t.after(() => work.stop())
  while ((await person.get(PATH)).body.pushKey !== keys.publicKey);
  await registers(person, server)
  await claims(person)
  const numbering = setInterval(() => void number(db), 50)
  t.after(() => clearInterval(numbering))
  assert.equal((await server.next()).message.body, '1 claim')
  assert.equal((await person.get(PATH)).body.sending, false, 'nobody says that mail is sent')
})
