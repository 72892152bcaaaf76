/** A password reset races with a promotion. Afterwards nobody has a link to an account that has more rights than they have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { scopesOfRoles } from '../../src/identity/roles.ts'
import { testWorld } from '../world.ts'
import { waitFor } from '../wait-for.ts'
import { ROUNDS, deadlocks } from './statuses.ts'

const { service, world } = await testWorld()
const { db } = service

/** A caller who may make links only for accounts with the role `player`. */
const limited = () =>
  service.as(world.nameOf(world.root), {
    scope: ['svc-engine:account-create', ...scopesOfRoles(['player'])].join(' '),
  })

/** The number of the account's links that still work. */
const goodLinks = async (accountId: string): Promise<number> =>
  (await world.root.get(`/accounts/links?filter=accountId==${accountId};good==true`)).body.items.length

test('a reset and a promotion at once leave no link to an administrator', async () => {
  const maker = await limited()
  for (let round = 0; round < ROUNDS; round++) {
    const { accountId } = await service.account(`promoted ${round}`)
    const { etag } = await world.root.get(`/accounts/${accountId}`)
    const [link, promoted] = await Promise.all([
      maker.post('/accounts/links', { kind: 'RESET', accountId }),
      world.root.patch(`/accounts/${accountId}`, { roles: ['player', 'admin'] }, etag),
    ])
    assert.equal(promoted.status, 200, promoted.text)
    assert.ok([201, 403].includes(link.status), link.text)
    assert.equal(await goodLinks(accountId), 0, `round ${round}: the reset answered ${link.status}`)
  }
  assert.equal(await deadlocks(db), 0)
})

test('a change of roles that is under way is waited for, however it is made', async () => {
  const maker = await limited()
  const { accountId } = await service.account('changing')
  let asked: ReturnType<typeof maker.post> | undefined
  await db.transaction(async (tx) => {
    await tx.many(sql`update accounts set roles = '{player,admin}' where id = ${accountId}`)
    let isAnswered = false
    asked = maker.post('/accounts/links', { kind: 'RESET', accountId })
    void asked.finally(() => (isAnswered = true))
    await waitFor('the request to wait for the account, or to be answered', async () => {
      const waiting = await db.many(sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      return isAnswered || waiting.length > 0
    })
  })
  assert.equal((await asked)?.status, 403)
  assert.equal(await goodLinks(accountId), 0)
})
