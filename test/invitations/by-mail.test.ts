/** Invitations by mail, sent to a real mail server: what they say, that each is sent once, limits, and how they end for an address. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { purge } from '../../src/db/purging.ts'
import { sql } from '../../src/db/sql.ts'
import { unsentLinkMails } from '../../src/identity/link-mails/queue.ts'
import { MailServerAway } from '../../src/notifications/mail/smtp.ts'
import { startMail } from '../../src/notifications/work.ts'
import { everythingIn } from '../identity/everything.ts'
import { linkIn, quietDay, sendLinks, sending } from '../notifications/link-mails.ts'
import { type MailServer, answer, mailServer } from '../notifications/smtp-server.ts'
import { BASE_URL, idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const { db, app } = service

let server: MailServer
before(async () => {
  server = await mailServer()
})
after(() => server.close())
beforeEach(async () => {
  await sending(db, true)
  await quietDay(db)
  await db.many(sql`delete from link_mails`)
})

const send = (settings = server.settings, stopping?: AbortSignal) =>
  sendLinks(db, settings, { baseUrl: BASE_URL, ...(stopping ? { stopping } : {}) })

/** The mails that came while `work` ran. */
async function mailsOf(work: () => Promise<unknown>) {
  const before = server.received.length
  await work()
  return server.received.slice(before)
}

const ghostOf = async (displayName: string): Promise<string> =>
  (await world.alice.post('/ghost-players', { displayName })).body.id

const invite = (ghostPlayerId: string, body: object, headers?: Record<string, string>) =>
  world.alice.post(`/ghost-players/${ghostPlayerId}/invitations`, body, headers)

test('each kind is mailed once: who invites, to what, and the link; the subject names nobody', async () => {
  const { id: communityId } = await world.community()
  const cases: [string, object, RegExp, string][] = [
    [
      `/ghost-players/${await ghostOf('Bobby Stand-in')}/invitations`,
      {},
      /alice.* the matches of “Bobby Stand-in” as your own/i,
      'Scorebook: An invitation for you',
    ],
    [
      `/communities/${communityId}/invitations`,
      { uses: 1, locale: 'de' },
      /alice.* lädt dich in die Gemeinschaft „/i,
      'Scorebook: Eine Einladung für dich',
    ],
    [
      '/trusted-editors/invitations',
      { locale: 'de' },
      /alice.* lädt dich ein\. Du darfst/i,
      'Scorebook: Eine Einladung für dich',
    ],
  ]
  for (const [path, body, lead, subject] of cases) {
    await quietDay(db)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const made = await world.alice.post(path, { sendTo: ' bob@example.org ', ...body }, headers)
    assert.equal(made.status, 201, made.text)
    const mails = await mailsOf(async () => {
      await send()
      const again = await world.alice.post(path, { sendTo: ' bob@example.org ', ...body }, headers)
      assert.deepEqual(again.body, made.body)
      await send()
    })
    assert.equal(mails.length, 1, 'a retry mails nothing')
    const [{ mail, to, secure } = assert.fail()] = mails
    assert.deepEqual([to, secure], [['bob@example.org'], true])
    assert.equal(mail.subject, subject)
    assert.match(mail.text ?? '', lead)
    assert.equal(linkIn(mail.text), made.body.url)
    assert.ok(String(mail.html).includes(`href="${made.body.url}"`))
    assert.equal((await db.many(sql`select 1 from link_mails`)).length, 0)
  }
  const all = await everythingIn(db)
  assert.ok(!all.includes('bob@example.org'), 'the address is kept nowhere')
})

test('while a mail waits, its address and its secret are encrypted, and the events and the audit have neither', async () => {
  const made = await invite(await ghostOf('Waits'), { sendTo: 'waits@example.org' })
  const all = await everythingIn(db)
  assert.ok(!all.includes('waits@example.org') && !all.includes(made.body.secret))
  const hex = Buffer.from('waits@example.org').toString('hex')
  assert.ok(!all.includes(hex))
  const [event] = await db.many(sql<{ details: object }>`
    select details from audit_events where kind = 'INVITATION_MADE' and details ->> 'invitationId' = ${made.body.id}`)
  assert.deepEqual(event?.details, {
    invitationId: made.body.id,
    invitation: 'GHOST_PLAYER',
    sent: 'BY_MAIL',
  })
})

