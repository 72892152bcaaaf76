/** What the provider's endpoints refuse again and again costs a budget, and what strangers may make it store is limited. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import * as openid from 'openid-client'
import { sql } from '../../../src/db/sql.ts'
import {
  CALLBACK,
  type MadeClient,
  type ProviderService,
  ask,
  letIn,
  providerService,
  redeem,
} from './service.ts'

let service: ProviderService
let attacked: MadeClient
let other: MadeClient
before(async () => {
  service = await providerService()
  const made = (displayName: string) =>
    service.client({ displayName, kind: 'SERVICE', roles: ['catalog-service'] })
  ;[attacked, other] = await Promise.all([made('Attacked'), made('Other')])
})
after(() => service.close())

const post = (path: string, form: Record<string, string>) =>
  fetch(service.url + path, { method: 'POST', body: new URLSearchParams(form) })

const token = (client: string, secret: string) =>
  post('/oauth/token', { grant_type: 'client_credentials', client_id: client, client_secret: secret })

/** One after the other, until one is refused unseen. */
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
  const config = await openid.discovery(new URL(service.url), 'scorebook-cli', {}, openid.None(), {
    execute: [openid.allowInsecureRequests],
  })
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

test('wrong secrets of one client slow that client down, and no other of the same address', async () => {
  const config = await attacked.config()
  const { refused, answer } = await untilSlowedDown(() => token(attacked.id, 'x'.repeat(43)))
  assert.equal(refused, 31)
  assert.deepEqual(((await answer.json()) as { error: string }).error, 'slow_down')
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
  assert.equal(answer.headers.get('access-control-allow-origin'), '*', 'an app in a browser learns why')
  assert.equal(answer.headers.get('access-control-expose-headers'), 'retry-after')
  await assert.rejects(openid.clientCredentialsGrant(config), { status: 429 })
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
