/** Repeated refusals at the provider's endpoints use up a budget. Strangers can make the provider store only a limited amount. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exportJWK, generateKeyPair } from 'jose'
import * as openid from 'openid-client'
import { sql } from '../../../src/db/sql.ts'
import { CALLBACK, type MadeClient, ask, letIn, redeem, shareProvider, commandLine } from './service.ts'

let attacked: MadeClient
let other: MadeClient
const service = shareProvider(async (shared) => {
  const made = (displayName: string) =>
    shared.client({ displayName, kind: 'SERVICE', roles: ['catalog-service'] })
  ;[attacked, other] = await Promise.all([made('Attacked'), made('Other')])
})

const post = (path: string, form: Record<string, string>) =>
  fetch(service.url + path, { method: 'POST', body: new URLSearchParams(form) })

const token = (client: string, secret: string) =>
  post('/oauth/token', { grant_type: 'client_credentials', client_id: client, client_secret: secret })

/** Repeats the attempt until it is refused without a check. */
async function untilSlowedDown(
  attempt: () => Promise<Response>,
): Promise<{ refused: number; answer: Response }> {
  for (let refused = 0; refused < 200; refused++) {
    const answer = await attempt()
    if (answer.status === 429) return { refused, answer }
    assert.ok(answer.status === 401 || answer.status === 400, await answer.text())
  }
  return assert.fail('nothing slows it down')
}

test('a device that waits for its person uses up nothing', async () => {
  const config = await commandLine(service)
  const { db } = service
  await db.many(sql`delete from sign_in_budgets`)
  const code = await openid.initiateDeviceAuthorization(config, { scope: 'svc-engine:match-read' })
  await db.many(sql`delete from sign_in_budgets`)
  const grant = 'urn:ietf:params:oauth:grant-type:device_code'
  for (let poll = 0; poll < 3; poll++)
    await openid.genericGrantRequest(config, grant, { device_code: code.device_code }).catch(() => {})
  assert.equal((await db.many(sql`select from sign_in_budgets`)).length, 0)
})

test('codes for devices that an address asks for are limited, as each is stored', async () => {
  await service.db.many(sql`delete from sign_in_budgets`)
  const stored = async () =>
    (await service.db.many(sql`select from oidc_artifacts where model = 'DeviceCode'`)).length
  const before = await stored()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post('/oauth/device-authorization', { client_id: 'scorebook-cli' })),
  )
  assert.equal(answers.filter(({ status }) => status === 429).length, 10)
  assert.equal((await stored()) - before, 30)
})

test('what apps ask a stranger’s browser is limited, as each question is stored', async () => {
  await service.db.many(sql`delete from sign_in_budgets`)
  const web = await service.client({ displayName: 'Sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  const config = await web.config()
  const { url } = await ask(config, 'svc-engine:match-read')
  const asked = await Promise.all(
    Array.from({ length: 210 }, () =>
      fetch(url, { redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } }),
    ),
  )
  const refused = asked.filter(({ status }) => status === 429).length
  assert.ok(refused >= 1 && refused <= 10, `${refused} of 210`)
  const { browser } = await service.person()
  const own = await ask(config, 'svc-engine:match-read')
  assert.ok(
    (await redeem(config, own, await letIn(browser, own))).access_token,
    'who is signed in has their own',
  )
})

test('codes of devices that a person guesses are limited', async () => {
  const { browser } = await service.person()
  const page = await browser.open(`${service.url}/oauth/device`)
  const statuses: number[] = []
  for (let guess = 0; guess < 22; guess++)
    statuses.push((await browser.submit(page, { user_code: 'BCDF-GHJK' })).status)
  assert.equal(statuses.filter((status) => status === 429).length, 2)
})

test('wrong secrets of one client slow down who sends them, and neither that client nor another of the same address', async () => {
  const config = await attacked.config()
  const { refused, answer } = await untilSlowedDown(() => token(attacked.id, 'x'.repeat(43)))
  assert.equal(refused, 31)
  assert.deepEqual(((await answer.json()) as { error: string }).error, 'slow_down')
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*', 'an app in a browser learns why')
  assert.equal(answer.headers.get('access-control-expose-headers'), 'retry-after')
  assert.ok((await openid.clientCredentialsGrant(config)).access_token, 'the right secret is let in')
  assert.equal(
    (await token(attacked.id, 'y'.repeat(43))).status,
    429,
    'and the next wrong one is not looked at',
  )
  assert.ok((await openid.clientCredentialsGrant(await other.config())).access_token)
  const told = await service.db.many(sql<{ clientId: string; address: string }>`
    select client_id as "clientId", address from audit_events where kind = 'CLIENT_REFUSED'`)
  assert.equal(told.length, 30, 'the audit has those that were looked at within the budget')
  assert.deepEqual(told[0], { clientId: attacked.id, address: '127.0.0.1' })
})

test('clients that are made up share a budget, and codes that are do', async () => {
  const { refused } = await untilSlowedDown(() => token(crypto.randomUUID(), 'x'))
  assert.equal(refused, 31)
  assert.equal((await token('', 'x')).status, 429)
  const code = () =>
    post('/oauth/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: crypto.randomUUID(),
      client_id: 'scorebook-cli',
    })
  assert.equal((await untilSlowedDown(code)).refused, 31)
  assert.ok((await openid.clientCredentialsGrant(await other.config())).access_token)
})

