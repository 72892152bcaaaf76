/** Notification settings: what they store, which address counts, and that nobody can verify another person's address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { purge } from '../../src/db/purging.ts'
import { unverifiedAddresses } from '../../src/notifications/store.ts'
import { idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const PATH = '/users/me/notifications'

const sending = (isOn: boolean) =>
  service.db.many(
    sql`update mail_head set sending_until = case when ${isOn} then now() + interval '1 hour' end`,
  )

const change = async (person: typeof world.alice, body: object) =>
  person.patch(PATH, body, (await person.get(PATH)).etag)

test('without a choice nobody gets mail', async () => {
  await sending(false)
  const { status, body, etag } = await (await world.newcomer()).get(PATH)
  assert.deepEqual(
    { status, etag, body },
    {
      status: 200,
      etag: '"1"',
      body: { sending: false, mail: true, kinds: [], pace: 'AT_ONCE', locale: 'en', timeZone: 'UTC' },
    },
  )
})

test('an address and kinds are refused while the service sends no mail; the rest can be chosen', async () => {
  await sending(false)
  const person = await world.newcomer()
  for (const body of [{ address: 'a@example.org' }, { mail: true }, { kinds: ['DISPUTE'] }]) {
    const refused = await change(person, body)
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, /sends no mail at the moment/)
  }
  const { status, body } = await change(person, {
    locale: 'de',
    timeZone: 'Europe/Berlin',
    address: null,
    kinds: [],
  })
  assert.equal(status, 200)
  assert.deepEqual([body.locale, body.timeZone], ['de', 'Europe/Berlin'])
})

test('an address counts once its link was opened, and only its owner can open it', async () => {
  await sending(true)
  const person = await world.newcomer()
  const { body: entered } = await change(person, {
    address: ' new@example.org ',
    kinds: ['MATCH_EDIT'],
    pace: 'DAILY',
  })
  assert.deepEqual([entered.address, entered.unverifiedAddress], [undefined, 'new@example.org'])
  const early = await person.post(`${PATH}/verify`, { secret: 'guessed' })
  assert.equal(early.status, 409, 'no mail was sent yet, so no secret is right')
  const secret = 'the-secret-of-the-link'
  await service.db.many(sql`
    update notification_settings set verification_hash = sha256(${Buffer.from(secret)}) where user_id = ${await idOf(person)}`)
  const stranger = await world.newcomer()
  assert.equal((await stranger.post(`${PATH}/verify`, { secret })).status, 409)
  assert.equal((await person.post(`${PATH}/verify`, { secret: 'wrong' })).status, 409)
  for (let time = 1; time <= 2; time++) {
    const { status, body } = await person.post(`${PATH}/verify`, { secret })
    assert.deepEqual([status, body.address, body.unverifiedAddress], [200, 'new@example.org', undefined])
  }
  const { body: other } = await change(person, { address: 'other@example.org' })
  assert.deepEqual([other.address, other.unverifiedAddress], ['new@example.org', 'other@example.org'])
  assert.equal((await person.post(`${PATH}/verify`, { secret })).status, 409, 'it was for the address before')
  const { body: none } = await change(person, { address: null })
  assert.deepEqual([none.address, none.unverifiedAddress], [undefined, undefined])
  assert.equal((await person.post(`${PATH}/verify`, { secret })).status, 409)
})

test('a link ends after a day, and the address is forgotten then', async () => {
  const secret = await world.verification()
  await service.db.many(sql`
    update notification_settings set verification_ends_at = now() - interval '1 second' where unverified_address is not null`)
  const late = await world.alice.post(`${PATH}/verify`, { secret })
  assert.equal(late.status, 409)
  assert.match(late.body.detail, /good for 24 hours/)
  assert.ok((await purge(service.db, unverifiedAddresses)) >= 1)
  assert.equal((await world.alice.get(PATH)).body.unverifiedAddress, undefined)
})

test('nobody can have links sent to an address without end, alone or with others', async () => {
  await sending(true)
  const person = await world.newcomer()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await change(person, { address: 'victim@example.org' })).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const helper = await world.newcomer()
  assert.equal((await change(helper, { address: 'Victim@example.org' })).status, 429)
  assert.equal((await change(helper, { address: 'own@example.org' })).status, 200)
})

for (const address of [
  '',
  'a',
  'a@b@c',
  'a b@c.de',
  'a@c.de, d@e.fr',
  'a@c.de\r\nBcc: d@e.fr',
  '<a@c.de>',
  `${'a'.repeat(250)}@c.de`,
])
  test(`${JSON.stringify(address.slice(0, 20))} is no address`, async () => {
    const { status, body } = await change(world.bob, { address })
    assert.deepEqual([status, body.errors[0].field], [400, 'address'])
  })

test('an export has the settings, and an erasure deletes them', async () => {
  await sending(true)
  const person = await world.newcomer()
  const id = await idOf(person)
  await change(person, { address: 'gone@example.org', kinds: ['CLAIM_REQUEST'] })
  const { body } = await person.get('/users/me/export')
  assert.deepEqual(
    body.notifications.map((one: { unverifiedAddress: string; kinds: string[] }) => [
      one.unverifiedAddress,
      one.kinds,
    ]),
    [['gone@example.org', ['CLAIM_REQUEST']]],
  )
  assert.equal((await person.delete('/users/me', (await person.get('/users/me')).etag)).status, 204)
  for (const table of ['notification_settings', 'mails'] as const) {
    const rows = await service.db.many(
      table === 'mails'
        ? sql`select 1 from mails where user_id = ${id}`
        : sql`select 1 from notification_settings where user_id = ${id}`,
    )
    assert.equal(rows.length, 0, table)
  }
})
