/** Signing keys: they are replaced by age or by command, and published before their first use until their last token expires. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, mock, test } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { sql } from '../../../src/db/sql.ts'
import { InvalidToken } from '../../../src/http/access-token.ts'
import { findOrCreateAccount, issueToken, trustEmbedded } from '../../../src/identity/embedded-issuer.ts'
import { KeyRing } from '../../../src/identity/key-ring.ts'
import { CurrentProvider, upkeep } from '../../../src/identity/provider/current.ts'
import { providerKeys, publicKeys, rotateKeys } from '../../../src/identity/provider/signing-keys.ts'
import { TokenVerifier } from '../../../src/identity/verifier.ts'
import { pages } from '../../../src/pages/consent/pages.ts'
import { SHELL } from '../../../src/identity/audit/actor.ts'
import { testDatabase } from '../../database.ts'
import { waitFor } from '../../wait-for.ts'
import { providerService } from './service.ts'

const ISSUER = 'https://scorebook.example.org'

let database: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  database = await testDatabase()
})
after(() => database.close())
beforeEach(() => database.db.many(sql`delete from signing_keys`))

const token = async () =>
  issueToken(database.db, {
    issuer: ISSUER,
    account: await findOrCreateAccount(database.db, 'ann'),
    roles: ['player'],
    scopes: [],
    hours: 2,
  })

const kidOf = (jwt: string) => String(decodeProtectedHeader(jwt).kid)
const published = async () => (await publicKeys(database.db)).keys.map(({ kid }) => String(kid))
/** Makes the keys older by this number of hours. */
const hoursLater = (hours: number) =>
  database.db.many(sql`
    update signing_keys set created_at = created_at - make_interval(hours => ${hours}),
      signs_from = signs_from - make_interval(hours => ${hours}), retired_at = retired_at - make_interval(hours => ${hours})`)

test('a new key is published an hour before it signs, and the old one until its tokens have expired', async () => {
  const { db } = database
  const early = await token()
  const { made } = await rotateKeys(db, { by: SHELL })
  assert.equal(made.length, 2)
  assert.ok((await published()).includes(made[0] ?? ''))
  assert.equal(kidOf(await token()), kidOf(early), 'the new key does not sign yet')
  await hoursLater(2)
  assert.equal(kidOf(await token()), made[0])
  const verifier = new TokenVerifier([trustEmbedded(db, ISSUER, () => {})])
  assert.ok(await verifier.verify(early), 'the old key still verifies')
  await hoursLater(24 * 31)
  assert.ok(!(await published()).includes(kidOf(early)))
  await upkeep(db, 10_000)
  const left = await db.many(sql`select id from signing_keys where id = ${kidOf(early)}`)
  assert.equal(left.length, 0)
})

test('keys that may be stolen end at once, with their tokens', async () => {
  const { db } = database
  const stolen = await token()
  const { made } = await rotateKeys(db, { by: SHELL, atOnce: true })
  assert.equal(kidOf(await token()), made[0])
  assert.deepEqual((await published()).toSorted(), made.toSorted())
  const verifier = new TokenVerifier([trustEmbedded(db, ISSUER, () => {})])
  await assert.rejects(async () => verifier.verify(stolen), InvalidToken)
  const [event] = await db.many(sql<{ details: object }>`
    select details from audit_events where kind = 'KEY_ROTATED' order by id desc limit 1`)
  assert.deepEqual(event?.details, { keys: made, atOnce: 'true' })
})

test('of several instances that find the keys old at once, one replaces them', async () => {
  const { db } = database
  await providerKeys(db)
  await hoursLater(24 * 91)
  await Promise.all(Array.from({ length: 5 }, () => upkeep(db, 90)))
  assert.equal((await published()).length, 4)
  await upkeep(db, 90)
  assert.equal((await published()).length, 4)
})

test('the published keys contain nothing private, for either algorithm', async () => {
  await providerKeys(database.db)
  const { keys } = await publicKeys(database.db)
  assert.deepEqual(new Set(keys.map(({ alg }) => alg)), new Set(['ES256', 'RS256']))
  for (const key of keys)
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) assert.ok(!(secret in key), secret)
})

test('an instance loads the provider again when another instance has replaced the keys, and only then', async () => {
  const { db } = database
  const options = { db, issuer: ISSUER, pages, signedIn: async () => undefined }
  const current = new CurrentProvider(options, 0)
  const first = await current.now()
  assert.equal(await current.now(), first)
  await rotateKeys(db, { by: SHELL, atOnce: true })
  for (const until = Date.now() + 60_000; (await current.now()) === first;)
    assert.ok(Date.now() < until, 'it keeps the keys that were replaced')
})

