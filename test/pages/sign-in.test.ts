/** Signing in over HTTP, as a browser without scripts does, and as attackers do. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { raw, sql } from '../../src/db/sql.ts'
import { spend } from '../../src/identity/accounts/throttle.ts'
import { type Device, answer, makePasskey } from './authenticator.ts'
import { waitFor } from '../wait-for.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'
import { Visitor } from './visitor.ts'

let site: WebSite
before(async () => {
  site = await openSite()
})
after(() => site.close())

/** Tests would share the budget of an address, so each uses its own. */
let addresses = 0
const visitor = () => new Visitor(site.app, `198.51.100.${++addresses}`)

const audit = async (kind: string, name: string) =>
  site.db.many(sql<{ details: object }>`
    select e.details from audit_events e join accounts a on a.id = e.account_id where kind = ${kind} and a.name = ${name}`)

async function withPasskey(name: string): Promise<{ device: Device; owner: Visitor; id: string }> {
  const id = await site.account(name, { password: PASSWORD })
  const owner = visitor()
  assert.equal((await owner.signIn(name, PASSWORD)).path, '/account')
  const { options } = JSON.parse((await owner.json('/account/passkeys/new/options', {})).text)
  const { device, answer: made } = makePasskey(options, site.url)
  const added = await owner.json('/account/passkeys/new', { credential: made })
  assert.equal(added.status, 200, added.text)
  return { device, owner, id }
}

const challenge = async (who: Visitor) => JSON.parse((await who.get('/sign-in/passkey')).text)

test('a name or an e-mail address signs in with the password, in any case and composition', async () => {
  await site.account('Zoë', { password: 'crème brûlée 42', email: 'Zoe@Example.org' })
  for (const name of ['Zoë', 'zoë'.normalize('NFD'), 'zoe@example.ORG']) {
    const who = visitor()
    const seen = await who.signIn(name, 'crème brûlée 42'.normalize('NFD'))
    assert.equal(seen.path, '/account', name)
    assert.match(seen.text, /Zoë/)
    assert.ok(who.cookies.has('scorebook'))
  }
})

test('a name without an account, one without a password, and a wrong password get the same answer', async () => {
  await site.account('Berta', { password: PASSWORD })
  await site.account('Cosima')
  const answers = await Promise.all(
    ['Berta', 'Cosima', 'Nicola'].map(async (name) => {
      const who = visitor()
      const { status, text } = await who.signIn(name, 'not the password')
      assert.equal(who.cookies.size, 0)
      return `${status} ${text.replaceAll(name, 'NAME')}`
    }),
  )
  assert.equal(new Set(answers).size, 1)
  assert.match(answers[0] ?? '', /^422 .*do not belong together/s)
})

test('the sign-in mentions that an account is disabled only with the right password', async () => {
  const id = await site.account('Dario', { password: PASSWORD })
  await site.db.many(sql`update accounts set disabled_at = now() where id = ${id}`)
  assert.match((await visitor().signIn('Dario', 'not the password')).text, /do not belong together/)
  const seen = await visitor().signIn('Dario', PASSWORD)
  assert.equal(seen.status, 403)
  assert.match(seen.text, /disabled/)
})

test('a sign-in goes on to a path of ours, and nowhere else', async () => {
  await site.account('Edda', { password: PASSWORD })
  for (const [next, path] of [
    ['/account/name', '/account/name'],
    ['//evil.example/x', '/account'],
    ['/\\evil.example', '/account'],
    ['https://evil.example/', '/account'],
    ['/\t/evil.example', '/account'],
    ['/.//evil.example', '/account'],
    ['/account/..//evil.example', '/account'],
    ['/%2e//evil.example/x?y', '/account'],
    ['/./account/name', '/account/name'],
  ] as const) {
    const seen = await visitor().post('/sign-in', { name: 'Edda', password: PASSWORD, next })
    assert.equal(seen.path, path, next)
  }
})

