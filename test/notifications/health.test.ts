/** What `doctor` and the metrics say of mails with links and of push messages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { healthOfMessages } from '../../src/notifications/health.ts'
import { measured } from '../../src/system/measures.ts'
import { idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const { db } = service

async function figures(name: string): Promise<Record<string, number>> {
  const family = (await measured(db)).find((one) => one.name === name)
  return Object.fromEntries(family?.samples ?? [])
}

test('mails with links are counted, and reported when they have waited too long', async () => {
  assert.equal(await healthOfMessages(db), '0 mails with links wait, 0 devices get push messages')
  const mail = (kind: string, age: string, attempts: number) =>
    db.many(sql`
      insert into link_mails (id, kind, sealed, ends_at, attempts)
      values (uuidv7(-${age}::interval), ${kind}, ''::bytea, now() + interval '1 day', ${attempts})`)
  await mail('SIGN_IN', '1 minute', 0)
  await mail('QUESTION', '1 hour', 0)
  assert.equal(await healthOfMessages(db), '1 mails with links wait, 0 devices get push messages')
  await mail('INVITATION', '1 hour', 3)
  await assert.rejects(
    healthOfMessages(db),
    /^Error: 1 mails with links have waited for more than 15 minutes/,
  )
  assert.deepEqual(Object.values(await figures('scorebook_link_mails')), [1, 1])
  await db.many(sql`delete from link_mails`)
})

test('so are devices whose push messages wait', async () => {
  const user = await idOf(world.alice)
  await db.many(sql`
    insert into push_devices (id, user_id, ends_at, name, endpoint, p256dh, auth, public_key, due_at, attempts)
    select uuidv7(), ${user}, now() + interval '1 day', 'Phone', 'https://push.example/' || n, '', '', '',
      case when n > 1 then now() - n * interval '4 minutes' end, case when n > 2 then 1 else 0 end
    from generate_series(1, 3) n`)
  assert.equal(await healthOfMessages(db), '0 mails with links wait, 3 devices get push messages')
  assert.deepEqual(Object.values(await figures('scorebook_push_devices')), [1, 1, 1])
  await db.many(sql`update push_devices set due_at = due_at - interval '10 minutes'`)
  await assert.rejects(healthOfMessages(db), /^Error: 2 devices have waited for a push message/)
})
