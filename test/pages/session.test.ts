/** The API for signed-in browsers: its cookie, what it refuses from other origins, and how a session ends. */
import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { cookieAt, hashOf, setCookie } from '../../src/identity/sessions/cookie.ts'
import { accountChanged } from '../../src/identity/sessions/account-status.ts'
import { endOtherSessions, endSession, newSession } from '../../src/identity/sessions/store.ts'
import { signIn } from '../identity/accounts.ts'
import { collectedLog } from '../collected-log.ts'
import { everythingIn } from '../identity/everything.ts'
import { BASE_URL, type Reply, call, present, testService, violations } from '../support.ts'
import { waitFor } from '../wait-for.ts'

const { logger, log } = collectedLog()
const service = await testService(logger)
const { app, db } = service
after(() => service.close())

const SAME = { 'sec-fetch-site': 'same-origin' }
let accountId: string
let cookie: string

before(async () => {
  ;({ accountId } = await service.account('alma'))
  cookie = await signIn(db, accountId)
})

const me = (headers: Record<string, string>): Promise<Reply> =>
  call(app, 'GET', '//web/api/v1/users/me', undefined, headers)

const statusOf = async (own: string) => (await me({ cookie: own, ...SAME })).status

test('a cookie is good below /web alone, and a token below /api alone', async () => {
  const own = await me({ cookie, ...SAME })
  assert.equal(own.status, 200)
  assert.equal(own.body.displayName, 'alma')
  assert.equal((await call(app, 'GET', '/users/me', undefined, { cookie, ...SAME })).status, 401)
  const { token } = await service.as('alma')
  const byToken = await me({ authorization: `Bearer ${token}`, ...SAME })
  assert.equal(byToken.status, 401)
  assert.equal(byToken.headers['www-authenticate'], 'Cookie')
})

test('a request of another origin is refused, whatever else it has', async () => {
  const ours = { origin: BASE_URL }
  const refused: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', ...ours },
    { origin: 'https://app.example.org' },
    { origin: 'null' },
    { origin: `${BASE_URL}.evil.example` },
    { referer: 'https://app.example.org/matches' },
    { referer: `${BASE_URL}.evil.example/matches` },
    { referer: `https://user:${BASE_URL}@app.example.org/` },
    { referer: 'matches' },
    { origin: 'https://app.example.org', referer: `${BASE_URL}/matches` },
    { 'sec-fetch-site': 'cross-site', referer: `${BASE_URL}/matches` },
  ]
  for (const headers of refused) {
    assert.equal((await me({ cookie, ...headers })).status, 403, JSON.stringify(headers))
    const change = { cookie, ...headers, 'idempotency-key': uuidv7() }
    const body = { displayName: 'Stranger' }
    const sent = await call(app, 'POST', '//web/api/v1/ghost-players', body, change)
    assert.equal(sent.status, 403)
    const asked = await call(app, 'GET', '//web/session', undefined, { cookie, ...headers })
    assert.equal(asked.status, 403)
  }
  assert.equal((await me({ cookie, ...ours })).status, 200, 'a browser without Sec-Fetch-Site')
  assert.equal((await me({ cookie, referer: `${BASE_URL}/matches` })).status, 200, 'a GET over plain http')
  const mine = await me({ cookie, ...SAME })
  const { body } = await call(app, 'GET', '//web/api/v1/ghost-players/count', undefined, { cookie, ...SAME })
  assert.equal(body.count, 1, `only the own ghost player of ${mine.body.id}`)
})

test('a request that a page sends for one person is not done for another who has signed in meanwhile', async () => {
  const { body: alma } = await me({ cookie, ...SAME })
  assert.equal((await me({ cookie, ...SAME, 'scorebook-user': alma.id })).status, 200)
  const other = await signIn(db, (await service.account('bruno')).accountId)
  const refused = await me({ cookie: other, ...SAME, 'scorebook-user': alma.id })
  assert.equal(refused.status, 401)
  assert.match(refused.body.detail, /Somebody else is signed in/)
  const change = { cookie: other, ...SAME, 'scorebook-user': alma.id, 'idempotency-key': uuidv7() }
  const body = { displayName: 'Meant for Alma' }
  assert.equal((await call(app, 'POST', '//web/api/v1/ghost-players', body, change)).status, 401)
  assert.equal((await me({ cookie: other, ...SAME })).body.displayName, 'bruno')
})

