/** Two administrators leave, or take the role from each other, at the same time. One administrator always remains. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { type Person, type Reply, testService } from '../support.ts'
import { ROUNDS, deadlocks } from './statuses.ts'

const service = await testService()
after(() => service.close())

type Administrator = Person & { accountId: string }

/** Reads the ETag now, and returns a function that sends the change later. */
type Deed = (by: Administrator, other: Administrator) => Promise<() => Promise<Reply>>

const erase: Deed = async (by) => {
  const { etag } = await by.get('/users/me')
  return () => by.delete('/users/me', etag)
}
const change =
  (body: object): Deed =>
  async (by, other) => {
    const { etag } = await by.get(`/accounts/${other.accountId}`)
    return () => by.patch(`/accounts/${other.accountId}`, body, etag)
  }
const demote = change({ roles: ['player'] })
const disable = change({ disabled: true })

test('one administrator is left, whatever two of them do at once', async () => {
  await service.account('somebody')
  let left = await service.account('administrator', ['admin'])
  for (let round = 0; round < ROUNDS; round++) {
    const other = await service.account(`administrator ${round}`, ['admin'])
    const [mine, theirs] = [erase, demote, disable].flatMap((one) =>
      [erase, demote].map((two) => [one, two]),
    )[round % 6] as [Deed, Deed]
    const requests = await Promise.all([mine(left, other), theirs(other, left)])
    const statuses = (await Promise.all(requests.map((send) => send()))).map(({ status }) => status)
    const administrators = await service.db.many(sql<{ id: string }>`
      select id from accounts where 'admin' = any(roles) and disabled_at is null`)
    assert.equal(administrators.length, 1, `round ${round}: ${statuses.join()}`)
    if (administrators[0]?.id === other.accountId) left = other
  }
  assert.equal(await deadlocks(service.db), 0)
})