test('a request line with a host leads nobody to that host', async () => {
  for (const fetchSite of ['cross-site', 'none']) {
    const { hostname, port } = new URL(site.url)
    const headers = { host: 'evil.example', 'sec-fetch-site': fetchSite }
    const request = get({ hostname, port, path: 'http://evil.example/account', headers })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const page = await textOf(response)
    assert.doesNotMatch(`${response.headers.location} ${page}`, /evil/)
    assert.match(`${response.headers.location} ${page}`, /url=\/account"|^\/sign-in\?next=%2Faccount/)
  }
})

test('a form of another site does nothing', async () => {
  await site.account('Filip', { password: PASSWORD })
  const form = { name: 'Filip', password: PASSWORD, next: '' }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]) {
    const who = visitor()
    assert.equal((await who.post('/sign-in', form, headers)).status, 403)
    assert.equal(who.cookies.size, 0)
  }
  const payload = new URLSearchParams(form).toString()
  const send = (origin: string) =>
    site.app.inject({
      method: 'POST',
      url: '/sign-in',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin === '' ? {} : { origin }) },
    })
  assert.equal((await send('https://evil.example')).statusCode, 403)
  assert.equal((await send('')).statusCode, 403)
  assert.equal((await send(site.url)).statusCode, 303)
})

/** Gives one attempt back to every budget. */
const anAttemptComesBack = () =>
  site.db.many(sql`update sign_in_budgets set full_at = full_at - interval '30 seconds'`)

/** The number of wrong passwords that were checked. */
const looks = async (id: string) => (await failuresOf(id, 'PASSWORD', 'WRONG')).times

const failuresOf = (id: string, method: string, outcome: string) =>
  site.db.one(sql<{ events: number; times: number }>`
    select count(*)::int as events, coalesce(sum(coalesce((details ->> 'times')::int, 1)), 0)::int as times from audit_events
    where account_id = ${id} and kind = 'SIGN_IN_FAILED' and details ->> 'method' = ${method}
      and details ->> 'outcome' = ${outcome}`)

test('guesses at a name are limited, and its owner signs in all the same', async () => {
  const { device, owner, id } = await withPasskey('Greta')
  await site.db.many(sql`update accounts set email = 'greta@example.org' where id = ${id}`)
  const stranger = visitor()
  for (let n = 0; n < 10; n++) assert.equal((await stranger.signIn('Greta', `wrong guess ${n}`)).status, 422)
  const more = ['Greta', 'greta@example.org', 'GRETA'].map((name) => visitor().signIn(name, 'one guess more'))
  await owner.post('/sign-out', {})
  assert.equal((await owner.signIn('Greta', PASSWORD)).path, '/account', 'a browser that is known')
  const other = visitor()
  const seen = await other.json('/sign-in/passkey', {
    credential: answer(device, await challenge(other), 2),
    next: '',
  })
  assert.equal(seen.status, 200, seen.text)
  assert.equal(await looks(id), 10, 'three more guesses wait, under whatever name')
  const elsewhere = new Visitor(site.app, '203.0.113.200').signIn('Greta', PASSWORD)
  await Promise.race([anAttemptComesBack(), elsewhere])
  assert.equal((await elsewhere).path, '/account', 'a new browser elsewhere is next')
  for (let n = 0; n < 3; n++) {
    await anAttemptComesBack()
    await waitFor('one guess to be looked at', async () => (await looks(id)) === 11 + n)
  }
  assert.deepEqual(
    (await Promise.all(more)).map(({ status }) => status),
    [422, 422, 422],
  )
})

test('guesses at a name are limited, however many networks send them', async () => {
  const id = await site.account('Gesine', { password: PASSWORD })
  const guesses = Array.from({ length: 14 }, (_, n) =>
    new Visitor(site.app, `10.${n}.0.1`).signIn('Gesine', `guess ${n}`),
  )
  for (let n = 10; n < 14; n++) {
    await waitFor('the guesses to be looked at', async () => (await looks(id)) >= n)
    assert.equal(await looks(id), n)
    await anAttemptComesBack()
  }
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([422]))
})

test('a flood from one address makes few hashes, and others sign in meanwhile', async () => {
  await site.account('Gustav', { password: PASSWORD })
  const flood = visitor()
  const told = new Map<number, number>()
  const guess = async (n: number) => {
    const { status } = await flood.signIn(`Person ${n}`, 'a guess of many')
    told.set(status, (told.get(status) ?? 0) + 1)
  }
  let inFlood = true
  const flooding = (async () => {
    for (let n = 0; n < 400; n += 40) await Promise.all(Array.from({ length: 40 }, (_, k) => guess(n + k)))
    inFlood = false
  })()
  assert.equal((await visitor().signIn('Gustav', PASSWORD)).path, '/account')
  assert.equal(inFlood, true)
  await flooding
  assert.deepEqual(
    [...told.keys()].toSorted((one, other) => one - other),
    [422, 429],
  )
  // The budget has 30 attempts at first, and one more every 20 s.
  const hashes = told.get(422) ?? 0
  assert.ok(hashes <= 36, `${hashes} of 400 guesses were looked at`)
})

