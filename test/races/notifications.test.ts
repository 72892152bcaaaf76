/** Changes of notification settings at once: none overwrites another, and no address is verified with the secret of another. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { hashOf, unsubscribe } from '../../src/notifications/store.ts'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
const { db } = service
const PATH = '/users/me/notifications'

before(() => db.many(sql`update mail_head set sending_until = now() + interval '1 hour'`))

const settings = async (by: Person) => (await by.get(PATH)).body

test('two changes with one ETag: one is made, also if there are no settings yet', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    for (const locale of ['de', 'en']) {
      const { etag } = await by.get(PATH)
      const replies = await Promise.all([
        by.patch(PATH, { locale }, etag),
        by.patch(PATH, { timeZone: `Europe/${locale === 'de' ? 'Berlin' : 'London'}` }, etag),
      ])
      assert.equal(statuses(replies), '200 412')
    }
  }
})

test('two changes of different fields are both kept', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    const replies = await Promise.all([
      by.patch(PATH, { locale: 'de' }, '*'),
      by.patch(PATH, { timeZone: 'Europe/Berlin' }, '*'),
    ])
    assert.equal(statuses(replies), '200 200')
    const { locale, timeZone } = await settings(by)
    assert.deepEqual([locale, timeZone], ['de', 'Europe/Berlin'])
  }
})

test('the secret of one address never verifies another one', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    const secret = `secret ${round}`
    assert.equal((await by.patch(PATH, { address: `own-${round}@example.org` }, '*')).status, 200)
    await db.many(
      sql`update notification_settings set verification_hash = ${hashOf(secret)} where user_id = ${await idOf(by)}`,
    )
    await Promise.all([
      by.patch(PATH, { address: `other-${round}@example.org` }, '*'),
      by.post(`${PATH}/verify`, { secret }),
    ])
    assert.notEqual((await settings(by)).address, `other-${round}@example.org`)
  }
})

test('mail that was ended during a change stays ended', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const by = await world.newcomer()
    const id = await idOf(by)
    const address = `reader-${round}@example.org`
    assert.equal((await by.patch(PATH, { kinds: ['MATCH_EDIT'] }, '*')).status, 200)
    const [stored] = await db.many(sql<{ hash: Buffer }>`
      update notification_settings set address = ${address} where user_id = ${id}
      returning substr(sha256(convert_to(address, 'UTF8')), 1, 16) as hash`)
    assert.ok(stored)
    await Promise.all([by.patch(PATH, { locale: 'de' }, '*'), db.many(unsubscribe(id, stored.hash))])
    const { mail, locale } = await settings(by)
    assert.deepEqual([mail, locale], [false, 'de'])
  }
})

test('none of this meets a deadlock', async () => {
  assert.equal(await deadlocks(db), 0)
})