test('wrong assertions slow down who sends them, and not the service with the right key', async () => {
  const [right, wrong] = await Promise.all([
    generateKeyPair('ES256', { extractable: true }),
    generateKeyPair('ES256'),
  ])
  const { x, y } = await exportJWK(right.publicKey)
  const made = await service.client({
    displayName: 'Signs',
    kind: 'SERVICE',
    roles: ['catalog-service'],
    publicKeys: [{ kty: 'EC', crv: 'P-256', x, y, alg: 'ES256' }],
  })
  const guesses = await made.config(openid.PrivateKeyJwt(wrong.privateKey))
  const answers: Response[] = []
  guesses[openid.customFetch] = async (url, options) => {
    const answer = await fetch(url, options as RequestInit)
    answers.push(answer.clone())
    return answer
  }
  const guess = async () => {
    await openid.clientCredentialsGrant(guesses).catch(() => {})
    return answers.pop() ?? assert.fail('it was not sent')
  }
  assert.equal((await untilSlowedDown(guess)).refused, 31)
  const config = await made.config(openid.PrivateKeyJwt(right.privateKey))
  assert.ok((await openid.clientCredentialsGrant(config)).access_token)
  assert.equal((await guess()).status, 429)
})

test('wrong codes of an app without a secret slow down who sends them, and not whoever has a right one', async () => {
  const { browser } = await service.person()
  const app = await service.client({ displayName: 'Phone', kind: 'NATIVE', redirectUris: [CALLBACK] })
  const config = await app.config()
  const asked = await ask(config, 'openid offline_access svc-engine:match-read', { prompt: 'consent' })
  const back = await letIn(browser, asked)
  const guess = () =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      code: 'x'.repeat(43),
      client_id: app.id,
      redirect_uri: CALLBACK,
      code_verifier: 'x'.repeat(43),
    })
  assert.equal((await untilSlowedDown(guess)).refused, 31)
  const { refresh_token: first } = await redeem(config, asked, back)
  const { refresh_token: second } = await openid.refreshTokenGrant(config, String(first))
  assert.ok(second)
  const device = await openid.initiateDeviceAuthorization(config, { scope: 'svc-engine:match-read' })
  const waits = await post('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: device.device_code,
    client_id: app.id,
  })
  assert.deepEqual(((await waits.json()) as { error: string }).error, 'authorization_pending')
  assert.equal((await guess()).status, 429)
  const used = { grant_type: 'refresh_token', refresh_token: String(first), client_id: app.id }
  assert.equal((await post('/oauth/token', used)).status, 400, 'one that was used ends all of them')
  const ended = { ...used, refresh_token: second }
  assert.equal((await post('/oauth/token', ended)).status, 429)
})
