/** Which access tokens are accepted, and which are refused. */
import assert from 'node:assert/strict'
import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import {
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
  exportJWK,
  exportSPKI,
  generateKeyPair,
} from 'jose'
import { InvalidToken, IssuerUnavailable } from '../../src/http/access-token.ts'
import { type OutsideIssuer, trustOutside } from '../../src/identity/outside-issuers.ts'
import { TokenVerifier } from '../../src/identity/verifier.ts'

const AUDIENCE = 'scorebook'

type Key = Awaited<ReturnType<typeof generateKeyPair>>['publicKey']
type Claims = { [claim in keyof JWTPayload]: unknown }

/** An issuer on a local server, with discovery and with keys that can change. It counts requests. */
class Issuer {
  keys: { kid: string; alg: string; privateKey: Key; publicKey: Key }[] = []
  asked = 0
  answer: 'well' | 'slowly' | 'hugely' | 'not' = 'well'
  url = ''
  readonly #server: Server = createServer((request, response) => {
    response.statusCode = this.answer === 'not' ? 503 : 200
    void this.#respond(request.url ?? '').then((body) => response.end(body))
  })

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    return this
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async addKey(kid: string, alg = 'ES256'): Promise<void> {
    this.keys.push({ kid, alg, ...(await generateKeyPair(alg, { extractable: true })) })
  }

  token(claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}, key = this.keys[0]): Promise<string> {
    assert.ok(key)
    const now = Math.floor(Date.now() / 1000)
    const payload: Claims = {
      iss: this.url,
      aud: AUDIENCE,
      sub: 'ann',
      exp: now + 600,
      iat: now,
      scope: 'svc-engine:match-read openid',
      ...claims,
    }
    return new SignJWT(payload as JWTPayload)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey)
  }

  async #respond(path: string): Promise<string> {
    if (path.endsWith('openid-configuration'))
      return JSON.stringify({ issuer: this.url, jwks_uri: `${this.url}/keys` })
    this.asked++
    if (this.answer === 'hugely') return `{"keys": [], "x": "${'x'.repeat(400_000)}"}`
    if (this.answer === 'slowly') return new Promise(() => {})
    const keys = await Promise.all(
      this.keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg })),
    )
    return JSON.stringify({ keys })
  }
}

let issuer: Issuer
let verifier: TokenVerifier
const others: Issuer[] = []

const trusting = (url: string, options: Partial<OutsideIssuer> = {}) =>
  new TokenVerifier([
    trustOutside(
      {
        issuer: url,
        audience: AUDIENCE,
        jwksUri: undefined,
        jwksFile: undefined,
        rolesClaim: 'realm_access.roles',
        roles: new Map([['staff', 'catalog-service']]),
        ...options,
      },
      () => {},
    ),
  ])

before(async () => {
  issuer = await new Issuer().start()
  for (const [kid, alg] of [
    ['es', 'ES256'],
    ['rs', 'RS256'],
    ['ps', 'PS256'],
    ['ed', 'EdDSA'],
  ] as const)
    await issuer.addKey(kid, alg)
  verifier = trusting(issuer.url)
})
after(() => {
  for (const one of [issuer, ...others]) one.stop()
})

const refused = (token: string | Promise<string>, by = verifier) =>
  assert.rejects(async () => by.verify(await token), InvalidToken)

test('a good token is verified once, and then answered at once with the same object', async () => {
  const token = await issuer.token({ name: ' Ann ' })
  const [first, twin] = await Promise.all([verifier.verify(token), verifier.verify(token)])
  assert.equal(first, twin)
  assert.equal(verifier.verify(token), first)
  assert.deepEqual(
    [first.issuer, first.subject, first.isClient, first.name],
    [issuer.url, 'ann', false, 'Ann'],
  )
  assert.deepEqual([...first.scopes], ['svc-engine:match-read'])
})

