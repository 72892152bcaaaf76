/** One-time links can be listed and ended, and they end with the person who made them. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { type Person, person } from '../support.ts'
import { tokenOfAccount } from '../identity/accounts.ts'
import { ROUNDS } from '../races/statuses.ts'
import { makePasskey } from './authenticator.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'
import { Visitor } from './visitor.ts'

let site: WebSite
let boss: Person & { id: string }
before(async () => {
  site = await openSite()
  boss = await administrator('Boss')
})
after(() => site.close())

let addresses = 0
const visitor = () => new Visitor(site.app, `10.${++addresses >> 8}.${addresses & 255}.1`)

async function administrator(name: string): Promise<Person & { id: string }> {
  const roles = ['player', 'admin'] as const
  const id = await site.account(name, { password: PASSWORD, roles: [...roles] })
  const token = await tokenOfAccount(site.db, site.url, { id, name, roles: [...roles] })
  return { ...person(site.app, token), id }
}

const make = async (by: Person, body: object): Promise<{ id: string; url: string }> => {
  const made = await by.post('/accounts/links', body)
  assert.equal(made.status, 201, made.text)
  return made.body
}

const linked = async (id: string) =>
  (await boss.get(`/accounts/links?${new URLSearchParams({ filter: `id==${id}` })}`)).body.items[0]

const patch = async (by: Person, id: string, body: object) =>
  by.patch(`/accounts/${id}`, body, (await by.get(`/accounts/${id}`)).etag)

const eventsOf = async (linkId: string) =>
  (
    await site.db.many(sql<{ kind: string }>`
      select kind from audit_events where details ->> 'linkId' = ${linkId} and kind <> 'LINK_MADE' order by id`)
  ).map(({ kind }) => kind)

const ENDED = /not good any more/

/** Joins with a passkey, because that is fast: no password is hashed. */
async function join(who: Visitor, name: string): Promise<number> {
  const answer = await who.json('/join/passkey/options', { name })
  if (answer.status !== 200) return answer.status
  const { options, accountId } = JSON.parse(answer.text)
  const { answer: credential } = makePasskey(options, site.url)
  return (await who.json('/join/passkey', { name, accountId, credential })).status
}

const opened = async (url: string) => {
  const who = visitor()
  await who.post('/link', { code: url })
  return who
}

test('links are listed, counted and ended, and an ended one lets nobody in', async () => {
  const { id, url } = await make(boss, { kind: 'INVITATION', uses: 3 })
  const { createdAt, expiresAt, ...rest } = await linked(id)
  assert.ok(createdAt && expiresAt)
  assert.deepEqual(rest, {
    id,
    kind: 'INVITATION',
    roles: ['player'],
    uses: 3,
    good: true,
    maker: { id: boss.id, displayName: 'Boss' },
  })
  assert.ok(!JSON.stringify(rest).includes(url.split('#')[1] ?? url))
  const good = `/accounts/links/count?${new URLSearchParams({ filter: `good==true;makerId==${boss.id}` })}`
  assert.equal((await boss.get(good)).body.count, 1)
  const who = await opened(url)
  assert.equal((await boss.delete(`/accounts/links/${id}`)).status, 204)
  assert.equal((await boss.delete(`/accounts/links/${id}`)).status, 409)
  assert.equal((await boss.delete(`/accounts/links/${boss.id}`)).status, 404)
  assert.equal(await join(who, 'Late'), 403)
  assert.match((await visitor().post('/link', { code: url })).text, ENDED)
  const { good: isGood, endedAt } = await linked(id)
  assert.ok(!isGood && endedAt)
  assert.equal((await boss.get(good)).body.count, 0)
  assert.deepEqual(await eventsOf(id), ['LINK_ENDED'])
})

test('the links of a former administrator let nobody in, and links made in the shell still do', async () => {
  const deeds: [string, (dave: Person & { id: string }) => Promise<{ status: number }>][] = [
    ['demoted', (dave) => patch(boss, dave.id, { roles: ['player'] })],
    ['disabled', (dave) => patch(boss, dave.id, { disabled: true })],
    ['erased', async (dave) => dave.delete('/users/me', (await dave.get('/users/me')).etag)],
  ]
  const shell = await site.link({ kind: 'INVITATION', roles: ['player'] })
  for (const [what, deed] of deeds) {
    const dave = await administrator(`Dave ${what}`)
    const invitation = await make(dave, { kind: 'INVITATION', roles: ['player', 'admin'] })
    const reset = await make(dave, { kind: 'RESET', accountId: boss.id, days: 7 })
    const both = [await opened(invitation.url), await opened(reset.url)]
    assert.ok((await deed(dave)).status < 300, what)
    for (const [n, who] of both.entries()) assert.equal(await join(who, `Back ${what} ${n}`), 403, what)
    for (const { url } of [invitation, reset])
      assert.match((await visitor().post('/link', { code: url })).text, ENDED)
    for (const { id } of [invitation, reset]) assert.deepEqual(await eventsOf(id), ['LINK_ENDED'], what)
  }
  assert.equal(await join(await opened(shell), 'By the shell'), 200)
})

