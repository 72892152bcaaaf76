/** A listening connection that died silently is noticed and replaced. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { testDatabase } from '../database.ts'
import { proxyOf } from '../faults.ts'

test('a network that swallows everything is noticed, and notifications arrive again afterwards', async (t) => {
  const own = await testDatabase()
  const proxy = await proxyOf(own.connection)
  const db = new Database(proxy.connection)
  const heard: string[] = []
  const [opened, lost, again, arrived] = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const listener = db.listen(
    'test',
    (payload) => {
      heard.push(payload)
      arrived?.resolve()
    },
    {
      opened: () => (heard.includes('lost') ? again : opened)?.resolve(),
      lost() {
        heard.push('lost')
        lost?.resolve()
      },
    },
  )
  t.after(async () => {
    await listener.close()
    await db.close()
    await proxy.close()
    await own.close()
  })
  await opened?.promise
  proxy.swallow()
  await lost?.promise
  proxy.pass()
  await again?.promise
  await own.db.many(sql`select pg_notify('test', 'one')`)
  await arrived?.promise
  assert.deepEqual(
    heard.filter((word) => word !== 'lost'),
    ['one'],
  )
})
