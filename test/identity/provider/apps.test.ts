/** The account page lists the apps that the person has let in, and can end their access. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { sql } from '../../../src/db/sql.ts'
import { type MadeClient, CALLBACK, ask, letIn, redeem, shareProvider } from './service.ts'
import { waitFor } from '../../wait-for.ts'

let timer: MadeClient
let sheets: MadeClient
const service = shareProvider(async (shared) => {
  const client = (displayName: string) =>
    shared.client({ displayName, kind: 'WEB', redirectUris: [CALLBACK] })
  ;[timer, sheets] = await Promise.all([client('Table Timer'), client('Score sheets')])
})

const MAY = 'openid svc-engine:match-read offline_access'

test('the export has the apps that have access, and what each may do', async () => {
  const { browser } = await service.person()
  const exported: unknown[] = []
  for (const app of [timer, sheets]) {
    const config = await app.config()
    const asked = await ask(config, 'openid svc-engine:user-read')
    const { access_token: token } = await redeem(config, asked, await letIn(browser, asked))
    const answer = await fetch(`${service.url}/api/v1/users/me/export`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { apps } = (await answer.json()) as { apps: { since: string }[] }
    exported.push(apps.map(({ since, ...rest }) => (assert.ok(Date.parse(since) <= Date.now()), rest)))
  }
  const scopes = ['openid', 'svc-engine:user-read']
  const first = { clientId: timer.id, name: 'Table Timer', scopes }
  assert.deepEqual(exported[0], [first])
  assert.deepEqual(
    new Set(exported[1] as object[]),
    new Set([first, { clientId: sheets.id, name: 'Score sheets', scopes }]),
  )
})

test('an app is listed with what it may do, and loses its access with its refresh token', async () => {
  const { browser, accountId } = await service.person()
  const none = await browser.open(`${service.url}/account`)
  assert.match(none.text, /An app asks you on a page of ours/)
  const configs = await Promise.all([timer, sheets].map((app) => app.config()))
  const tokens: string[] = []
  for (const config of configs) {
    const asked = await ask(config, MAY, { prompt: 'consent' })
    const { refresh_token: token } = await redeem(config, asked, await letIn(browser, asked))
    tokens.push(String(token))
  }
  const page = await browser.open(`${service.url}/account`)
  assert.match(page.text, /Table Timer[^]*See your matches[^]*Go on when you have signed out/)
  assert.match(page.text, /Score sheets/)

  const other = await service.person()
  const theirs = await other.browser.open(`${service.url}/account`)
  assert.doesNotMatch(theirs.text, /Table Timer/)
  const end = { action: '/account/apps/end', hidden: { client: timer.id } }
  await other.browser.submit({ ...theirs, ...end })
  assert.match(
    (await browser.open(`${service.url}/account`)).text,
    /Table Timer/,
    'nobody ends it for somebody else',
  )

  const left = await browser.submit({ ...page, ...end })
  assert.doesNotMatch(left.text, /Table Timer/)
  assert.match(left.text, /Score sheets/)
  const [first, second] = configs
  await assert.rejects(openid.refreshTokenGrant(first ?? assert.fail(), tokens[0] ?? ''), {
    error: 'invalid_grant',
  })
  assert.ok((await openid.refreshTokenGrant(second ?? assert.fail(), tokens[1] ?? '')).access_token)
  const ended = await service.db.many(sql<{ clientId: string }>`
    select client_id as "clientId" from audit_events where account_id = ${accountId} and kind = 'CONSENT_ENDED'`)
  assert.deepEqual(ended, [{ clientId: timer.id }])
})

test('an app that loses its access loses its access token, and the personal tokens that it made', async () => {
  const { browser, accountId } = await service.person()
  const scope = 'openid svc-engine:match-read svc-engine:token-create offline_access'
  const config = await timer.config()
  const asked = await ask(config, scope, { prompt: 'consent' })
  const { access_token: token } = await redeem(config, asked, await letIn(browser, asked))
  const made = await fetch(`${service.url}/api/v1/users/me/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': crypto.randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: 'Of the app', scopes: ['svc-engine:match-read'], days: 365 }),
  })
  const personal = (await made.json()) as { id: string; token: string; expiresAt: string }
  assert.ok(
    Date.parse(personal.expiresAt) < Date.now() + 200 * 86_400_000,
    'no longer than the access of the app',
  )
  const statuses = async () => {
    const asked = [token, personal.token].map((one) =>
      fetch(`${service.url}/api/v1/matches`, { headers: { authorization: `Bearer ${one}` } }),
    )
    return (await Promise.all(asked)).map(({ status }) => status).join()
  }
  assert.equal(await statuses(), '200,200')
  const page = await browser.open(`${service.url}/account`)
  await browser.submit({ ...page, action: '/account/apps/end', hidden: { client: timer.id } })
  await waitFor('both to be refused', async () => (await statuses()) === '401,401')
  const ended = await service.db.many(sql`
    select kind, details ->> 'tokenId' as "tokenId" from audit_events
    where account_id = ${accountId} and kind like '%ENDED' order by kind`)
  assert.deepEqual(ended, [
    { kind: 'CONSENT_ENDED', tokenId: null },
    { kind: 'TOKEN_ENDED', tokenId: personal.id },
  ])
})

test('an app without offline_access loses its access token with the session of the browser', async () => {
  const { browser } = await service.person()
  const config = await timer.config()
  const asked = await ask(config, 'openid svc-engine:match-read')
  const { access_token: token } = await redeem(config, asked, await letIn(browser, asked))
  const status = async () =>
    (await fetch(`${service.url}/api/v1/matches`, { headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await status(), 200)
  await browser.submit({ ...(await browser.open(`${service.url}/account`)), action: '/sign-out', hidden: {} })
  await waitFor('it to be refused', async () => (await status()) === 401)
})
