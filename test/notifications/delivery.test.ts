/** Mails about the inbox, sent to a real mail server: their text, their recipients, and that each is sent once. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { raw, sql } from '../../src/db/sql.ts'
import { number } from '../../src/events/log.ts'
import { deliver } from '../../src/notifications/deliver.ts'
import { readOn } from '../../src/notifications/follow.ts'
import type { MailSettings } from '../../src/notifications/mail/settings.ts'
import { MailServerAway, connectTo } from '../../src/notifications/mail/smtp.ts'
import { mailTokens, startMail } from '../../src/notifications/work.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { type Person, BASE_URL, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { type MailServer, answer, mailServer } from './smtp-server.ts'

const { service, world } = await testWorld()
const { db, app } = service
const PATH = '/users/me/notifications'
const tokens = await mailTokens(db)
const going = new AbortController().signal

async function serverFor(t: TestContext, ...options: Parameters<typeof mailServer>): Promise<MailServer> {
  const server = await mailServer(...options)
  t.after(() => server.close())
  return server
}

interface Warning {
  message: string
  facts: object
}

/** Reads all events and sends the mails that are due, as an instance does. Returns its warnings. */
async function round(settings: MailSettings, stopping = going): Promise<Warning[]> {
  const warnings: Warning[] = []
  while ((await number(db)) > 0);
  while (await readOn(db));
  const patience = { connect: 2_000, silence: 2_000, whole: 4_000 }
  const connect = (signal: AbortSignal) => connectTo(settings, signal, patience)
  const warn = (message: string, facts: object) => warnings.push({ message, facts })
  const delivery = { db, connect, tokens, baseUrl: BASE_URL, warn }
  while ((await deliver(delivery, stopping)) > 0);
  return warnings
}

/** Deletes the mails that wait for others, and allows the next mail at once. */
const startClean = () =>
  db.many(sql`with gone as (delete from mails) update notification_settings set last_mail_at = null`)

/** Gives somebody a verified address, and the kinds of mail that they want. */
async function wants(person: Person, kinds: string[], more: { locale?: string; pace?: string } = {}) {
  await startClean()
  const address = `${await idOf(person)}@example.org`
  await db.many(sql`
    insert into notification_settings as n (user_id, address, kinds, locale, pace)
    values (${await idOf(person)}, ${address}, ${kinds}::text[], ${more.locale ?? 'en'}, ${more.pace ?? 'AT_ONCE'})
    on conflict (user_id) do update set address = excluded.address, mail = true, kinds = excluded.kinds, locale = excluded.locale,
      pace = excluded.pace`)
  return address
}

async function proposes(): Promise<void> {
  const { id, participantId } = await world.playedMatch()
  assert.equal((await world.bob.post(`/matches/${id}/edits`, newEdit(participantId))).status, 201)
}

test('a mail counts what waits, names nobody, and ends by one click without a sign-in', async (t) => {
  const server = await serverFor(t)
  const to = await wants(world.alice, ['MATCH_EDIT', 'CLAIM_REQUEST'])
  await proposes()
  await world.claimRequest()
  assert.deepEqual(await round(server.settings), [])
  assert.equal(server.received.length, 1)
  const { mail, raw, secure, user, to: sentTo } = await server.next()
  assert.deepEqual([sentTo, secure, user], [[to], true, 'scorebook'])
  assert.equal(mail.subject, 'Scorebook: New in your inbox: 1 correction and 1 claim')
  assert.match(mail.text ?? '', /^- 1 correction\n- 1 claim$/m)
  assert.ok(mail.text?.includes(`${BASE_URL}/inbox`))
  assert.match(String(mail.html), /<html lang="en">[^]*<li>1 correction<\/li>/)
  assert.doesNotMatch(raw, /bob|alice(?!@)|Meeple|Me!/i, 'no names and no words of people')
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated')
  const [, link = ''] = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(raw.replaceAll(/\r\n\s+/g, ' ')) ?? []
  assert.match(raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
  assert.ok(link.startsWith(`${BASE_URL}/unsubscribe/`), raw)
  assert.ok(
    !link.includes(await idOf(world.alice)) &&
      !Buffer.from(link.split('/').at(-1) ?? '', 'base64url')
        .toString('hex')
        .includes((await idOf(world.alice)).replaceAll('-', '')),
  )

  const url = new URL(link).pathname
  const page = await app.inject({ url })
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /<button>Stop all mail<\/button>/)
  assert.equal((await world.alice.get(PATH)).body.mail, true, 'looking ends nothing')
  for (const wrong of [`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`, '/unsubscribe/x']) {
    const tampered = await app.inject({ method: 'POST', url: wrong })
    assert.equal(tampered.statusCode, 404)
  }
  const oneClick = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  assert.equal(oneClick.statusCode, 200)
  const { mail: isOn, kinds } = (await world.alice.get(PATH)).body
  assert.deepEqual([isOn, kinds.length], [false, 2], 'push messages go on')
  await proposes()
  await round(server.settings)
  assert.equal(server.received.length, 1)
})