test('a proxy says where people are, if it is a trusted one', async () => {
  await site.account('Gunda', { password: PASSWORD })
  const who = visitor()
  await who.post(
    '/sign-in',
    { name: 'Gunda', password: PASSWORD, next: '' },
    { 'x-forwarded-for': '203.0.113.77' },
  )
  const [session] = await site.db.many(sql<{ address: string }>`
    select s.address from sessions s join accounts a on a.id = s.account_id where a.name = 'Gunda'`)
  assert.match(session?.address ?? '', /^198\.51\.100\./)
  await who.get('/sign-in', { 'x-forwarded-for': '203.0.113.77' })
  assert.equal(site.log.filter((line) => line.includes('SCOREBOOK_TRUSTED_PROXIES')).length, 1)
  const behind = await openSite({ trustedProxies: ['192.0.2.0/24'] })
  try {
    await behind.account('Gunda', { password: PASSWORD })
    const form = { name: 'Gunda', password: PASSWORD, next: '' }
    await new Visitor(behind.app, '192.0.2.9').post('/sign-in', form, {
      'x-forwarded-for': '10.9.9.9, 2001:db8:1:2:3:4:5:6',
    })
    await new Visitor(behind.app, '203.0.113.1').post('/sign-in', form, { 'x-forwarded-for': '10.9.9.9' })
    const rows = await behind.db.many(
      sql<{ address: string }>`select address from sessions order by created_at`,
    )
    assert.deepEqual(
      rows.map(({ address }) => address),
      ['2001:db8:1:2::/64', '203.0.113.1'],
    )
  } finally {
    await behind.close()
  }
})

test('a browser’s mark is no use for another account, and cannot be made up', async () => {
  await site.account('Hugo', { password: PASSWORD })
  await site.account('Ida', { password: PASSWORD })
  const hugo = visitor()
  await hugo.signIn('Hugo', PASSWORD)
  for (let n = 0; n < 10; n++) await visitor().signIn('Ida', `wrong guess ${n}`)
  const forger = visitor()
  forger.cookies.set('scorebook-browser', `${'A'.repeat(22)}.${'B'.repeat(22)}`)
  let entered = 0
  const both = [hugo, forger].map((who) => who.signIn('Ida', PASSWORD).then(() => entered++))
  assert.equal((await visitor().signIn('Hugo', PASSWORD)).path, '/account')
  assert.equal(entered, 0, 'both wait as strangers do')
  await anAttemptComesBack()
  await waitFor('the first', async () => entered === 1)
  await anAttemptComesBack()
  await Promise.all(both)
})

test('the owner sees what failed, and strangers fill no audit', async () => {
  const id = await site.account('Irma', { password: PASSWORD })
  const owner = visitor()
  await owner.signIn('Irma', PASSWORD)
  assert.doesNotMatch((await owner.get('/account')).text, /failed in the last 30 days/)
  for (let n = 0; n < 3; n++) await visitor().signIn('Irma', `wrong guess ${n}`)
  for (let n = 0; n < 3; n++) await visitor().post('/sign-in/recovery', { name: 'Irma', code: `wrong ${n}` })
  const stranger = '10.77.0.1'
  for (let spent = 0; spent < 30; spent++) await spend(site.db, [{ of: 'address', whose: stranger }])
  for (let n = 0; n < 3; n++)
    assert.equal((await new Visitor(site.app, stranger).signIn('Irma', `more ${n}`)).status, 429)
  for (const [method, outcome] of [
    ['PASSWORD', 'WRONG'],
    ['RECOVERY', 'WRONG'],
    ['PASSWORD', 'TOO_MANY'],
  ] as const)
    assert.deepEqual(await failuresOf(id, method, outcome), { events: 1, times: 3 }, `${method} ${outcome}`)
  assert.match((await owner.get('/account')).text, /9 sign-ins failed in the last 30 days/)
  const unknown = () =>
    site.db.many(
      sql`select from audit_events where kind = 'SIGN_IN_FAILED' and account_id is null and address = '10.78.0.1'`,
    )
  for (let n = 0; n < 9; n++)
    await new Visitor(site.app, '10.78.0.1').post('/sign-in/recovery', { name: `Nobody ${n}`, code: 'wrong' })
  assert.equal((await unknown()).length, 6)
})

