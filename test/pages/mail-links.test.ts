/** Signing in by a mailed link: who gets one, what the pages say, and everything that ends it. The mail server is a real one. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { EMBEDDED_ISSUER } from '../../src/http/access-token.ts'
import { tokenOfAccount } from '../identity/accounts.ts'
import { everythingIn } from '../identity/everything.ts'
import {
  type Member,
  letIn,
  letsIn,
  linkFor,
  linkIn,
  member,
  newVisitor,
  opened,
  quietDay,
  sendLinks,
  sending,
  signsIn,
} from '../notifications/link-mails.ts'
import { type MailServer, mailServer } from '../notifications/smtp-server.ts'
import { type Person, person } from '../support.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'

let site: WebSite
let server: MailServer
let boss: Person
before(async () => {
  site = await openSite({ alone: true })
  server = await mailServer()
  const roles = ['player', 'admin'] as const
  const id = await site.account('Boss', { password: PASSWORD, roles: [...roles] })
  boss = person(site.app, await tokenOfAccount(site.db, site.url, { id, name: 'Boss', roles: [...roles] }))
})
after(async () => {
  await site.close()
  await server.close()
})
beforeEach(async () => {
  await sending(site.db, true)
  await quietDay(site.db)
})

const send = () => sendLinks(site.db, server.settings, { baseUrl: site.url })
const ENDED = /not good any more/

const auditOf = async (accountId: string) =>
  site.db.many(sql<{ kind: string; actor: string; details: Record<string, unknown> }>`
    select kind, actor, details from audit_events where account_id = ${accountId}
      and (kind like 'LINK%' or kind like 'MAIL%' or details ->> 'method' = 'MAIL') order by id`)

test('somebody lets their address in, asks for a link, and is signed in by it once', async () => {
  const alma = await member(site, 'Alma', { locale: 'de' })
  const off = await alma.visitor.get('/account/mail')
  assert.match(off.text, /whoever reads that mailbox can get into your account/)
  await letIn(alma)
  assert.match((await alma.visitor.get('/account')).text, /To alma@example\.org/)
  await send()
  const about = await server.next()
  assert.deepEqual([about.to, about.secure], [['alma@example.org'], true])
  assert.equal(about.mail.subject, 'Scorebook: Diese Adresse lässt jetzt jemanden hinein')

  assert.match((await newVisitor(site).get('/sign-in')).text, /href="\/sign-in\/mail"/)
  const link = await linkFor(site, server, 'ALMA')
  const { mail, raw, to } = await server.next()
  assert.deepEqual(to, ['alma@example.org'])
  assert.equal(mail.subject, 'Scorebook: Dein Link zum Anmelden')
  assert.match(String(mail.html), /lang="de"/)
  assert.ok(!mail.subject.includes(link.slice(-43)) && raw.includes('Auto-Submitted'))
  assert.equal(mail.headers.get('list-unsubscribe'), undefined, 'nobody ends it by a click')

  const { visitor, page } = await opened(site, link)
  assert.equal(page.path, '/link/sign-in')
  assert.match(page.text, /Welcome back, Alma/)
  for (let time = 0; time < 3; time++) await visitor.get('/link/sign-in') // a mail program looks ahead
  assert.equal(await signsIn(visitor), true)
  const account = await visitor.get('/account')
  assert.match(account.text, /You signed in with a link from your mail/)
  assert.doesNotMatch(account.text, /nothing lets you in/)
  const warned = newVisitor(site)
  await warned.signIn('Alma', PASSWORD)
  assert.match((await warned.get('/account')).text, /A link from your mail was used to sign in/)
  assert.equal(
    (await visitor.get('/account/passkeys/new')).status,
    200,
    'a recent sign-in, so they can add a passkey',
  )

  assert.match((await opened(site, link)).page.text, ENDED)
  await send()
  const note = await server.next()
  assert.equal(note.mail.subject, 'Scorebook: Jemand hat sich mit einem Link angemeldet')
  assert.doesNotMatch(note.mail.text ?? '', /#/)
  const events = await auditOf(alma.id)
  assert.deepEqual(
    events.map(({ kind, actor }) => [kind, actor]),
    [
      ['MAIL_LETS_IN', 'PERSON'],
      ['LINK_MADE', 'STRANGER'],
      ['LINK_USED', 'PERSON'],
      ['SIGNED_IN', 'PERSON'],
    ],
  )
  assert.equal((await site.db.many(sql`select 1 from link_mails`)).length, 0, 'nothing is kept')
})

test('whoever shares an address gets a link for each account that lets it in, by the address or a name', async () => {
  const [one, other] = [
    await letsIn(site, 'Shared One', { address: 'shared@example.org' }),
    await letsIn(site, 'Shared Two', { address: 'Shared@example.org' }),
  ]
  await member(site, 'Shared Three', { address: 'shared@example.org' })
  const before = server.received.length
  await newVisitor(site).post('/sign-in/mail', { name: ' SHARED@example.org ' })
  await send()
  const names = server.received
    .slice(before)
    .map(({ mail }) => /as (Shared \w+)/.exec(mail.text ?? '')?.[1] ?? '')
  assert.deepEqual(
    names.toSorted((a, b) => a.localeCompare(b)),
    [one.name, other.name],
  )
})

test('the e-mail address that signs in finds the account, and the mail goes to the verified one', async () => {
  await letsIn(site, 'Emma', { address: 'verified@example.org', email: 'unverified@example.org' })
  const before = server.received.length
  await linkFor(site, server, 'unverified@example.org')
  assert.deepEqual(server.received[before]?.to, ['verified@example.org'])
})

test('nobody learns whether there is an account: the answer and the work are the same', async () => {
  const bea = await letsIn(site, 'Bea')
  const carl = await member(site, 'Carl')
  const dora = await letsIn(site, 'Dora')
  await site.db.many(sql`update accounts set disabled_at = now() where id = ${dora.id}`)
  const edda = await letsIn(site, 'Edda')
  await site.db.many(sql`update accounts set roles = '{player,admin}' where id = ${edda.id}`)
  const typed = [
    bea.name,
    bea.address,
    carl.name,
    dora.name,
    edda.name,
    'Nobody',
    'nobody@example.org',
    'x'.repeat(5_000),
    `a\r\nBcc: b@c.de`,
    '\0',
    '🂡"<b>',
  ]
  const answers: unknown[] = []
  for (const name of typed) {
    const visitor = newVisitor(site)
    const { statements, roundTrips } = { ...site.db.traffic }
    const { status, path, text, headers } = await visitor.post('/sign-in/mail', { name })
    const { date: _, 'x-request-id': __, ...same } = headers
    answers.push({
      answer: { status, path, text, headers: same },
      statements: site.db.traffic.statements - statements,
      roundTrips: site.db.traffic.roundTrips - roundTrips,
    })
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  const rows = await site.db.many(sql<{ sealed: Buffer }>`select sealed from link_mails`)
  assert.equal(rows.length, typed.length)
  assert.doesNotMatch(
    rows.map(({ sealed }) => sealed.toString('latin1')).join(),
    /Bea|Nobody|example/,
    'what was typed is encrypted',
  )
  const before = server.received.length
  await send()
  assert.deepEqual(
    server.received.slice(before).flatMap(({ to }) => to),
    [bea.address, bea.address],
    'only Bea lets an address in',
  )
})

test('nobody can fill a mailbox, from however many networks, and the answer stays the same', async () => {
  const frida = await letsIn(site, 'Frida')
  const before = server.received.length
  const texts = new Set<string>()
  for (let n = 0; n < 8; n++) {
    const name = n % 2 ? frida.name : frida.address
    texts.add((await newVisitor(site).post('/sign-in/mail', { name })).text)
    await send()
  }
  assert.equal(texts.size, 1)
  assert.equal(server.received.length - before, 2)
})

test('a network that asks too often is refused, whoever it asks for', async () => {
  const greta = await letsIn(site, 'Greta')
  const answers: number[][] = []
  for (const name of [greta.name, 'Nobody at all']) {
    const visitor = newVisitor(site)
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await visitor.post('/sign-in/mail', { name })).status)
    answers.push(statuses)
  }
  assert.deepEqual(answers[0], answers[1])
  assert.deepEqual(answers[0], [...Array<number>(10).fill(200), 429, 429])
})

test('without mail nothing is offered, and what was asked for is refused', async () => {
  await sending(site.db, false)
  const visitor = newVisitor(site)
  assert.doesNotMatch((await visitor.get('/sign-in')).text, /sign-in\/mail/)
  assert.doesNotMatch((await visitor.get('/sign-in/other')).text, /sign-in\/mail/)
  assert.equal((await visitor.get('/sign-in/mail')).status, 409)
  assert.equal((await visitor.post('/sign-in/mail', { name: 'Alma' })).status, 409)
  const hans = await member(site, 'Hans')
  const refused = await hans.visitor.post('/account/mail', { address: hans.address })
  assert.equal(refused.status, 422)
  assert.match(refused.text, /sends no mail at the moment/)
})

test('consent needs a recent sign-in, a verified address that was seen, and no rights of an administrator', async () => {
  const ida = await member(site, 'Ida')
  const seen = await ida.visitor.post('/account/mail', { address: 'other@example.org' })
  assert.equal(seen.status, 422)
  assert.match(seen.text, /another one by now/)
  await site.db.many(sql`
    update sessions set created_at = now() - interval '16 minutes' where account_id = ${ida.id}`)
  await site.db.many(sql`select pg_notify('scorebook_standing', ${ida.id})`)
  for (;;) {
    const { path } = await ida.visitor.get('/account/mail')
    if (path.startsWith('/sign-in')) break
  }
  const late = await ida.visitor.post('/account/mail', { address: ida.address })
  assert.match(late.path, /^\/sign-in/)

  const id = await site.account('No address', { password: PASSWORD })
  const without = newVisitor(site)
  await without.signIn('No address', PASSWORD)
  assert.match((await without.get('/account/mail')).text, /href="\/settings\/notifications"/)
  assert.equal((await without.post('/account/mail', { address: '' })).status, 422)
  assert.deepEqual(await auditOf(id), [])

  const jo = await member(site, 'Jo')
  await site.db.many(sql`update accounts set roles = '{player,admin}' where id = ${jo.id}`)
  await site.db.many(sql`select pg_notify('scorebook_standing', ${jo.id})`)
  while (!(await jo.visitor.get('/account/mail')).text.includes('You administer this service'));
  assert.equal((await jo.visitor.post('/account/mail', { address: jo.address })).status, 422)
  const rows = await site.db.many(sql`
    select 1 from notification_settings n join users u on u.id = n.user_id
    where u.issuer = ${EMBEDDED_ISSUER} and u.subject in (${ida.id}::text, ${id}::text, ${jo.id}::text) and n.lets_in_since is not null`)
  assert.equal(rows.length, 0)
})

const changeSettings = ({ visitor }: Member, body: object) =>
  visitor.change('/web/api/v1/users/me/notifications', body, 'PATCH')

/** What ends a link. `still`: the account lets the address in all the same, so that a further link can be asked for. */
const ENDS: [what: string, end: (one: Member) => Promise<unknown>, still?: 'still'][] = [
  ['the consent is taken back', ({ visitor }) => visitor.post('/account/mail/end', {})],
  [
    'the consent is taken back and given again',
    async (one) => {
      await one.visitor.post('/account/mail/end', {})
      await letIn(one)
    },
    'still',
  ],
  ['the address is removed', (one) => changeSettings(one, { address: null })],
  [
    'another address is verified',
    async (one) => {
      const { id, visitor } = one
      await changeSettings(one, { address: 'moved@example.org' })
      await site.db.many(sql`
        update notification_settings set verification_hash = sha256('secret'::bytea)
        where user_id = (select id from users where issuer = ${EMBEDDED_ISSUER} and subject = ${id}::text)`)
      const verified = await visitor.change('/web/api/v1/users/me/notifications/verify', { secret: 'secret' })
      assert.equal(verified.status, 200, verified.text)
    },
  ],
  ['a password is set', ({ visitor }) => visitor.post('/account/password', { password: PASSWORD }), 'still'],
  ['codes are made', ({ visitor }) => visitor.post('/account/recovery-codes', {}), 'still'],
  [
    'they sign out everywhere else',
    ({ visitor }) => visitor.post('/account/sessions/end-others', {}),
    'still',
  ],
  ['an administrator signs them out', ({ id }) => boss.delete(`/accounts/${id}/sessions`), 'still'],
  ['they are disabled', ({ id }) => change(id, { disabled: true })],
  [
    'they are disabled and let in again',
    async ({ id }) => {
      await change(id, { disabled: true })
      await change(id, { disabled: false })
    },
    'still',
  ],
  ['they become an administrator', ({ id }) => change(id, { roles: ['player', 'admin'] })],
  [
    'a reset is used',
    async ({ id }) => {
      const { body } = await boss.post('/accounts/links', { kind: 'RESET', accountId: id })
      const { visitor } = await opened(site, body.url)
      assert.equal((await visitor.post('/join', { password: 'another lantern quarry' })).path, '/account')
    },
    'still',
  ],
  ['they are erased', ({ visitor }) => visitor.change('/web/api/v1/users/me', undefined, 'DELETE')],
  [
    'a quarter of an hour passes',
    () => site.db.many(sql`update sign_in_links set expires_at = now() where kind = 'SIGN_IN'`),
    'still',
  ],
]

