/** The device flow: a program without a browser shows a code, and a signed-in person lets it in. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { sql } from '../../../src/db/sql.ts'
import { scopesOfRole } from '../../../src/identity/roles.ts'
import type { Browser, PageOf } from './browser.ts'
import { signedInBrowser, shareProvider, commandLine } from './service.ts'

let config: openid.Configuration
const service = shareProvider(async (shared) => {
  config = await commandLine(shared)
})

const SCOPE = 'openid offline_access svc-engine:match-read svc-engine:match-create'

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

const begin = () => openid.initiateDeviceAuthorization(config, { scope: SCOPE })

/** Asks once whether the person has allowed the device. */
const poll = (code: openid.DeviceAuthorizationResponse) =>
  openid.genericGrantRequest(config, DEVICE_CODE, { device_code: code.device_code })

const entered = async (browser: Browser, code: openid.DeviceAuthorizationResponse): Promise<PageOf> =>
  browser.submit(await browser.openFromElsewhere(code.verification_uri), { user_code: code.user_code })

async function letIn(browser: Browser, code: openid.DeviceAuthorizationResponse): Promise<PageOf> {
  const consent = await browser.submit(await entered(browser, code), { confirm: 'yes' })
  assert.match(consent.text, /Let Scorebook command line in\?/)
  return browser.submit(consent, { answer: 'allow' })
}

