/** One-time links: for the first administrator, invitations, resets, and open sign-up. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { hashPassword } from '../../src/identity/accounts/passwords.ts'
import { spend } from '../../src/identity/accounts/throttle.ts'
import { waitFor } from '../wait-for.ts'
import { answer, makePasskey } from './authenticator.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'
import { Visitor } from './visitor.ts'

let site: WebSite
let open: WebSite
before(async () => {
  ;[site, open] = await Promise.all([openSite(), openSite({ signUp: 'open' })])
})
after(() => Promise.all([site.close(), open.close()]))

let addresses = 0
const visitor = (at = site) => new Visitor(at.app, `198.51.100.${++addresses}`)

const accountNamed = (name: string, at = site) =>
  at.db.maybe(sql<{ id: string; roles: string[]; hash: string | null }>`
    select id, roles, password_hash as hash from accounts where name = ${name}`)

const ENDED = /not good any more/

test('the first administrator is made by a link, once, even if others have a link too', async () => {
  const links = await Promise.all(
    [1, 2, 3].map(() => site.link({ kind: 'FIRST_ADMINISTRATOR', lifetime: 60 })),
  )
  const people = links.map(() => visitor())
  for (const [n, who] of people.entries())
    assert.match((await who.post('/link', { code: links[n] ?? '' })).text, /first administrator/i)
  const seen = await Promise.all(
    people.map((who, n) => who.post('/join', { name: `Admin ${n}`, password: PASSWORD })),
  )
  assert.equal(seen.filter(({ path }) => path === '/account').length, 1)
  const made = await site.db.many(
    sql<{ roles: string[] }>`select roles from accounts where name like 'Admin _'`,
  )
  assert.deepEqual(
    made.map(({ roles }) => roles),
    [['player', 'admin']],
  )
  const late = visitor()
  assert.match((await late.post('/link', { code: links[0] ?? '' })).text, ENDED)
})

test('a page to sign in says where the first link is, until somebody administers', async () => {
  const fresh = await openSite()
  try {
    const page = async () => (await visitor(fresh).get('/sign-in')).text
    assert.match(await page(), /Nobody administers this service yet\..* finds a link in its output/s)
    assert.doesNotMatch(await page(), /npx/, 'one recipe is enough')
    await fresh.account('Alma')
    assert.match(await page(), /Nobody administers/)
    await fresh.account('Bea', { roles: ['player', 'admin'] })
    assert.doesNotMatch(await page(), /Nobody administers/)
  } finally {
    await fresh.close()
  }
})

test('an invitation takes in as many as it says, with its roles', async () => {
  const link = await site.link({ kind: 'INVITATION', roles: ['translator'], uses: 2 })
  for (const name of ['Berit', 'Cem']) {
    const who = visitor()
    await who.post('/link', { code: link })
    assert.equal((await who.post('/join', { name, password: PASSWORD })).path, '/account')
    assert.deepEqual((await accountNamed(name))?.roles, ['translator'])
  }
  assert.match((await visitor().post('/link', { code: link })).text, ENDED)
})

test('two who use the last place at once: one is in', async () => {
  const link = await site.link({ kind: 'INVITATION', roles: ['player'] })
  const people = [visitor(), visitor()]
  for (const who of people) await who.post('/link', { code: link })
  const seen = await Promise.all(
    people.map((who, n) => who.post('/join', { name: `Twin ${n}`, password: PASSWORD })),
  )
  assert.equal(seen.filter(({ path }) => path === '/account').length, 1)
  assert.equal((await site.db.many(sql`select from accounts where name like 'Twin _'`)).length, 1)
})

test('a link is pasted whole or in part, and a wrong or ended one says so', async () => {
  const link = await site.link({ kind: 'INVITATION', roles: ['player'], uses: 9 })
  for (const code of [link, ` ${link}\n`, link.split('#')[1] ?? ''])
    assert.match((await visitor().post('/link', { code })).text, /Choose a name/)
  const ended = await site.link({ kind: 'INVITATION', roles: ['player'], lifetime: -1 })
  for (const code of [ended, `${link}x`, 'x'.repeat(10_000)])
    assert.match((await visitor().post('/link', { code })).text, ENDED)
  assert.match((await visitor().get('/join')).text, ENDED)
})

test('a taken name and a poor password are reported beside their field, and use up no link', async () => {
  await site.account('Dana')
  const link = await site.link({ kind: 'INVITATION', roles: ['player'] })
  const who = visitor()
  await who.post('/link', { code: link })
  for (const [name, password, said] of [
    ['dana', PASSWORD, 'is taken by another account'],
    ['a@b.example', PASSWORD, 'must not have @'],
    ['\u200b', PASSWORD, 'must have a visible character'],
    ['x'.repeat(101), PASSWORD, '100 characters at most'],
    ['Emil', 'short', 'at least 10 characters'],
    ['Emil', 'x'.repeat(1_001), '1,000 characters at most'],
    ['Emil', 'Password1234', 'many people use'],
    ['Emil', 'qwertyqwerty', 'many people use'],
    ['Emil', 'emilemilemil', 'must not be your name'],
    ['Emil', 'aaaaaaaaaaaa', 'many people use'],
  ] as const) {
    const seen = await who.post('/join', { name, password })
    assert.equal(seen.status, 422, name)
    assert.ok(seen.text.includes(said), `${name} ${said}`)
    assert.match(seen.text, /aria-invalid="true"/)
  }
  assert.equal((await who.post('/join', { name: 'Emil', password: PASSWORD })).path, '/account')
})

test('a passkey makes the account, and signs in afterwards', async () => {
  const link = await site.link({ kind: 'INVITATION', roles: ['player'] })
  const who = visitor()
  await who.post('/link', { code: link })
  await site.account('Frida')
  for (const [name, said] of [
    ['frida', /is taken by another account/],
    ['', /must have a visible character/],
    ['x'.repeat(101), /100 characters at most/],
  ] as const)
    assert.match((await who.json('/join/passkey/options', { name })).text, said)
  const asked = JSON.parse((await who.json('/join/passkey/options', { name: 'Fritzi' })).text)
  const { device, answer: credential } = makePasskey(asked.options, site.url)
  const { accountId } = asked
  const foreign = makePasskey(asked.options, 'https://evil.example').answer
  for (const sent of [
    { name: 'Fritzi', accountId, credential: foreign },
    { name: 'Fritzi', accountId: '00000000-0000-0000-0000-000000000000', credential },
    { name: 'Fritzi', credential },
    {},
  ])
    assert.equal((await who.json('/join/passkey', sent)).status, 422)
  assert.equal((await who.json('/join/passkey', { name: 'Fritzi', accountId, credential })).status, 200)
  assert.match((await who.get('/account')).text, /Fritzi/)
  const again = visitor()
  const options = JSON.parse((await again.get('/sign-in/passkey')).text)
  assert.equal((await again.json('/sign-in/passkey', { credential: answer(device, options, 2) })).status, 200)
  assert.match((await again.get('/account')).text, /Fritzi/)
})

test('a passkey whose id is known makes no account, and uses up no link', async () => {
  const link = await site.link({ kind: 'INVITATION', roles: ['player'], uses: 2 })
  const join = async (name: string, id?: string) => {
    const who = visitor()
    await who.post('/link', { code: link })
    const { options, accountId } = JSON.parse((await who.json('/join/passkey/options', { name })).text)
    const { device, answer: credential } = makePasskey(options, site.url, id === undefined ? {} : { id })
    return {
      id: device.id,
      status: (await who.json('/join/passkey', { name, accountId, credential })).status,
    }
  }
  const { id, status } = await join('Gabriel')
  assert.equal(status, 200)
  assert.equal((await join('Georg', id)).status, 422)
  assert.equal(await accountNamed('Georg'), undefined)
  assert.equal((await join('Georg')).status, 200)
})

test('a reset ends the other resets of the account', async () => {
  const id = await site.account('Gitta')
  const [astray, used] = [
    await site.link({ kind: 'RESET', accountId: id }),
    await site.link({ kind: 'RESET', accountId: id }),
  ]
  const owner = visitor()
  await owner.post('/link', { code: used })
  assert.equal((await owner.post('/join', { password: PASSWORD })).path, '/account')
  assert.match((await visitor().post('/link', { code: astray })).text, ENDED)
})

test('a reset ends the tokens and the access of apps, each with an event', async () => {
  const id = await site.account('Gerlinde', { password: PASSWORD })
  const before = visitor()
  await before.signIn('Gerlinde', PASSWORD)
  const tokens: string[] = []
  for (const name of ['one', 'other']) {
    const { text } = await before.post('/account/tokens/new', { name, days: '365', extent: 'all' })
    tokens.push(/scorebook_pat_\w+/.exec(text)?.[0] ?? assert.fail('there is a token'))
  }
  await site.db.many(sql`
    insert into oidc_artifacts (model, id, payload, account_id, client_id) values ('Grant', 'g', '{}', ${id}, 'scorebook-cli')`)
  const me = async (token: string) =>
    (await site.app.inject({ url: '/api/v1/users/me', headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  for (const token of tokens) assert.equal(await me(token), 200)
  const who = visitor()
  await who.post('/link', { code: await site.link({ kind: 'RESET', accountId: id }) })
  assert.equal((await who.post('/join', { password: 'mango bicycle thunder 5' })).path, '/account')
  for (const token of tokens) await waitFor('the token to end', async () => (await me(token)) === 401)
  const kinds = await site.db.many(sql<{ kind: string }>`
    select kind from audit_events where account_id = ${id} and kind in ('TOKEN_ENDED', 'CONSENT_ENDED') order by kind`)
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['CONSENT_ENDED', 'TOKEN_ENDED', 'TOKEN_ENDED'],
  )
})

test('a reset ends every earlier way in', async () => {
  const id = await site.account('Gerda', { password: PASSWORD })
  const before = visitor()
  await before.signIn('Gerda', PASSWORD)
  const { options } = JSON.parse((await before.json('/account/passkeys/new/options', {})).text)
  const { device, answer: credential } = makePasskey(options, site.url)
  await before.json('/account/passkeys/new', { credential })
  const code =
    /<code>([\da-z-]{23})<\/code>/.exec((await before.post('/account/recovery-codes', {})).text)?.[1] ?? ''
  const who = visitor()
  assert.match(
    (await who.post('/link', { code: await site.link({ kind: 'RESET', accountId: id }) })).text,
    /Welcome back, Gerda/,
  )
  assert.equal((await who.post('/join', { password: 'mango bicycle thunder 5' })).path, '/account')
  assert.equal((await visitor().signIn('Gerda', PASSWORD)).status, 422)
  assert.equal((await visitor().post('/sign-in/recovery', { name: 'Gerda', code })).status, 422)
  const other = visitor()
  const asked = JSON.parse((await other.get('/sign-in/passkey')).text)
  assert.equal((await other.json('/sign-in/passkey', { credential: answer(device, asked, 9) })).status, 422)
  assert.equal((await visitor().signIn('Gerda', 'mango bicycle thunder 5')).path, '/account')
})

test('a link resets no account that was disabled, and no other account', async () => {
  const id = await site.account('Hanno', { password: PASSWORD })
  const link = await site.link({ kind: 'RESET', accountId: id })
  const who = visitor()
  await who.post('/link', { code: link })
  await site.db.many(sql`update accounts set disabled_at = now() where id = ${id}`)
  assert.match((await who.post('/join', { password: 'mango bicycle thunder 5' })).text, ENDED)
  const { hash } = (await accountNamed('Hanno')) ?? assert.fail()
  assert.notEqual(hash, await hashPassword('mango bicycle thunder 5'))
  assert.equal((await visitor().signIn('Hanno', PASSWORD)).status, 403)
})

test('without a link nobody makes an account, unless sign-up is open', async () => {
  const closed = visitor()
  assert.match((await closed.post('/join', { name: 'Ines', password: PASSWORD })).text, ENDED)
  assert.equal((await closed.json('/join/passkey/options', { name: 'Ines' })).status, 403)
  assert.equal(await accountNamed('Ines'), undefined)
  const welcome = visitor(open)
  assert.match((await welcome.get('/sign-in')).text, /href="\/join"/)
  assert.equal((await welcome.post('/join', { name: 'Ines', password: PASSWORD })).path, '/account')
  assert.deepEqual((await accountNamed('Ines', open))?.roles, ['player'])
})

test('where sign-up is open, each account costs an attempt of its address', async () => {
  const address = '203.0.113.77'
  for (let spent = 0; spent < 19; spent++) assert.ok(await spend(open.db, [{ of: 'join', whose: address }]))
  const join = (name: string) => new Visitor(open.app, address).post('/join', { name, password: PASSWORD })
  assert.equal((await join('Ilse')).path, '/account')
  assert.equal((await join('Ingo')).status, 429)
  assert.equal(await accountNamed('Ingo', open), undefined)
})
