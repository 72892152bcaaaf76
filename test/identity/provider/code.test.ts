/** Authorization code with PKCE: a standard client signs people in, and errors have the names from the specifications. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as openid from 'openid-client'
import { sql } from '../../../src/db/sql.ts'
import { remove } from '../../../src/identity/clients/store.ts'
import { accountChanged } from '../../../src/identity/sessions/account-status.ts'
import { SHELL } from '../../../src/identity/audit/actor.ts'
import { CALLBACK, type MadeClient, ask, letIn, redeem, signedInBrowser, shareProvider } from './service.ts'
import { waitFor } from '../../wait-for.ts'

let web: MadeClient
const service = shareProvider(async (shared) => {
  web = await shared.client({ displayName: 'Score sheets', kind: 'WEB', redirectUris: [CALLBACK] })
})

const READ = 'svc-engine:match-read'

const api = (token: string, path: string) =>
  fetch(`${service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } })

/** The name of the error that a standard client gets. */
async function errorOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError)
      return error.error
    throw error
  }
  return assert.fail('It was taken.')
}

const audited = (accountId: string) =>
  service.db.many(
    sql<{ kind: string; clientId: string }>`
      select kind, client_id as "clientId" from audit_events where account_id = ${accountId} order by id`,
  )

test('an app gets a token for its person, and the API takes it', async () => {
  const { browser, accountId, name } = await service.person()
  const config = await web.config()
  const asked = await ask(config, `openid profile email ${READ}`)
  const page = await browser.openFromElsewhere(asked.url.href)
  assert.match(page.text, /Score sheets/)
  assert.match(page.text, /See your matches/)
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /form-action 'self' https:\/\/app\.example\.org;/,
  )
  const back = await browser.submit(page, { answer: 'allow' })
  const tokens = await redeem(config, asked, new URL(back.url))
  const { sub, iss, aud, scope, client_id: clientId } = decodeJwt(tokens.access_token)
  assert.equal(decodeProtectedHeader(tokens.access_token).typ, 'at+jwt')
  assert.deepEqual([sub, iss, aud, scope, clientId], [accountId, service.url, service.url, READ, web.id])
  assert.equal(tokens.scope, READ)
  const claims = tokens.claims()
  assert.equal(claims?.sub, accountId)
  assert.equal(claims?.['name'], name)
  assert.match(claims?.['email'] as string, /@example\.org$/)
  const listed = await api(tokens.access_token, '/matches')
  assert.equal(listed.status, 200, await listed.text())
  assert.equal((await api(tokens.access_token, '/groups')).status, 403)
  assert.deepEqual(await audited(accountId), [{ kind: 'CONSENT_GIVEN', clientId: web.id }])
})

test('a request with a token costs one round trip, as with any other', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  const { access_token: token } = await redeem(config, asked, await letIn(browser, asked))
  assert.equal((await api(token, '/matches')).status, 200)
  const { roundTrips } = service.db.traffic
  assert.equal((await api(token, '/matches')).status, 200)
  assert.equal(service.db.traffic.roundTrips - roundTrips, 1)
})

test('an account that its owner erases takes its grants, codes and refresh tokens with it', async () => {
  const { browser, accountId } = await service.person()
  const config = await web.config()
  const asked = await ask(config, 'svc-engine:user-read svc-engine:user-delete offline_access', {
    prompt: 'consent',
  })
  const tokens = await redeem(config, asked, await letIn(browser, asked))
  const me = await api(tokens.access_token, '/users/me')
  const gone = await fetch(`${service.url}/api/v1/users/me`, {
    method: 'DELETE',
    headers: {
      authorization: `Bearer ${tokens.access_token}`,
      'idempotency-key': crypto.randomUUID(),
      'if-match': me.headers.get('etag') ?? '',
    },
  })
  assert.equal(gone.status, 204, await gone.text())
  const left = await service.db.many(sql`select 1 from oidc_artifacts where account_id = ${accountId}`)
  assert.equal(left.length, 0)
  assert.equal(await errorOf(openid.refreshTokenGrant(config, String(tokens.refresh_token))), 'invalid_grant')
})

