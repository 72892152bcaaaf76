/** While the database is away or slow, the provider's endpoints say so, and nothing is done half. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { withoutDatabase } from '../../database-away.ts'
import { CALLBACK, type MadeClient, ask, letIn, redeem, shareProvider } from './service.ts'

const service = shareProvider()

const READ = 'svc-engine:match-read'

async function isAway(failing: RegExp, { id, secret }: MadeClient, fields: Record<string, string>) {
  const answer = await withoutDatabase(failing, () =>
    fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(fields),
    }),
  )
  assert.equal(answer.status, 503, String(failing))
  assert.equal(answer.headers.get('retry-after'), '1')
  const body = (await answer.json()) as Record<string, string>
  assert.deepEqual(Object.keys(body), ['error', 'error_description'])
  assert.equal(body['error'], 'server_error')
}

test('a code or refresh token whose use fails half way stays as it was', async () => {
  const { browser } = await service.person()
  const web = await service.client({ displayName: 'Score sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  const config = await web.config()
  const asked = await ask(config, `${READ} offline_access`, { prompt: 'consent' })
  const back = await letIn(browser, asked)
  const code = {
    grant_type: 'authorization_code',
    code: String(back.searchParams.get('code')),
    redirect_uri: CALLBACK,
    code_verifier: asked.verifier,
  }
  for (const failing of [/insert into oidc_artifacts/, /^commit$/, /select .*oidc_artifacts/s])
    await isAway(failing, web, code)
  const { refresh_token: first } = await redeem(config, asked, back)
  for (const failing of [/insert into oidc_artifacts/, /update oidc_artifacts/, /^commit$/])
    await isAway(failing, web, { grant_type: 'refresh_token', refresh_token: String(first) })
  assert.ok((await openid.refreshTokenGrant(config, String(first))).access_token)
})

test('a page says that it does not work at the moment, and goes on when it does', async () => {
  const { browser } = await service.person()
  const web = await service.client({ displayName: 'Score sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  const config = await web.config()
  const asked = await ask(config, READ)
  const page = await withoutDatabase(/oidc_artifacts/, () => browser.openFromElsewhere(asked.url.href))
  assert.equal(page.status, 503)
  assert.match(page.text, /cannot do this at the moment/)
  const consent = await browser.openFromElsewhere(asked.url.href)
  const failed = await withoutDatabase(/insert into oidc_artifacts/, () =>
    browser.submit(consent, { answer: 'allow' }),
  )
  assert.equal(failed.status, 503)
  const back = await browser.submit(consent, { answer: 'allow' })
  assert.ok((await redeem(config, asked, new URL(back.url))).access_token)
})

test('what is longer than any request of a client is refused, in the words of OAuth', async () => {
  const web = await service.client({ displayName: 'Score sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  const answer = await fetch(`${service.url}/oauth/device-authorization`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'scorebook-cli', scope: 'x'.repeat(20_000) }),
  })
  assert.equal(answer.status, 413)
  assert.equal(((await answer.json()) as { error: string }).error, 'invalid_request')
  const { browser } = await service.person()
  const { url } = await ask(await web.config(), READ, { state: 'x'.repeat(9_000) })
  assert.equal((await browser.openFromElsewhere(url.href)).status, 400)
})
