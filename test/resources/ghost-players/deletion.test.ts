/** Deleting a ghost player: what is deleted, what remains, and what cannot be deleted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'
import { violations } from '../../support.ts'

const { world } = await testWorld()

test('its matches keep showing it, its claim is revoked, and it plays no more', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const path = `/ghost-players/${match.ghostPlayerId}`
  assert.equal((await bob.get(`/matches/${match.id}`)).status, 200)
  assert.equal((await bob.delete(path, '"1"')).status, 403)
  assert.equal((await alice.delete(path, '"1"')).status, 204)
  for (const gone of [path, `${path}/matches`, `${path}/matches/count`])
    assert.equal((await alice.get(gone)).status, 404)
  assert.equal((await alice.get(`/ghost-players/count?filter=id==${match.ghostPlayerId}`)).body.count, 0)
  const kept = await alice.get(`/matches/${match.id}`)
  assert.deepEqual(kept.body.participants[0].ghostPlayer, { id: match.ghostPlayerId, displayName: 'Bob' })
  const edge = await bob.get(`/claim-edges/${match.claimEdgeId}`)
  assert.deepEqual([edge.body.revokedBy.displayName, edge.body.ghostPlayer.displayName], ['Player', 'Player'])
  assert.equal((await bob.get(`/matches/${match.id}`)).status, 403)
  const again = await alice.post('/matches', newMatch(kept.body.game.id, match.ghostPlayerId))
  assert.deepEqual(violations(again), ['participants[0].ghostPlayerId INVALID_REFERENCE'])
})

test('a self ghost player cannot be deleted', async () => {
  const { alice } = world
  const { id } = (await alice.get('/users/me')).body.selfGhostPlayer
  const { etag } = await alice.get(`/ghost-players/${id}`)
  const refused = await alice.delete(`/ghost-players/${id}`, etag)
  assert.equal(refused.status, 409)
  assert.equal((await alice.get(`/ghost-players/${id}`)).etag, etag)
})
