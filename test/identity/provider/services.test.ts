/** Service accounts: client credentials with a secret or a key, and scopes within the account's roles. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { SignJWT, decodeJwt, exportJWK, generateKeyPair } from 'jose'
import * as openid from 'openid-client'
import { allScopes, scopesOfRole } from '../../../src/identity/roles.ts'
import { shareProvider } from './service.ts'

const service = shareProvider()

const catalog = () =>
  service.client({ displayName: 'Catalog sync', kind: 'SERVICE', roles: ['catalog-service'] })

const newGame = {
  displayName: 'Rising Tides',
  minPlayers: 1,
  maxPlayers: 4,
  minPlayTime: 30,
  maxPlayTime: 60,
  winCondition: 'HIGHER_WINS',
}

const call = (token: string, path: string, body?: object) =>
  fetch(`${service.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

test('a service gets the scopes of its roles, acts for nobody, and gets no refresh token', async () => {
  const made = await catalog()
  const tokens = await openid.clientCredentialsGrant(await made.config())
  assert.deepEqual(new Set(tokens.scope?.split(' ')), new Set(scopesOfRole['catalog-service']))
  assert.equal(tokens.refresh_token, undefined)
  assert.equal(decodeJwt(tokens.access_token).sub, made.id)
  assert.equal((await call(tokens.access_token, '/games')).status, 200)
  const created = await call(tokens.access_token, '/games', newGame)
  assert.notEqual(created.status, 403, await created.text())
  assert.equal((await call(tokens.access_token, '/users/me')).status, 403)
})

test('it asks for fewer scopes, and for none that it lacks', async () => {
  const config = await (await catalog()).config()
  const few = await openid.clientCredentialsGrant(config, { scope: 'svc-engine:game-read' })
  assert.equal(few.scope, 'svc-engine:game-read')
  assert.equal((await call(few.access_token, '/games', newGame)).status, 403)
  for (const scope of ['svc-engine:match-read', 'openid', 'nonsense'])
    await assert.rejects(openid.clientCredentialsGrant(config, { scope }), { error: 'invalid_scope' }, scope)
})

test('a service may be made for some of the scopes of its roles', async () => {
  const made = await service.client({
    displayName: 'Reader',
    kind: 'SERVICE',
    roles: ['admin'],
    scopes: ['svc-engine:audit-read'],
  })
  const { scope } = await openid.clientCredentialsGrant(await made.config())
  assert.equal(scope, 'svc-engine:audit-read')
  assert.ok(allScopes.has('svc-engine:audit-read'))
})

test('a wrong secret and an unknown client get the same answer', async () => {
  const made = await catalog()
  const wrong = await made.config(openid.ClientSecretBasic('scorebook_cs_wrong'))
  await assert.rejects(openid.clientCredentialsGrant(wrong), { status: 401 })
  const form = (fields: Record<string, string>) =>
    fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...fields }),
    })
  const bodies = await Promise.all(
    [
      { client_id: made.id, client_secret: 'wrong' },
      { client_id: crypto.randomUUID(), client_secret: 'wrong' },
      { client_id: "x'; drop table oidc_clients; --", client_secret: 'wrong' },
    ].map(async (fields) => [(await form(fields)).status, await (await form(fields)).text()]),
  )
  assert.equal(new Set(bodies.map((one) => JSON.stringify(one))).size, 1, JSON.stringify(bodies))
})

test('a service may show itself with a key of its own, by an assertion that is good once', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const publicKey = await exportJWK(pair.publicKey)
  const made = await service.client({
    displayName: 'Signs',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [{ kty: 'EC', crv: 'P-256', x: publicKey.x, y: publicKey.y, alg: 'ES256' }],
  })
  const sent: string[] = []
  const config = await made.config(openid.PrivateKeyJwt(pair.privateKey))
  config[openid.customFetch] = (url, options) => {
    sent.push((options.body as URLSearchParams).toString())
    return fetch(url, options as RequestInit)
  }
  assert.ok((await openid.clientCredentialsGrant(config)).access_token)
  const replay = async () =>
    (await fetch(`${service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(sent[0]) })).status
  assert.equal(await replay(), 401)
  const other = await generateKeyPair('ES256')
  const stranger = await made.config(openid.PrivateKeyJwt(other.privateKey))
  await assert.rejects(openid.clientCredentialsGrant(stranger), { error: 'invalid_client' })
  const bySecret = await made.config(openid.ClientSecretBasic('anything'))
  await assert.rejects(openid.clientCredentialsGrant(bySecret), { status: 401 })
})

test('an assertion that is good for more than ten minutes is refused', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const { x, y } = await exportJWK(pair.publicKey)
  const made = await service.client({
    displayName: 'Signs for long',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [{ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256' }],
  })
  const answers: unknown[] = []
  for (const end of ['9m', '11m', '10y', 1e300]) {
    const assertion = await new SignJWT({ jti: randomUUID(), iss: made.id, sub: made.id, aud: service.url })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt()
      .setExpirationTime(end)
      .sign(pair.privateKey)
    const answer = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }),
    })
    const { error, error_description: why } = (await answer.json()) as Record<string, string>
    answers.push([answer.status, error, why?.includes('10 minutes')])
  }
  const refused = [400, 'invalid_client', true]
  assert.deepEqual(answers, [[200, undefined, undefined], refused, refused, refused])
})

test('the id of an assertion may be any text', async () => {
  const pair = await generateKeyPair('ES256', { extractable: true })
  const { x, y } = await exportJWK(pair.publicKey)
  const made = await service.client({
    displayName: 'Signs oddly',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [{ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256' }],
  })
  for (const jti of ['\0', randomBytes(4_000).toString('hex'), '💥']) {
    const assertion = await new SignJWT({ jti, iss: made.id, sub: made.id, aud: service.url })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(pair.privateKey)
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    })
    const statuses = [1, 2].map(
      async () => (await fetch(`${service.url}/oauth/token`, { method: 'POST', body })).status,
    )
    assert.deepEqual(new Set(await Promise.all(statuses)), new Set([200, 401]), jti.slice(0, 20))
  }
})

test('an app cannot act for itself, nor a service for people', async () => {
  const app = await service.client({
    displayName: 'An app',
    kind: 'WEB',
    redirectUris: ['https://app.example.org/callback'],
  })
  await assert.rejects(openid.clientCredentialsGrant(await app.config()), { error: 'invalid_request' })
  const made = await catalog()
  const page = await fetch(
    `${service.url}/oauth/authorize?${new URLSearchParams({ client_id: made.id, response_type: 'code', redirect_uri: 'https://app.example.org/callback' })}`,
    { headers: { 'sec-fetch-site': 'none', accept: 'text/html' }, redirect: 'manual' },
  )
  assert.equal(page.status, 400)
})
