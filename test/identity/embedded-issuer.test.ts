/** The service as its own issuer: it makes accounts and keys when they are needed first, and accepts its own tokens. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from '../../src/db/sql.ts'
import { EMBEDDED_ISSUER, InvalidToken, IssuerUnavailable } from '../../src/http/access-token.ts'
import { findOrCreateAccount, issueToken, trustEmbedded } from '../../src/identity/embedded-issuer.ts'
import { type Role, scopesOfRole } from '../../src/identity/roles.ts'
import { TokenVerifier } from '../../src/identity/verifier.ts'
import { testDatabase } from '../database.ts'

const BASE_URL = 'http://127.0.0.1:8080'

let database: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  database = await testDatabase()
})
after(() => database.close())

const verifierAt = (baseUrl = BASE_URL) => new TokenVerifier([trustEmbedded(database.db, baseUrl, () => {})])

async function tokenOf(name: string, { roles = ['player'] as Role[], scopes = [] as string[] } = {}) {
  const account = await findOrCreateAccount(database.db, name)
  return issueToken(database.db, { issuer: BASE_URL, account, roles, scopes, hours: 2 })
}

test('an account is made once, however many ask at once and in whatever case', async () => {
  const names = ['Zoë', 'zoë', 'ZOË', 'Zoë', 'zoË']
  const accounts = await Promise.all(names.map((name) => findOrCreateAccount(database.db, name)))
  assert.equal(new Set(accounts.map(({ id }) => id)).size, 1)
})

test('tokens made at once, before there is a key, are all good', async () => {
  const verifier = verifierAt()
  const tokens = await Promise.all(['ann', 'bob', 'cy', 'dee'].map((name) => tokenOf(name)))
  const verified = await Promise.all(tokens.map(async (token) => verifier.verify(token)))
  assert.deepEqual(
    verified.map(({ name, isClient }) => [name, isClient]),
    [
      ['ann', false],
      ['bob', false],
      ['cy', false],
      ['dee', false],
    ],
  )
})

test('a key that another instance made meanwhile is found', async () => {
  const verifier = verifierAt()
  const earlier = await tokenOf('ann')
  await verifier.verify(earlier)
  await database.db.many(sql`update signing_keys set retired_at = now()`)
  const later = await tokenOf('ann')
  assert.notEqual(decodeProtectedHeader(later).kid, decodeProtectedHeader(earlier).kid)
  assert.ok(await verifier.verify(later))
  await assert.rejects(async () => verifier.verify(earlier), InvalidToken, 'its key is retired')
})

test('a token of another instance, with another base URL, is refused with the right one', async () => {
  const other = verifierAt('https://scores.example.org')
  await assert.rejects(
    async () => other.verify(await tokenOf('ann')),
    new InvalidToken(
      'The access token is not from an issuer that this service trusts. It takes the tokens that it issues itself, which name https://scores.example.org as their issuer.',
    ),
  )
})

test('a token says who it is of, and what it is good for', async () => {
  const account = await findOrCreateAccount(database.db, 'ann')
  const player = await tokenOf('ann')
  const { iss, aud, sub, iat, exp, jti, ...claims } = decodeJwt(player)
  assert.deepEqual([iss, aud, sub], [BASE_URL, BASE_URL, account.id])
  assert.equal(Number(exp) - Number(iat), 7_200)
  assert.match(String(jti), /^[0-9a-f-]{36}$/)
  assert.deepEqual(claims, {
    name: 'ann',
    client_id: 'scorebook-cli',
    from_shell: true,
    roles: ['player'],
  })
  assert.equal(decodeProtectedHeader(player).typ, 'at+jwt')

  const verified = await verifierAt().verify(player)
  assert.deepEqual([verified.issuer, verified.subject], [EMBEDDED_ISSUER, account.id])
  assert.deepEqual(verified.scopes, new Set(scopesOfRole.player))
  const limited = await verifierAt().verify(await tokenOf('ann', { scopes: ['svc-engine:match-read'] }))
  assert.deepEqual(limited.scopes, new Set(['svc-engine:match-read']))
  await assert.rejects(async () => verifierAt('http://other.example.org').verify(player), InvalidToken)
})

test('without its database, nothing is known about a token', async () => {
  const token = await tokenOf('ann')
  const broken = { many: () => Promise.reject(new Error('gone')) }
  const warned: string[] = []
  const verifier = new TokenVerifier([
    trustEmbedded({ ...broken, maybe: broken.many, one: broken.many }, BASE_URL, (message) =>
      warned.push(message),
    ),
  ])
  await assert.rejects(async () => verifier.verify(token), IssuerUnavailable)
  assert.equal(warned.length, 1)
})
