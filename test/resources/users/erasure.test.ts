/** A user who took part in everything is erased. Afterwards nothing names them, and nothing of other people is lost. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { raw, sql } from '../../../src/db/sql.ts'
import { EMBEDDED_ISSUER, keyOf } from '../../../src/http/access-token.ts'
import { findOrCreateAccount } from '../../../src/identity/embedded-issuer.ts'
import { erase } from '../../../src/account/erase.ts'
import { userOfAccount } from '../../../src/resources/users/store.ts'
import { testWorld } from '../../world.ts'
import { newEdit } from '../match-edits/recipes.ts'
import { newMatch } from '../matches/recipes.ts'
import { showProfile } from '../privacy-settings/recipes.ts'
import { type Person, type Reply, newKey, violations, idOf } from '../../support.ts'

/** A name that occurs nowhere else. JSON must escape its quotes and its backslash. */
const NAME = 'Dorothea "Dot" \\ Zeisig'
const FORMER_NAME = 'Dorothea Amsel'
const SUBJECT = 'subject-of-dorothea'
const TRACES = ['Zeisig', 'Amsel', SUBJECT]

/** A time before Dora is erased, in seconds. */
const BEFORE = Math.floor(Date.now() / 1000) - 5

const { service, world } = await testWorld()
let dora: Person
/** The oldest member of Dora's community. */
let elder: Person
/** An admin of Dora's community. */
let admin: Person
let stranger: Person
let me: Reply
/** Changes by other people, which they may send again. */
const sent: { again: () => Promise<Reply>; reply: Reply }[] = []
const paths: Record<string, string> = {}
/** Things of other people, as they were before the erasure. */
const whole: Record<string, unknown> = {}
const erasing = newKey()
let erased: Reply

const ok = async (reply: Promise<Reply>): Promise<Reply> => {
  const answered = await reply
  assert.ok(answered.status < 300, answered.text)
  return answered
}

/** Sends a change that may be sent again later. */
async function post(by: Person, path: string, body?: unknown, headers = {}): Promise<Reply> {
  const key = newKey()
  const again = () => by.post(path, body, { ...key, ...headers })
  const reply = await ok(again())
  sent.push({ again, reply })
  return reply
}

async function patch(by: Person, path: string, body: object): Promise<Reply> {
  const key = newKey()
  const again = () => by.patch(path, body, '*', key)
  const reply = await ok(again())
  sent.push({ again, reply })
  return reply
}

