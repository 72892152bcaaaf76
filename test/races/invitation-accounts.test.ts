/** An administrator's invitation makes an account while its maker loses their role, or while somebody else uses it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { forPages } from '../../src/invitations/for-pages.ts'
import type { Person } from '../support.ts'
import { waitFor } from '../wait-for.ts'
import { testWorld } from '../world.ts'
import { ROUNDS, deadlocks } from './statuses.ts'

const { service, world } = await testWorld()
const { db } = service
const pages = forPages(db)

const take = (secret: string) => db.transaction((tx) => pages.takeAccount(tx, secret, 'administrators'))

async function codeOf(maker: Person): Promise<string> {
  const { id } = (await maker.post('/ghost-players', { displayName: 'Iris' })).body
  return (await maker.post(`/ghost-players/${id}/invitations`)).body.secret as string
}

const administrator = (name: string) => service.account(name, ['player', 'admin'])

test('of two at once one makes an account', async () => {
  const maker = await administrator('of two')
  for (let round = 0; round < ROUNDS; round++) {
    const secret = await codeOf(maker)
    const taken = await Promise.all([take(secret), take(secret)])
    assert.deepEqual(taken.toSorted(), [false, true])
  }
})

test('a maker who loses the role meanwhile makes at most the account that was first', async () => {
  const maker = await administrator('loser')
  const { accountId } = maker
  const set = async (roles: string[]) => {
    const { status, text } = await world.root.patch(`/accounts/${accountId}`, { roles }, '*')
    assert.equal(status, 200, text)
  }
  for (let round = 0; round < ROUNDS; round++) {
    assert.equal(await take(await codeOf(maker)), true)
    const secret = await codeOf(maker)
    await Promise.all([take(secret), set(['player'])])
    assert.equal(await take(secret), false)
    await set(['player', 'admin'])
    assert.equal(await take(secret), false, 'and none again with the role')
  }
  assert.equal(await deadlocks(db), 0)
})

test('a change of roles that is under way is waited for', async () => {
  const maker = await administrator('changing')
  const secret = await codeOf(maker)
  let taken: Promise<boolean> | undefined
  await db.transaction(async (tx) => {
    await tx.many(sql`update accounts set roles = '{player}' where id = ${maker.accountId}`)
    let isAnswered = false
    taken = take(secret)
    void taken.finally(() => (isAnswered = true))
    await waitFor('the account to be waited for, or made', async () => {
      const waiting = await db.many(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return isAnswered || waiting.length > 0
    })
  })
  assert.equal(await taken, false)
})