test('the command line is let in by its code, and then gets a token that it can refresh', async () => {
  const { browser, accountId } = await service.person()
  const code = await begin()
  assert.equal(code.interval, 1)
  await assert.rejects(poll(code), { error: 'authorization_pending' })
  const page = await entered(browser, code)
  assert.match(page.text, new RegExp(`<output>\\s*${code.user_code}\\s*</output>`))
  const done = await letIn(browser, code)
  assert.match(done.text, /The device is in/)
  const tokens = await poll(code)
  assert.equal(tokens.claims()?.sub, accountId)
  const answer = await fetch(`${service.url}/api/v1/matches`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  assert.equal(answer.status, 200)
  assert.ok((await openid.refreshTokenGrant(config, String(tokens.refresh_token))).access_token)
  await assert.rejects(poll(code), { error: 'invalid_grant' })
})

test('who is asked for everything reads one sentence, and each right below it', async () => {
  const { browser } = await service.person()
  const asked = async (scope: string) => {
    const code = await openid.initiateDeviceAuthorization(config, { scope })
    return (await browser.submit(await entered(browser, code), { confirm: 'yes' })).text
  }
  const some = await asked(SCOPE)
  assert.doesNotMatch(some, /everything that you may do here/)
  assert.match(some, /<h2>It could<\/h2>\s*<ul/)
  const all = await asked(`openid ${scopesOfRole.player.join(' ')}`)
  assert.match(all, /everything that you may do here[^]*<summary>All \d+ rights<\/summary>\s*<ul/)
})

test('a browser that signed in an hour ago lets nobody in until its person signs in again', async () => {
  const { browser, accountId } = await service.person(['player', 'admin'])
  await service.db.many(
    sql`update sessions set created_at = now() - interval '1 hour' where account_id = ${accountId}`,
  )
  const code = await begin()
  const instead = await browser.submit(await entered(browser, code), { confirm: 'yes' })
  const { pathname, searchParams } = new URL(instead.url)
  assert.equal(pathname, '/sign-in')
  const question = String(searchParams.get('next'))
  const form = { ...instead, url: service.url, action: question, hidden: {} }
  assert.equal(new URL((await browser.submit(form, { answer: 'allow' })).url).pathname, '/sign-in')
  await assert.rejects(poll(code), ({ error }) => /^(authorization_pending|slow_down)$/.test(error))
  const { cookie } = await signedInBrowser(service.db, service.url, accountId)
  browser.set('scorebook', cookie)
  await browser.submit(await browser.open(service.url + question), { answer: 'allow' })
  assert.ok((await poll(code)).access_token)
})

test('of thirty polls at once one is answered, and the others get slow_down', async () => {
  const code = await begin()
  const errors = await Promise.all(
    Array.from({ length: 30 }, () =>
      poll(code).then(
        () => 'a token',
        ({ error }: { error: string }) => error,
      ),
    ),
  )
  const told = new Set(errors)
  assert.deepEqual(told, new Set(['authorization_pending', 'slow_down']))
  assert.ok(errors.filter((error) => error === 'slow_down').length > 0)
  const { browser } = await service.person()
  await letIn(browser, code)
  assert.ok((await poll(code)).access_token, 'once it is let in, nothing waits')
})

test('a page that another tab made void says so, and takes the same code once more', async () => {
  const { browser } = await service.person()
  const [one, other] = [await begin(), await begin()]
  const older = await browser.openFromElsewhere(one.verification_uri)
  await letIn(browser, other)
  const refused = await browser.submit(older, { user_code: one.user_code })
  assert.equal(refused.status, 400)
  assert.match(refused.text, /Type the code once more, here\./)
  const page = await browser.submit(refused, { user_code: one.user_code })
  const consent = await browser.submit(page, { confirm: 'yes' })
  await browser.submit(consent, { answer: 'allow' })
  assert.ok((await poll(one)).access_token)
})

test('two devices of one browser are let in one by one, and signed out one by one', async () => {
  const { browser, accountId } = await service.person()
  const device = async () => {
    const code = await begin()
    await letIn(browser, code)
    return poll(code)
  }
  const [first, second] = [await device(), await device()]
  await openid.tokenRevocation(config, String(first.refresh_token))
  await assert.rejects(openid.refreshTokenGrant(config, String(first.refresh_token)), {
    error: 'invalid_grant',
  })
  assert.ok((await openid.refreshTokenGrant(config, String(second.refresh_token))).access_token)
  const grants = await service.db.many(
    sql`select from oidc_artifacts where model = 'Grant' and account_id = ${accountId}`,
  )
  assert.equal(grants.length, 1)
})

test('what the command line may do follows the roles of its account, like every app', async () => {
  const { browser, accountId } = await service.person()
  const code = await begin()
  await letIn(browser, code)
  const { access_token: token } = await poll(code)
  const ask = () => fetch(`${service.url}/api/v1/matches`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal((await ask()).status, 200)
  await service.db.transaction(async (tx) => {
    await tx.many(sql`update accounts set roles = '{}' where id = ${accountId}`)
    await tx.many(sql`select pg_notify('scorebook_standing', ${accountId})`)
  })
  const until = Date.now() + 60_000
  for (;;) {
    const { status } = await ask()
    if (status === 403) break
    assert.ok(Date.now() < until, 'the token keeps what the account has lost')
  }
})

test('the address with the code suggests it, and its person still says that it is theirs', async () => {
  const { browser } = await service.person()
  const code = await begin()
  const page = await browser.openFromElsewhere(String(code.verification_uri_complete))
  assert.match(page.text, new RegExp(`value="${code.user_code}"`))
  await assert.rejects(poll(code), { error: 'authorization_pending' })
})

test('somebody who is not signed in signs in first', async () => {
  const { browser } = await service.person()
  browser.set('scorebook', '')
  const page = await browser.openFromElsewhere(String((await begin()).verification_uri_complete))
  const { pathname, searchParams } = new URL(page.url)
  assert.equal(pathname, '/sign-in')
  assert.match(String(searchParams.get('next')), /^\/oauth\/device\?user_code=/)
})

test('a device that a person denies gets access_denied', async () => {
  const { browser } = await service.person()
  const code = await begin()
  const page = await browser.submit(await entered(browser, code), { abort: 'yes' })
  assert.match(page.text, /not let in/)
  await assert.rejects(poll(code), { error: 'access_denied' })
  const second = await begin()
  const consent = await browser.submit(await entered(browser, second), { confirm: 'yes' })
  await browser.submit(consent, { answer: 'deny' })
  await assert.rejects(poll(second), { error: 'access_denied' })
})

test('a wrong code, a used one and a forged form get nowhere', async () => {
  const { browser } = await service.person()
  const start = await browser.open(`${service.url}/oauth/device`)
  const wrong = await browser.submit(start, { user_code: 'BCDF-GHJK' })
  assert.match(wrong.text, /There is no such code/)
  const code = await begin()
  await letIn(browser, code)
  const again = await entered(browser, code)
  assert.match(again.text, /used already/)
  const forged = await browser.submit(start, { user_code: code.user_code, xsrf: 'x'.repeat(48) })
  assert.equal(forged.status, 400)
  const fresh = await begin()
  const page = await browser.open(`${service.url}/oauth/device`)
  const foreign = await fetch(new URL(page.action, page.url), {
    method: 'POST',
    body: new URLSearchParams({ ...page.hidden, user_code: fresh.user_code, confirm: 'yes' }),
    headers: { cookie: `scorebook=${browser.cookie('scorebook')}`, 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(foreign.status, 403)
})

test('the hash of a device code, which a copy of the database has, is not as good as the code', async () => {
  const { browser } = await service.person()
  const code = await begin()
  await letIn(browser, code)
  const { id } = await service.db.one(
    sql<{ id: string }>`select id from oidc_artifacts where model = 'DeviceCode' and account_id is not null
      and consumed_at is null order by expires_at desc limit 1`,
  )
  for (const guess of [id, `handle:${id}`])
    await assert.rejects(poll({ ...code, device_code: guess }), { error: 'invalid_grant' })
  assert.ok((await poll(code)).access_token)
})
