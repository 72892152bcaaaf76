/** Every audit event names its actor, with account and client, even if the actor is a service or a script. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { ACTORS, type Actor } from '../../../src/identity/audit/actor.ts'
import { AUDIT_KINDS, auditRecord } from '../../../src/identity/audit/record.ts'
import { type Person, person, testService } from '../../support.ts'
import { tokenOfAccount } from '../accounts.ts'

const service = await testService()
const { app, db } = service
after(() => service.close())

let root: Person & { accountId: string }
before(async () => {
  root = await service.account('root', ['admin'])
})

/** Changes an account's roles as this person, and returns the actor of the event. */
async function actorAfterChange(by: Person) {
  const { accountId } = await service.account(`changed ${Math.random()}`)
  const path = `/accounts/${accountId}`
  const changed = await by.patch(path, { roles: ['translator'] }, (await root.get(path)).etag)
  assert.equal(changed.status, 200, changed.text)
  const { items } = (await root.get(`/audit?filter=accountId==${accountId}`)).body
  assert.equal(items.length, 1)
  return items[0].actor
}

test('a service that changes roles is named as the actor', async () => {
  const { body } = await root.post('/clients', {
    displayName: 'Personnel',
    kind: 'SERVICE',
    roles: ['admin'],
  })
  const token = await tokenOfAccount(
    db,
    'https://scorebook.example.org',
    { id: body.id, name: 'Personnel', roles: ['admin'] },
    { client_id: body.id, secret_number: 1 },
  )
  assert.deepEqual(await actorAfterChange(person(app, token)), {
    kind: 'CLIENT',
    displayName: 'Personnel',
    clientId: body.id,
  })
})

test('the audit distinguishes an app and a personal token from their person', async () => {
  const { accountId: id } = root
  const { body: client } = await root.post('/clients', {
    displayName: 'App',
    kind: 'NATIVE',
    redirectUris: ['http://127.0.0.1/callback'],
  })
  const byApp = await service.as('root', { client_id: client.id })
  assert.deepEqual(await actorAfterChange(byApp), {
    kind: 'PERSON',
    id,
    displayName: 'root',
    clientId: client.id,
  })
  const { body: made } = await root.post('/users/me/tokens', {
    name: 'Script',
    scopes: ['account-read', 'account-update', 'translation-read', 'translation-update'].map(
      (scope) => `svc-engine:${scope}`,
    ),
    days: 1,
  })
  const script = person(app, made.token)
  const { accountId } = await service.account('disabled by a script')
  const path = `/accounts/${accountId}`
  await script.patch(path, { disabled: true }, (await script.get(path)).etag)
  const { items } = (await root.get(`/audit?filter=actorTokenId==${made.id}`)).body
  assert.deepEqual(
    items.map(({ kind, actor }: { kind: string; actor: unknown }) => [kind, actor]),
    [['ACCOUNT_DISABLED', { kind: 'PERSON', id, displayName: 'root', tokenId: made.id }]],
  )
})

test('an administrator of an outside issuer is named, and after an erasure one id replaces them everywhere', async () => {
  const olga = await service.as('olga', { roles: ['admin'], name: 'Olga Kranich' })
  const { id } = (await olga.get('/users/me')).body
  const actor = await actorAfterChange(olga)
  assert.deepEqual([actor.kind, actor.id, actor.displayName], ['PERSON', id, 'Olga Kranich'])
  await actorAfterChange(olga)
  assert.equal((await olga.delete('/users/me', (await olga.get('/users/me')).etag)).status, 204)
  assert.equal((await root.get(`/audit/count?filter=actorId==${id}`)).body.count, 0)
  const [erased] = (await root.get('/audit?limit=1')).body.items
  assert.equal(erased.kind, 'ACCOUNT_ERASED')
  const theirs = await root.get(`/audit/count?filter=actorId==${erased.actor.id}`)
  assert.equal(theirs.body.count, 3)
})

test('there is no event without an actor, of any kind', async () => {
  const actors: Record<(typeof ACTORS)[number], Actor> = {
    PERSON: { kind: 'PERSON', id: root.accountId },
    CLIENT: { kind: 'CLIENT', clientId: 'a client that was removed' },
    SHELL: { kind: 'SHELL' },
    ITSELF: { kind: 'ITSELF' },
    STRANGER: { kind: 'STRANGER' },
  }
  for (const kind of AUDIT_KINDS)
    for (const by of Object.values(actors)) await db.many(auditRecord({ kind, by }))
  for (const kind of AUDIT_KINDS) {
    const { items } = (await root.get(`/audit?filter=kind==${kind}&limit=5`)).body
    assert.deepEqual(
      items.map(({ actor }: { actor: { kind: string } }) => actor.kind).toSorted(),
      ACTORS.toSorted(),
    )
  }
  for (const wrong of [
    sql`('SIGNED_IN', null, null, null)`,
    sql`('SIGNED_IN', 'PERSON', null, null)`,
    sql`('SIGNED_IN', 'CLIENT', null, null)`,
  ])
    await assert.rejects(
      db.many(sql`insert into audit_events (kind, actor, actor_id, actor_client_id) values ${wrong}`),
    )
})
