/** An administrator frees an email address: another account can then take it, and everything that depended on it ends. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { findSignInAccount, setEmail } from '../../../src/identity/accounts/store.ts'
import { type Person, testService, violations } from '../../support.ts'

const service = await testService()
const { db } = service
after(() => service.close())

let root: Person & { accountId: string }
before(async () => {
  root = await service.account('root', ['admin'])
})

const ADDRESS = 'alma@example.org'
const etagOf = async (accountId: string) => (await root.get(`/accounts/${accountId}`)).etag
const free = async (accountId: string, email: unknown = null) =>
  root.patch(`/accounts/${accountId}`, { email }, await etagOf(accountId))
const eventsOf = (accountId: string) =>
  db.many(sql<{ kind: string; by: string; details: object }>`
    select kind, actor_id as by, details from audit_events
    where account_id = ${accountId} and kind in ('ACCOUNT_CHANGED', 'LINK_ENDED') order by kind`)

test('the address of a squatter goes to its owner, and a reset that waits ends', async () => {
  const squatter = await service.account('squatter')
  const alma = await service.account('alma')
  await setEmail(db, squatter.accountId, ADDRESS)
  await assert.rejects(setEmail(db, alma.accountId, ADDRESS), /taken/)
  const reset = await root.post('/accounts/links', { kind: 'RESET', accountId: squatter.accountId })

  const freed = await free(squatter.accountId)
  assert.equal(freed.status, 200, freed.text)
  assert.ok(!('email' in freed.body))
  assert.equal(await findSignInAccount(db, ADDRESS), undefined)
  const [link] = (await root.get(`/accounts/links?filter=id==${reset.body.id}`)).body.items
  assert.equal(link.good, false)
  assert.deepEqual(await eventsOf(squatter.accountId), [
    { kind: 'ACCOUNT_CHANGED', by: root.accountId, details: { fields: ['email'] } },
    { kind: 'LINK_ENDED', by: root.accountId, details: { linkId: reset.body.id, link: 'RESET' } },
  ])

  await setEmail(db, alma.accountId, ADDRESS)
  assert.equal((await findSignInAccount(db, ADDRESS))?.id, alma.accountId)
})

test('an account without an address has no event of losing it, and no reset of it ends', async () => {
  const { accountId } = await service.account('without')
  const reset = await root.post('/accounts/links', { kind: 'RESET', accountId })
  assert.equal((await free(accountId)).status, 200)
  assert.deepEqual(await eventsOf(accountId), [])
  assert.equal((await root.get(`/accounts/links?filter=id==${reset.body.id}`)).body.items[0].good, true)
})

test('a change of roles leaves the address', async () => {
  const { accountId } = await service.account('stays')
  await setEmail(db, accountId, 'stays@example.org')
  const changed = await root.patch(
    `/accounts/${accountId}`,
    { roles: ['translator'] },
    await etagOf(accountId),
  )
  assert.equal(changed.body.email, 'stays@example.org')
})

test('an address that its owner has changed meanwhile is not the one that the administrator saw', async () => {
  const { accountId } = await service.account('changes')
  await setEmail(db, accountId, 'old@example.org')
  const seen = await etagOf(accountId)
  await setEmail(db, accountId, 'new@example.org')
  assert.equal((await root.patch(`/accounts/${accountId}`, { email: null }, seen)).status, 412)
  assert.equal((await root.get(`/accounts/${accountId}`)).body.email, 'new@example.org')
})

test('nobody but its owner sets an address', async () => {
  const { accountId } = await service.account('set')
  for (const email of ['other@example.org', '', {}])
    assert.deepEqual(violations(await free(accountId, email)), ['email INVALID_TYPE'])
})