test('a change needs its key and its media type, which no form can send', async () => {
  const path = '//web/api/v1/ghost-players'
  const headers = { cookie, ...SAME }
  const body = { displayName: 'Bo' }
  assert.equal((await call(app, 'POST', path, body, headers)).status, 400)
  const key = { 'idempotency-key': uuidv7() }
  const form = { ...headers, ...key, 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await call(app, 'POST', path, 'displayName=Bo', form)).status, 415)
  const made = await call(app, 'POST', path, body, { ...headers, ...key })
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers['location'], `/web/api/v1/ghost-players/${made.body.id}`)
  const again = await call(app, 'POST', path, body, { ...headers, ...key })
  assert.deepEqual([again.text, again.headers['idempotent-replayed']], [made.text, 'true'])
})

test('CORS admits other origins to the API alone', async () => {
  const origin = 'https://app.example.org'
  const open = await call(app, 'GET', '/users/me', undefined, { origin })
  assert.equal(open.headers['access-control-allow-origin'], origin)
  const description = await call(app, 'GET', '//openapi.json', undefined, { origin })
  assert.equal(description.headers['access-control-allow-origin'], origin)
  const pages = ['//sign-in', '//account', '//join', '//oauth/token', '//api', '//problems.txt', '//']
  for (const path of ['//web/api/v1/users/me', '//web/session', ...pages]) {
    const asked = await call(app, 'GET', path, undefined, { origin, cookie })
    const preflight = await call(app, 'OPTIONS', path, undefined, {
      origin,
      'access-control-request-method': 'POST',
    })
    for (const { headers } of [asked, preflight])
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        [],
      )
  }
})

test('a tampered cookie, a doubled one and an invented one are nobody’s', async () => {
  const [name = '', secret = ''] = cookie.split('=')
  const other = secret.endsWith('A') ? 'B' : 'A'
  const statuses = await Promise.all(
    [
      `${name}=${secret.slice(0, -1)}${other}`,
      `${name}=${secret.slice(0, -1)}`,
      `${name}=${secret}; ${name}=${'A'.repeat(43)}`,
      `${name}=`,
      `${name}=${hashOf(secret).toString('base64url')}`,
      `scorebook=${secret}`,
      `${name}=${secret}' or 1=1`,
    ].map(statusOf),
  )
  assert.deepEqual(statuses, Array(statuses.length).fill(401))
  assert.equal(await statusOf(`theme=dark; ${cookie}; x=y`), 200)
})

test('a session ends when it is ended, when it is 180 days old, and when it was not used for 30 days', async () => {
  const change = async (own: string, text: ReturnType<typeof sql>) => {
    const hash = hashOf(own.split('=')[1] ?? '')
    await db.many(sql`update sessions set ${text} where hash = ${hash}`)
  }
  const [ended, old, idle, kept] = await Promise.all([1, 2, 3, 4].map(() => signIn(db, accountId)))
  await change(present(old), sql`ends_at = now()`)
  await change(present(idle), sql`last_seen_at = now() - interval '30 days'`)
  await change(present(kept), sql`last_seen_at = now() - interval '29 days'`)
  assert.equal(await statusOf(present(ended)), 200)
  const hash = hashOf(present(ended).split('=')[1] ?? '')
  const { id } = await db.one(sql<{ id: string }>`select id from sessions where hash = ${hash}`)
  const twice = await Promise.all([1, 2].map(() => db.one(endSession(accountId, id))))
  assert.equal(
    twice.reduce((sum, { ended: own }) => sum + own, 0),
    1,
    'two requests at once end it once',
  )
  await waitFor('the session to have ended', async () => (await statusOf(present(ended))) === 401)
  assert.deepEqual(await Promise.all([old, idle, kept].map((own) => statusOf(present(own)))), [401, 401, 200])
})

test('a session is good until its end, also where it is known', async () => {
  const own = await signIn(db, accountId)
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    await db.many(sql`
      update sessions set ends_at = now() + interval '20 seconds' where hash = ${hashOf(own.split('=')[1] ?? '')}`)
    assert.equal(await statusOf(own), 200)
    mock.timers.setTime(Date.now() + 30_000)
    assert.equal(await statusOf(own), 401)
  } finally {
    mock.timers.reset()
  }
})

