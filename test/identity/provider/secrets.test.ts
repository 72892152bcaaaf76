/** No secret can be read in the database, the log, the audit or an error. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { type Sql, sql } from '../../../src/db/sql.ts'
import { raw } from '../../../src/db/sql.ts'
import { withoutSentence } from '../../../src/identity/provider/scopes.ts'
import { allScopes } from '../../../src/identity/roles.ts'
import { CALLBACK, ask, letIn, redeem, shareProvider, commandLine } from './service.ts'

const service = shareProvider()

/** Every text of every row of the database. */
async function everything(): Promise<string> {
  const tables = await service.db.many(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'signing_keys'`)
  const texts = await Promise.all(
    tables.map(({ name }) =>
      service.db.many(raw(`select t::text as text from ${name} t`) as Sql<{ text: string }>),
    ),
  )
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n')
}

test('codes, refresh tokens, device codes, cookies and secrets of clients', async () => {
  const { browser, cookie } = await service.person()
  const web = await service.client({ displayName: 'Score sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  const config = await web.config(openid.ClientSecretPost(String(web.secret)))
  const asked = await ask(config, 'openid profile svc-engine:match-read offline_access', {
    prompt: 'consent',
  })
  const waiting = await ask(config, 'svc-engine:group-read')
  await browser.openFromElsewhere(waiting.url.href)
  const unused = await letIn(browser, await ask(config, 'svc-engine:match-read'))
  const back = await letIn(browser, asked)
  const tokens = await redeem(config, asked, back)
  const next = await openid.refreshTokenGrant(config, String(tokens.refresh_token))
  const line = await commandLine(service)
  const device = await openid.initiateDeviceAuthorization(line, {
    scope: 'svc-engine:match-read offline_access',
  })
  await browser.submit(
    await browser.submit(await browser.open(device.verification_uri), { user_code: device.user_code }),
    { confirm: 'yes' },
  )
  const wrong = await web.config(
    openid.ClientSecretPost('scorebook_cs_a-wrong-secret-that-is-told-to-nobody'),
  )
  await assert.rejects(openid.refreshTokenGrant(wrong, String(next.refresh_token)))
  const secrets = [
    cookie,
    ...browser.given,
    ...[back, unused].map((url) => url.searchParams.get('code')),
    tokens.access_token,
    tokens.id_token,
    tokens.refresh_token,
    next.refresh_token,
    next.access_token,
    asked.verifier,
    web.secret,
    device.device_code,
    device.user_code,
    device.user_code.replace('-', ''),
    'a-wrong-secret-that-is-told-to-nobody',
  ].map(String)
  assert.ok(secrets.every((secret) => secret.length >= 8 && secret !== 'undefined' && secret !== 'null'))
  const before = await everything()
  for (const model of ['AuthorizationCode', 'RefreshToken', 'DeviceCode', 'Interaction', 'Grant'])
    assert.ok(before.includes(`(${model},`), model)
  await assert.rejects(redeem(config, asked, back))
  const [stored, logged] = [before + (await everything()), service.log.join('')]
  assert.ok(logged.includes('/oauth/token') && stored.includes('CODE_REUSED'))
  for (const [n, secret] of secrets.entries()) {
    assert.ok(!stored.includes(secret), `secret ${n} (${secret}) is in the database`)
    assert.ok(!logged.includes(secret), `secret ${n} (${secret}) is in the log`)
  }
})

test('each scope is explained to people in plain English', () => {
  assert.deepEqual(withoutSentence(allScopes), [])
})
