/** Claim edges: who sees and revokes them, and what remains afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()

for (const side of ['alice', 'bob'] as const) {
  test(`${side} revokes a claim, once, and it stays as history`, async () => {
    const by = world[side]
    const { claimEdgeId, ghostPlayerId } = await world.playedMatch()
    const path = `/claim-edges/${claimEdgeId}`
    const { etag } = await by.get(path)
    const stranger = await service.as('stranger')
    assert.equal((await stranger.get(path)).status, 403)
    assert.equal((await stranger.delete(path, etag)).status, 403)
    assert.equal((await by.delete(path, '"0"')).status, 412)
    assert.equal((await by.delete(path, etag)).status, 204)
    const after = await by.get(path)
    assert.deepEqual([after.status, after.body.revokedBy.displayName], [200, side])
    assert.ok(after.body.revokedAt)
    assert.notEqual(after.etag, etag)
    assert.equal((await by.delete(path, etag)).status, 412)
    assert.equal((await by.delete(path, after.etag)).status, 409)
    const listed = await by.get(`/claim-edges?filter=id==${claimEdgeId};revokedAt=null=false`)
    assert.deepEqual(listed.body.items, [after.body])
    const again = await world.bob.post('/claim-requests', { ghostPlayerId })
    assert.equal(again.status, 201, 'the ghost player is free')
  })
}

test('a self ghost player cannot be unclaimed', async () => {
  const { alice } = world
  const me = (await alice.get('/users/me')).body
  const edges = await alice.get(`/claim-edges?filter=ghostPlayerId==${me.selfGhostPlayer.id}`)
  const [edge] = edges.body.items
  assert.deepEqual([edge.canonicalPlayer.id, edge.claimRequestId], [me.canonicalPlayer.id, undefined])
  const refused = await alice.delete(`/claim-edges/${edge.id}`, '"1"')
  assert.equal(refused.status, 409)
  assert.equal((await alice.get(`/claim-edges/${edge.id}`)).body.revokedAt, undefined)
})

test('both sides find a claim in their lists, each once', async () => {
  const { claimEdgeId } = await world.playedMatch()
  for (const by of [world.alice, world.bob]) {
    const found = await by.get(`/claim-edges?filter=id==${claimEdgeId}`)
    assert.equal(found.body.items.length, 1)
  }
  const own = await world.alice.post('/claim-requests', { ghostPlayerId: (await world.ghostPlayer()).id })
  const found = await world.alice.get(`/claim-edges?filter=id==${own.body.claimEdgeId}`)
  assert.equal(found.body.items.length, 1, 'who is both sides, too')
  assert.equal((await world.alice.get(`/claim-edges/count?filter=id==${own.body.claimEdgeId}`)).body.count, 1)
})
