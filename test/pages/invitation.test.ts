/** What strangers may do with the secret of an invitation: see who invites, and make an account if that is allowed. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { callsOfApp, importTexts } from '../../src/pages/app/texts.ts'
import type { Role } from '../../src/identity/roles.ts'
import { usersNamed } from '../../src/resources/users/named.ts'
import { makePasskey } from './authenticator.ts'
import { PASSWORD, type SiteOptions, type WebSite, openSite } from './site.ts'
import { Visitor } from './visitor.ts'

const sites = {} as Record<NonNullable<SiteOptions['signUp']>, WebSite>

before(async () => {
  for (const signUp of ['open', 'players', 'invitation'] as const)
    sites[signUp] = await openSite({ signUp, app: true })
})
after(() => Promise.all(Object.values(sites).map((site) => site.close())))

let addresses = 0
const visitor = (site = sites.players) => new Visitor(site.app, `198.51.100.${++addresses}`)

interface Code {
  id: string
  secret: string
  alma: Visitor
  accountId: string
}

/** Makes a new stand-in of Alma's, with a code for it. */
async function codeOf(site: WebSite, uses?: number, roles: Role[] = ['player']): Promise<Code> {
  const name = `Alma ${++addresses}`
  const accountId = await site.account(name, { password: PASSWORD, roles })
  const alma = visitor(site)
  await alma.signIn(name, PASSWORD)
  const api = async (path: string, body?: object) =>
    JSON.parse((await alma.change(`/web/api/v1${path}`, body)).text) as { id: string; secret: string }
  if (uses !== undefined) {
    const { id } = await api('/communities', { displayName: 'We', joinPolicy: 'OPEN' })
    return { ...(await api(`/communities/${id}/invitations`, { uses })), alma, accountId }
  }
  const { id } = await api('/ghost-players', { displayName: 'Bruno' })
  return { ...(await api(`/ghost-players/${id}/invitations`)), alma, accountId }
}

const lookUp = (who: Visitor, secret: unknown) => who.json('/invitation/look-up', { secret })
const accountsNamed = (site: WebSite, name: string) =>
  site.db.many(sql<{ roles: string[] }>`select roles from accounts where name = ${name}`)

test('a stranger sees who invites, and whether they can make an account', async () => {
  for (const [signUp, expected] of [
    ['open', true],
    ['players', true],
    ['invitation', false],
  ] as const) {
    const { secret } = await codeOf(sites[signUp])
    const { status, text } = await lookUp(visitor(sites[signUp]), secret)
    assert.equal(status, 200)
    const { invitation, canJoin } = JSON.parse(text)
    assert.equal(canJoin, expected, signUp)
    assert.equal(invitation.ghostPlayer.displayName, 'Bruno')
  }
})

test('an invitation that is not good is not found, and asking is limited', async () => {
  const who = visitor()
  for (const wrong of ['x'.repeat(43), '', 7, null, 'x'.repeat(60_000)])
    assert.equal((await lookUp(who, wrong)).status, 404)
  const statuses: number[] = []
  for (let n = 0; n < 30; n++) statuses.push((await lookUp(who, `${n}`)).status)
  assert.ok(statuses.includes(429))
  const { secret } = await codeOf(sites.players)
  assert.equal((await lookUp(visitor(), secret)).status, 200, 'elsewhere it goes on')
})

test('a good one costs no attempt', async () => {
  const { secret } = await codeOf(sites.players)
  const who = visitor()
  for (let n = 0; n < 40; n++) assert.equal((await lookUp(who, secret)).status, 200)
})

test('a page of another site asks for nothing', async () => {
  const { secret } = await codeOf(sites.players)
  const reply = await sites.players.app.inject({
    method: 'POST',
    url: '/invitation/look-up',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    payload: JSON.stringify({ secret }),
  })
  assert.equal(reply.statusCode, 403)
})