test('what ended meanwhile is not mailed, and what nobody could send in a day is deleted', async () => {
  const ghost = await ghostOf('Ended')
  const ended = await invite(ghost, { sendTo: 'ended@example.org' })
  assert.equal((await world.alice.delete(`/invitations/${ended.body.id}`, '*')).status, 204)
  await invite(await ghostOf('Replaced'), { sendTo: 'late@example.org' })
  await db.many(sql`
    update link_mails set ends_at = now() - interval '1 second' where id = (select max(id::text)::uuid from link_mails)`)
  assert.deepEqual(await mailsOf(send), [])
  assert.equal(await purge(db, unsentLinkMails), 1)
  assert.equal((await db.many(sql`select 1 from link_mails`)).length, 0)
})

test('whoever has verified the address here reads it in the language of their own', async () => {
  const carol = await idOf(await world.newcomer())
  await db.many(sql`
    insert into notification_settings (user_id, address, locale) values (${carol}, 'Carol@example.org', 'de')`)
  await invite(await ghostOf('Carol'), { sendTo: 'carol@example.org', locale: 'en' })
  const [one] = await mailsOf(send)
  assert.equal(one?.mail.subject, 'Scorebook: Eine Einladung für dich')
})

test('one click ends invitations by mail for an address, whoever sends them, and nobody learns of it', async () => {
  await invite(await ghostOf('First'), { sendTo: 'never@example.org', locale: 'de' })
  const [{ raw, mail } = assert.fail()] = await mailsOf(send)
  const [, stop = ''] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(raw.replaceAll(/\r\n\s+/g, ' ')) ?? []
  assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  assert.ok(mail.text?.includes(`Nie wieder solche Mails: ${stop}`))
  assert.ok(
    !Buffer.from(stop.split('/').at(-1) ?? '', 'base64url')
      .toString()
      .includes('never'),
  )
  const url = new URL(stop).pathname
  const page = await app.inject({ url })
  assert.match(page.body, /lang="de"[^]*<button>Einladungen per Mail abbestellen<\/button>/)
  assert.equal((await db.many(sql`select 1 from refused_mail`)).length, 0, 'looking ends nothing')
  const forged = await app.inject({ method: 'POST', url: `${url.slice(0, -2)}AA` })
  assert.equal(forged.statusCode, 404)
  for (let time = 0; time < 2; time++)
    assert.equal((await app.inject({ method: 'POST', url })).statusCode, 200)

  await quietDay(db)
  const other = await world.bob.post('/trusted-editors/invitations', { sendTo: 'NEVER@example.org' })
  assert.equal(other.status, 201)
  assert.deepEqual(await mailsOf(send), [])
  assert.ok(!(await everythingIn(db)).includes('never@example.org'))
})

test('nobody sends more than a few invitations an hour, and nobody gets more than a few a day', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) {
    const { status } = await world.alice.post('/trusted-editors/invitations', { sendTo: `n${n}@example.org` })
    statuses.push(status)
  }
  assert.deepEqual(statuses, [...Array<number>(8).fill(201), 429, 429, 429, 429])
  await db.many(sql`delete from link_mails`)
  await quietDay(db)
  const many: number[] = []
  for (const by of [world.alice, world.bob, world.alice, world.bob]) {
    const sent = await by.post('/trusted-editors/invitations', { sendTo: 'Victim@Example.org' })
    many.push(sent.status)
  }
  assert.deepEqual(many, [201, 201, 429, 429])
  const refused = await world.alice.post('/trusted-editors/invitations', { sendTo: 'victim@example.org' })
  assert.match(refused.body.detail, /Give the link yourself/)
  assert.equal((await world.alice.post('/trusted-editors/invitations')).status, 201, 'a code costs nothing')
})

test('without mail an address is refused, and nothing is made', async () => {
  await sending(db, false)
  const before = (await world.alice.get('/invitations/count')).body.count
  const ghost = await ghostOf('No mail')
  const { status, body } = await invite(ghost, { sendTo: 'bob@example.org' })
  assert.equal(status, 409)
  assert.match(body.detail, /sends no mail at the moment/)
  assert.equal((await world.alice.get('/invitations/count')).body.count, before)
  assert.equal((await invite(ghost, {})).status, 201)
})

for (const hostile of [
  'a@c.de\r\nBcc: d@e.fr',
  'a@c.de\nSubject: Free',
  'a@c.de, d@e.fr',
  '"a b"@c.de',
  '"a@b"@c.de',
  'Bob <a@c.de>',
  `${'a'.repeat(294)}@c.de`,
  'a@c.de\u0000',
  'a@c\u202Ede',
  'a@b@c.de',
  '',
])
  test(`${JSON.stringify(hostile.slice(0, 24))} is no address for an invitation`, async () => {
    const { status, body } = await world.alice.post('/trusted-editors/invitations', { sendTo: hostile })
    assert.equal(status, 400)
    if (body.errors) assert.equal(body.errors[0].field, 'sendTo')
    assert.equal((await db.many(sql`select 1 from link_mails`)).length, 0)
  })