test('each algorithm in the list is accepted', async () => {
  for (const key of issuer.keys)
    assert.equal((await verifier.verify(await issuer.token({}, {}, key))).subject, 'ann')
})

const now = () => Math.floor(Date.now() / 1000)
for (const [what, claims] of Object.entries<() => Claims>({
  'has expired': () => ({ exp: now() - 120 }),
  'has no end': () => ({ exp: undefined }),
  'is not valid yet': () => ({ nbf: now() + 120 }),
  'was issued in the future': () => ({ iat: now() + 120 }),
  'is for another audience': () => ({ aud: 'other' }),
  'is for no audience': () => ({ aud: undefined }),
  'is of another issuer': () => ({ iss: 'https://other.example.org' }),
  'is of the issuer but for a slash': () => ({ iss: `${issuer.url}/` }),
  'has no subject': () => ({ sub: undefined }),
  'has an empty subject': () => ({ sub: '' }),
  'has a subject with NUL': () => ({ sub: 'a\0b' }),
  'has a subject without end': () => ({ sub: 'x'.repeat(256) }),
})) {
  test(`a token that ${what} is refused`, () => refused(issuer.token(claims())))
}

test('clocks may differ by a minute', async () => {
  assert.ok(await verifier.verify(await issuer.token({ exp: now() - 30 })))
  assert.ok(await verifier.verify(await issuer.token({ nbf: now() + 30, aud: ['x', AUDIENCE] })))
})

test('forgeries are refused', async () => {
  const [key] = issuer.keys
  assert.ok(key)
  const stranger = { ...key, ...(await generateKeyPair('ES256', { extractable: true })) }
  await refused(issuer.token({}, {}, stranger))
  const jwk = await exportJWK(stranger.publicKey)
  await refused(issuer.token({}, { jwk }, stranger))
  await refused(issuer.token({}, { jku: 'http://127.0.0.1:1/keys' }, stranger))
  await refused(issuer.token({}, { x5u: 'http://127.0.0.1:1/keys' }, stranger))
  await refused(issuer.token({}, { kid: 'rs' }))
  const body = (await issuer.token()).split('.')[1]
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  await refused(`${unsigned}.${body}.`)
  const secret = new TextEncoder().encode(await exportSPKI(issuer.keys[1]?.publicKey ?? key.publicKey))
  await refused(
    new SignJWT({ iss: issuer.url, aud: AUDIENCE, sub: 'ann', exp: now() + 60 })
      .setProtectedHeader({ alg: 'HS256', kid: 'rs' })
      .sign(secret),
  )
  for (const garbage of ['', 'a', 'a.b', 'a.b.c', '...', 'x'.repeat(9_000), `${body}.${body}.${body}`])
    await refused(garbage)
  await refused(issuer.token({}, { crit: ['exp'] }).catch(() => 'not even signed'))
  await refused(issuer.token({}, { typ: 'id_token+jwt' }))
})

test('headers and claims of any type are refused, before anybody has signed them', async () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: issuer.url, aud: AUDIENCE, sub: 'ann', exp: now() + 60 }
  for (const odd of [5, null, true, [], {}, ['ES256'], '', '__proto__']) {
    const header = { alg: 'ES256', kid: 'es' }
    for (const name of ['alg', 'kid', 'typ', 'crit'])
      await refused(`${encoded({ ...header, [name]: odd })}.${encoded(claims)}.AAAA`)
    for (const name of ['iss', 'aud', 'sub', 'exp', 'nbf', 'iat'])
      await refused(`${encoded(header)}.${encoded({ ...claims, [name]: odd })}.AAAA`)
    await refused(`${encoded(odd)}.${encoded(claims)}.AAAA`)
    await refused(`${encoded(header)}.${encoded(odd)}.AAAA`)
  }
})