test('right passwords use up no budget', async () => {
  await site.account('Jonas', { password: PASSWORD })
  for (let n = 0; n < 12; n++) assert.equal((await visitor().signIn('Jonas', PASSWORD)).path, '/account')
})

test('a passkey signs in once for each challenge', async () => {
  const { device } = await withPasskey('Klara')
  const who = visitor()
  const credential = answer(device, await challenge(who), 2)
  assert.equal(
    (await who.json('/sign-in/passkey', { credential, next: '/account/name' })).text,
    '{"next":"/account/name"}',
  )
  assert.equal((await who.get('/account')).status, 200)
  assert.equal((await visitor().json('/sign-in/passkey', { credential, next: '' })).status, 422, 'a replay')
})

test('a passkey of another origin, with another challenge, or with another key is refused', async () => {
  const { device } = await withPasskey('Lena')
  const { device: other } = await withPasskey('Mario')
  const who = visitor()
  const options = await challenge(who)
  const made = { challenge: Buffer.alloc(56, 7).toString('base64url') }
  for (const credential of [
    answer(device, options, 2, 'https://evil.example'),
    answer(device, options, 2, `${site.url}0`),
    answer(device, made, 2),
    answer({ ...device, privateKey: other.privateKey }, options, 2),
    answer({ ...device, userHandle: other.userHandle }, options, 2),
    answer({ ...device, rpId: 'evil.example' }, options, 2),
    { ...answer(device, options, 2), id: 'AAAA', rawId: 'AAAA' },
    { id: 7 },
    null,
    'x',
  ]) {
    const seen = await who.json('/sign-in/passkey', { credential, next: '' })
    assert.equal(seen.status, 422, seen.text)
    assert.match(seen.text, /does not open an account here/)
  }
  assert.equal((await audit('PASSKEY_SUSPECTED', 'Lena')).length, 0)
  assert.ok((await audit('SIGN_IN_FAILED', 'Lena')).length > 0)
})

test('a passkey whose counter went back opens nothing any more, and its owner is informed', async () => {
  const { device, owner } = await withPasskey('Nina')
  const first = visitor()
  assert.equal(
    (
      await first.json('/sign-in/passkey', {
        credential: answer(device, await challenge(first), 9),
        next: '',
      })
    ).status,
    200,
  )
  const copy = visitor()
  const seen = await copy.json('/sign-in/passkey', {
    credential: answer(device, await challenge(copy), 5),
    next: '',
  })
  assert.equal(seen.status, 422)
  assert.match(seen.text, /may have been copied/)
  assert.equal(copy.cookies.size, 0)
  const later = await copy.json('/sign-in/passkey', {
    credential: answer(device, await challenge(copy), 10),
    next: '',
  })
  assert.match(later.text, /may have been copied/)
  assert.equal((await audit('PASSKEY_SUSPECTED', 'Nina')).length, 2)
  assert.match((await owner.get('/account')).text, /may be a copy/)
})

test('a stranger without the key cannot make a passkey suspected', async () => {
  const { device } = await withPasskey('Olga')
  const { device: other } = await withPasskey('Paul')
  const who = visitor()
  const forged = answer({ ...device, privateKey: other.privateKey }, await challenge(who), 0)
  await who.json('/sign-in/passkey', { credential: forged, next: '' })
  const [row] = await site.db.many(
    sql<{ at: Date | null }>`select suspected_at as at from passkeys where id = ${device.id}`,
  )
  assert.equal(row?.at, null)
})