test('a maker who is disabled and let in again has no good links from before', async () => {
  const dora = await administrator('Dora')
  const { url } = await make(dora, { kind: 'INVITATION' })
  await patch(boss, dora.id, { disabled: true })
  await patch(boss, dora.id, { disabled: false })
  assert.match((await visitor().post('/link', { code: url })).text, ENDED)
})

test('the owner sees a reset that waits, and a change of credentials ends it', async () => {
  const id = await site.account('Emilia', { password: PASSWORD })
  const owner = visitor()
  await owner.signIn('Emilia', PASSWORD)
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['password', () => owner.post('/account/password', { password: PASSWORD })],
    ['recovery codes', () => owner.post('/account/recovery-codes', {})],
    [
      'passkey',
      async () => {
        const { options } = JSON.parse((await owner.json('/account/passkeys/new/options', {})).text)
        return owner.json('/account/passkeys/new', { credential: makePasskey(options, site.url).answer })
      },
    ],
  ]
  for (const [what, change] of changes) {
    const reset = await make(boss, { kind: 'RESET', accountId: id })
    assert.match(
      (await owner.get('/account')).text,
      /An administrator made a link to reset this account\..*Boss/s,
    )
    const thief = await opened(reset.url)
    assert.equal((await change()).status, 200, what)
    assert.match((await thief.post('/join', { password: 'another lantern quarry' })).text, ENDED)
    assert.doesNotMatch((await owner.get('/account')).text, /made a link to reset/)
    assert.deepEqual(await eventsOf(reset.id), ['LINK_ENDED'])
  }
})

test('a reset that waits ends when the account gets a role: it was made for one that may do less', async () => {
  const id = await site.account('Rising', { password: PASSWORD })
  const reset = await make(boss, { kind: 'RESET', accountId: id })
  assert.equal((await patch(boss, id, { roles: ['player'] })).status, 200)
  assert.equal((await linked(reset.id)).good, true)
  const thief = await opened(reset.url)
  assert.equal((await patch(boss, id, { roles: ['player', 'admin'] })).status, 200)
  assert.match((await thief.post('/join', { password: 'another lantern quarry' })).text, ENDED)
  assert.deepEqual(await eventsOf(reset.id), ['LINK_ENDED'])
})

test('a link that is ended while it is used is either, never both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, url } = await make(boss, { kind: 'INVITATION' })
    const who = await opened(url)
    const [used, ended] = await Promise.all([
      join(who, `Ended ${round}`),
      boss.delete(`/accounts/links/${id}`).then(({ status }) => status),
    ])
    const answers = `${used} ${ended}`
    assert.ok(['200 409', '403 204', '422 204'].includes(answers), answers)
    const { uses } = await linked(id)
    assert.equal(uses, 0)
    assert.equal((await eventsOf(id)).length, ended === 204 ? 1 : 0)
  }
})

test('a link whose maker is demoted while it is used lets in before that, or nobody', async () => {
  const eve = await administrator('Eve')
  for (let round = 0; round < ROUNDS; round++) {
    const { id, url } = await make(eve, { kind: 'INVITATION', roles: ['player', 'admin'] })
    const who = await opened(url)
    const [used, demoted] = await Promise.all([
      join(who, `Demoted ${round}`),
      patch(boss, eve.id, { roles: ['player'] }).then(({ status }) => status),
    ])
    assert.equal(demoted, 200)
    assert.ok([200, 403, 422].includes(used), String(used))
    assert.equal((await eventsOf(id)).length, used === 200 ? 0 : 1, 'it was used or it was ended')
    await site.db.many(sql`
      update accounts set roles = case when id = ${eve.id} then '{player,admin}'::text[] else '{player}' end
      where id = ${eve.id} or name like 'Demoted %'`)
    await site.db.many(sql`select pg_notify('scorebook_standing', ${eve.id})`)
    while ((await eve.get('/accounts/count')).status !== 200) await new Promise(setImmediate)
  }
})
