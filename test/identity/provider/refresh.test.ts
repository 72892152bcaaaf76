/** Refresh tokens: each use gives a new one. A second use ends all of them, and so does the end of the session or account. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as openid from 'openid-client'
import { sql } from '../../../src/db/sql.ts'
import { endOtherSessions } from '../../../src/identity/sessions/store.ts'
import {
  CALLBACK,
  type MadeClient,
  type SignedInPerson,
  ask,
  letIn,
  redeem,
  shareProvider,
} from './service.ts'

let web: MadeClient
let config: openid.Configuration
const service = shareProvider(async (shared) => {
  web = await shared.client({ displayName: 'Score sheets', kind: 'WEB', redirectUris: [CALLBACK] })
  config = await web.config()
})

const READ = 'svc-engine:match-read'

async function refreshTokenOf({ browser }: SignedInPerson, offline = false): Promise<string> {
  const asked = offline
    ? await ask(config, `${READ} offline_access`, { prompt: 'consent' })
    : await ask(config, READ)
  const { refresh_token: token } = await redeem(config, asked, await letIn(browser, asked))
  return String(token)
}

const refresh = async (token: string) => String((await openid.refreshTokenGrant(config, token)).refresh_token)

const refused = (token: string) =>
  assert.rejects(openid.refreshTokenGrant(config, token), { error: 'invalid_grant' })

test('each use gives another one, and a second use of any ends all of them', async () => {
  const person = await service.person()
  const first = await refreshTokenOf(person)
  const second = await refresh(first)
  const third = await refresh(second)
  assert.equal(new Set([first, second, third]).size, 3)
  await refused(first)
  await refused(third)
  const events = await service.db.many(sql<{ kind: string }>`
    select kind from audit_events where account_id = ${person.accountId} order by id`)
  assert.equal(events.filter(({ kind }) => kind === 'REFRESH_REUSED').length, 1)
})

test('of many uses of one token at once, one gets tokens, and afterwards none is good', async () => {
  const token = await refreshTokenOf(await service.person())
  const all = await Promise.allSettled(Array.from({ length: 6 }, () => refresh(token)))
  const good = all.filter((one) => one.status === 'fulfilled')
  assert.equal(good.length, 1)
  await refused(good[0]?.value ?? '')
})

test('another client cannot use it', async () => {
  const token = await refreshTokenOf(await service.person())
  const other = await service.client({ displayName: 'Another', kind: 'WEB', redirectUris: [CALLBACK] })
  await assert.rejects(openid.refreshTokenGrant(await other.config(), token), { error: 'invalid_grant' })
  assert.ok(await refresh(token))
})

test('it asks for fewer scopes, never for more', async () => {
  const token = await refreshTokenOf(await service.person())
  await assert.rejects(openid.refreshTokenGrant(config, token, { scope: `${READ} svc-engine:group-read` }), {
    error: 'invalid_scope',
  })
})

test('it ends with the session of its browser, unless its person let the app go on', async () => {
  const person = await service.person()
  const bound = await refreshTokenOf(person)
  const other = await service.person()
  const lasting = await refreshTokenOf(other, true)
  await service.db.many(
    sql`delete from sessions where account_id in (${person.accountId}, ${other.accountId})`,
  )
  await refused(bound)
  const next = await refresh(lasting)
  await service.db.many(endOtherSessions(other.accountId))
  await refused(next)
  const left = await service.db.many(sql`select 1 from oidc_artifacts where account_id = ${person.accountId}`)
  assert.equal(left.length, 0)
})

test('it is of no use while its account is disabled, and gone with the account', async () => {
  const person = await service.person()
  const token = await refreshTokenOf(person, true)
  await service.db.many(sql`update accounts set disabled_at = now() where id = ${person.accountId}`)
  await refused(token)
  await service.db.many(sql`update accounts set disabled_at = null where id = ${person.accountId}`)
  const next = await refresh(token)
  await service.db.many(sql`delete from accounts where id = ${person.accountId}`)
  await refused(next)
  const left = await service.db.many(sql`select 1 from oidc_artifacts where account_id = ${person.accountId}`)
  assert.equal(left.length, 0)
})

test('an app revokes it, with all that belongs to it; another app cannot', async () => {
  const token = await refreshTokenOf(await service.person())
  const other = await service.client({ displayName: 'Another', kind: 'WEB', redirectUris: [CALLBACK] })
  await openid.tokenRevocation(await other.config(), token)
  const next = await refresh(token)
  await openid.tokenRevocation(config, next)
  await refused(next)
})

test('introspection shows an app its own tokens, and no others', async () => {
  const person = await service.person()
  const asked = await ask(config, READ)
  const tokens = await redeem(config, asked, await letIn(person.browser, asked))
  const own = await openid.tokenIntrospection(config, tokens.access_token)
  assert.deepEqual([own.active, own.sub, own.client_id, own.scope], [true, person.accountId, web.id, READ])
  assert.equal((await openid.tokenIntrospection(config, String(tokens.refresh_token))).active, true)
  const other = await service.client({ displayName: 'Another', kind: 'WEB', redirectUris: [CALLBACK] })
  const others = await other.config()
  assert.deepEqual(await openid.tokenIntrospection(others, tokens.access_token), { active: false })
  assert.deepEqual(await openid.tokenIntrospection(others, String(tokens.refresh_token)), { active: false })
  assert.deepEqual(await openid.tokenIntrospection(config, `${tokens.access_token}x`), { active: false })
  await service.db.many(sql`update accounts set disabled_at = now() where id = ${person.accountId}`)
  assert.deepEqual(await openid.tokenIntrospection(config, tokens.access_token), { active: false })
})

test('signing out at the app ends our session too, if the person says so, and goes back to the app', async () => {
  const person = await service.person()
  const signsOut = await service.client({
    displayName: 'Signs out',
    kind: 'WEB',
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: ['https://app.example.org/bye'],
  })
  const its = await signsOut.config()
  const asked = await ask(its, `openid ${READ}`)
  const tokens = await redeem(its, asked, await letIn(person.browser, asked))
  const url = openid.buildEndSessionUrl(its, {
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: 'https://app.example.org/bye',
    state: 'see you',
  })
  const page = await person.browser.openFromElsewhere(url.href)
  assert.match(page.text, /Sign out here too\?/)
  assert.match(page.text, /Signs out/)
  const back = await person.browser.submit(page, { logout: 'yes' })
  assert.equal(back.url, 'https://app.example.org/bye?state=see+you')
  assert.equal(person.browser.cookie('scorebook'), undefined)
  const left = await service.db.many(sql`select 1 from sessions where account_id = ${person.accountId}`)
  assert.equal(left.length, 0)
  await assert.rejects(openid.refreshTokenGrant(its, String(tokens.refresh_token)), {
    error: 'invalid_grant',
  })
  const again = await person.browser.openFromElsewhere(url.href)
  assert.equal(again.url, 'https://app.example.org/bye?state=see+you')
  url.searchParams.set('post_logout_redirect_uri', 'https://evil.example.org/')
  assert.equal((await person.browser.openFromElsewhere(url.href)).status, 400)
})
