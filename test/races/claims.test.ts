/** Claims race with one another, and with changes that make them impossible, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { testWorld } from '../world.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, idOf } from '../support.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
let carol: Person

before(async () => {
  carol = await service.as('carol')
})

const ask = (by: Person, ghostPlayerId: string) => by.post('/claim-requests', { ghostPlayerId })
const approve = ({ body, etag }: Reply) =>
  world.alice.patch(`/claim-requests/${body.id}`, { status: 'APPROVED' }, etag)
const statusOf = async ({ body }: Reply): Promise<string> =>
  (await world.alice.get(`/claim-requests/${body.id}`)).body.status

async function activeEdges(ghostPlayerId: string): Promise<number> {
  const edges = await service.db.many(
    sql`select 1 from claim_edges where ghost_player_id = ${ghostPlayerId} and revoked_at is null`,
  )
  return edges.length
}

test('of rival requests for a ghost player one is approved', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.ghostPlayer()
    const requests = await Promise.all([ask(world.bob, id), ask(carol, id)])
    const replies = await Promise.all(requests.map(approve))
    assert.equal(statuses(replies), '200 412')
    const after = await Promise.all(requests.map(statusOf))
    assert.deepEqual(after.toSorted(), ['APPROVED', 'REJECTED'])
    assert.equal(await activeEdges(id), 1)
  }
})

test('a person who asks twice at once has one request', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.ghostPlayer()
    const replies = await Promise.all([1, 2, 3].map(() => ask(world.bob, id)))
    assert.equal(statuses(replies), '201 409 409')
  }
})

test('an owner’s own claim and an approval make one edge', async () => {
  const { alice, bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.ghostPlayer()
    const his = await ask(bob, id)
    const replies = await Promise.all([ask(alice, id), approve(his)])
    assert.match(statuses(replies), /^(200 409|201 412)$/)
    assert.equal(await activeEdges(id), 1)
    assert.equal(await statusOf(his), replies[1]?.status === 200 ? 'APPROVED' : 'REJECTED')
  }
})

test('a request that is approved while it is withdrawn is either approved or withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.ghostPlayer()
    const request = await ask(world.bob, id)
    const path = `/claim-requests/${request.body.id}`
    const replies = await Promise.all([approve(request), world.bob.delete(path, request.etag)])
    assert.match(statuses(replies), /^(200 412|204 412)$/)
    const approved = replies[0]?.status === 200
    assert.equal(await statusOf(request), approved ? 'APPROVED' : 'CANCELLED')
    assert.equal(await activeEdges(id), approved ? 1 : 0)
  }
})

test('two claims at once do not seat one person twice', async () => {
  const { alice, bob } = world
  const { id: gameId } = await world.game()
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await world.ghostPlayer('B.'), await world.ghostPlayer('Bob')]
    await alice.post('/matches', newMatch(gameId, one.id, other.id))
    const requests = [await ask(bob, one.id), await ask(bob, other.id)]
    const replies = await Promise.all(requests.map(approve))
    assert.equal(statuses(replies), '200 409')
    assert.equal((await activeEdges(one.id)) + (await activeEdges(other.id)), 1)
  }
})

test('a claim that is approved while a match is recorded is made completely or not at all', async () => {
  const { alice, bob } = world
  const { id: gameId } = await world.game()
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await world.ghostPlayer('B.'), await world.ghostPlayer('Bob')]
    await approve(await ask(bob, one.id))
    const second = await ask(bob, other.id)
    const [recorded, approved] = await Promise.all([
      alice.post('/matches', newMatch(gameId, one.id, other.id)),
      approve(second),
    ])
    assert.equal(recorded.status, 201)
    assert.ok([200, 409].includes(approved.status), approved.text)
    assert.equal(await activeEdges(other.id), approved.status === 200 ? 1 : 0)
    assert.equal(await statusOf(second), approved.status === 200 ? 'APPROVED' : 'PENDING')
    if (approved.status === 409) assert.equal((await approve(second)).status, 409)
  }
})

test('a deleted ghost player has neither a claim nor a pending request', async () => {
  const { alice, bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await world.ghostPlayer()
    const request = await ask(bob, id)
    const [deleted, approved, asked] = await Promise.all([
      alice.delete(`/ghost-players/${id}`, etag),
      approve(request),
      ask(carol, id),
    ])
    assert.equal(deleted.status, 204)
    assert.ok([200, 409, 412].includes(approved.status), approved.text)
    assert.ok([201, 400, 409].includes(asked.status), asked.text)
    assert.equal(await activeEdges(id), 0)
    const pending = await service.db.many(
      sql`select 1 from claim_requests where ghost_player_id = ${id} and status = 'PENDING'`,
    )
    assert.equal(pending.length, 0)
  }
})

test('a claim that both sides revoke at once is revoked by one', async () => {
  const { alice, bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.ghostPlayer()
    const { body } = await approve(await ask(bob, id))
    const path = `/claim-edges/${body.claimEdgeId}`
    const { etag } = await bob.get(path)
    const replies = await Promise.all([alice, bob].map((by) => by.delete(path, etag)))
    assert.equal(statuses(replies), '204 412')
    const by = replies[0]?.status === 204 ? alice : bob
    assert.equal((await bob.get(path)).body.revokedBy.id, await idOf(by))
  }
})

test('a revoked claim does not dispute', async () => {
  const { alice, bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const match = await world.playedMatch()
    const path = `/matches/${match.id}/participants/${match.participantId}/dispute`
    const dispute = () => bob.post(path, { reason: 'No.' }, { 'if-match': '*' })
    const waiting = [1, 2, 3, 4, 5].map(dispute)
    const revoked = await alice.delete(`/claim-edges/${match.claimEdgeId}`, '"1"')
    assert.equal(revoked.status, 204)
    const { etag } = await alice.get(`/matches/${match.id}`)
    for (const { status, text } of await Promise.all(waiting)) assert.ok([200, 403].includes(status), text)
    assert.equal((await alice.get(`/matches/${match.id}`)).etag, etag, 'those that were waiting are not made')
    assert.equal((await bob.post(path, { reason: 'No.' }, { 'if-match': '*' })).status, 403)
  }
})

test('claims of one’s own and new names at once wait for nothing but each other', async () => {
  const alice = await service.as('alice')
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.ghostPlayer()
    const replies = await Promise.all([
      alice.patch('/users/me', { displayName: `Alice ${round}` }, '*'),
      alice.post('/claim-requests', { ghostPlayerId: id }),
      alice.patch('/users/me', { displayName: `A. ${round}` }, '*'),
    ])
    assert.equal(statuses(replies), '200 200 201')
  }
  assert.equal(await deadlocks(service.db), 0)
})
