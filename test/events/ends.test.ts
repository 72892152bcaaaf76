/**
 * How streams end: with their credential, because the client does not read, and with the service. And what is logged and counted.
 */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type TestContext, after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { PREFIX, WEB_PREFIX } from '../../src/http/prefix.ts'
import { LEEWAY } from '../../src/identity/claims.ts'
import { issueToken } from '../../src/identity/embedded-issuer.ts'
import { accountChanged } from '../../src/identity/sessions/account-status.ts'
import { collectedLog } from '../collected-log.ts'
import { signIn } from '../identity/accounts.ts'
import { BASE_URL, testService } from '../support.ts'
import { waitFor } from '../wait-for.ts'
import { worldOf } from '../world.ts'
import { Follower } from './follower.ts'

const { logger, log } = collectedLog()
const service = await testService(logger)
after(() => service.close())
const world = await worldOf(service)
let origin = ''

before(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
})

async function follow(t: TestContext, token: string): Promise<Follower> {
  const follower = await Follower.open(`${origin}${PREFIX}/events`, { authorization: `Bearer ${token}` })
  t.after(() => follower.close())
  return follower
}

test('a stream ends with its personal token, within 5 s of the deletion', async (t) => {
  const made = await world.root.post('/users/me/tokens', {
    name: 'Feed',
    scopes: ['svc-engine:event-read', 'svc-engine:game-read'],
    days: 1,
  })
  const stream = await follow(t, made.body.token)
  assert.equal(stream.status, 200)
  assert.equal((await world.root.delete(`/users/me/tokens/${made.body.id}`)).status, 204)
  await stream.until('the end', ({ ended }) => ended)
  await waitFor('the line of its end', () => log.some((line) => line.includes('"end":"credential"')))
})

test('a stream of a browser ends when its account is disabled', async (t) => {
  const { accountId: person } = await service.account('disabled')
  const cookie = await signIn(service.db, person)
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const stream = await Follower.open(`${origin}${WEB_PREFIX}/events`, headers)
  t.after(() => stream.close())
  assert.equal(stream.status, 200)
  const { etag } = await world.root.get(`/accounts/${person}`)
  assert.equal((await world.root.patch(`/accounts/${person}`, { disabled: true }, etag)).status, 200)
  await stream.until('the end', ({ ended }) => ended)
})

test('a stream ends when its browser signs out, and when its token expires', async (t) => {
  const { accountId } = await service.account('signs out')
  const cookie = await signIn(service.db, accountId)
  const ofBrowser = await Follower.open(`${origin}${WEB_PREFIX}/events`, {
    cookie,
    'sec-fetch-site': 'same-origin',
  })
  t.after(() => ofBrowser.close())
  assert.equal(ofBrowser.status, 200)
  const ofToken = await follow(t, await tokenThatExpires('expires'))
  assert.equal(ofToken.status, 200)
  await service.db.many(sql`delete from sessions where account_id = ${accountId}`)
  await service.db.many(accountChanged(accountId))
  await ofBrowser.until('the end', ({ ended }) => ended)
  await ofToken.until('the end', ({ ended }) => ended)
})

/** Makes a token that expires in about 3 s. */
async function tokenThatExpires(name: string): Promise<string> {
  const { accountId } = await service.account(name)
  return issueToken(service.db, {
    issuer: BASE_URL,
    account: { id: accountId, name },
    roles: ['player'],
    scopes: [],
    hours: (3 - LEEWAY) / 3_600,
  })
}

test('a stream ends when its app loses the grant', async (t) => {
  const person = await service.account('withdraws')
  const stream = await follow(t, person.token)
  assert.equal(stream.status, 200)
  await service.db.many(sql`delete from oidc_artifacts where account_id = ${person.accountId}`)
  await service.db.many(accountChanged(person.accountId))
  await stream.until('the end', ({ ended }) => ended)
})

test('a person who loses a role gets no more events of it, and their stream goes on', async (t) => {
  const person = await service.account('edits no more', ['player', 'catalog-editor'])
  const stream = await follow(t, person.token)
  const before = await world.candidate()
  await stream.until('a candidate', ({ text }) => text.includes(before.id))
  const { etag } = await world.root.get(`/accounts/${person.accountId}`)
  const changed = await world.root.patch(`/accounts/${person.accountId}`, { roles: ['player'] }, etag)
  assert.equal(changed.status, 200)
  await waitFor('a candidate that they do not learn of', async () => {
    const [candidate, game] = [await world.candidate(), await world.game()]
    await stream.until('the game', ({ lines }) => lines.includes(`game.created /games/${game.id} 1`))
    return !stream.text.includes(candidate.id)
  })
  assert.ok(!stream.ended)
})

test('below /web another site is refused', async () => {
  const { accountId } = await service.account('other site')
  const cookie = await signIn(service.db, accountId)
  const refused = await Follower.open(`${origin}${WEB_PREFIX}/events`, {
    cookie,
    'sec-fetch-site': 'cross-site',
  })
  assert.equal(refused.status, 403)
})

test('a client that leaves ends its stream: one line in the log, and no turn is held', async (t) => {
  const person = await service.account('leaver')
  const before = log.length
  const streams = await Promise.all(Array.from({ length: 9 }, () => follow(t, person.token)))
  assert.ok(streams.every(({ status }) => status === 200))
  assert.equal((await person.get('/users/me')).status, 200, 'all turns of a caller are eight')
  for (const stream of streams) stream.close()
  const ended = () => log.slice(before).filter((line) => line.includes('a stream has ended'))
  await waitFor('the ends', () => ended().length === 9)
  assert.ok(ended().every((line) => line.includes('"end":"left"') && line.includes('"status":200')))
  assert.equal((await follow(t, person.token)).status, 200)
})

test('a client that does not read gets the rest from where it was, and others do not wait for it', async (t) => {
  const [reader, other] = [await follow(t, world.editor.token), await follow(t, world.alice.token)]
  reader.pause()
  const { id } = await world.game()
  // These are more bytes than the buffers of two sockets hold.
  await service.db.many(sql`
    insert into events (kind, subject_id, version) select 'game.updated', ${id}, n from generate_series(2, 60000) n`)
  const last = `game.updated /games/${id} 60000`
  await other.until('the last event', ({ events }) => events.length >= 60_000)
  assert.equal(other.lines.at(-1), last)
  assert.ok(reader.events.length < 60_000)
  reader.resume()
  await reader.until('the last event', ({ events }) => events.length >= 60_000)
  assert.deepEqual(reader.lines, other.lines)
})