test('a recovery code signs in once, for its own account', async () => {
  await site.account('Quinn', { password: PASSWORD })
  await site.account('Rosa', { password: PASSWORD })
  const owner = visitor()
  await owner.signIn('Quinn', PASSWORD)
  const { text } = await owner.post('/account/recovery-codes', {})
  const codes = [...text.matchAll(/<code>([\da-z-]{23})<\/code>/g)].map(([, code]) => code ?? '')
  assert.equal(new Set(codes).size, 10)
  const [first = '', second = ''] = codes
  const use = (name: string, code: string, who = visitor()) => who.post('/sign-in/recovery', { name, code })
  assert.equal((await use('Rosa', first)).status, 422)
  const typed = first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')
  const seen = await use('quinn', typed)
  assert.equal(seen.path, '/account')
  assert.match(seen.text, /have <strong>9<\/strong> left/)
  assert.equal((await use('Quinn', first)).status, 422, 'a code is used once')
  const atOnce = await Promise.all([use('Quinn', second), use('Quinn', second)])
  assert.equal(atOnce.filter(({ status }) => status === 200).length, 1)
  assert.equal((await use('Nobody', second)).status, 422)
})

test('the account page warns whoever has one way to sign in and no recovery codes', async () => {
  const forgotten = 'If you forget your password, nothing lets you in.'
  const lost = 'If you lose your only passkey, nothing lets you in.'
  const warned = async (who: Visitor) => {
    const { text } = await who.get('/account')
    return [forgotten, lost].filter((warning) => text.includes(warning))
  }
  const { owner, id } = await withPasskey('Henriette')
  assert.deepEqual(await warned(owner), [], 'a password and a passkey')
  await site.db.many(sql`update accounts set password_hash = null where id = ${id}`)
  assert.deepEqual(await warned(owner), [lost])
  await site.db.many(sql`update passkeys set suspected_at = now() where account_id = ${id}`)
  assert.deepEqual(await warned(owner), [], 'whoever gets in without a way of their own, as in the demo')
  await site.db.many(sql`
    update accounts set password_hash = (select password_hash from accounts where password_hash is not null limit 1) where id = ${id}`)
  assert.deepEqual(await warned(owner), [forgotten])
  await owner.post('/account/recovery-codes', {})
  assert.deepEqual(await warned(owner), [])
})

test('new recovery codes end the old ones', async () => {
  await site.account('Sara', { password: PASSWORD })
  const owner = visitor()
  await owner.signIn('Sara', PASSWORD)
  const codeIn = (text: string) => /<code>([\da-z-]{23})<\/code>/.exec(text)?.[1] ?? ''
  const old = codeIn((await owner.post('/account/recovery-codes', {})).text)
  await owner.post('/account/recovery-codes', {})
  assert.equal((await visitor().post('/sign-in/recovery', { name: 'Sara', code: old })).status, 422)
})

test('a form for new recovery codes that is sent twice leaves ten', async () => {
  const id = await site.account('Quirin', { password: PASSWORD })
  const who = visitor()
  await who.signIn('Quirin', PASSWORD)
  await who.post('/account/recovery-codes', {})
  await Promise.all([1, 2, 3, 4].map(() => who.post('/account/recovery-codes', {})))
  assert.equal((await site.db.many(sql`select from recovery_codes where account_id = ${id}`)).length, 10)
})

test('changing a credential signs every other browser out, and not this one', async () => {
  await site.account('Tilda', { password: PASSWORD })
  const changes: [string, (who: Visitor) => Promise<{ status: number }>][] = [
    ['password', (who) => who.post('/account/password', { password: PASSWORD })],
    ['recovery codes', (who) => who.post('/account/recovery-codes', {})],
    [
      'passkey',
      async (who) => {
        const { options } = JSON.parse((await who.json('/account/passkeys/new/options', {})).text)
        return who.json('/account/passkeys/new', { credential: makePasskey(options, site.url).answer })
      },
    ],
  ]
  for (const [what, change] of changes) {
    const [here, elsewhere] = [visitor(), visitor()]
    await here.signIn('Tilda', PASSWORD)
    await elsewhere.signIn('Tilda', PASSWORD)
    assert.equal((await elsewhere.get('/account')).path, '/account')
    assert.equal((await change(here)).status, 200, what)
    assert.equal((await here.get('/account')).path, '/account', what)
    // A notification ends the session on every instance. It may arrive after the next request.
    for (let n = 0; n < 1_000 && (await elsewhere.get('/account')).path === '/account'; n++)
      await new Promise(setImmediate)
    assert.equal((await elsewhere.get('/account')).path, '/sign-in?next=%2Faccount', what)
  }
  const kinds = ['PASSWORD_CHANGED', 'RECOVERY_CODES_MADE', 'PASSKEY_ADDED']
  for (const kind of kinds) assert.equal((await audit(kind, 'Tilda')).length, 1, kind)
})