test('with the code of a player somebody makes an account, as a player, once', async () => {
  const { secret } = await codeOf(sites.players)
  const who = visitor()
  const short = await who.json('/join/password', { name: 'Bruno', password: 'short', invited: secret })
  assert.equal(short.status, 422)
  assert.ok(JSON.parse(short.text).fields.password)
  const joined = await who.json('/join/password', { name: 'Bruno', password: PASSWORD, invited: secret })
  assert.equal(joined.status, 200, joined.text)
  assert.deepEqual(await accountsNamed(sites.players, 'Bruno'), [{ roles: ['player'] }])
  assert.equal((await who.get('/web/session')).status, 200, 'and is signed in')
  const again = await visitor().json('/join/password', { name: 'Other', password: PASSWORD, invited: secret })
  assert.equal(again.status, 403, 'the code makes one account, though nobody has accepted it yet')
  const accepted = await who.change('/web/api/v1/invitations/accept', { secret })
  assert.equal(accepted.status, 200, accepted.text)
})

test('a passkey does as well', async () => {
  const { secret } = await codeOf(sites.players)
  const who = visitor()
  const asked = await who.json('/join/passkey/options', { name: 'Berta', invited: secret })
  const { options, accountId } = JSON.parse(asked.text)
  const { answer: credential } = makePasskey(options, sites.players.url)
  const made = await who.json('/join/passkey', {
    name: 'Berta',
    invited: secret,
    accountId,
    credential,
  })
  assert.equal(made.status, 200, made.text)
  assert.equal((await accountsNamed(sites.players, 'Berta')).length, 1)
})

