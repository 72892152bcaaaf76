/** Questions to a user whether they are a ghost player: who may ask, who may answer, and what both find in their inbox. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, idOf, violations } from '../support.ts'
import { testWorld } from '../world.ts'

const { world } = await testWorld()
const { alice, bob } = world

const ask = async (ghostPlayerId: string, person: Person, by = alice) =>
  by.post(`/ghost-players/${ghostPlayerId}/user-invitations`, { userId: await idOf(person) })

const answer = ({ by, id, etag }: { by: Person; id: string; etag: string }, isMe: boolean) =>
  by.post(`/invitations/${id}/answer`, { isMe }, { 'if-match': etag })

const inboxOf = async (person: Person) => (await person.get('/users/me/inbox')).body.items

test('the question waits in the inbox of both, with its matches for the one who is asked', async () => {
  const question = await world.question()
  const { by, id, ghostPlayerId } = question
  const { id: gameId } = await world.game()
  const { body: match } = await alice.post('/matches', newMatch(gameId, ghostPlayerId))
  await alice.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' })
  const [asked] = await inboxOf(by)
  assert.deepEqual(
    [asked.id, asked.kind, asked.direction, asked.path, asked.etag],
    [id, 'INVITATION', 'IN', `/invitations/${id}/answer`, question.etag],
  )
  assert.deepEqual(asked.invitation.inviter, {
    id: await idOf(alice),
    displayName: (await alice.get('/users/me')).body.displayName,
  })
  assert.equal(asked.matches.number, 1)
  assert.equal(asked.invitation.newest[0].game.id, gameId)
  const waiting = (await inboxOf(alice)).find((item: { id: string }) => item.id === id)
  assert.deepEqual(
    [waiting.direction, waiting.path, waiting.invitation.recipient.id],
    ['OUT', `/invitations/${id}`, await idOf(by)],
  )
  assert.equal(waiting.invitation.newest, undefined)
})

test('a yes makes the claim, and the one who asked reads it', async () => {
  const question = await world.question()
  const { status, body } = await answer(question, true)
  assert.equal(status, 200)
  assert.equal(body.claimEdge.ghostPlayer.id, question.ghostPlayerId)
  assert.deepEqual(await inboxOf(question.by), [])
  const read = (await inboxOf(alice)).find(({ id }: { id: string }) => id === question.id)
  assert.deepEqual(
    [read.direction, read.invitation.accepted, read.invitation.acceptedBy.length],
    ['IN', 1, 1],
  )
})

test('a no ends the question for good, and the one who asked reads it', async () => {
  const question = await world.question()
  const { status, body } = await answer(question, false)
  assert.deepEqual([status, body], [200, { kind: 'GHOST_PLAYER' }])
  const read = (await inboxOf(alice)).find(({ id }: { id: string }) => id === question.id)
  assert.equal(read.invitation.declined, true)
  const again = await ask(question.ghostPlayerId, question.by)
  assert.equal(again.status, 409)
  assert.match(again.body.detail, /has said that they are not/)
  const other = await world.ghostPlayer()
  assert.equal((await ask(other.id, question.by)).status, 201, 'about another ghost player they can be asked')
})

test('an answer is refused if the question changed, ended, or is for somebody else', async () => {
  const question = await world.question()
  assert.equal((await answer({ ...question, etag: '"0"' }, true)).status, 412)
  assert.equal((await answer({ ...question, by: bob }, true)).status, 404)
  assert.equal((await answer({ ...question, by: alice }, true)).status, 404)
  assert.equal((await question.by.delete(`/invitations/${question.id}`, '*')).status, 403)
  assert.equal((await alice.delete(`/invitations/${question.id}`, '*')).status, 204)
  assert.equal((await answer({ ...question, etag: '*' }, true)).status, 404)
  assert.deepEqual(await inboxOf(question.by), [])
})

test('only somebody of the same community can be asked, and one question at a time', async () => {
  const { id } = await world.ghostPlayer()
  const strangers = await ask(id, await world.newcomer())
  assert.deepEqual([strangers.status, violations(strangers)], [400, ['userId INVALID_REFERENCE']])
  assert.deepEqual((await ask(id, alice)).status, 400)
  const question = await world.question()
  const second = await ask(id, question.by)
  assert.equal(second.status, 409)
  assert.match(second.body.detail, /has not answered your last question/)
  const again = await ask(question.ghostPlayerId, question.by)
  assert.equal(again.status, 201, 'a question can replace itself')
  const [only, ...others] = await inboxOf(question.by)
  assert.deepEqual([only.id, others], [again.body.id, []])
  assert.equal((await alice.delete(`/ghost-players/${question.ghostPlayerId}`, '*')).status, 204)
  assert.equal(
    (await ask(id, question.by)).status,
    201,
    'a question that nobody can accept is in nobody’s way',
  )
})

test('an account that is erased ends its questions', async () => {
  const question = await world.question()
  assert.equal((await question.by.delete('/users/me', '*')).status, 204)
  const { body } = await alice.get(`/invitations/${question.id}`)
  assert.equal(body.state, 'ENDED')
})