test('a new password or passkey ends the tokens where their owner says so, and signing out everywhere always', async () => {
  const id = await site.account('Tova', { password: PASSWORD })
  const who = visitor()
  await who.signIn('Tova', PASSWORD)
  const make = async () => {
    await who.post('/account/tokens/new', { name: 'Script', days: '9', extent: 'read' })
    assert.equal(await tokens(), 1)
  }
  const tokens = async () =>
    (await site.db.many(sql`select from personal_tokens where account_id = ${id}`)).length
  const addPasskey = async (more: object) => {
    const { options } = JSON.parse((await who.json('/account/passkeys/new/options', {})).text)
    const credential = makePasskey(options, site.url).answer
    return who.json('/account/passkeys/new', { credential, ...more })
  }
  assert.doesNotMatch((await who.get('/account/password')).text, /End my/)
  await make()
  for (const page of ['/account/password', '/account/passkeys/new'])
    assert.match((await who.get(page)).text, /End my\s+token for scripts too/)
  await who.post('/account/password', { password: PASSWORD })
  await addPasskey({ 'tokens-too': false })
  assert.equal(await tokens(), 1)
  await who.post('/account/password', { password: PASSWORD, 'tokens-too': 'yes' })
  assert.equal(await tokens(), 0)
  await make()
  await addPasskey({ 'tokens-too': true })
  assert.equal(await tokens(), 0)
  await make()
  await who.post('/account/sessions/end-others', {})
  assert.equal(await tokens(), 0)
  assert.equal((await audit('TOKEN_ENDED', 'Tova')).length, 3)
})

test('who signed in long ago signs in again before a change of credentials', async () => {
  const id = await site.account('Uwe', { password: PASSWORD })
  const who = visitor()
  await who.signIn('Uwe', PASSWORD)
  await site.db.many(
    sql`update sessions set created_at = now() - interval '16 minutes' where account_id = ${id}`,
  )
  await site.db.many(sql`select pg_notify('scorebook_standing', ${id})`)
  let seen = await who.get('/account/password')
  for (let n = 0; n < 1_000 && seen.path === '/account/password'; n++) {
    await new Promise(setImmediate)
    seen = await who.get('/account/password')
  }
  assert.match(seen.text, /Sign in again/)
  const before = await site.db.one(
    sql<{ hash: string }>`select password_hash as hash from accounts where id = ${id}`,
  )
  await who.post('/account/password', { password: 'another lantern quarry' })
  const later = await site.db.one(
    sql<{ hash: string }>`select password_hash as hash from accounts where id = ${id}`,
  )
  assert.equal(later.hash, before.hash)
})

test('the only way in cannot be removed', async () => {
  const { device, owner, id } = await withPasskey('Vera')
  await site.db.many(sql`update accounts set password_hash = null where id = ${id}`)
  const seen = await owner.post(`/account/passkeys/${device.id}/remove`, {})
  assert.match(seen.text, /your only way in/)
  await owner.post('/account/password', { password: PASSWORD })
  assert.equal((await owner.post(`/account/passkeys/${device.id}/remove`, {})).path, '/account?changed')
})

test('a password goes where a passkey and a recovery code are left, and signs nobody in any more', async () => {
  const { device, owner, id } = await withPasskey('Valentin')
  const refused = /make recovery codes before you remove it/
  assert.doesNotMatch((await owner.get('/account/password')).text, /Remove the password/)
  assert.match((await owner.post('/account/password/remove', {})).text, refused)
  await owner.post('/account/recovery-codes', {})
  await site.db.many(sql`update passkeys set suspected_at = now() where id = ${device.id}`)
  assert.match((await owner.post('/account/password/remove', {})).text, refused)
  assert.equal((await visitor().signIn('Valentin', PASSWORD)).path, '/account')
  await site.db.many(sql`update passkeys set suspected_at = null where id = ${device.id}`)
  assert.match((await owner.get('/account/password')).text, /Remove the password/)
  assert.equal((await owner.post('/account/password/remove', {})).path, '/account?changed')
  assert.equal((await visitor().signIn('Valentin', PASSWORD)).status, 422)
  const left = await site.db.many(sql`select from sessions where account_id = ${id}`)
  assert.equal(left.length, 1, 'other sessions have ended')
  assert.equal((await audit('PASSWORD_REMOVED', 'Valentin')).length, 1)
})