test('/web/session says who is signed in, what they may do, and their language', async () => {
  const ask = (language?: string) =>
    call(app, 'GET', '//web/session', undefined, {
      cookie,
      ...SAME,
      ...(language === undefined ? {} : { 'accept-language': language }),
    })
  const { body, headers } = await ask()
  assert.equal(body.user.displayName, 'alma')
  assert.ok(body.scopes.includes('svc-engine:match-create') && !body.scopes.includes('svc-engine:audit-read'))
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['set-cookie'], undefined)
  const locales = [
    'de-AT,de;q=0.9,en;q=0.5',
    'en;q=0.2, PT-br',
    '*',
    'x'.repeat(5_000),
    ';;q=,',
    'fr;q=nan, sv',
  ]
  const found = []
  for (const language of locales) found.push((await ask(language)).body.locale)
  assert.deepEqual(found, ['de-AT', 'pt-BR', 'en', 'en', 'en', 'sv'])
  assert.equal((await call(app, 'GET', '//web/session', undefined, SAME)).status, 401)
})

test('a path has the methods below /web that it has below /api', async () => {
  const reply = await call(app, 'PUT', '//web/api/v1/matches', {}, { cookie, ...SAME })
  assert.deepEqual([reply.status, reply.headers['allow']], [405, 'GET, HEAD, POST'])
  assert.equal((await call(app, 'GET', '//web/api/v1/chess', undefined, { cookie, ...SAME })).status, 404)
})

test('nobody but the browser has the secret of its session', async () => {
  const own = await signIn(db, accountId)
  assert.equal(await statusOf(own), 200)
  const secret = own.split('=')[1] ?? ''
  const exported = await call(app, 'GET', '//web/api/v1/users/me/export', undefined, { cookie: own, ...SAME })
  assert.ok(exported.body.sessions.length > 0)
  const texts = { database: await everythingIn(db), log: log.join(''), export: exported.text }
  for (const [where, text] of Object.entries(texts))
    assert.ok(
      text.length > 100 && !text.includes(secret) && !text.includes(hashOf(secret).toString('base64')),
      where,
    )
})

test('the cookie is for https, for this machine, or for those who allow it on plain http', () => {
  assert.deepEqual(cookieAt('https://scorebook.example.org', false), {
    name: '__Host-scorebook',
    plain: false,
  })
  for (const here of ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:8080'])
    assert.deepEqual(cookieAt(here, false), { name: 'scorebook', plain: true })
  for (const there of ['http://192.0.2.7:8080', 'http://localhost.example.org', 'http://127.example.org']) {
    assert.equal(cookieAt(there, false), undefined)
    assert.deepEqual(cookieAt(there, true), { name: 'scorebook', plain: true })
  }
  const attributes = setCookie({ name: 'scorebook', plain: true }, 'x')
  assert.equal(attributes, 'scorebook=x; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict')
})

test('an account that is disabled meanwhile gets no session, also not when it is enabled again', async () => {
  const { accountId: id } = await service.account('meanwhile')
  const { statement, secret } = newSession({ accountId: id, method: 'PASSWORD', address: '', userAgent: '' })
  const held = Promise.withResolvers<void>()
  const disabled = Promise.withResolvers<void>()
  const disabling = db.transaction(async (tx) => {
    await tx.many(sql`update accounts set disabled_at = now() where id = ${id}`)
    await tx.many(endOtherSessions(id))
    disabled.resolve()
    await held.promise
  })
  await disabled.promise
  const starting = db.many(statement)
  await waitFor('it to wait for the lock', async () => {
    const { waits } = await db.one(sql<{ waits: boolean }>`
      select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waits`)
    return waits
  })
  held.resolve()
  await disabling
  assert.deepEqual(await starting, [])
  await db.many(sql`update accounts set disabled_at = null where id = ${id}`)
  assert.equal(await statusOf(`__Host-scorebook=${secret}`), 401)
})

test('after a change of rights the browser gets a new secret once, and the former one is good for a minute', async () => {
  const root = await service.account('root', ['admin'])
  const eve = await service.account('eve')
  const former = await signIn(db, eve.accountId)
  const session = (own: string) => call(app, 'GET', '//web/session', undefined, { cookie: own, ...SAME })
  assert.equal((await session(former)).headers['set-cookie'], undefined)
  const { etag } = await root.get(`/accounts/${eve.accountId}`)
  await root.patch(`/accounts/${eve.accountId}`, { roles: ['player', 'translator'] }, etag)
  await waitFor('the new role', async () =>
    (await session(former)).body.scopes.includes('svc-engine:translation-update'),
  )
  const { hash } = await db.one(
    sql<{ hash: Buffer }>`select hash from sessions where account_id = ${eve.accountId}`,
  )
  assert.notDeepEqual(hash, hashOf(former.split('=')[1] ?? ''), 'it was renewed')
  await db.many(sql`update sessions set rights_changed = true where account_id = ${eve.accountId}`)
  await forget(eve.accountId)
  const given: string[] = []
  await waitFor('the new cookie', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => session(former)))
    given.push(...replies.flatMap(({ headers }) => headers['set-cookie'] ?? []))
    return given.length > 0
  })
  assert.equal(given.length, 1, 'once, however many ask at once')
  assert.match(
    String(given[0]),
    /^__Host-scorebook=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
  )
  const renewed = String(given[0]).split(';')[0] ?? ''
  assert.deepEqual([await statusOf(renewed), await statusOf(former)], [200, 200])
  await db.many(
    sql`update sessions set renewed_at = now() - interval '61 seconds' where account_id = ${eve.accountId}`,
  )
  await forget(eve.accountId)
  await waitFor('the former cookie to be of no use', async () => (await statusOf(former)) === 401)
  assert.equal(await statusOf(renewed), 200)
})