test('an address with other letters arrives, or is dropped with a line of the log that does not name it', async () => {
  const made = await world.alice.post('/trusted-editors/invitations', { sendTo: 'jürgen@müller.example' })
  assert.equal(made.status, 201, made.text)
  let warnings: object[] = []
  const mails = await mailsOf(async () => (warnings = await send()))
  assert.equal(mails.length + warnings.length, 1)
  assert.doesNotMatch(JSON.stringify(warnings), /rgen|ller/)
  assert.equal((await db.many(sql`select 1 from link_mails`)).length, 0)
})

test('names are escaped, and one that reads like a site is left out', async () => {
  const spam = ['Win at www.pills.example', 'https://x', 'pills.example', 'a@b.de']
  for (const name of ['<b>Bob</b> & “Co”', 'Dr. Bob', 'J.R. Bob', ...spam]) {
    await quietDay(db)
    await invite(await ghostOf(name), { sendTo: 'names@example.org' })
    const [{ mail } = assert.fail()] = await mailsOf(send)
    const isShown = mail.text?.includes(name) ?? false
    assert.equal(isShown, !spam.includes(name), name)
    assert.doesNotMatch(String(mail.html), /<b>/)
    if (!isShown) assert.match(mail.text ?? '', /the matches of a player/)
  }
})

test('a mail that is put off comes again with the same Message-ID; one that is refused is dropped unnamed', async () => {
  await invite(await ghostOf('Put off'), { sendTo: 'later@example.org' })
  server.instead.push(answer(451))
  assert.deepEqual(await mailsOf(send), [])
  const { id, attempts } = await db.one(sql<{ id: string; attempts: number }>`
    update link_mails set due_at = now() returning id, attempts`)
  assert.equal(attempts, 1)
  const [{ mail } = assert.fail()] = await mailsOf(send)
  assert.equal(mail.messageId, `<${id}@scorebook.example.org>`)

  await invite(await ghostOf('Refused'), { sendTo: 'refused@example.org' })
  server.instead.push(answer(550))
  const [warning] = await send()
  assert.deepEqual(warning?.facts, { kind: 'INVITATION', code: 550 })
  assert.equal((await db.many(sql`select 1 from link_mails`)).length, 0)
})

test('a mail whose sender never learned that it arrived comes again with the same Message-ID', async () => {
  await invite(await ghostOf('Silent'), { sendTo: 'silent@example.org' })
  server.silent = true
  const stopping = new AbortController()
  const before = server.received.length
  const first = assert.rejects(send(server.settings, stopping.signal), MailServerAway)
  while (server.received.length === before) await new Promise(setImmediate)
  stopping.abort()
  await first
  server.silent = false
  const [again] = await mailsOf(send)
  assert.equal(again?.mail.messageId, server.received[before]?.mail.messageId)
})

test('two instances at once mail each invitation once', async () => {
  for (let n = 0; n < 8; n++) await invite(await ghostOf(`Twice ${n}`), { sendTo: `twice${n}@example.org` })
  const mails = await mailsOf(() => Promise.all([send(), send(), send()]))
  assert.equal(new Set(mails.flatMap(({ to }) => to)).size, 8)
  assert.equal(mails.length, 8)
})

test('a mail server that is frozen holds up nobody, and the invitation comes when it is back', async (t) => {
  const frozen = createServer(() => {}).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  t.after(() => frozen.close())
  await invite(await ghostOf('Frozen'), { sendTo: 'frozen@example.org' })
  const warned = Promise.withResolvers<string>()
  const work = (settings: MailServer['settings']) =>
    startMail({
      db,
      settings,
      baseUrl: BASE_URL,
      warn: (message) => warned.resolve(message),
      look: 50,
      patience: { connect: 500, silence: 500, whole: 1_000 },
    })
  const stuck = work({ ...server.settings, port: (frozen.address() as AddressInfo).port })
  assert.match(await warned.promise, /does not answer in time/)
  assert.equal((await world.alice.post('/trusted-editors/invitations')).status, 201)
  await stuck.stop()
  const before = server.received.length
  const working = work(server.settings)
  t.after(() => working.stop())
  while (server.received.length === before) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(server.received[before]?.to, ['frozen@example.org'])
})
