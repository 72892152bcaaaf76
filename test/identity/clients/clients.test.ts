/** Clients over HTTP and by the command line: a secret is shown once and stored as a hash, and a removed client is refused. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as openid from 'openid-client'
import type { Connection } from '../../../src/db/database.ts'
import { sql } from '../../../src/db/sql.ts'
import { main } from '../../../src/cli/main.ts'
import { newKey, violations } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { providerService } from '../provider/service.ts'

const { service, world } = await testWorld()

const WEB = {
  displayName: 'Score sheets',
  kind: 'WEB',
  redirectUris: ['https://sheets.example.org/callback'],
}

test('the secret is in the answer and in the answer to a retry, and nowhere in the database', async () => {
  const key = newKey()
  const first = await world.root.post('/clients', WEB, key)
  assert.match(first.body.secret, /^scorebook_cs_[\w-]{43}$/)
  const retry = await world.root.post('/clients', WEB, key)
  assert.equal(retry.body.secret, first.body.secret)
  const [{ count } = { count: -1 }] = await service.db.many(sql<{ count: number }>`
    select (select count(*) from idempotency_keys where body like ${`%${first.body.secret}%`})::int
      + (select count(*) from oidc_clients c where c::text like ${`%${first.body.secret}%`})::int as count`)
  assert.equal(count, 0)
  const listed = await world.root.get(`/clients?filter=id==${first.body.id}`)
  assert.equal(listed.body.items[0].displayName, 'Score sheets')
  assert.ok(!('secret' in listed.body.items[0]))
  const audit = await service.db.many(sql`
    select 1 from audit_events where kind = 'CLIENT_CREATED' and client_id = ${first.body.id} and actor = 'PERSON'`)
  assert.equal(audit.length, 1)
})

test('a public client and one with a key of its own have no secret', async () => {
  const native = await world.root.post('/clients', {
    displayName: 'Table app',
    kind: 'NATIVE',
    redirectUris: ['http://127.0.0.1/callback', 'org.example.table:/callback'],
  })
  assert.deepEqual([native.body.authentication, 'secret' in native.body], ['NONE', false])
  const signs = await world.root.post('/clients', {
    displayName: 'Sync',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [
      {
        kty: 'EC',
        crv: 'P-256',
        x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
        y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
      },
    ],
  })
  assert.deepEqual([signs.status, signs.body.authentication], [201, 'KEY'])
})

const refused: [what: string, body: object, fields: string[]][] = [
  ['an app without an address', { displayName: 'A', kind: 'WEB' }, ['redirectUris']],
  ['plain http elsewhere', { ...WEB, redirectUris: ['http://sheets.example.org/'] }, ['redirectUris[0]']],
  ['a fragment', { ...WEB, redirectUris: ['https://sheets.example.org/#a'] }, ['redirectUris[0]']],
  ['a wildcard', { ...WEB, redirectUris: ['https://*.example.org/'] }, ['redirectUris[0]']],
  ['a script', { ...WEB, redirectUris: ['javascript:alert(1)'] }, ['redirectUris[0]']],
  ['a user name', { ...WEB, redirectUris: ['https://a:b@sheets.example.org/'] }, ['redirectUris[0]']],
  ['a relative address', { ...WEB, redirectUris: ['/callback'] }, ['redirectUris[0]']],
  [
    'a scheme of its own in a web app',
    { ...WEB, redirectUris: ['org.example.app:/cb'] },
    ['redirectUris[0]'],
  ],
  ['roles of an app', { ...WEB, roles: ['admin'] }, ['roles']],
  ['a service without roles', { displayName: 'S', kind: 'SERVICE' }, ['roles']],
  ['a service with an address', { ...WEB, kind: 'SERVICE', roles: ['admin'] }, ['redirectUris']],
  [
    'scopes beyond the roles of a service',
    { displayName: 'S', kind: 'SERVICE', roles: ['catalog-service'], scopes: ['svc-engine:match-read'] },
    ['scopes[0]'],
  ],
  ['an unknown scope', { ...WEB, scopes: ['match-read'] }, ['scopes[0]']],
  [
    'a private key',
    {
      displayName: 'S',
      kind: 'SERVICE',
      roles: ['admin'],
      publicKeys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b', d: 'c' }],
    },
    ['publicKeys[0].d'],
  ],
]

for (const [what, body, fields] of refused)
  test(`refused: ${what}`, async () => {
    const reply = await world.root.post('/clients', body)
    assert.equal(reply.status, 400, reply.text)
    assert.deepEqual(
      violations(reply).map((one) => one.split(' ')[0]),
      fields,
      reply.text,
    )
  })

test('a removed client gets no token, and what it has is refused', async () => {
  const provider = await providerService()
  after(() => provider.close())
  const made = await provider.client({
    displayName: 'Sync',
    kind: 'SERVICE',
    roles: ['catalog-service', 'admin'],
  })
  const config = await made.config()
  const { access_token: token } = await openid.clientCredentialsGrant(config)
  const api = (method: string, path: string, key = {}) =>
    fetch(`${provider.url}/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}`, ...key } })
  assert.equal((await api('GET', '/clients')).status, 200)
  assert.equal((await api('DELETE', `/clients/${made.id}`, newKey())).status, 204)
  for (const until = Date.now() + 60_000; (await api('GET', '/clients')).status !== 401;)
    assert.ok(Date.now() < until, 'its token is taken')
  await assert.rejects(openid.clientCredentialsGrant(config), { status: 401 })
})

test('the command line makes, lists and removes them, for people and for programs', async () => {
  const { host, port, user, password, database } = service.connection as Exclude<Connection, string>
  const url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const call = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const env = { SCOREBOOK_DATABASE_URL: url }
    const context = {
      env,
      cwd: '/',
      print: (line: string) => out.push(line),
      complain: (line: string) => err.push(line),
    }
    return { code: await main(args, context), out: out.join('\n'), err: err.join('\n') }
  }
  const made = await call(
    'client',
    'create',
    'Sync',
    '--kind',
    'service',
    '--role',
    'catalog-service',
    '--json',
  )
  assert.equal(made.code, 0, made.err)
  const { id, secret, scopes } = JSON.parse(made.out) as { id: string; secret: string; scopes: string[] }
  assert.match(secret, /^scorebook_cs_/)
  assert.ok(scopes.includes('svc-engine:game-create'))
  const listed = await call('client', 'list')
  assert.match(listed.out, new RegExp(`${id}  service  Sync`))
  assert.ok(!listed.out.includes(secret))
  assert.match(
    (await call('client', 'create', 'App', '--kind', 'web')).err,
    /redirectUris must have an address/,
  )
  assert.match((await call('client', 'create', 'App', '--kind', 'thing')).err, /--kind/)
  assert.equal((await call('client', 'remove', id)).code, 0)
  assert.equal((await call('client', 'remove', id)).code, 1)
  assert.equal((await call('client', 'forget')).code, 2)
  const rotated = await call('keys', 'rotate', '--json')
  assert.equal((JSON.parse(rotated.out) as { keys: string[] }).keys.length, 2)
  assert.equal((await call('keys', 'lose')).code, 2)
})
