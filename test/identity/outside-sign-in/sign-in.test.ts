/** People sign in at an outside issuer: a second service with its OpenID provider plays the issuer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { hashOf } from '../../../src/identity/sessions/cookie.ts'
import { Browser } from '../provider/browser.ts'
import {
  type MadeClient,
  type ProviderService,
  type SignedInPerson,
  providerService,
} from '../provider/service.ts'
import { type OutsideService, outsideService } from './service.ts'
import { waitFor } from '../../wait-for.ts'

let issuer: ProviderService
let service: OutsideService
let client: MadeClient
before(async () => {
  issuer = await providerService()
  service = await outsideService(issuer)
  client = service.client
})
after(async () => {
  await service.close()
  await issuer.close()
})

/**
 * Sends the browser to the issuer, where the person allows the service. Returns the address to which the issuer sends the browser
 * back.
 */
async function atIssuer(browser: Browser, person: SignedInPerson, next = ''): Promise<URL> {
  const page = await browser.open(`${service.url}/sign-in?next=${encodeURIComponent(next)}`)
  const away = await browser.submit(page)
  assert.equal(new URL(away.url).origin, issuer.url)
  const asked = await person.browser.openFromElsewhere(away.url)
  const back = asked.status === 0 ? asked : await person.browser.submit(asked, { answer: 'allow' })
  assert.equal(new URL(back.url).pathname, '/sign-in/callback')
  return new URL(back.url)
}

const newBrowser = () => new Browser(service.url)

const signedIn = (browser: Browser) =>
  fetch(`${service.url}/web/session`, {
    headers: { cookie: `scorebook=${browser.cookie('scorebook') ?? ''}`, 'sec-fetch-site': 'same-origin' },
  })

async function signIn(person: SignedInPerson): Promise<Browser> {
  const browser = newBrowser()
  const page = await browser.openFromElsewhere((await atIssuer(browser, person)).href)
  assert.match(new URL(page.url).pathname, /^\/docs\/?$/)
  return browser
}

test('a person signs in there, and their cookie is good here for what their token allows', async () => {
  const person = await issuer.person()
  const browser = await signIn(person)
  const session = await signedIn(browser)
  const body = (await session.json()) as { user: { displayName: string }; scopes: string[] }
  assert.equal(session.status, 200, JSON.stringify(body))
  assert.equal(body.user.displayName, person.name)
  assert.deepEqual(body.scopes, ['svc-engine:match-read', 'svc-engine:user-delete', 'svc-engine:user-read'])
  const api = (path: string) =>
    fetch(`${service.url}/web/api/v1${path}`, {
      headers: { cookie: `scorebook=${browser.cookie('scorebook')}`, 'sec-fetch-site': 'same-origin' },
    })
  assert.equal((await api('/matches')).status, 200)
  assert.equal((await api('/groups')).status, 403)
  const before = service.db.traffic.roundTrips
  assert.equal((await api('/matches')).status, 200)
  assert.equal(service.db.traffic.roundTrips - before, 1, 'no round trip but the list')
})

test('the browser goes on to the path where it began, and to no other site', async () => {
  const browser = newBrowser()
  const back = await atIssuer(browser, await issuer.person(), '/problems')
  assert.equal(new URL((await browser.openFromElsewhere(back.href)).url).pathname, '/problems')
  const other = newBrowser()
  const evil = await atIssuer(other, await issuer.person(), 'https://evil.example.org/')
  const page = await other.openFromElsewhere(evil.href)
  assert.equal(new URL(page.url).origin, service.url)
})

const sessions = async () => (await service.db.many(sql`select 1 from sessions`)).length

const tampered: [what: string, change: (query: URLSearchParams) => void][] = [
  ['another state', (query) => query.set('state', 'another')],
  ['no state', (query) => query.delete('state')],
  ['another issuer', (query) => query.set('iss', 'https://evil.example.org')],
  ['a made-up code', (query) => query.set('code', 'x'.repeat(43))],
  ['an error', (query) => (query.delete('code'), query.set('error', 'access_denied'))],
]

for (const [what, change] of tampered)
  test(`an answer with ${what} signs nobody in`, async () => {
    const browser = newBrowser()
    const before = await sessions()
    const back = await atIssuer(browser, await issuer.person())
    change(back.searchParams)
    const page = await browser.openFromElsewhere(back.href)
    assert.equal(page.status, 400, page.text)
    assert.equal(browser.cookie('scorebook'), undefined)
    assert.equal(await sessions(), before)
  })

test('an answer is taken in the browser that asked, and once', async () => {
  const browser = newBrowser()
  const back = await atIssuer(browser, await issuer.person())
  const stranger = newBrowser()
  assert.equal((await stranger.openFromElsewhere(back.href)).status, 400)
  assert.equal(stranger.cookie('scorebook'), undefined)
  const first = await browser.openFromElsewhere(back.href)
  assert.equal(first.status, 200, first.text)
  assert.equal((await browser.openFromElsewhere(back.href)).status, 400)
  assert.equal((await newBrowserWith(browser).openFromElsewhere(back.href)).status, 400)
})

/** A new browser with the cookie that the other one had while its person was at the issuer. */
function newBrowserWith(other: Browser): Browser {
  const browser = newBrowser()
  browser.set('scorebook-signing-in', other.given.find((value) => value.length > 200) ?? '')
  return browser
}