const finalized = async (by: Person, { body }: Reply) => {
  const { id } = body
  return (await ok(by.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' }))).body
}

before(async () => {
  const { alice, bob } = world
  dora = await service.as(SUBJECT, { name: FORMER_NAME })
  ;[elder, admin, stranger] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
  const doraId = await idOf(dora)
  await showProfile(dora)
  await post(alice, '/trusted-editors', { userId: doraId })
  me = await ok(dora.patch('/users/me', { displayName: NAME }, '*'))
  const { canonicalPlayer, selfGhostPlayer } = me.body

  const game = (await world.game()).id
  await ok(dora.post('/trusted-editors', { userId: await idOf(alice) }))

  // In Alice's match, Dora has claimed a participant, disputed the result, and proposed an edit.
  const [hers, other] = [await world.ghostPlayer('The one with the hat'), await world.ghostPlayer('Other')]
  const claim = await ok(dora.post('/claim-requests', { ghostPlayerId: hers.id, message: `I am ${NAME}` }))
  const claimPath = `/claim-requests/${claim.body.id}`
  const approved = await patch(alice, claimPath, { status: 'APPROVED' })
  await ok(dora.post('/claim-requests', { ghostPlayerId: other.id, message: `Or this, ${NAME}` }))
  const played = await finalized(alice, await post(alice, '/matches', newMatch(game, hers.id, other.id)))
  const [seat] = played.participants
  await ok(dora.post(`/matches/${played.id}/edits`, newEdit(seat.id)))
  const dispute = `/matches/${played.id}/participants/${seat.id}/dispute`
  await ok(dora.post(dispute, { reason: `${NAME} won.` }, { 'if-match': '*' }))
  const told = await patch(alice, `/matches/${played.id}`, { editRequestsEnabled: true })
  assert.equal(told.body.participants[0].disputeReason, `${NAME} won.`)
  await post(alice, `/matches/${played.id}/edits`, newEdit(played.participants[1].id))

  // In Dora's own match, Bob has claimed a participant. Dora also has a draft.
  const bobs = await ok(dora.post('/ghost-players', { displayName: 'Bobby' }))
  const his = await post(bob, '/claim-requests', { ghostPlayerId: bobs.body.id })
  await ok(dora.patch(`/claim-requests/${his.body.id}`, { status: 'APPROVED' }, his.etag))
  const free = await ok(dora.post('/ghost-players', { displayName: 'Nobody yet' }))
  const waiting = await post(stranger, '/claim-requests', { ghostPlayerId: free.body.id })
  const recorded = await finalized(
    dora,
    await ok(dora.post('/matches', newMatch(game, selfGhostPlayer.id, bobs.body.id))),
  )
  const seatOfBob = `/matches/${recorded.id}/participants/${recorded.participants[1].id}/dispute`
  await post(bob, seatOfBob, { reason: 'Not so.' }, { 'if-match': '*' })
  const draft = await ok(dora.post('/matches', newMatch(game, bobs.body.id)))

  // One group belongs to Dora. The other belongs to Alice, and Dora is a member.
  const own = await ok(dora.post('/groups', { displayName: 'Her group' }))
  await ok(dora.post(`/groups/${own.body.id}/members`, { userId: await idOf(admin) }))
  const alices = await world.group()
  await ok(alice.post(`/groups/${alices.id}/members`, { userId: doraId }))

  // The Attic is Dora's and has other members. The Cellar is Dora's alone. The Hall is Alice's: Dora is an admin there, has
  // decided a request, and asks to join.
  const founding = { displayName: 'The Attic', joinPolicy: 'OPEN', adminGroupId: own.body.id }
  const community = await ok(dora.post('/communities', founding))
  await post(elder, `/communities/${community.body.id}/memberships`)
  await post(admin, `/communities/${community.body.id}/memberships`)
  const lonely = await ok(dora.post('/communities', { ...founding, displayName: 'The Cellar' }))
  const adminGroup = await world.group()
  await ok(alice.post(`/groups/${adminGroup.id}/members`, { userId: doraId }))
  const closed = { displayName: 'The Hall', joinPolicy: 'REQUIRES_APPROVAL', adminGroupId: adminGroup.id }
  const hall = await ok(alice.post('/communities', closed))
  const requests = `/communities/${hall.body.id}/membership-requests`
  const decided = await post(bob, requests)
  await ok(dora.patch(`${requests}/${decided.body.id}`, { status: 'APPROVED' }, decided.etag))
  const asking = await ok(dora.post(requests))

  // Dora opens all her data to everybody.
  for (const { id } of (await dora.get('/privacy-settings')).body.items) {
    await ok(dora.patch(`/privacy-settings/${id}`, { level: 'PUBLIC', groupIds: [own.body.id] }, '*'))
  }

  Object.assign(paths, {
    user: `/users/${doraId}`,
    canonicalPlayer: `/canonical-players/${canonicalPlayer.id}`,
    self: `/ghost-players/${selfGhostPlayer.id}`,
    bobs: `/ghost-players/${bobs.body.id}`,
    free: `/ghost-players/${free.body.id}`,
    played: `/matches/${played.id}`,
    recorded: `/matches/${recorded.id}`,
    draft: `/matches/${draft.body.id}`,
    claim: claimPath,
    edge: `/claim-edges/${approved.body.claimEdgeId}`,
    waiting: `/claim-requests/${waiting.body.id}`,
    own: `/groups/${own.body.id}`,
    alices: `/groups/${alices.id}`,
    community: `/communities/${community.body.id}`,
    lonely: `/communities/${lonely.body.id}`,
    hall: `/communities/${hall.body.id}`,
    decided: `${requests}/${decided.body.id}`,
    asking: `${requests}/${asking.body.id}`,
  })
  whole['played'] = withoutNames((await alice.get(at('played'))).body)
  whole['recorded'] = withoutNames((await bob.get(at('recorded'))).body)
  const [named, stored] = await Promise.all([answers(), rows()])
  for (const trace of ['Zeisig', 'Amsel'])
    assert.ok(named.concat(stored).some((text) => text.includes(trace)))
  assert.ok(stored.some((text) => text.includes(SUBJECT)))
  assert.ok(named.filter((text) => text.includes('Zeisig')).length > 30, 'she is everywhere')

  erased = await dora.delete('/users/me', '*', erasing)
})

const at = (name: string): string => paths[name] ?? assert.fail(name)
const others = () => [world.alice, world.bob, elder, admin, stranger]

const LISTS =
  'users canonical-players matches ghost-players groups communities playsets trusted-editors claim-requests claim-edges privacy-settings users/me/export'.split(
    ' ',
  )

/** The answers to everybody: about Dora's things, to lists, and to requests that are sent again. */
async function answers(): Promise<string[]> {
  const reads = [
    ...Object.values(paths),
    ...['canonicalPlayer', 'bobs', 'self'].map((name) => `${at(name)}/matches`),
    `${at('canonicalPlayer')}/ghost-players`,
    `${at('played')}/edits`,
    `${at('recorded')}/edits`,
    ...['community', 'hall'].flatMap((name) => [
      `${at(name)}/memberships`,
      `${at(name)}/membership-requests`,
    ]),
    `${at('alices')}/members`,
    ...LISTS.map((list) => `/${list}`),
  ]
  const read = others().flatMap((by) => reads.map((path) => by.get(path)))
  const again = sent.map((request) => request.again())
  return (await Promise.all([...read, ...again])).map(({ text }) => text)
}

/** Every row of every table, as text. */
async function rows(): Promise<string[]> {
  const tables = await service.db.many(sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`)
  assert.ok(tables.length > 25)
  const found = await Promise.all(
    tables.map(({ name }) =>
      service.db.many(sql<{ row: string }>`select ${raw(`(t)::text`)} as row from ${raw(name)} t`),
    ),
  )
  return found.flat().map(({ row }) => row)
}

const TAKEN = new Set(['displayName', 'message', 'disputeReason', 'disputedAt', 'disputedBy'])

/** A match without what an erasure removes: names, messages, and who disputed, when and why. */
const withoutNames = (match: Record<string, unknown>): unknown =>
  JSON.parse(JSON.stringify(match, (key, value: unknown) => (TAKEN.has(key) ? undefined : value)))

test('her name is in no answer to anybody', async () => {
  assert.equal(erased.status, 204)
  for (const text of await answers()) {
    for (const trace of TRACES) assert.ok(!text.includes(trace), text)
  }
})

test('her names and her subject are in no column of any table', async () => {
  for (const row of await rows()) {
    for (const trace of TRACES) assert.ok(!row.includes(trace), row)
  }
})

test('what others sent is still answered as it was, but for her name', async () => {
  assert.ok(sent.some(({ reply }) => reply.text.includes('Amsel')))
  for (const { again: send, reply } of sent) {
    const again = await send()
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.deepEqual(withoutNames(again.body), withoutNames(reply.body))
    assert.deepEqual([again.status, again.etag], [reply.status, reply.etag])
  }
})

test('the matches of others, and hers for those who played in them, stay whole', async () => {
  const { alice, bob } = world
  assert.deepEqual(withoutNames((await alice.get(at('played'))).body), whole['played'])
  const { body } = await bob.get(at('recorded'))
  assert.deepEqual(withoutNames(body), whole['recorded'])
  assert.deepEqual(
    [body.recorder.displayName, ...body.participants.map(nameOfGhost)],
    ['Player', 'Player', 'Bobby'],
  )
  assert.equal(body.participants[1].disputeReason, 'Not so.', 'the dispute of somebody else stays')
  const [first] = (await alice.get(at('played'))).body.participants
  assert.equal(nameOfGhost(first), 'The one with the hat', 'a name that alice chose stays hers')
  assert.equal(first.disputeReason, undefined)
  assert.equal((await bob.get('/matches/count')).body.count, 1)
})

const nameOfGhost = ({ ghostPlayer }: { ghostPlayer: { displayName: string } }) => ghostPlayer.displayName

test('what was public of hers is seen only by who had a part in it', async () => {
  for (const name of ['recorded', 'draft', 'self', 'bobs', 'free']) {
    assert.ok([403, 404].includes((await stranger.get(at(name))).status), name)
  }
  for (const list of ['/matches', '/ghost-players', '/playsets']) {
    const { items } = (await stranger.get(list)).body
    for (const { owner, recorder } of items) assert.equal((owner ?? recorder).id, await idOf(stranger))
  }
  assert.equal((await world.bob.get(at('bobs'))).status, 200, 'bob still plays as Bobby')
})

test('she is not found: not as a user, nor as a canonical player, nor is there a list of hers', async () => {
  const { id } = me.body
  for (const by of others()) {
    for (const path of [
      at('user'),
      at('canonicalPlayer'),
      `${at('canonicalPlayer')}/matches`,
      `${at('canonicalPlayer')}/matches/count`,
      `${at('canonicalPlayer')}/ghost-players`,
      `${at('canonicalPlayer')}/ghost-players/count`,
    ])
      assert.equal((await by.get(path)).status, 404, path)
    assert.equal((await by.get(`/users/count?filter=id==${id}`)).body.count, 0)
    assert.equal((await by.get('/users/count?filter=name==Player')).body.count, 0)
    assert.equal((await by.get(`/canonical-players/count?filter=userId==${id}`)).body.count, 0)
  }
})

test('nobody adds, trusts or asks her any more', async () => {
  const { alice } = world
  const userId = me.body.id
  for (const path of [`${at('alices')}/members`, '/trusted-editors']) {
    assert.deepEqual(violations(await alice.post(path, { userId })), ['userId INVALID_REFERENCE'])
  }
  const ghostPlayerId = at('free').split('/').at(-1)
  assert.equal((await alice.post('/claim-requests', { ghostPlayerId })).status, 409, 'nobody would decide')
})

test('her claims and all trust are revoked; claims of others to her ghost players stay', async () => {
  const { alice, bob } = world
  const edge = (await alice.get(at('edge'))).body
  assert.ok(edge.revokedAt)
  assert.deepEqual([edge.revokedBy.id, edge.canonicalPlayer.displayName], [me.body.id, 'Player'])
  const active = await service.db.many(sql`
    select 1 from claim_edges where canonical_player_id = ${me.body.canonicalPlayer.id} and revoked_at is null`)
  assert.equal(active.length, 0)
  const trusts = (await alice.get('/trusted-editors')).body.items
  assert.equal(trusts.length, 2)
  for (const { revokedAt } of trusts) assert.ok(revokedAt)
  assert.equal((await bob.get('/claim-edges/count?filter=revokedAt=null=true')).body.count, 2)
})

test('what waited for her, or for others to decide on her, is cancelled; what was decided stays', async () => {
  const { alice, bob } = world
  const claims = (await alice.get('/claim-requests')).body.items
  assert.deepEqual(
    claims.map(({ status, message }: Record<string, unknown>) => [status, message]),
    [
      ['CANCELLED', undefined],
      ['APPROVED', undefined],
    ],
  )
  assert.equal((await stranger.get(at('waiting'))).body.status, 'CANCELLED')
  assert.equal((await alice.get(at('asking'))).body.status, 'CANCELLED')
  const { status, decidedBy } = (await bob.get(at('decided'))).body
  assert.deepEqual([status, decidedBy.displayName], ['APPROVED', 'Player'])
})

test('her community passes to its admin, without an admin group; the one that was hers alone ends', async () => {
  const { body } = await elder.get(at('community'))
  assert.deepEqual([body.owner.id, body.adminGroup], [await idOf(admin), undefined])
  const members = (await elder.get(`${at('community')}/memberships`)).body.items
  assert.equal(members.length, 2)
  assert.equal((await admin.patch(at('community'), { displayName: 'The Loft' }, '*')).status, 200)
  assert.equal((await elder.patch(at('community'), { displayName: 'Mine' }, '*')).status, 403)
  assert.equal((await elder.get(at('lonely'))).status, 404)
  assert.equal((await stranger.get('/communities/count?filter=name==*Cellar')).body.count, 0)
})

test('her groups are gone, and she from those of others, which count one less', async () => {
  const { alice } = world
  assert.equal((await admin.get(at('own'))).status, 404)
  const { body, etag } = await alice.get(at('alices'))
  assert.equal(body.memberCount, 0)
  assert.notEqual(etag, '"2"')
  assert.equal((await alice.get(`${at('alices')}/members/count`)).body.count, 0)
  assert.equal((await alice.get(`${at('hall')}/memberships/count`)).body.count, 2)
})

test('her old tokens are refused for everything, and the erasure is answered again', async () => {
  const other = await service.as(SUBJECT, { name: NAME, iat: BEFORE })
  for (const by of [dora, other]) {
    const refused = [
      await by.get('/users/me'),
      await by.get('/users/me/export'),
      await by.get(at('recorded')),
      await by.post('/groups', { displayName: 'Again' }),
      await by.post('/groups', { displayName: '' }),
      await by.patch('/users/me', { displayName: 'Again' }, '*'),
      await by.delete('/users/me', '*'),
    ]
    for (const { status, headers } of refused) {
      assert.equal(status, 401)
      assert.match(headers['www-authenticate'] ?? '', /error="invalid_token"/)
    }
    const again = await by.delete('/users/me', '*', erasing)
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [204, 'true'])
  }
  const without = await service.as(SUBJECT, { scope: 'svc-engine:match-read', iat: 1_700_000_000 })
  assert.equal((await without.get('/users/me')).status, 401, 'it is no valid token, whatever its scopes')
})

test('a token that is issued later belongs to somebody new, who has nothing', async () => {
  const returned = await service.as(SUBJECT, { name: 'Somebody new', iat: Math.floor(Date.now() / 1000) + 2 })
  const reply = await returned.get('/users/me')
  assert.equal(reply.status, 200)
  for (const [one, other] of [
    [reply.body.id, me.body.id],
    [reply.body.canonicalPlayer.id, me.body.canonicalPlayer.id],
    [reply.body.selfGhostPlayer.id, me.body.selfGhostPlayer.id],
  ])
    assert.notEqual(one, other)
  const { user, privacySettings, ghostPlayers, claimEdges, ...rest } = (
    await returned.get('/users/me/export')
  ).body
  assert.deepEqual(
    [user.id, privacySettings.length, ghostPlayers.length, claimEdges.length],
    [reply.body.id, 3, 1, 1],
  )
  for (const [name, list] of Object.entries(rest)) assert.deepEqual(list, [], name)
  for (const name of ['recorded', 'played', 'own', 'draft']) {
    assert.ok([403, 404].includes((await returned.get(at(name))).status), name)
  }
  assert.equal((await dora.get('/users/me')).status, 401, 'and the old tokens are none of theirs')
})

test('an account of the service’s own goes with its user; the same name later is somebody else', async () => {
  const account = await findOrCreateAccount(service.db, 'Zita Kranich')
  const { id: userId, canonicalPlayerId } = await userOfAccount(service.db, account)
  const key = keyOf({ issuer: EMBEDDED_ISSUER, subject: account.id })
  const caller = {
    key,
    scopes: new Set<string>(),
    userId,
    canonicalPlayerId,
    accountId: account.id,
    erased: false,
  }
  await service.db.transaction((tx) => erase(tx, caller, []))
  for (const row of await rows()) assert.ok(!row.includes('Kranich') && !row.includes(account.id), row)
  const returned = await findOrCreateAccount(service.db, 'Zita Kranich')
  assert.notEqual(returned.id, account.id)
  assert.notEqual((await userOfAccount(service.db, returned)).id, userId)
})