test('an instance that gets no notification uses keys for at most three seconds', async () => {
  const { db } = database
  const trusted = trustEmbedded(db, ISSUER, () => {})
  trusted.keys.follow({ hears: false, whenKeysChange() {} })
  const verifier = new TokenVerifier([trusted])
  const stolen = await token()
  assert.ok(await verifier.verify(stolen))
  await rotateKeys(db, { by: SHELL, atOnce: true })
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_000 })
  try {
    await assert.rejects(async () => verifier.verify(stolen), InvalidToken)
  } finally {
    mock.timers.reset()
  }
})

test('keys that changed while they were read are read again', async () => {
  const { db } = database
  const known = await publicKeys(db)
  const readings = [Promise.withResolvers<typeof known>(), Promise.withResolvers<typeof known>()]
  let read = 0
  const ring = new KeyRing({
    issuer: ISSUER,
    warn() {},
    pace: { oldAfter: 60_000, searchEvery: 3_000, retryEvery: 500 },
    load: async () => readings[read++]?.promise ?? known,
  })
  let forget = () => {}
  ring.follow({ hears: true, whenKeysChange: (given) => (forget = given) })
  const keys = ring.keys()
  forget()
  readings[0]?.resolve(known)
  const later = { keys: [{ ...(await providerKeys(db))[0]?.privateJwk, kid: 'later', kty: 'EC' }] }
  readings[1]?.resolve(later)
  assert.deepEqual((await keys).jwks(), later)
})

test('keys that end at once end in every instance with the notification, for verifying and for signing', async () => {
  const shared = await testDatabase()
  const issuer = 'http://127.0.0.1:1'
  const instances = await Promise.all([1, 2].map(() => providerService({ shared, issuer })))
  const [first] = instances
  assert.ok(first)
  const made = await first.client({ displayName: 'Sync', kind: 'SERVICE', roles: ['catalog-service'] })
  const tokenFrom = async ({ url }: { url: string }) => {
    const answer = await fetch(`${url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${made.id}:${made.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const statuses = async (jwt: string) => {
    const headers = { authorization: `Bearer ${jwt}` }
    const all = instances.map(async ({ url }) => (await fetch(`${url}/api/v1/games`, { headers })).status)
    return (await Promise.all(all)).join()
  }
  // The clock stands still, so that nothing is read again because of its age.
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    const [stolen = ''] = await Promise.all(instances.map(tokenFrom))
    assert.equal(await statuses(stolen), '200,200')
    const rotation = await rotateKeys(shared.db, { by: SHELL, atOnce: true })
    await waitFor('both to refuse the stolen key', async () => (await statuses(stolen)) === '401,401')
    for (const instance of instances) {
      const jwt = await tokenFrom(instance)
      assert.ok(rotation.made.includes(kidOf(jwt)), 'the provider signs by the new key')
      assert.equal(await statuses(jwt), '200,200')
    }
  } finally {
    mock.timers.reset()
    await Promise.all(instances.map(({ close }) => close()))
    await shared.close()
  }
})

test('while the database is frozen, everybody can still use the provider that is loaded', async () => {
  let still = false
  const never = () => new Promise<never>(() => {})
  const db = new Proxy(database.db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return still ? never : value.bind(target)
    },
  })
  const current = new CurrentProvider({ db, issuer: ISSUER, pages, signedIn: async () => undefined }, 0)
  const first = await current.now()
  still = true
  assert.equal(await current.now(), first)
})

test('instances with other base URLs take one another’s tokens by the issuer’s name', async () => {
  const shared = await testDatabase()
  const first = await providerService({ shared, issuer: 'http://127.0.0.1:1' })
  const second = await providerService({ shared, issuer: 'http://127.0.0.1:1' })
  try {
    const document = (await (await fetch(`${first.url}/.well-known/openid-configuration`)).json()) as {
      issuer: string
      token_endpoint: string
    }
    assert.equal(document.issuer, 'http://127.0.0.1:1')
    assert.equal(document.token_endpoint, `${first.url}/oauth/token`)
    const made = await first.client({ displayName: 'Sync', kind: 'SERVICE', roles: ['catalog-service'] })
    const answer = await fetch(document.token_endpoint, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${made.id}:${made.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: jwt } = (await answer.json()) as { access_token: string }
    const taken = await fetch(`${second.url}/api/v1/games`, { headers: { authorization: `Bearer ${jwt}` } })
    assert.equal(taken.status, 200)
  } finally {
    await Promise.all([first.close(), second.close()])
    await shared.close()
  }
})
