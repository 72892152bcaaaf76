/** The references in a match: they must exist and fit together, and the recorder must be allowed to use them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { insertion } from '../../../src/resources/memberships/store.ts'
import { testWorld } from '../../world.ts'
import { newMatch } from './recipes.ts'
import { violations, idOf } from '../../support.ts'

const { service, world } = await testWorld()

test('references that lead nowhere are all named at once', async () => {
  const { alice } = world
  const reply = await alice.post('/matches', {
    ...newMatch(uuidv7(), uuidv7(), uuidv7()),
    playsetId: uuidv7(),
    communityId: uuidv7(),
    expansions: [uuidv7()],
  })
  assert.equal(reply.status, 400)
  assert.deepEqual(violations(reply), [
    'gameId INVALID_REFERENCE',
    'playsetId INVALID_REFERENCE',
    'communityId INVALID_REFERENCE',
    'expansions[0] INVALID_REFERENCE',
    'participants[0].ghostPlayerId INVALID_REFERENCE',
    'participants[1].ghostPlayerId INVALID_REFERENCE',
  ])
})

test('a ghost player takes part once, whatever the case of its id', async () => {
  const { alice, game, ghostPlayer } = world
  const [{ id: gameId }, { id }] = await Promise.all([game(), ghostPlayer()])
  const reply = await alice.post('/matches', newMatch(gameId, id, (await ghostPlayer()).id, id.toUpperCase()))
  assert.equal(reply.status, 400)
  assert.deepEqual(violations(reply), ['participants[2].ghostPlayerId DUPLICATE_GHOST_PLAYER'])
})

test('playset and expansions are of the match’s game', async () => {
  const { alice, game, ghostPlayer, playset, expansion } = world
  const [one, other, ghost] = [await game(), await game(), await ghostPlayer()]
  const [mine, foreign] = [await expansion(one.id), await expansion(other.id)]
  const reply = await alice.post('/matches', {
    ...newMatch(one.id, ghost.id),
    playsetId: (await playset(other.id)).id,
    expansions: [mine.id, foreign.id],
  })
  assert.deepEqual(violations(reply), ['playsetId INVALID_REFERENCE', 'expansions[1] INVALID_REFERENCE'])
  const twice = await alice.post('/matches', {
    ...newMatch(one.id, ghost.id),
    expansions: [mine.id, mine.id],
  })
  assert.deepEqual(violations(twice), ['expansions[1] DUPLICATE_ITEM'])
})

test('what is somebody else’s cannot be used', async () => {
  const { alice, game, ghostPlayer } = world
  const bob = await service.as('bob')
  const { id: gameId } = await game()
  const mine = await ghostPlayer()
  const his = await bob.post('/ghost-players', { displayName: 'His' })
  assert.equal((await alice.post('/matches', newMatch(gameId, mine.id, his.body.id))).status, 403)
  const playset = await bob.post('/playsets', { gameId, variants: [] })
  assert.equal(
    (await alice.post('/matches', { ...newMatch(gameId, mine.id), playsetId: playset.body.id })).status,
    403,
  )
})

test('a community is one that the recorder is a member of', async () => {
  const { alice, game, ghostPlayer } = world
  const bob = await service.as('bob')
  const bobId = (await bob.get('/users/me')).body.id
  const aliceId = (await alice.get('/users/me')).body.id
  const { id } = await service.db.one(sql<{ id: string }>`
    insert into communities (id, owner_id, display_name, join_policy)
    values (${uuidv7()}, ${bobId}, 'Tuesday club', 'OPEN') returning id`)
  const body = { ...newMatch((await game()).id, (await ghostPlayer()).id), communityId: id }
  assert.equal((await alice.post('/matches', body)).status, 403)
  await service.db.many(insertion(id, aliceId))
  const match = await alice.post('/matches', body)
  assert.deepEqual(match.body.community, { id, displayName: 'Tuesday club' })
  assert.deepEqual((await alice.get('/matches/count?filter=communityName==tuesday*')).body, { count: 1 })
  const cleared = await alice.patch(`/matches/${match.body.id}`, { communityId: null }, match.etag)
  assert.equal(cleared.body.community, undefined)
})

test('a draft turns to another game only with what fits it', async () => {
  const { alice, game, ghostPlayer, playset, expansion } = world
  const [one, other, ghost] = [await game(), await game(), await ghostPlayer()]
  const match = await alice.post('/matches', {
    ...newMatch(one.id, ghost.id),
    playsetId: (await playset(one.id)).id,
    expansions: [(await expansion(one.id)).id],
  })
  const refused = await alice.patch(`/matches/${match.body.id}`, { gameId: other.id }, match.etag)
  assert.deepEqual(violations(refused), ['playsetId REQUIRED', 'expansions REQUIRED'])
  const turned = await alice.patch(
    `/matches/${match.body.id}`,
    { gameId: other.id, playsetId: null, expansions: [] },
    match.etag,
  )
  assert.equal(turned.status, 200)
  assert.deepEqual(
    [turned.body.game.id, turned.body.playset, turned.body.expansions],
    [other.id, undefined, []],
  )
})

test('a deleted playset cannot be used, and stays where it was', async () => {
  const { alice, game, ghostPlayer, playset } = world
  const [{ id: gameId }, ghost] = [await game(), await ghostPlayer()]
  const made = await playset(gameId)
  const match = await alice.post('/matches', { ...newMatch(gameId, ghost.id), playsetId: made.id })
  assert.equal((await alice.delete(`/playsets/${made.id}`, made.etag)).status, 204)
  const again = await alice.get(`/matches/${match.body.id}`)
  assert.deepEqual(again.body.playset, { id: made.id, displayName: 'Friday' })
  const reply = await alice.post('/matches', { ...newMatch(gameId, ghost.id), playsetId: made.id })
  assert.deepEqual(violations(reply), ['playsetId INVALID_REFERENCE'])
  assert.equal(
    (await alice.patch(`/matches/${match.body.id}`, { editRequestsEnabled: false }, match.etag)).status,
    200,
  )
})

test('a ghost player deleted since may stay in a draft, and comes into no other', async () => {
  const { alice } = world
  const [{ id: gameId }, ghost] = [await world.game(), await world.ghostPlayer()]
  const draft = await alice.post('/matches', newMatch(gameId, ghost.id))
  assert.equal((await alice.delete(`/ghost-players/${ghost.id}`, '*')).status, 204)
  const { participants } = newMatch(gameId, ghost.id)
  const scored = participants.map((participant) => ({ ...participant, score: 77 }))
  const changed = await alice.patch(`/matches/${draft.body.id}`, { participants: scored }, draft.etag)
  assert.equal(changed.status, 200, changed.text)
  assert.equal(changed.body.participants[0].id, draft.body.participants[0].id)
  assert.equal(changed.body.participants[0].score, 77)
  const other = await alice.post('/matches', newMatch(gameId, ghost.id))
  assert.deepEqual(violations(other), ['participants[0].ghostPlayerId INVALID_REFERENCE'])
})

test('a draft can be sent again with its references, also if a new draft could not choose them', async () => {
  const { alice, game, ghostPlayer, playset, expansion } = world
  const [{ id: gameId }, ghost, owner] = [await game(), await ghostPlayer(), await world.newcomer()]
  const [made, sea] = [await playset(gameId), await expansion(gameId)]
  const community = await owner.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' })
  const membership = `/communities/${community.body.id}/memberships`
  await alice.post(membership)
  const draft = {
    ...newMatch(gameId, ghost.id),
    playsetId: made.id,
    communityId: community.body.id,
    expansions: [sea.id],
  }
  const match = await alice.post('/matches', draft)
  assert.equal(match.status, 201, match.text)
  await alice.delete(`/playsets/${made.id}`, made.etag)
  await alice.delete(`${membership}/${await idOf(alice)}`)
  await alice.delete(`/ghost-players/${ghost.id}`, '*')
  const path = `/matches/${match.body.id}`
  const again = await alice.patch(path, { ...draft, playedAt: '2026-02-01T10:00:00Z' }, match.etag)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(
    [again.body.playset.id, again.body.community.id, again.body.playedAt],
    [made.id, community.body.id, '2026-02-01T10:00:00Z'],
  )
  const turned = await alice.patch(
    path,
    { gameId: (await game()).id, playsetId: made.id, expansions: [] },
    again.etag,
  )
  assert.deepEqual(violations(turned), ['playsetId INVALID_REFERENCE'], 'it is of the game before')
  const cleared = await alice.patch(path, { playsetId: null, communityId: null }, again.etag)
  const back = await alice.patch(path, { playsetId: made.id, communityId: community.body.id }, cleared.etag)
  assert.deepEqual(
    violations(back),
    ['playsetId INVALID_REFERENCE'],
    'what it had before counts as a new choice',
  )
  const joinedBack = await alice.patch(path, { communityId: community.body.id }, cleared.etag)
  assert.equal(joinedBack.status, 403)
})