async function change(id: string, body: object): Promise<void> {
  const path = `/accounts/${id}`
  const changed = await boss.patch(path, body, (await boss.get(path)).etag)
  assert.equal(changed.status, 200, changed.text)
}

for (const [n, [what, end, still]] of ENDS.entries())
  test(`a link that waits or was opened signs nobody in once ${what}`, async () => {
    const one = await letsIn(site, `Ends ${n}`)
    const link = await linkFor(site, server, one.name)
    const { visitor, page } = await opened(site, link)
    assert.equal(page.path, '/link/sign-in')
    await newVisitor(site).post('/sign-in/mail', { name: one.name })
    await end(one)
    assert.equal(await signsIn(visitor), false)
    assert.match((await opened(site, link)).page.text, ENDED)
    const before = server.received.length
    await send()
    const links = server.received.slice(before).filter(({ mail }) => /#[\w-]{43}/.test(mail.text ?? ''))
    assert.equal(links.length, still ? 1 : 0, 'what was asked for before, and is answered now')
  })

test('a link to sign in makes no account and no password, and a reset signs nobody in', async () => {
  const kim = await letsIn(site, 'Kim')
  const { visitor } = await opened(site, await linkFor(site, server, kim.name))
  for (const path of ['/join', '/join/password'])
    assert.notEqual((await visitor.post(path, { name: 'Mallory', password: PASSWORD })).path, '/')
  assert.equal((await visitor.json('/join/passkey/options', { name: 'Mallory' })).status, 403)
  assert.equal((await visitor.get('/join')).path, '/join')
  assert.match((await visitor.get('/join')).text, ENDED)
  assert.equal(await signsIn(visitor), true, 'it is good all the same')

  const { body } = await boss.post('/accounts/links', { kind: 'RESET', accountId: kim.id })
  const reset = await opened(site, body.url)
  assert.equal(await signsIn(reset.visitor), false)
  const listed = await boss.get(`/accounts/links?filter=accountId==${kim.id}`)
  assert.deepEqual(
    listed.body.items.map(({ kind }: { kind: string }) => kind),
    ['RESET'],
    'administrators see no links to sign in',
  )
})

test('a form of another site signs nobody in', async () => {
  const lena = await letsIn(site, 'Lena')
  const { visitor } = await opened(site, await linkFor(site, server, lena.name))
  const foreign = await visitor.post('/link/sign-in', {}, { 'sec-fetch-site': 'cross-site' })
  assert.equal(foreign.status, 403)
  assert.equal(await signsIn(visitor), true)
})

test('no secret and no address is in the database, the audit or the log once the mail is sent', async () => {
  const mia = await letsIn(site, 'Mia')
  const link = await linkFor(site, server, mia.name)
  const secret = link.slice(-43)
  assert.ok(!(await everythingIn(site.db)).includes(secret))
  assert.ok(!site.log.some((line) => line.includes(secret) || line.includes(mia.address)))
  const audit = await site.db.many(sql<{ row: string }>`select a::text as row from audit_events a`)
  assert.ok(!audit.some(({ row }) => row.includes(mia.address)))
})

test('a reset by mail goes to the address that its owner lets in, and to no other', async () => {
  const nils = await member(site, 'Nils')
  const body = { kind: 'RESET', accountId: nils.id, sendToOwner: true }
  const refused = await boss.post('/accounts/links', body)
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /has not agreed/)
  await letIn(nils)
  await site.db.many(sql`delete from link_mails`)
  const made = await boss.post('/accounts/links', body)
  assert.equal(made.status, 201, made.text)
  const before = server.received.length
  await send()
  const mails = server.received.slice(before)
  assert.deepEqual(
    mails.map(({ to, mail }) => [to, mail.subject]),
    [[[nils.address], 'Scorebook: A link that lets you in again']],
  )
  assert.equal(linkIn(mails[0]?.mail.text), made.body.url)
  await nils.visitor.post('/account/mail/end', {})
  assert.match((await opened(site, made.body.url)).page.text, ENDED, 'it ends with the consent')
})

test('an invitation by an administrator is mailed once, whatever is retried', async () => {
  const key = crypto.randomUUID()
  const body = { kind: 'INVITATION', sendTo: 'new@example.org', locale: 'de' }
  const before = server.received.length
  for (let time = 0; time < 3; time++) {
    const made = await boss.post('/accounts/links', body, { 'idempotency-key': key })
    assert.equal(made.status, 201, made.text)
    await send()
  }
  const mails = server.received.slice(before)
  assert.deepEqual(
    mails.map(({ to, mail }) => [to, mail.subject]),
    [[['new@example.org'], 'Scorebook: Eine Einladung für dich']],
  )
  assert.ok(!(await everythingIn(site.db)).includes('new@example.org'))
  const { page } = await opened(site, linkIn(mails[0]?.mail.text))
  assert.equal(page.path, '/join')
  for (const wrong of [
    { kind: 'RESET', accountId: crypto.randomUUID(), sendTo: 'a@example.org' },
    { kind: 'INVITATION', sendToOwner: true },
  ])
    assert.equal((await boss.post('/accounts/links', wrong)).status, 400)
})