/** Makes instances forget the account, as every change of an account does. */
const forget = (id: string) => db.many(accountChanged(id))

test('changes that outlast a session need a sign-in of the last 15 minutes', async () => {
  const { accountId: id } = await service.account('chief', ['player', 'admin'])
  const own = await signIn(db, id)
  const headers = () => ({ cookie: own, ...SAME, 'idempotency-key': uuidv7(), 'if-match': '*' })
  const at = (path: string) => `//web/api/v1${path}`
  const requests: [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object][] = [
    ['POST', '/users/me/tokens', { name: 'T', scopes: ['svc-engine:match-read'], days: 365 }],
    ['POST', '/accounts/links', { kind: 'RESET', accountId: id }],
    ['POST', '/accounts/links', { kind: 'INVITATION' }],
    ['POST', '/clients', { displayName: 'S', kind: 'SERVICE', roles: ['player'] }],
    ['PATCH', `/accounts/${id}`, { roles: ['player', 'admin'] }],
    ['DELETE', '/users/me'],
  ]
  await db.many(sql`update sessions set created_at = now() - interval '2 days' where account_id = ${id}`)
  await db.many(accountChanged(id))
  for (const [method, path, body] of requests) {
    const refused = await call(app, method, at(path), body, headers())
    assert.equal(refused.status, 401, `${method} ${path}`)
    assert.match(
      refused.headers['www-authenticate'] ?? '',
      /^Cookie error="insufficient_user_authentication"/,
    )
  }
  const still = await call(app, 'GET', at('/users/me'), undefined, { cookie: own, ...SAME })
  assert.equal(still.status, 200, 'the session goes on')
  await db.many(sql`update sessions set created_at = now() where account_id = ${id}`)
  await db.many(accountChanged(id))
  await waitFor('the sign-in to be known', async () => {
    const { status } = await call(
      app,
      'PATCH',
      at(`/accounts/${id}`),
      { roles: ['player', 'admin'] },
      headers(),
    )
    return status === 200
  })
  for (const [method, path, body] of requests.slice(0, -1)) {
    const { status } = await call(app, method, at(path), body, headers())
    assert.ok(status < 300, `${method} ${path} ${status}`)
  }
})

test('no personal token erases its person', async () => {
  const { post } = await service.account('scripted')
  const refused = await post('/users/me/tokens', { name: 'T', scopes: ['svc-engine:user-delete'], days: 1 })
  assert.deepEqual(violations(refused), ['scopes[0] INVALID_VALUE'])
})
