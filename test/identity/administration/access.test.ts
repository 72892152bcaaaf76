/** Administrators end one session or one token of an account, and nothing else of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, person, testService } from '../../support.ts'
import { waitFor } from '../../wait-for.ts'
import { signIn } from '../accounts.ts'

const service = await testService()
after(() => service.close())

let root: Person & { accountId: string }
let alma: Person & { accountId: string }
before(async () => {
  ;[root, alma] = await Promise.all([service.account('root', ['admin']), service.account('alma')])
})

test('one of two browsers is signed out, and the audit says who did it', async () => {
  await Promise.all([signIn(service.db, alma.accountId), signIn(service.db, alma.accountId)])
  const path = `/accounts/${alma.accountId}/sessions`
  const { items } = (await root.get(path)).body
  assert.equal(items.length, 2)
  assert.deepEqual([items[0].method, items[0].address, items[0].userAgent], ['PASSWORD', '192.0.2.1', 'Test'])
  assert.equal((await root.delete(`${path}/${items[0].id}`)).status, 204)
  assert.deepEqual((await root.get(path)).body.items, [items[1]])
  assert.equal((await root.get(`${path}/count`)).body.count, 1)
  assert.equal((await root.delete(`${path}/${items[0].id}`)).status, 404)
  const [event] = (await root.get('/audit?filter=kind==SESSION_ENDED')).body.items
  assert.deepEqual([event.account.displayName, event.actor.displayName], ['alma', 'root'])
  assert.deepEqual(event.details, { sessionId: items[0].id })
})

test('one of two tokens is ended, and the other one works on', async () => {
  const make = async (name: string) => {
    const { body } = await alma.post('/users/me/tokens', {
      name,
      scopes: ['svc-engine:match-read'],
      days: 30,
    })
    return { id: body.id as string, as: person(service.app, body.token) }
  }
  const [leaked, other] = [await make('leaked'), await make('other')]
  const path = `/accounts/${alma.accountId}/tokens`
  const { body, text } = await root.get(`${path}?filter=name==leaked`)
  assert.deepEqual(
    body.items.map(({ id }: { id: string }) => id),
    [leaked.id],
  )
  assert.ok(!text.includes('scorebook_pat_'))
  assert.equal((await root.delete(`/accounts/${root.accountId}/tokens/${leaked.id}`)).status, 404)
  assert.equal((await leaked.as.get('/matches')).status, 200)
  assert.equal((await root.delete(`${path}/${leaked.id}`)).status, 204)
  await waitFor('the end of the token', async () => (await leaked.as.get('/matches')).status === 401)
  assert.equal((await other.as.get('/matches')).status, 200)
})

test('an account that does not exist has no list', async () => {
  const path = '/accounts/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90'
  assert.equal((await root.get(`${path}/sessions`)).status, 404)
  assert.equal((await root.get(`${path}/tokens`)).status, 404)
})
