/** Invitations race with one another, and with what ends them, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
const { alice, bob } = world
let carol: Person

before(async () => {
  carol = await service.as('carol')
})

const accept = (by: Person, secret: string) => by.post('/invitations/accept', { secret })

async function activeEdges(ghostPlayerId: string): Promise<number> {
  const edges = await service.db.many(
    sql`select 1 from claim_edges where ghost_player_id = ${ghostPlayerId} and revoked_at is null`,
  )
  return edges.length
}

test('of two who accept at once one is the ghost player', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { secret, ghostPlayerId } = await world.invitation()
    const replies = await Promise.all([accept(bob, secret), accept(carol, secret)])
    assert.equal(statuses(replies), '200 404')
    assert.equal(await activeEdges(ghostPlayerId), 1)
  }
})

test('one person who accepts three times at once is the ghost player once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { secret, ghostPlayerId } = await world.invitation()
    const replies = await Promise.all([1, 2, 3].map(() => accept(bob, secret)))
    assert.match(statuses(replies), /^200 40[49] 40[49]$/)
    assert.equal(await activeEdges(ghostPlayerId), 1)
  }
})

test('an invitation that is accepted while it is revoked is either accepted or revoked', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { secret, id, etag, ghostPlayerId } = await world.invitation()
    const replies = await Promise.all([accept(bob, secret), alice.delete(`/invitations/${id}`, etag)])
    assert.match(statuses(replies), /^(200 412|204 404)$/)
    const accepted = replies[0].status === 200
    assert.equal(await activeEdges(ghostPlayerId), accepted ? 1 : 0)
    assert.equal((await alice.get(`/invitations/${id}`)).body.state, accepted ? 'USED' : 'ENDED')
  }
})

test('an invitation that is accepted while it is replaced is good once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { secret, ghostPlayerId } = await world.invitation()
    const path = `/ghost-players/${ghostPlayerId}/invitations`
    const replies = await Promise.all([accept(bob, secret), alice.post(path), alice.post(path)])
    assert.ok(replies.every(({ status }) => [200, 201, 404, 409].includes(status)))
    assert.equal(await activeEdges(ghostPlayerId), replies[0].status === 200 ? 1 : 0)
    const open = await alice.get(`/invitations/count?filter=ghostPlayerId==${ghostPlayerId};state==OPEN`)
    assert.equal(open.body.count, replies[0].status === 200 ? 0 : 1)
  }
})

test('a claim that is approved while an invitation is accepted makes one edge', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { secret, ghostPlayerId } = await world.invitation()
    const { body, etag } = await carol.post('/claim-requests', { ghostPlayerId })
    const [accepted, approved] = await Promise.all([
      accept(bob, secret),
      alice.patch(`/claim-requests/${body.id}`, { status: 'APPROVED' }, etag),
    ])
    assert.match(statuses([accepted, approved]), /^(200 412|200 404)$/)
    assert.equal(await activeEdges(ghostPlayerId), 1)
  }
})

test('an invitation that is accepted while its ghost player is deleted leaves no edge', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { secret, ghostPlayerId } = await world.invitation()
    const [accepted, deleted] = await Promise.all([
      accept(bob, secret),
      alice.delete(`/ghost-players/${ghostPlayerId}`, '*'),
    ])
    assert.ok([200, 404].includes(accepted.status), accepted.text)
    assert.equal(deleted.status, 204)
    assert.equal(await activeEdges(ghostPlayerId), 0)
  }
})

test('an invitation that is accepted while its inviter is erased is accepted before or not at all', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const owner = await world.newcomer()
    const { id } = (await owner.post('/ghost-players', { displayName: 'Iris' })).body
    const { secret } = (await owner.post(`/ghost-players/${id}/invitations`)).body
    const [accepted, erased] = await Promise.all([accept(bob, secret), owner.delete('/users/me', '*')])
    assert.ok([200, 404].includes(accepted.status), accepted.text)
    assert.equal(erased.status, 204)
    assert.equal(await activeEdges(id), accepted.status === 200 ? 1 : 0)
    assert.equal((await accept(carol, secret)).status, 404)
  }
})

test('two invitations at once do not seat one person twice', async () => {
  const { id: gameId } = await world.game()
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await world.invitation(), await world.invitation()]
    await alice.post('/matches', newMatch(gameId, one.ghostPlayerId, other.ghostPlayerId))
    const replies = await Promise.all([one, other].map(({ secret }) => accept(bob, secret)))
    assert.equal(statuses(replies), '200 409')
    assert.equal((await activeEdges(one.ghostPlayerId)) + (await activeEdges(other.ghostPlayerId)), 1)
  }
})

test('two owners who accept each other’s invitations at once both get them', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const made = async (by: Person) => {
      const { id } = (await by.post('/ghost-players', { displayName: 'You' })).body
      return (await by.post(`/ghost-players/${id}/invitations`)).body.secret as string
    }
    const [ofBob, ofCarol] = [await made(bob), await made(carol)]
    const replies = await Promise.all([accept(bob, ofCarol), accept(carol, ofBob)])
    assert.equal(statuses(replies), '200 200')
  }
})

test('two who ask each other at once both wait, and both may answer at once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const other = await world.fellow()
    const asked = async (by: Person, person: Person) => {
      const { id } = (await by.post('/ghost-players', { displayName: 'You' })).body
      const userId = await idOf(person)
      return () => by.post(`/ghost-players/${id}/user-invitations`, { userId })
    }
    const asking = [await asked(alice, other), await asked(other, alice)]
    const questions = await Promise.all(asking.map((ask) => ask()))
    assert.equal(statuses(questions), '201 201')
    const answers = [other, alice].map((by, n) =>
      by.post(`/invitations/${questions[n]?.body.id}/answer`, { isMe: true }, { 'if-match': '*' }),
    )
    assert.equal(statuses(await Promise.all(answers)), '200 200')
  }
})

test('a question is answered once, and one at a time waits for a person', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { by, id, ghostPlayerId } = await world.question()
    const ghostPlayers = await Promise.all([world.ghostPlayer(), world.ghostPlayer()])
    const answer = (isMe: boolean) => by.post(`/invitations/${id}/answer`, { isMe }, { 'if-match': '*' })
    const [yes, no] = await Promise.all([answer(true), answer(false)])
    assert.match(statuses([yes, no]), /^200 404$/)
    assert.equal(await activeEdges(ghostPlayerId), yes.status === 200 ? 1 : 0)
    const userId = await idOf(by)
    const asked = await Promise.all(
      ghostPlayers.map((one) => alice.post(`/ghost-players/${one.id}/user-invitations`, { userId })),
    )
    assert.equal(statuses(asked), '201 409')
  }
})

test('a question that is answered while either person is erased is answered before or not at all', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [by, owner] = await Promise.all([world.newcomer(), world.newcomer()])
    const { id: communityId } = (await owner.post('/communities', { displayName: 'Two', joinPolicy: 'OPEN' }))
      .body
    await by.post(`/communities/${communityId}/memberships`, {})
    const { id } = (await owner.post('/ghost-players', { displayName: 'Iris' })).body
    const { body } = await owner.post(`/ghost-players/${id}/user-invitations`, { userId: await idOf(by) })
    const leaving = round % 2 === 0 ? by : owner
    const [answered, erased] = await Promise.all([
      by.post(`/invitations/${body.id}/answer`, { isMe: true }, { 'if-match': '*' }),
      leaving.delete('/users/me', '*'),
    ])
    assert.ok([200, 401, 403, 404].includes(answered.status), answered.text)
    assert.equal(erased.status, 204)
    assert.equal(await activeEdges(id), answered.status === 200 && leaving === owner ? 1 : 0)
  }
})

test('a community is joined by no more people than its invitation says', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.community('REQUIRES_APPROVAL')
    const { secret } = (await alice.post(`/communities/${id}/invitations`, { uses: 2 })).body
    const people = await Promise.all([world.newcomer(), world.newcomer(), world.newcomer()])
    const replies = await Promise.all(people.map((by) => accept(by, secret)))
    assert.equal(statuses(replies), '200 200 404')
    assert.equal((await alice.get(`/communities/${id}/memberships/count`)).body.count, 3)
  }
})

test('an invitation that is accepted while its community is deleted leaves no member', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await world.community()
    const { secret } = (await alice.post(`/communities/${id}/invitations`, {})).body
    const [accepted, deleted] = await Promise.all([
      accept(bob, secret),
      alice.delete(`/communities/${id}`, etag),
    ])
    assert.ok([200, 404].includes(accepted.status), accepted.text)
    assert.equal(deleted.status, 204)
    const members = await service.db.many(sql`select 1 from memberships where community_id = ${id}`)
    assert.equal(members.length, 0)
  }
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