test('a passkey whose id is known is added to nobody else, and nobody has more than twenty', async () => {
  const { device } = await withPasskey('Vincent')
  const { owner, id } = await withPasskey('Violetta')
  const options = async () => JSON.parse((await owner.json('/account/passkeys/new/options', {})).text).options
  const stolen = makePasskey(await options(), site.url, { id: device.id })
  const refused = await owner.json('/account/passkeys/new', { credential: stolen.answer })
  assert.equal(refused.status, 422, refused.text)
  const { options: last } = JSON.parse((await owner.json('/account/passkeys/new/options', {})).text)
  await site.db.many(sql`
    insert into passkeys (id, account_id, public_key, counter, transports, backed_up, host, name)
    select 'copy' || n, account_id, public_key, 0, '{}', false, host, name from passkeys, generate_series(1, 19) n
    where account_id = ${id}`)
  const tooMany = await owner.json('/account/passkeys/new', {
    credential: makePasskey(last, site.url).answer,
  })
  assert.equal(tooMany.status, 422, tooMany.text)
  assert.equal((await site.db.many(sql`select from passkeys where account_id = ${id}`)).length, 20)
  const asked = await challenge(visitor())
  assert.equal(
    (await visitor().json('/sign-in/passkey', { credential: answer(device, asked, 2), next: '' })).status,
    200,
    'it still opens the account that it is of',
  )
})

test('somebody with an account asks for few names and addresses whether they are taken', async () => {
  await site.account('Yasmin', { password: PASSWORD })
  await site.account('Yvo', { email: 'yvo@example.org' })
  const curious = visitor()
  await curious.signIn('Yasmin', PASSWORD)
  const statuses = await Promise.all(
    Array.from(
      { length: 30 },
      async () => (await curious.post('/account/email', { email: 'yvo@example.org' })).status,
    ),
  )
  assert.equal(statuses.filter((status) => status === 422).length, 20)
  assert.equal(statuses.filter((status) => status === 429).length, 10)
  assert.equal((await curious.post('/account/name', { name: 'Yvo' })).status, 429)
})

test('two requests at once do not remove the last two ways in', async () => {
  const { device, owner, id } = await withPasskey('Viktor')
  const { options } = JSON.parse((await owner.json('/account/passkeys/new/options', {})).text)
  const { device: second, answer: made } = makePasskey(options, site.url)
  await owner.json('/account/passkeys/new', { credential: made })
  await site.db.many(sql`update accounts set password_hash = null where id = ${id}`)
  const paths = [device, second].map((one) => `/account/passkeys/${one.id}/remove`)
  await Promise.all(paths.map((path) => owner.post(path, {})))
  assert.equal((await site.db.many(sql`select from passkeys where account_id = ${id}`)).length, 1)
})

test('nobody changes what belongs to another account', async () => {
  const { device, id } = await withPasskey('Wanda')
  await site.account('Xaver', { password: PASSWORD })
  const thief = visitor()
  await thief.signIn('Xaver', PASSWORD)
  await thief.post(`/account/passkeys/${device.id}`, { name: 'Stolen' })
  await thief.post(`/account/passkeys/${device.id}/remove`, {})
  const sessions = await site.db.many(sql<{ id: string }>`select id from sessions where account_id = ${id}`)
  for (const session of sessions) await thief.post(`/account/sessions/${session.id}/end`, {})
  const [kept] = await site.db.many(sql<{ name: string }>`select name from passkeys where id = ${device.id}`)
  assert.notEqual(kept?.name, 'Stolen')
  const left = await site.db.many(sql`select from sessions where account_id = ${id}`)
  assert.equal(left.length, sessions.length)
})