test('a person who is not signed in signs in first, and comes back to the question', async () => {
  const { browser, cookie } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  browser.set('scorebook', '')
  const signIn = await browser.openFromElsewhere(asked.url.href)
  const { pathname, searchParams } = new URL(signIn.url)
  assert.equal(pathname, '/sign-in')
  browser.set('scorebook', cookie)
  const page = await browser.open(service.url + String(searchParams.get('next')))
  assert.match(page.text, /Let Score sheets in\?/)
  const back = await browser.submit(page, { answer: 'allow' })
  assert.ok((await redeem(config, asked, new URL(back.url))).access_token)
})

test('an app that asks again for what it has gets it without a question, and is asked about more', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  await letIn(browser, await ask(config, READ))
  const again = await browser.openFromElsewhere((await ask(config, READ)).url.href)
  assert.equal(again.status, 0)
  const more = await browser.openFromElsewhere((await ask(config, `${READ} svc-engine:group-read`)).url.href)
  assert.match(more.text, /See your groups/)
})

test('prompt=login asks a person to sign in again, and takes the new session', async () => {
  const { browser, accountId } = await service.person()
  const config = await web.config()
  const asked = await ask(config, `openid ${READ}`, { prompt: 'login' })
  const signIn = await browser.openFromElsewhere(asked.url.href)
  assert.equal(new URL(signIn.url).pathname, '/sign-in')
  await service.db.many(sql`delete from sessions where account_id = ${accountId}`)
  const { cookie } = await signedInBrowser(service.db, service.url, accountId)
  browser.set('scorebook', cookie)
  const page = await browser.open(service.url + String(new URL(signIn.url).searchParams.get('next')))
  const back = await browser.submit(page, { answer: 'allow' })
  assert.equal((await redeem(config, asked, new URL(back.url))).claims()?.sub, accountId)
})

test('prompt=none without anybody signed in returns an error to the app', async () => {
  const { browser } = await service.person()
  browser.set('scorebook', '')
  const asked = await ask(await web.config(), READ, { prompt: 'none' })
  const back = await browser.openFromElsewhere(asked.url.href)
  assert.equal(new URL(back.url).searchParams.get('error'), 'login_required')
})

test('prompt=none goes straight back where all is granted, unless the sign-in is too old or somebody else’s', async () => {
  const { browser, accountId } = await service.person()
  const config = await web.config()
  const scope = `openid ${READ}`
  const first = await ask(config, scope)
  const { id_token: hint = '' } = await redeem(config, first, await letIn(browser, first))
  const silent = async (more: Record<string, string> = {}) => {
    const asked = await ask(config, scope, { prompt: 'none', ...more })
    const back = await browser.openFromElsewhere(asked.url.href)
    assert.equal(back.status, 0, back.text)
    return redeem(config, asked, new URL(back.url))
  }
  const { auth_time: at } = (await silent({ max_age: '3600', id_token_hint: hint })).claims() ?? {}
  assert.ok(typeof at === 'number' && Math.abs(at - Date.now() / 1000) < 3_600)
  const other = await service.person()
  const theirs = await ask(config, scope)
  const { id_token: foreign = '' } = await redeem(config, theirs, await letIn(other.browser, theirs))
  assert.equal(await errorOf(silent({ id_token_hint: foreign })), 'login_required')
  await service.db.transaction(async (tx) => {
    await tx.many(
      sql`update sessions set created_at = now() - interval '2 hours' where account_id = ${accountId}`,
    )
    await tx.many(accountChanged(accountId))
  })
  for (const until = Date.now() + 60_000; ;) {
    const told = await silent({ max_age: '3600' }).then(
      () => '',
      (error: unknown) => (error as { error?: string }).error,
    )
    if (told === 'login_required') break
    assert.ok(told === '' && Date.now() < until, told)
  }
  const old = await ask(config, scope, { max_age: '3600' })
  assert.equal(new URL((await browser.openFromElsewhere(old.url.href)).url).pathname, '/sign-in')
})