test('signed claims of any type are refused, or mean nothing', async () => {
  for (const odd of [null, true, [], {}, 'x']) {
    for (const name of ['exp', 'nbf', 'iat', 'aud', 'iss']) await refused(issuer.token({ [name]: odd }))
    if (odd !== 'x') await refused(issuer.token({ sub: odd }))
    const { scopes, name } = await verifier.verify(
      await issuer.token({ scope: odd, scp: odd, realm_access: odd, name: odd === 'x' ? ' ' : odd }),
    )
    assert.deepEqual([scopes.size, name], [0, undefined])
  }
})

test('a token’s name is one that people may give themselves, or none', async () => {
  for (const name of ['a\nb', '\u202eevil', '\u200b', '\u2800 \u3164', `${'\u200b'.repeat(100)}x`]) {
    const token = await verifier.verify(await issuer.token({ name, preferred_username: 'ann' }))
    assert.equal(token.name, 'ann', JSON.stringify(name))
  }
})

test('the scopes of a token are the ones that it names, else its roles give them', async () => {
  const scopes = async (claims: Claims) =>
    [...(await verifier.verify(await issuer.token(claims))).scopes].toSorted()
  assert.deepEqual(await scopes({ scope: ['svc-engine:game-read', 'svc-engine:game-read'] }), [
    'svc-engine:game-read',
  ])
  assert.deepEqual(await scopes({ scope: undefined, scp: 'svc-engine:game-read x' }), [
    'svc-engine:game-read',
  ])
  const service = [
    'svc-engine:expansion-create',
    'svc-engine:expansion-read',
    'svc-engine:expansion-update',
    'svc-engine:game-create',
    'svc-engine:game-read',
    'svc-engine:game-update',
    'svc-engine:missing-game-read',
  ]
  assert.deepEqual(await scopes({ scope: 'openid', realm_access: { roles: ['staff', 'admin'] } }), service)
  assert.deepEqual(await scopes({ scope: 'svc-engine:game-read', realm_access: { roles: ['staff'] } }), [
    'svc-engine:game-read',
  ])
  assert.deepEqual(await scopes({ scope: undefined, realm_access: 'staff', roles: ['admin'] }), [])
})

test('a client’s own token has no user', async () => {
  assert.equal((await verifier.verify(await issuer.token({ sub: 'app', client_id: 'app' }))).isClient, true)
  assert.equal((await verifier.verify(await issuer.token({ sub: 'app', azp: 'app' }))).isClient, true)
  assert.equal((await verifier.verify(await issuer.token({ sub: 'ann', client_id: 'app' }))).isClient, false)
})

test('keys change, and unknown ones are not asked for again and again', async () => {
  const rotating = await new Issuer().start()
  others.push(rotating)
  await rotating.addKey('first')
  const by = trusting(rotating.url)
  assert.ok(await by.verify(await rotating.token()))
  await rotating.addKey('second')
  assert.ok(await by.verify(await rotating.token({}, {}, rotating.keys[1])), 'a new key is fetched')
  const { asked } = rotating
  const stranger = {
    kid: 'unknown',
    alg: 'ES256',
    ...(await generateKeyPair('ES256', { extractable: true })),
  }
  for (let n = 0; n < 20; n++) await refused(rotating.token({ jti: String(n) }, {}, stranger), by)
  assert.ok(rotating.asked - asked <= 1, `asked ${rotating.asked - asked} times`)
})

test('an issuer that does not answer is no fault of the token', async () => {
  const failing = await new Issuer().start()
  others.push(failing)
  await failing.addKey('k')
  for (const answer of ['not', 'hugely'] as const) {
    failing.answer = answer
    await assert.rejects(async () => trusting(failing.url).verify(await failing.token()), IssuerUnavailable)
  }
  failing.answer = 'well'
  const by = trusting(failing.url)
  const token = await failing.token()
  assert.ok(await by.verify(token))
  failing.answer = 'not'
  assert.ok(await by.verify(await failing.token({ jti: '2' })), 'its keys are known')
})