test('a mail counts only what no mail has counted, over implicit TLS and in German', async (t) => {
  const server = await serverFor(t, { secure: true })
  await wants(world.alice, ['MATCH_EDIT'], { locale: 'de' })
  await proposes()
  await proposes()
  await round(server.settings)
  await startClean()
  await proposes()
  await round(server.settings)
  assert.deepEqual(
    server.received.map(({ mail }) => mail.subject?.replace(/\d+/, 'N')),
    ['Scorebook: Neu in deinem Eingang: N Korrekturen', 'Scorebook: Neu in deinem Eingang: N Korrektur'],
  )
  assert.match(String(server.received[0]?.mail.html), /lang="de"/)
})

test('the link that verifies an address comes by mail and is good for its person', async (t) => {
  const server = await serverFor(t)
  const person = await world.newcomer()
  await round(server.settings)
  const { status } = await person.patch(PATH, { address: 'mine@example.org' }, '*')
  assert.equal(status, 200)
  await round(server.settings)
  const { mail, to } = await server.next()
  assert.deepEqual(to, ['mine@example.org'])
  assert.equal(mail.headers.get('list-unsubscribe'), undefined)
  const [, secret = ''] = /\/settings\/notifications#([\w-]+)/.exec(mail.text ?? '') ?? []
  assert.equal((await world.bob.post(`${PATH}/verify`, { secret })).status, 409)
  const verified = await person.post(`${PATH}/verify`, { secret })
  assert.deepEqual([verified.status, verified.body.address], [200, 'mine@example.org'])
})

test('a mail does not mention what somebody may no longer see', async (t) => {
  const server = await serverFor(t)
  const [admin, asks] = [await world.newcomer(), await world.newcomer()]
  const group = await world.group()
  const { id } = await world.community('REQUIRES_APPROVAL')
  assert.equal(
    (await world.alice.post(`/groups/${group.id}/members`, { userId: await idOf(admin) })).status,
    204,
  )
  const { etag } = await world.alice.get(`/communities/${id}`)
  assert.equal((await world.alice.patch(`/communities/${id}`, { adminGroupId: group.id }, etag)).status, 200)
  await wants(admin, ['MEMBERSHIP_REQUEST'])
  assert.equal((await asks.post(`/communities/${id}/membership-requests`, {})).status, 201)
  while ((await number(db)) > 0);
  await readOn(db)
  const due = await db.many(sql`select 1 from mails where user_id = ${await idOf(admin)}`)
  assert.equal(due.length, 1, 'a mail is due')
  assert.equal((await world.alice.delete(`/groups/${group.id}/members/${await idOf(admin)}`)).status, 204)
  await round(server.settings)
  assert.equal(server.received.length, 0)
})

test('an account that is disabled, or may not read its inbox any more, gets no mail', async (t) => {
  const server = await serverFor(t)
  const person = await service.account('owner of an inbox')
  const ghost = await person.post('/ghost-players', { displayName: 'Bob' })
  const userId = await idOf(person)
  await wants(person, ['CLAIM_REQUEST'])
  assert.equal((await world.bob.post('/claim-requests', { ghostPlayerId: ghost.body.id })).status, 201)
  const path = `/accounts/${person.accountId}`
  for (const [change, expected] of [
    [{ roles: ['translator'] }, 0],
    [{ roles: ['player'], disabled: true }, 0],
    [{ disabled: false }, 1],
  ] as const) {
    const { etag } = await world.root.get(path)
    const changed = await world.root.patch(path, change, etag)
    assert.equal(changed.status, 200, changed.text)
    await db.many(sql`
      insert into mails (user_id, kind, due_at) values (${userId}, 'INBOX', now()) on conflict do nothing`)
    await round(server.settings)
    assert.equal(server.received.length, expected, JSON.stringify(change))
  }
})