test('two who make an account with one code at once: one is in', async () => {
  const { secret } = await codeOf(sites.players)
  const replies = await Promise.all(
    ['Twin 1', 'Twin 2'].map((name) =>
      visitor().json('/join/password', { name, password: PASSWORD, invited: secret }),
    ),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
})

test('a community’s code makes as many accounts as it takes in', async () => {
  const { secret } = await codeOf(sites.players, 2)
  const statuses: number[] = []
  for (const name of ['Cem', 'Dana', 'Elif'])
    statuses.push(
      (await visitor().json('/join/password', { name, password: PASSWORD, invited: secret })).status,
    )
  assert.deepEqual(statuses, [200, 200, 403])
})

test('where only the operator makes accounts, no code of a player does', async () => {
  const { secret } = await codeOf(sites.invitation)
  for (const path of ['/join/password', '/join/passkey/options'])
    assert.equal(
      (await visitor(sites.invitation).json(path, { name: 'Nobody', password: PASSWORD, invited: secret }))
        .status,
      403,
    )
})

const ADMINISTRATOR: Role[] = ['player', 'admin']
const join = (secret: string, name: string, site = sites.invitation) =>
  visitor(site).json('/join/password', { name, password: PASSWORD, invited: secret })
const canJoin = async (secret: string) =>
  JSON.parse((await lookUp(visitor(sites.invitation), secret)).text).canJoin as boolean

test('there an administrator’s code makes an account, as a player, once', async () => {
  const { secret, alma } = await codeOf(sites.invitation, undefined, ADMINISTRATOR)
  assert.equal(JSON.parse((await alma.get('/web/session')).text).invites, true)
  assert.equal(await canJoin(secret), true)
  const who = visitor(sites.invitation)
  const joined = await who.json('/join/password', { name: 'Bruno', password: PASSWORD, invited: secret })
  assert.equal(joined.status, 200, joined.text)
  assert.deepEqual(await accountsNamed(sites.invitation, 'Bruno'), [{ roles: ['player'] }])
  assert.equal((await join(secret, 'Other')).status, 403, 'it makes one account')
  assert.equal((await who.change('/web/api/v1/invitations/accept', { secret })).status, 200)
  const { alma: player } = await codeOf(sites.invitation)
  assert.equal(JSON.parse((await player.get('/web/session')).text).invites, false)
})

test('it makes none once its maker is no administrator, and none again when they are', async () => {
  const root = visitor(sites.invitation)
  await sites.invitation.account('Root', { password: PASSWORD, roles: ADMINISTRATOR })
  await root.signIn('Root', PASSWORD)
  const patch = (id: string, body: object) => root.change(`/web/api/v1/accounts/${id}`, body, 'PATCH')
  const { secret, accountId } = await codeOf(sites.invitation, undefined, ADMINISTRATOR)
  for (const roles of [['player'], ADMINISTRATOR]) {
    assert.equal((await patch(accountId, { roles })).status, 200)
    assert.equal((await lookUp(visitor(sites.invitation), secret)).status, 200, 'it is still an invitation')
    assert.equal(await canJoin(secret), false)
    assert.equal((await join(secret, 'Late')).status, 403)
  }
  const disabled = await codeOf(sites.invitation, undefined, ADMINISTRATOR)
  assert.equal((await patch(disabled.accountId, { disabled: true })).status, 200)
  assert.equal((await join(disabled.secret, 'Late')).status, 403)
  const erased = await codeOf(sites.invitation, undefined, ADMINISTRATOR)
  assert.equal((await erased.alma.change('/web/api/v1/users/me', undefined, 'DELETE')).status, 204)
  assert.equal((await join(erased.secret, 'Late')).status, 403)
  assert.deepEqual(await accountsNamed(sites.invitation, 'Late'), [])
})

test('the roles are read again when it is used, whoever changed them', async () => {
  const { secret, accountId } = await codeOf(sites.invitation, undefined, ADMINISTRATOR)
  const set = (roles: Role[]) =>
    sites.invitation.db.many(sql`update accounts set roles = ${roles} where id = ${accountId}`)
  await set(['player'])
  assert.equal((await join(secret, 'Early')).status, 403)
  await set(ADMINISTRATOR)
  assert.equal((await join(secret, 'Early')).status, 200)
})

test('a stranger who is somebody else says so, and the owner reads it', async () => {
  const { secret, id, alma } = await codeOf(sites.players)
  assert.equal((await visitor().json('/invitation/decline', { secret })).status, 204)
  assert.equal((await visitor().json('/invitation/decline', { secret })).status, 404)
  const { state } = JSON.parse((await alma.get(`/web/api/v1/invitations/${id}`)).text)
  assert.equal(state, 'DECLINED')
})

test('an ended code makes no account', async () => {
  const { secret, id, alma } = await codeOf(sites.players)
  await alma.change(`/web/api/v1/invitations/${id}`, undefined, 'DELETE')
  const late = await visitor().json('/join/password', { name: 'Late', password: PASSWORD, invited: secret })
  assert.equal(late.status, 403)
})

test('a code that a personal token made is good for people with an account alone', async () => {
  const { alma } = await codeOf(sites.players)
  const body = { name: 'Codes', scopes: ['svc-engine:invitation-create'], days: 1 }
  const { token } = JSON.parse((await alma.change('/web/api/v1/users/me/tokens', body)).text)
  const made = await sites.players.app.inject({
    method: 'POST',
    url: '/api/v1/trusted-editors/invitations',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
  })
  const { secret } = made.json<{ secret: string }>()
  const { canJoin } = JSON.parse((await lookUp(visitor(), secret)).text)
  assert.equal(canJoin, false)
  const refused = await visitor().json('/join/password', {
    name: 'Thief',
    password: PASSWORD,
    invited: secret,
  })
  assert.equal(refused.status, 403)
})

test('no line of the log has a secret', async () => {
  const { secret } = await codeOf(sites.players)
  const who = visitor()
  await lookUp(who, secret)
  await who.json('/join/password', { name: 'Quiet', password: PASSWORD, invited: secret })
  await who.change('/web/api/v1/invitations/accept', { secret })
  assert.ok(sites.players.log.length > 0)
  assert.ok(sites.players.log.every((line) => !line.includes(secret)))
})

test('strangers read the texts of the pages that they see, in their language', async () => {
  const { db } = sites.players
  const texts = { 'invitation.yes': 'Ja, das bin ich', 'matches.title': 'Partien' }
  const keys = Object.keys(texts).map((key) => ({ key, baseText: key, arguments: [] }))
  await importTexts(callsOfApp(operations, db, usersNamed), { keys, translations: { de: texts } })
  const { status, text } = await visitor().get('/web/texts/de')
  assert.equal(status, 200)
  assert.deepEqual(JSON.parse(text), { messages: { 'invitation.yes': 'Ja, das bin ich' } })
  assert.equal((await visitor().get('/web/texts/nonsense-')).status, 404)
})