test('a link from another site asks once more, with our cookie', async () => {
  const who = visitor()
  const seen = await who.get('/account/name', { 'sec-fetch-site': 'cross-site' })
  assert.equal(seen.status, 200)
  assert.match(seen.text, /http-equiv="refresh" content="0; url=\/account\/name"/)
  assert.equal(
    (await who.get('/account/name', { 'sec-fetch-site': 'none' })).path,
    '/sign-in?next=%2Faccount%2Fname',
  )
})

test('every page forbids foreign scripts, frames and forms, and is kept by nobody', async () => {
  for (const path of ['/sign-in', '/link', '/signed-out', '/sign-in/other', '/sign-in/recovery']) {
    const { headers, text } = await visitor().get(path)
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
      "base-uri 'none'",
    ])
      assert.ok(policy.includes(part), `${path}: ${part}`)
    assert.doesNotMatch(policy, /unsafe/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['referrer-policy'], 'same-origin')
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)|\son\w+=|style="/)
  }
})

test('the page at the address of a host leads to the one at its name, where passkeys work', async () => {
  const at = async (host: string) => (await site.app.inject({ url: '/sign-in', headers: { host } })).body
  const { host } = new URL(site.url)
  assert.match(
    await at(host.replace('localhost', '127.0.0.1')),
    new RegExp(`Passkeys work at <a href="${site.url}/sign-in"`),
  )
  assert.doesNotMatch(await at(host), /Passkeys work at/)
})

test('hostile texts come back as text', async () => {
  const seen = await visitor().signIn('"><script>alert(1)</script>\u0000\ud800', 'x')
  assert.equal(seen.status, 422)
  assert.doesNotMatch(seen.text, /<script>alert/)
  for (const body of ['name=%00&password=%00', 'name=%ff%fe&password=x', 'name', '%', ''])
    for (const path of ['/sign-in', '/sign-in/recovery', '/link', '/join']) {
      const { statusCode } = await site.app.inject({
        method: 'POST',
        url: path,
        payload: body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      })
      assert.ok(statusCode < 500, `${path} ${body}: ${statusCode}`)
    }
})

test('no log, audit or table has a password, a code, a cookie or a link in the clear', async () => {
  const secrets: string[] = ['walrus teapot monsoon 3']
  const link = await site.link({ kind: 'INVITATION', roles: ['player'] })
  secrets.push(link.slice(link.indexOf('#') + 1))
  const who = visitor()
  await who.post('/link', { code: link })
  assert.equal(
    (await who.post('/join', { name: 'Yara', password: 'walrus teapot monsoon 3' })).path,
    '/account',
  )
  const { text } = await who.post('/account/recovery-codes', {})
  for (const [, code = ''] of text.matchAll(/<code>([\da-z-]{23})<\/code>/g))
    secrets.push(code, code.replaceAll('-', ''))
  const made = await who.post('/account/tokens/new', { name: 'Script', days: '9', extent: 'read' })
  secrets.push(/scorebook_pat_\w+/.exec(made.text)?.[0] ?? assert.fail('there is a token'))
  secrets.push(who.cookies.get('scorebook') ?? assert.fail('there is a cookie'))
  await who.signIn('Yara', 'walrus teapot monsoon 4')
  secrets.push('walrus teapot monsoon 4')
  const tables = await site.db.many(sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  const kept = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await site.db.many(sql<{ row: string }>`select t::text as row from ${raw(name)} t`)
      return rows.map(({ row }) => `${name} ${row}`).join('\n')
    }),
  )
  const everything = [...site.log, ...kept].join('\n')
  assert.ok(everything.includes('Yara'))
  for (const secret of secrets) {
    assert.ok(secret.length > 15, secret)
    assert.ok(!everything.includes(secret), `${secret} stands somewhere`)
    assert.ok(
      !everything.includes(Buffer.from(secret).toString('hex')),
      `${secret} stands somewhere as bytes`,
    )
  }
})

test('a request line with another host leads to no page there', async () => {
  const { hostname, port } = new URL(site.url)
  const path = 'http://evil.example/account?a=//evil.example'
  const [answer] = await once(
    get({ hostname, port, path, headers: { 'sec-fetch-site': 'cross-site' } }),
    'response',
  )
  const page = await textOf(answer as IncomingMessage)
  assert.equal((answer as IncomingMessage).statusCode, 200)
  assert.match(page, /"\/account\?a=/)
  assert.doesNotMatch(page, /http:\/\/evil/)
})