test('two instances at once send a mail once', async (t) => {
  const server = await serverFor(t)
  const people = await Promise.all(Array.from({ length: 12 }, () => world.newcomer()))
  for (const person of people) {
    await wants(person, ['CLAIM_REQUEST'])
    const ghost = await person.post('/ghost-players', { displayName: 'Bob' })
    assert.equal((await world.bob.post('/claim-requests', { ghostPlayerId: ghost.body.id })).status, 201)
  }
  await Promise.all([round(server.settings), round(server.settings), round(server.settings)])
  assert.equal(new Set(server.received.flatMap(({ to }) => to)).size, 12)
  assert.equal(server.received.length, 12)
})

test('a mail that is put off comes again with the same Message-ID; one that is refused is dropped', async (t) => {
  const server = await serverFor(t)
  await wants(world.alice, ['MATCH_EDIT'])
  await proposes()
  server.instead.push(answer(451))
  assert.deepEqual(await round(server.settings), [])
  const waits = await db.one(sql<{ id: string; attempts: number; later: boolean }>`
    select message_id as id, attempts, due_at > now() + interval '20 seconds' as later from mails`)
  assert.deepEqual([waits.attempts, waits.later], [1, true])
  await proposes()
  await round(server.settings)
  assert.equal(server.received.length, 0, 'something new does not shorten the wait')
  await db.many(sql`update mails set due_at = now()`)
  await round(server.settings)
  const { mail } = await server.next()
  assert.equal(mail.messageId, `<${waits.id}@scorebook.example.org>`)

  await startClean()
  await proposes()
  server.instead.push(answer(550))
  const [warning] = await round(server.settings)
  assert.match(warning?.message ?? '', /dropped/)
  assert.deepEqual(warning?.facts, { userId: await idOf(world.alice), kind: 'INBOX', code: 550 })
  assert.equal((await db.many(sql`select 1 from mails`)).length, 0)
  assert.equal(server.received.length, 1)
})

test('a mail that fails by itself is put off, and holds up no other mail', async (t) => {
  const server = await serverFor(t)
  const [unlucky, lucky] = [await world.newcomer(), await world.newcomer()]
  const addresses = []
  for (const person of [unlucky, lucky]) {
    addresses.push(await wants(person, ['CLAIM_REQUEST']))
    await startClean()
  }
  for (const person of [unlucky, lucky]) {
    const ghost = await person.post('/ghost-players', { displayName: 'Bob' })
    assert.equal((await world.bob.post('/claim-requests', { ghostPlayerId: ghost.body.id })).status, 201)
  }
  const id = await idOf(unlucky)
  await db.many(
    sql`create function fail() returns trigger language plpgsql as 'begin raise exception ''no room''; end'`,
  )
  await db.many(
    raw(`create trigger fails before insert on told_items for each row
    when (new.user_id = '${id}') execute function fail()`),
  )
  t.after(() => db.many(sql`drop function fail cascade`))
  for (let attempt = 1; attempt <= 2; attempt++) {
    const warnings = await round(server.settings)
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['A mail failed.'],
    )
    const [mail] = await db.many(sql<{ attempts: number; waits: boolean }>`
      select attempts, due_at > now() as waits from mails where user_id = ${id}`)
    assert.deepEqual(mail, { attempts: attempt, waits: true })
    await db.many(sql`update mails set due_at = now()`)
  }
  assert.deepEqual(
    server.received.map(({ to }) => String(to[0])).toSorted((one, other) => one.localeCompare(other)),
    [addresses[0], addresses[0], addresses[1]].map(String).toSorted((one, other) => one.localeCompare(other)),
  )
})