test('an app may send its request as a form', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  const answer = await fetch(`${service.url}/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: asked.url.searchParams,
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.org' },
  })
  assert.equal(answer.status, 303)
  const url = new URL(answer.headers.get('location') ?? '', service.url)
  assert.deepEqual([...url.searchParams], [...asked.url.searchParams])
  assert.ok((await redeem(config, asked, await letIn(browser, { ...asked, url }))).access_token)
})

test('a person who does not let the app in sends it away with access_denied', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  const back = await letIn(browser, asked, 'deny')
  assert.equal(await errorOf(redeem(config, asked, back)), 'access_denied')
})

test('the form of the question is taken from our own pages alone, and from its own browser', async () => {
  const { browser } = await service.person()
  const page = await browser.openFromElsewhere((await ask(await web.config(), READ)).url.href)
  const cookies = `scorebook=${browser.cookie('scorebook')}; scorebook_consent=${browser.cookie('scorebook_consent')}`
  const send = (headers: Record<string, string>) =>
    fetch(new URL(page.action, page.url), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ answer: 'allow' }),
      headers: { cookie: cookies, ...headers },
    })
  const foreign = await send({ 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  assert.match(foreign.headers.get('content-type') ?? '', /^text\/html/)
  assert.equal((await send({ origin: 'https://evil.example.org' })).status, 403)
  assert.equal((await send({})).status, 403)
  const other = await service.person()
  const stolen = await other.browser.open(page.url)
  assert.equal(stolen.status, 400)
  assert.doesNotMatch(stolen.text, /Let it in/)
})

test('a code is good once: the second use ends the grant, and the owner can see it', async () => {
  const { browser, accountId } = await service.person()
  const config = await web.config()
  const asked = await ask(config, `${READ} offline_access`, { prompt: 'consent' })
  const back = await letIn(browser, asked)
  const tokens = await redeem(config, asked, back)
  assert.ok(tokens.refresh_token)
  assert.equal((await api(tokens.access_token, '/matches')).status, 200)
  assert.equal(await errorOf(redeem(config, asked, back)), 'invalid_grant')
  await waitFor(
    'the access token to be refused',
    async () => (await api(tokens.access_token, '/matches')).status === 401,
  )
  assert.equal((await openid.tokenIntrospection(config, tokens.access_token)).active, false)
  assert.equal(await errorOf(openid.refreshTokenGrant(config, tokens.refresh_token)), 'invalid_grant')
  assert.deepEqual((await audited(accountId)).at(-1), { kind: 'CODE_REUSED', clientId: web.id })
})

test('of many who redeem one code at once, one gets tokens', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  const back = await letIn(browser, asked)
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => redeem(config, asked, back)))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a code is bound to its verifier, its client and its redirect URI', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  const back = await letIn(browser, asked)
  const other = await service.client({ displayName: 'Another', kind: 'WEB', redirectUris: [CALLBACK] })
  const wrong = { ...asked, verifier: openid.randomPKCECodeVerifier() }
  assert.equal(await errorOf(redeem(config, wrong, back)), 'invalid_grant')
  assert.equal(await errorOf(redeem(await other.config(), asked, back)), 'invalid_grant')
  const elsewhere = new URL(back)
  elsewhere.pathname = '/elsewhere'
  assert.equal(await errorOf(redeem(config, asked, elsewhere)), 'invalid_grant')
  assert.ok(await redeem(config, asked, back))
})

test('without PKCE, and with the plain method, an app is refused', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const { url } = await ask(config, READ)
  url.searchParams.delete('code_challenge')
  url.searchParams.delete('code_challenge_method')
  const without = await browser.openFromElsewhere(url.href)
  assert.equal(new URL(without.url).searchParams.get('error'), 'invalid_request')
  const plain = (await ask(config, READ)).url
  plain.searchParams.set('code_challenge_method', 'plain')
  const back = await browser.openFromElsewhere(plain.href)
  assert.equal(new URL(back.url).searchParams.get('error'), 'invalid_request')
})

test('a redirect URI is compared letter by letter; to a foreign one nobody is sent', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  for (const uri of [
    'https://evil.example.org/callback',
    `${CALLBACK}/`,
    `${CALLBACK}?a=1`,
    'https://app.example.org/Callback',
    'http://app.example.org/callback',
    'https://app.example.org:443/callback',
    'https://app.example.org@evil.example.org/callback',
  ]) {
    const { url } = await ask(config, READ, { redirect_uri: uri })
    const page = await browser.openFromElsewhere(url.href)
    assert.equal(page.status, 400, `${uri} ${page.url}`)
    assert.match(page.text, /invalid_redirect_uri/)
  }
})

test('an app in a browser alone gets its tokens and the keys from its own origin, and no other origin does', async () => {
  const { browser } = await service.person()
  const app = await service.client({ displayName: 'In a browser', kind: 'BROWSER', redirectUris: [CALLBACK] })
  const config = await app.config()
  const seen: (string | null)[] = []
  const from = (origin: string) => {
    config[openid.customFetch] = async (url, options) => {
      const answer = await fetch(url, {
        ...(options as RequestInit),
        headers: { ...options.headers, origin },
      })
      seen.push(answer.headers.get('access-control-allow-origin'))
      return answer
    }
  }
  const asked = await ask(config, `openid ${READ}`)
  const back = await letIn(browser, asked)
  from('https://evil.example.org')
  assert.equal(await errorOf(redeem(config, asked, back)), 'invalid_request')
  from('https://app.example.org')
  assert.ok((await redeem(config, asked, back)).access_token)
  assert.deepEqual(seen.slice(0, 2), [null, 'https://app.example.org'])
  assert.equal(seen[2], '*', 'the keys')
})

test('a native app comes back to any port of its machine, and to no other path', async () => {
  const { browser } = await service.person()
  const native = await service.client({
    displayName: 'Table app',
    kind: 'NATIVE',
    redirectUris: ['http://127.0.0.1/callback', 'org.example.table:/callback'],
  })
  const config = await native.config()
  const asked = await ask(config, READ, { redirect_uri: 'http://127.0.0.1:50123/callback' })
  const back = await letIn(browser, asked)
  assert.equal(back.port, '50123')
  assert.ok(await redeem(config, asked, back))
  const own = await letIn(browser, await ask(config, READ, { redirect_uri: 'org.example.table:/callback' }))
  assert.equal(own.protocol, 'org.example.table:')
  const other = await ask(config, READ, { redirect_uri: 'http://127.0.0.1:50123/other' })
  assert.equal((await browser.openFromElsewhere(other.url.href)).status, 400)
  const web2 = await ask(await web.config(), READ, { redirect_uri: 'http://127.0.0.1:50123/callback' })
  assert.equal((await browser.openFromElsewhere(web2.url.href)).status, 400)
})

test('an app that another state comes back to notices, as with another issuer', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const asked = await ask(config, READ)
  const back = await letIn(browser, asked)
  assert.equal(back.searchParams.get('state'), asked.state)
  assert.equal(back.searchParams.get('iss'), service.url)
  const tampered = new URL(back)
  tampered.searchParams.set('state', 'another')
  await assert.rejects(redeem(config, asked, tampered), notices('state'))
  const mixed = new URL(back)
  mixed.searchParams.set('iss', 'https://evil.example.org')
  await assert.rejects(redeem(config, asked, mixed), notices('iss'))
})

/** The standard client itself must refuse the answer because of this parameter. */
const notices = (parameter: string) => (error: Error) =>
  String(error.cause).includes(`unexpected "${parameter}"`)

test('unknown clients, other response types and other resources are refused as the specifications say', async () => {
  const { browser } = await service.person()
  const config = await web.config()
  const unknown = (await ask(config, READ)).url
  unknown.searchParams.set('client_id', 'nobody')
  assert.match((await browser.openFromElsewhere(unknown.href)).text, /invalid_client/)
  const implicit = await browser.openFromElsewhere(
    (await ask(config, READ, { response_type: 'token' })).url.href,
  )
  assert.match(new URL(implicit.url).hash, /error=unsupported_response_type/)
  const resource = await browser.openFromElsewhere(
    (await ask(config, READ, { resource: 'https://other.example.org' })).url.href,
  )
  assert.equal(new URL(resource.url).searchParams.get('error'), 'invalid_target')
  const form = await browser.openFromElsewhere(
    (await ask(config, READ, { response_mode: 'form_post' })).url.href,
  )
  assert.match(form.text, /unsupported_response_mode/)
})

test('scopes that a person lacks are neither asked for nor granted, also when their roles change afterwards', async () => {
  const { browser, accountId } = await service.person(['player', 'translator'])
  const config = await web.config()
  const scope = `${READ} svc-engine:translation-read svc-engine:game-create offline_access`
  const asked = await ask(config, scope, { prompt: 'consent' })
  const page = await browser.openFromElsewhere(asked.url.href)
  assert.doesNotMatch(page.text, /Add and change games/)
  const back = await browser.submit(page, { answer: 'allow' })
  const tokens = await redeem(config, asked, new URL(back.url))
  assert.deepEqual(tokens.scope?.split(' ').toSorted(), [READ, 'svc-engine:translation-read'])
  await service.db.many(sql`update accounts set roles = '{player}' where id = ${accountId}`)
  const later = await openid.refreshTokenGrant(config, String(tokens.refresh_token))
  assert.equal(later.scope, READ)
  assert.equal((await api(later.access_token, '/matches')).status, 200)
})

test('a scope that was refused for want of a role is asked for again once the person has it', async () => {
  const { browser, accountId } = await service.person()
  const config = await web.config()
  const scope = `${READ} svc-engine:game-create`
  const first = await ask(config, scope)
  assert.equal((await redeem(config, first, await letIn(browser, first))).scope, READ)
  const second = await ask(config, scope)
  const known = await browser.openFromElsewhere(second.url.href)
  assert.equal(known.status, 0, 'the person is not asked again and again')
  await service.db.transaction(async (tx) => {
    await tx.many(sql`update accounts set roles = '{player,catalog-editor}' where id = ${accountId}`)
    await tx.many(accountChanged(accountId))
  })
  const third = await ask(config, scope)
  let back: URL | undefined
  for (const until = Date.now() + 60_000; back === undefined;) {
    const page = await browser.openFromElsewhere(third.url.href)
    if (page.text.includes('Add and change games')) {
      const decided = await browser.submit(page, { answer: 'allow' })
      back = new URL(decided.url)
    } else assert.ok(Date.now() < until, 'the person is never asked')
  }
  const tokens = await redeem(config, third, back)
  assert.deepEqual(new Set(tokens.scope?.split(' ')), new Set(scope.split(' ')))
})

test('what a removed app has of its people is refused', async () => {
  const { browser } = await service.person()
  const made = await service.client({ displayName: 'Gone', kind: 'WEB', redirectUris: [CALLBACK] })
  const config = await made.config()
  const asked = await ask(config, READ)
  const { access_token: token } = await redeem(config, asked, await letIn(browser, asked))
  assert.equal((await api(token, '/matches')).status, 200)
  await service.db.transaction((tx) => remove(tx, made.id, { by: SHELL }))
  for (const until = Date.now() + 60_000; (await api(token, '/matches')).status !== 401;)
    assert.ok(Date.now() < until, 'its token is taken')
})

test('a client gets no scope that it was not made for', async () => {
  const { browser } = await service.person()
  const small = await service.client({
    displayName: 'Small',
    kind: 'WEB',
    redirectUris: [CALLBACK],
    scopes: ['svc-engine:game-read'],
  })
  const config = await small.config()
  const asked = await ask(config, `${READ} svc-engine:game-read`)
  const tokens = await redeem(config, asked, await letIn(browser, asked))
  assert.equal(tokens.scope, 'svc-engine:game-read')
})
