/** A client's new secret ends the old secret and its tokens, and gives nobody more scopes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as openid from 'openid-client'
import { main } from '../../../src/cli/main.ts'
import type { Connection } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { scopesOfRoles } from '../../../src/identity/roles.ts'
import { newKey } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { everythingIn } from '../everything.ts'
import { CALLBACK, type ProviderService, ask, letIn, providerService, redeem } from '../provider/service.ts'

const { service, world } = await testWorld()

let provider: ProviderService
/** The access token of a service with the role admin. */
let admin: string
before(async () => {
  provider = await providerService()
  const made = await provider.client({ displayName: 'Operations', kind: 'SERVICE', roles: ['admin'] })
  admin = (await openid.clientCredentialsGrant(await made.config())).access_token
})
after(() => provider.close())

async function renew(id: string, key = newKey()): Promise<{ status: number; secret: string }> {
  const answer = await fetch(`${provider.url}/api/v1/clients/${id}/secret`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, ...key } as Record<string, string>,
  })
  const { secret } = (await answer.json()) as { secret: string }
  return { status: answer.status, secret }
}

const get = async (token: string, path: string) =>
  (await fetch(`${provider.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).status

async function ends(token: string, path: string): Promise<void> {
  for (const until = Date.now() + 60_000; (await get(token, path)) !== 401;)
    assert.ok(Date.now() < until, 'a token of the former secret is taken')
}

test('the former secret of a service ends, and the tokens that were got with it', async () => {
  const sync = await provider.client({ displayName: 'Sync', kind: 'SERVICE', roles: ['catalog-service'] })
  const former = await sync.config()
  const { access_token: stolen } = await openid.clientCredentialsGrant(former)
  assert.equal(await get(stolen, '/games'), 200)

  const key = newKey()
  const { status, secret } = await renew(sync.id, key)
  assert.equal(status, 200)
  assert.match(secret, /^scorebook_cs_[\w-]{43}$/)
  assert.equal((await renew(sync.id, key)).secret, secret, 'a retry')
  await assert.rejects(openid.clientCredentialsGrant(former), { status: 401 })
  await ends(stolen, '/games')

  const now = await sync.config(openid.ClientSecretBasic(secret))
  const { access_token: token } = await openid.clientCredentialsGrant(now)
  assert.equal(await get(token, '/games'), 200)
  assert.equal((await openid.tokenIntrospection(now, stolen)).active, false)
  assert.equal((await openid.tokenIntrospection(now, token)).active, true)
  assert.ok(!(await everythingIn(provider.db)).includes(secret))
  const events = await provider.db.many(sql`
    select actor from audit_events where kind = 'CLIENT_SECRET_MADE' and client_id = ${sync.id}`)
  assert.deepEqual(events, [{ actor: 'CLIENT' }])
})

test('people need not let an app in again: it goes on with the new secret alone', async () => {
  const web = await provider.client({ displayName: 'Sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  const former = await web.config()
  const { browser } = await provider.person()
  const asked = await ask(former, 'svc-engine:match-read')
  const got = await redeem(former, asked, await letIn(browser, asked))
  assert.equal(await get(got.access_token, '/matches'), 200)

  const { secret } = await renew(web.id)
  await ends(got.access_token, '/matches')
  const refreshToken = String(got.refresh_token)
  await assert.rejects(openid.refreshTokenGrant(former, refreshToken), { status: 401 })
  const now = await web.config(openid.ClientSecretBasic(secret))
  const { access_token: token } = await openid.refreshTokenGrant(now, refreshToken)
  assert.equal(await get(token, '/matches'), 200)
})

test('of two new secrets at once, the later is good', async () => {
  for (let round = 0; round < 5; round++) {
    const sync = await provider.client({ displayName: 'Sync', kind: 'SERVICE', roles: ['catalog-service'] })
    const made = await Promise.all([renew(sync.id), renew(sync.id)])
    assert.deepEqual(
      made.map(({ status }) => status),
      [200, 200],
    )
    const configs = made.map(({ secret }) => sync.config(openid.ClientSecretBasic(secret)))
    const tried = await Promise.allSettled(
      configs.map(async (one) => openid.clientCredentialsGrant(await one)),
    )
    assert.deepEqual(tried.map((one) => one.status).toSorted(), ['fulfilled', 'rejected'])
  }
})

test('a key that is used again once its answer is forgotten makes another secret', async () => {
  const { id } = await provider.client({ displayName: 'Sync', kind: 'SERVICE', roles: ['catalog-service'] })
  const key = newKey()
  const first = await renew(id, key)
  await provider.db.many(sql`delete from idempotency_keys`)
  const second = await renew(id, key)
  assert.deepEqual([first.status, second.status], [200, 200])
  assert.notEqual(first.secret, second.secret)
})

test('a client without a secret gets none', async () => {
  const native = await world.root.post('/clients', {
    displayName: 'Table app',
    kind: 'NATIVE',
    redirectUris: ['http://127.0.0.1/callback'],
  })
  const signs = await world.root.post('/clients', {
    displayName: 'Signs',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }],
  })
  for (const { body } of [native, signs]) {
    const refused = await world.root.post(`/clients/${body.id}/secret`, undefined)
    assert.equal(refused.status, 409, refused.text)
    assert.match(refused.body.detail, /has no secret/)
    assert.ok(!refused.text.includes('scorebook_cs_'))
  }
})

test('nobody gets the secret of a client that may do more than they', async () => {
  const redirectUris = [CALLBACK]
  const [all, feed, app] = await Promise.all(
    [
      { displayName: 'All', kind: 'SERVICE', roles: ['admin'] },
      { displayName: 'Feed', kind: 'SERVICE', roles: ['catalog-service'] },
      { displayName: 'App', kind: 'WEB', redirectUris, scopes: ['svc-engine:match-delete'] },
    ].map(async (body) => (await world.root.post('/clients', body)).body.id as string),
  )
  const as = async (...scopes: string[]) =>
    service.as(world.nameOf(world.root), { scope: ['svc-engine:client-update', ...scopes].join(' ') })
  const nothing = await as()
  for (const id of [all, feed, app])
    assert.equal((await nothing.post(`/clients/${id}/secret`, undefined)).status, 403)
  const catalog = await as(...scopesOfRoles(['catalog-service']))
  assert.equal((await catalog.post(`/clients/${feed}/secret`, undefined)).status, 200)
  assert.equal((await catalog.post(`/clients/${all}/secret`, undefined)).status, 403)
  const deletes = await as('svc-engine:match-delete')
  assert.equal((await deletes.post(`/clients/${app}/secret`, undefined)).status, 200)
})

test('the command line makes one too', async () => {
  const { host, port, user, password, database } = service.connection as Exclude<Connection, string>
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const call = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const context = {
      env: { SCOREBOOK_DATABASE_URL: url },
      cwd: '/',
      print: (line: string) => out.push(line),
      complain: (line: string) => err.push(line),
    }
    return { code: await main(['client', ...args], context), out: out.join('\n'), err: err.join('\n') }
  }
  const { body } = await world.root.post('/clients', {
    displayName: 'Sync',
    kind: 'SERVICE',
    roles: ['catalog-service'],
  })
  const made = await call('new-secret', body.id, '--json')
  const { secret, id } = JSON.parse(made.out) as { secret: string; id: string }
  assert.equal(id, body.id)
  assert.notEqual(secret, body.secret)
  assert.match(
    (await call('new-secret', body.id)).out,
    /^secret {2}scorebook_cs_[\w-]{43}\nThe secret is shown/,
  )
  const events = await service.db.many(sql`
    select actor from audit_events where kind = 'CLIENT_SECRET_MADE' and client_id = ${body.id}`)
  assert.deepEqual(events, [{ actor: 'SHELL' }, { actor: 'SHELL' }])
  const keyless = await call(
    'create',
    'Table app',
    '--kind',
    'native',
    '--redirect',
    'http://127.0.0.1/',
    '--json',
  )
  assert.match(
    (await call('new-secret', (JSON.parse(keyless.out) as { id: string }).id)).err,
    /has no secret/,
  )
  assert.match((await call('new-secret', crypto.randomUUID())).err, /There is no client/)
  assert.equal((await call('new-secret', 'Sync')).code, 2)
})