test('a mail whose sender never learned that it arrived comes again with the same Message-ID', async (t) => {
  const server = await serverFor(t)
  await wants(world.alice, ['MATCH_EDIT'])
  await proposes()
  server.silent = true
  const stopping = new AbortController()
  const first = assert.rejects(round(server.settings, stopping.signal), MailServerAway)
  const { mail } = await server.next()
  stopping.abort()
  await first
  server.silent = false
  await round(server.settings)
  assert.equal((await server.next()).mail.messageId, mail.messageId)
  assert.equal((await db.many(sql`select 1 from mails`)).length, 0)
})

test('a lease that a killed instance left ends, and the mail is sent', async (t) => {
  const server = await serverFor(t)
  await wants(world.alice, ['MATCH_EDIT'])
  await proposes()
  while ((await number(db)) > 0);
  await readOn(db)
  const { id } = await db.one(sql<{ id: string }>`
    update mails set due_at = null, lease_token = uuidv7(), lease_until = now() + interval '1 minute' returning message_id as id`)
  await round(server.settings)
  assert.equal(server.received.length, 0, 'somebody has it')
  await db.many(sql`update mails set lease_until = now() - interval '1 second'`)
  await round(server.settings)
  assert.equal((await server.next()).mail.messageId, `<${id}@scorebook.example.org>`)
})

test('a server without TLS, with a certificate of nobody, or that refuses us is named in a sentence', async (t) => {
  const plain = await serverFor(t, { disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  const server = await serverFor(t)
  const { ca: _, ...unknown } = server.settings
  for (const [settings, sentence] of [
    [plain.settings, /^The mail server localhost:\d+ offers no TLS, so others on the way could read/],
    [unknown, /^The certificate of the mail server localhost:\d+ is not trusted\. .*NODE_EXTRA_CA_CERTS/],
    [
      { ...server.settings, credentials: { user: 'scorebook', pass: 'wrong' } },
      /^The mail server localhost:\d+ refuses the user name or the password \(535\)/,
    ],
    [{ ...server.settings, port: 1 }, /^The mail server localhost:1 cannot be used: /],
  ] as const)
    await assert.rejects(connectTo(settings, going), (error: Error) => {
      assert.ok(error instanceof MailServerAway)
      assert.match(error.message, sentence)
      assert.doesNotMatch(error.message, /p@ss|wrong/)
      return true
    })
  const onThisMachine = await connectTo({ ...plain.settings, mustEncrypt: false }, going)
  onThisMachine.close()
})

test('a mail server that is frozen holds up nobody, and the mail comes when it is back', async (t) => {
  const frozen = createServer(() => {}).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  t.after(() => frozen.close())
  const server = await serverFor(t)
  await wants(world.alice, ['MATCH_EDIT'])
  await proposes()
  const settings = { ...server.settings, port: (frozen.address() as AddressInfo).port }
  const warned = Promise.withResolvers<string>()
  const work = (its: MailSettings) =>
    startMail({
      db,
      settings: its,
      baseUrl: BASE_URL,
      warn: (message) => warned.resolve(message),
      look: 50,
      patience: { connect: 500, silence: 500, whole: 1_000 },
    })
  const stuck = work(settings)
  assert.match(await warned.promise, /does not answer in time/)
  assert.equal((await world.alice.get('/users/me')).status, 200)
  await stuck.stop()
  const working = work(server.settings)
  t.after(() => working.stop())
  await server.next()
})

test('a daily mail is due at seven in the time zone of its person', async (t) => {
  const server = await serverFor(t)
  await wants(world.alice, ['MATCH_EDIT'], { pace: 'DAILY' })
  await db.many(
    sql`update notification_settings set time_zone = 'Asia/Tokyo' where user_id = ${await idOf(world.alice)}`,
  )
  await proposes()
  await round(server.settings)
  assert.equal(server.received.length, 0)
  const { hour, soon } = await db.one(sql<{ hour: string; soon: boolean }>`
    select to_char(due_at at time zone 'Asia/Tokyo', 'HH24:MI') as hour,
      due_at > now() and due_at <= now() + interval '24 hours' as soon from mails`)
  assert.deepEqual([hour, soon], ['07:00', true])
})

test('if the log of events is gone, everybody’s inbox is looked at', async (t) => {
  const server = await serverFor(t)
  const address = await wants(world.alice, ['MATCH_EDIT'])
  await proposes()
  await db.many(sql`update mail_head set tag = tag # 1`)
  await round(server.settings)
  assert.ok(server.received.some(({ to }) => to.includes(address)))
})