test('the form that begins is taken from our own pages alone', async () => {
  const answer = await fetch(`${service.url}/sign-in/outside`, {
    method: 'POST',
    body: new URLSearchParams({ issuer: issuer.url }),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  assert.equal(answer.status, 403)
})

test('the tokens of the issuer are refreshed, by one of several requests at once, and end with it', async () => {
  const person = await issuer.person()
  const browser = await signIn(person)
  const cookie = browser.cookie('scorebook') ?? ''
  const stored = async () =>
    (
      await service.db.one(sql<{ text: string }>`
        select encode(outside_tokens, 'hex') as text from sessions where hash = ${hashOf(cookie)}`)
    ).text
  await service.age(cookie)
  const aged = await stored()
  await waitFor('the tokens to be refreshed', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => signedIn(browser)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    return (await stored()) !== aged
  })
  const reused = await issuer.db.many(sql`select 1 from audit_events where kind = 'REFRESH_REUSED'`)
  assert.equal(reused.length, 0, 'each refresh token was used once')
  await issuer.db.many(sql`update accounts set disabled_at = now() where id = ${person.accountId}`)
  await service.age(cookie)
  await waitFor('the session to end', async () => (await signedIn(browser)).status === 401)
  const left = await service.db.many(sql`select 1 from sessions where hash = ${hashOf(cookie)}`)
  assert.equal(left.length, 0)
})

test('signing in again ends the session that the browser had', async () => {
  const person = await issuer.person()
  const browser = await signIn(person)
  const former = hashOf(browser.cookie('scorebook') ?? '')
  await browser.openFromElsewhere((await atIssuer(browser, person)).href)
  assert.equal((await service.db.many(sql`select 1 from sessions where hash = ${former}`)).length, 0)
  assert.equal((await signedIn(browser)).status, 200)
})

test('signing out ends the session here, and then at the issuer if its person says so', async () => {
  const person = await issuer.person()
  const browser = await signIn(person)
  const cookie = browser.cookie('scorebook') ?? ''
  const out = {
    url: `${service.url}/docs`,
    status: 200,
    headers: new Headers(),
    text: '',
    hidden: {},
    action: '/sign-out',
  }
  const away = await browser.submit(out)
  assert.equal(new URL(away.url).origin, issuer.url, 'the browser goes on to the issuer')
  assert.equal(browser.cookie('scorebook'), undefined)
  browser.set('scorebook', cookie)
  await waitFor('the cookie to be of no use', async () => (await signedIn(browser)).status === 401)
  const question = await person.browser.openFromElsewhere(away.url)
  assert.match(question.text, /You have signed out of <strong>Another Scorebook<\/strong>/)
  const back = await person.browser.submit(question, { logout: 'yes' })
  assert.equal(back.url, `${service.url}/signed-out`)
  const left = await issuer.db.many(sql`select from sessions where account_id = ${person.accountId}`)
  assert.equal(left.length, 0)
  assert.equal((await browser.openFromElsewhere(back.url)).status, 200)
})

test('a browser in which nobody is signed in signs out here alone', async () => {
  const answer = await fetch(`${service.url}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  assert.equal(answer.headers.get('location'), '/signed-out')
})

test('the export has the browsers in which somebody is signed in', async () => {
  const person = await issuer.person()
  const [browser] = [await signIn(person), await signIn(await issuer.person())]
  const answer = await fetch(`${service.url}/web/api/v1/users/me/export`, {
    headers: { cookie: `scorebook=${browser.cookie('scorebook')}`, 'sec-fetch-site': 'same-origin' },
  })
  const { sessions, accounts, apps } = (await answer.json()) as Record<string, { method: string }[]>
  assert.deepEqual([sessions?.map(({ method }) => method), accounts, apps], [['OUTSIDE'], [], []])
})

test('who erases their data here is signed out', async () => {
  const browser = await signIn(await issuer.person())
  const cookie = `scorebook=${browser.cookie('scorebook')}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': crypto.randomUUID() }
  const me = await fetch(`${service.url}/web/api/v1/users/me`, { headers })
  const etag = me.headers.get('etag') ?? ''
  const gone = await fetch(`${service.url}/web/api/v1/users/me`, {
    method: 'DELETE',
    headers: { ...headers, 'if-match': etag, 'content-type': 'application/json' },
  })
  assert.equal(gone.status, 204, await gone.text())
  const left = await service.db.many(
    sql`select 1 from sessions where hash = ${hashOf(browser.cookie('scorebook') ?? '')}`,
  )
  assert.equal(left.length, 0)
})

test('neither the database nor the log has the tokens, the cookie or the client’s secret', async () => {
  const browser = await signIn(await issuer.person())
  const rows = await service.db.many(sql<{ text: string }>`select s::text as text from sessions s`)
  const stored = rows.map(({ text }) => text).join('\n')
  assert.match(stored, /OUTSIDE/)
  for (const secret of [...browser.given, String(client.secret)]) {
    assert.ok(!stored.includes(secret))
    assert.ok(!service.log.join('').includes(secret))
  }
  assert.doesNotMatch(stored, /eyJ/)
  assert.doesNotMatch(service.log.join(''), /eyJ|code=/)
})

test('an issuer that does not answer is reported, and the person stays signed out', async () => {
  const away = await outsideService(issuer, { issuer: 'http://127.0.0.1:9' })
  try {
    const browser = new Browser(away.url)
    const page = await browser.submit(await browser.open(`${away.url}/sign-in`))
    assert.equal(page.status, 503)
    assert.match(page.text, /cannot be reached/)
  } finally {
    await away.close()
  }
})
