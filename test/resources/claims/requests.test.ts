/** The states of a claim request, and everything that prevents a claim. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'
import { type Person, type Reply, idOf, violations } from '../../support.ts'

const { service, world } = await testWorld()
let carol: Person
let stranger: Person

before(async () => {
  ;[carol, stranger] = await Promise.all([service.as('carol'), service.as('stranger')])
})

const ask = (by: Person, ghostPlayerId: string) => by.post('/claim-requests', { ghostPlayerId })
const decide = (by: Person, { body, etag }: Reply, status = 'APPROVED') =>
  by.patch(`/claim-requests/${body.id}`, { status }, etag)
const read = (by: Person, { body }: Reply) => by.get(`/claim-requests/${body.id}`)

test('the owner approves, and the ghost player is claimed', async () => {
  const { alice, bob, ghostPlayer } = world
  const { id } = await ghostPlayer()
  const asked = await bob.post('/claim-requests', { ghostPlayerId: id, message: ' That was me. ' })
  const { status, canonicalPlayer, ghostPlayer: claimed, message, decidedBy, claimEdgeId } = asked.body
  assert.deepEqual(
    [status, canonicalPlayer.displayName, claimed.id, message, decidedBy, claimEdgeId],
    ['PENDING', 'bob', id, ' That was me. ', undefined, undefined],
  )
  const approved = await decide(alice, asked)
  assert.equal(approved.status, 200)
  assert.deepEqual([approved.body.status, approved.body.decidedBy.displayName], ['APPROVED', 'alice'])
  const edge = await bob.get(`/claim-edges/${approved.body.claimEdgeId}`)
  assert.deepEqual(
    [edge.body.canonicalPlayer, edge.body.ghostPlayer.id, edge.body.claimRequestId, edge.body.revokedAt],
    [canonicalPlayer, id, asked.body.id, undefined],
  )
  assert.equal((await ask(carol, id)).status, 409, 'it is claimed')
  assert.equal((await ask(bob, id)).status, 409)
})

test('a claimant is shown the name of a ghost player only where they see it', async () => {
  const { alice, ghostPlayer } = world
  const claimant = await service.as('claimant')
  const { id } = await ghostPlayer('Zacharias')
  const asked = await ask(claimant, id)
  const told = async (by: Person, name: string) => {
    assert.equal((await read(by, asked)).body.ghostPlayer.displayName, name)
    const { items } = (await by.get(`/claim-requests?filter=id==${asked.body.id}`)).body
    assert.equal(items[0].ghostPlayer.displayName, name)
    for (const [filter, of] of [
      ["ghostPlayerName=='zach*'", 'Zacharias'],
      ["ghostPlayerName=gt='z'", 'Zacharias'],
      ["ghostPlayerName!='player'", 'Zacharias'],
      ["ghostPlayerName=='player'", 'Player'],
      ["ghostPlayerName!='zacharias'", 'Player'],
    ] as const) {
      const among = encodeURIComponent(`id==${asked.body.id};${filter}`)
      const { count } = (await by.get(`/claim-requests/count?filter=${among}`)).body
      assert.equal(count, of === name ? 1 : 0, filter)
    }
    const { claimRequests } = (await by.get('/users/me/export')).body
    if (by === claimant) assert.equal(claimRequests[0].ghostPlayer.displayName, name)
  }
  assert.deepEqual(asked.body.ghostPlayer, { id, displayName: 'Player' })
  await told(claimant, 'Player')
  await told(alice, 'Zacharias')
  assert.equal((await decide(alice, asked)).status, 200)
  await told(claimant, 'Zacharias')
})

test('the owner rejects, and the claimant may ask again', async () => {
  const { alice, bob, ghostPlayer } = world
  const { id } = await ghostPlayer()
  const asked = await ask(bob, id)
  const rejected = await decide(alice, asked, 'REJECTED')
  assert.deepEqual([rejected.body.status, rejected.body.claimEdgeId], ['REJECTED', undefined])
  assert.equal((await ask(bob, id)).status, 201)
})

test('the claimant withdraws, and the request stays as history', async () => {
  const { alice, bob, ghostPlayer } = world
  const { id } = await ghostPlayer()
  const asked = await ask(bob, id)
  for (const by of [alice, carol]) {
    const path = `/claim-requests/${asked.body.id}`
    assert.equal((await by.delete(path, asked.etag)).status, 403)
  }
  assert.equal((await bob.delete(`/claim-requests/${asked.body.id}`, asked.etag)).status, 204)
  const after = await read(bob, asked)
  assert.deepEqual([after.body.status, after.body.decidedBy], ['CANCELLED', undefined])
  assert.notEqual(after.etag, asked.etag)
  assert.equal((await ask(bob, id)).status, 201)
})

test('what is decided or withdrawn stays so', async () => {
  const { alice, bob, ghostPlayer } = world
  const finished: [status: string, finish: (asked: Reply) => Promise<Reply>][] = [
    ['APPROVED', (asked) => decide(alice, asked)],
    ['REJECTED', (asked) => decide(alice, asked, 'REJECTED')],
    ['CANCELLED', (asked) => bob.delete(`/claim-requests/${asked.body.id}`, asked.etag)],
  ]
  for (const [status, finish] of finished) {
    const asked = await ask(bob, (await ghostPlayer()).id)
    await finish(asked)
    const after = await read(bob, asked)
    assert.equal(after.body.status, status)
    assert.equal((await decide(alice, after)).status, 409, status)
    assert.equal((await decide(alice, after, 'REJECTED')).status, 409, status)
    assert.equal((await bob.delete(`/claim-requests/${asked.body.id}`, after.etag)).status, 409, status)
    assert.equal((await read(bob, asked)).text, after.text)
  }
})

test('only the owner decides, and only the two see it', async () => {
  const { alice, bob, ghostPlayer } = world
  const asked = await ask(bob, (await ghostPlayer()).id)
  for (const by of [bob, carol]) assert.equal((await decide(by, asked)).status, 403)
  for (const by of [alice, bob]) assert.equal((await read(by, asked)).status, 200)
  assert.equal((await read(carol, asked)).status, 403)
  const path = `/claim-requests/count?filter=id==${asked.body.id}`
  const counts = await Promise.all([alice, bob, carol].map((by) => by.get(path)))
  assert.deepEqual(
    counts.map(({ body }) => body.count),
    [1, 1, 0],
  )
})

test('an approval rejects the other requests for the ghost player', async () => {
  const { alice, bob, ghostPlayer } = world
  const { id } = await ghostPlayer()
  const [his, hers] = [await ask(bob, id), await ask(carol, id)]
  await decide(alice, hers)
  const after = await read(bob, his)
  assert.deepEqual([after.body.status, after.body.decidedBy.id], ['REJECTED', await idOf(alice)])
  assert.notEqual(after.etag, his.etag)
  assert.equal((await decide(alice, his)).status, 412)
})

test('one has one pending request for a ghost player', async () => {
  const { bob, ghostPlayer } = world
  const { id } = await ghostPlayer()
  assert.equal((await ask(bob, id)).status, 201)
  const second = await ask(bob, id)
  assert.equal(second.status, 409)
  assert.match(second.body.detail, /pending/)
})

test('a self ghost player is claimed for good', async () => {
  const { alice, bob } = world
  const { id } = (await alice.get('/users/me')).body.selfGhostPlayer
  for (const by of [bob, alice]) assert.equal((await ask(by, id)).status, 409)
})

test('one’s own ghost player is claimed at once', async () => {
  const { alice, bob, ghostPlayer } = world
  const { id } = await ghostPlayer('Al')
  const his = await ask(bob, id)
  const own = await ask(alice, id)
  assert.equal(own.status, 201)
  assert.deepEqual([own.body.status, own.body.decidedBy.displayName], ['APPROVED', 'alice'])
  assert.ok(own.body.claimEdgeId)
  assert.equal((await read(bob, his)).body.status, 'REJECTED')
})

test('nobody comes to sit in a match twice', async () => {
  const { alice, bob, ghostPlayer } = world
  const [game, one, other] = [await world.game(), await ghostPlayer('B.'), await ghostPlayer('Bob')]
  const [first, second] = [await ask(bob, one.id), await ask(bob, other.id)]
  assert.equal((await decide(alice, first)).status, 200)
  const match = await alice.post('/matches', newMatch(game.id, one.id, other.id))
  const refused = await decide(alice, second)
  assert.equal(refused.status, 409)
  assert.match(refused.body.detail, /twice/)
  assert.equal((await read(bob, second)).body.status, 'PENDING')
  assert.equal((await ask(carol, other.id)).status, 201, 'somebody else may be the other')
  await bob.delete(`/claim-requests/${second.body.id}`, second.etag)
  assert.equal((await ask(bob, other.id)).status, 409, 'it is said when asking, too')
  await alice.delete(`/matches/${match.body.id}`, match.etag)
  assert.equal((await ask(bob, other.id)).status, 201, 'a deleted match seats nobody')
})

test('a person is not the owner and a stand-in in one match either', async () => {
  const { alice, ghostPlayer } = world
  const [game, al, me] = [await world.game(), await ghostPlayer('Al'), await alice.get('/users/me')]
  await alice.post('/matches', newMatch(game.id, al.id, me.body.selfGhostPlayer.id))
  assert.equal((await ask(alice, al.id)).status, 409)
  const left = await alice.get(`/claim-requests/count?filter=ghostPlayerId==${al.id}`)
  assert.equal(left.body.count, 0, 'nothing of a refused request stays')
})

test('a ghost player must exist to be claimed', async () => {
  const { alice, bob, ghostPlayer } = world
  const { id, etag } = await ghostPlayer()
  const pending = await ask(bob, id)
  await alice.delete(`/ghost-players/${id}`, etag)
  for (const missing of [id, uuidv7()])
    assert.deepEqual(violations(await ask(bob, missing)), ['ghostPlayerId INVALID_REFERENCE'])
  const after = await read(bob, pending)
  assert.equal(after.body.status, 'CANCELLED')
  assert.equal((await decide(alice, after)).status, 409)
})

test('a message has 1 to 1000 characters', async () => {
  const ghostPlayerId = (await world.ghostPlayer()).id
  for (const [message, violation] of [
    ['', 'message VALUE_TOO_SHORT'],
    [' \u200b\n', 'message VALUE_TOO_SHORT'],
    ['x'.repeat(1001), 'message VALUE_TOO_LONG'],
    [1, 'message INVALID_TYPE'],
  ])
    assert.deepEqual(violations(await world.bob.post('/claim-requests', { ghostPlayerId, message })), [
      violation,
    ])
  const decision = await stranger.patch(`/claim-requests/${uuidv7()}`, { status: 'CANCELLED' }, '"1"')
  assert.deepEqual(violations(decision), ['status INVALID_VALUE'])
})
