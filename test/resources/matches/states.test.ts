/** Draft and final matches: what each state allows the recorder to do, and nobody else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { testWorld } from '../../world.ts'
import { newMatch } from './recipes.ts'
import { idOf } from '../../support.ts'

const { service, world } = await testWorld()

const finalize = (id: string, etag: string) =>
  world.alice.post(`/matches/${id}/finalize`, undefined, { 'if-match': etag })

test('finalizing is for once', async () => {
  const { id, etag } = await world.match()
  const final = await finalize(id, etag)
  assert.equal(final.body.status, 'FINALIZED')
  assert.ok(final.body.finalizedAt)
  assert.notEqual(final.etag, etag)
  assert.equal((await finalize(id, etag)).status, 412)
  assert.equal((await finalize(id, final.etag)).status, 409)
})

test('a finalized match changes directly in two fields only', async () => {
  const { alice } = world
  const { id, etag } = await world.match()
  const final = await finalize(id, etag)
  for (const change of [
    { playsetId: null },
    { communityId: null },
    { expansions: [] },
    { gameId: final.body.game.id },
    { participants: newMatch('', final.body.participants[0].ghostPlayer.id).participants },
  ]) {
    assert.equal(
      (await alice.patch(`/matches/${id}`, change, final.etag)).status,
      409,
      JSON.stringify(change),
    )
  }
  const changed = await alice.patch(
    `/matches/${id}`,
    { playedAt: '2026-02-01T10:00:00Z', editRequestsEnabled: false },
    final.etag,
  )
  assert.equal(changed.status, 200)
  assert.deepEqual([changed.body.playedAt, changed.body.editRequestsEnabled], ['2026-02-01T10:00:00Z', false])
  assert.equal(changed.body.lastEditedBy.displayName, 'alice')
  assert.equal((await alice.delete(`/matches/${id}`, changed.etag)).status, 409)
})

test('PATCH keeps what it does not name, and replaces lists whole', async () => {
  const { alice, game, ghostPlayer, expansion } = world
  const { id: gameId } = await game()
  const [one, two, three] = [await ghostPlayer('One'), await ghostPlayer('Two'), await ghostPlayer('Three')]
  const [sea, sky] = [await expansion(gameId), await expansion(gameId)]
  const match = await alice.post('/matches', {
    ...newMatch(gameId, one.id, two.id),
    participants: [
      { ghostPlayerId: one.id, score: 1, loadoutAttributes: { a: 1 } },
      { ghostPlayerId: two.id, loadoutAttributes: { b: 1 } },
    ],
    expansions: [sea.id, sky.id],
  })
  const path = `/matches/${match.body.id}`
  const [first, second] = match.body.participants
  const changed = await alice.patch(
    path,
    {
      participants: [
        { ghostPlayerId: three.id },
        { ghostPlayerId: one.id, rank: 1, loadoutAttributes: { c: 2 } },
      ],
    },
    match.etag,
  )
  assert.deepEqual(changed.body.expansions, match.body.expansions)
  const [added, stayed] = changed.body.participants
  assert.equal(added.ghostPlayer.displayName, 'Three')
  assert.deepEqual(
    [stayed.id, stayed.createdAt, stayed.loadout.id],
    [first.id, first.createdAt, first.loadout.id],
  )
  assert.deepEqual([stayed.score, stayed.rank, stayed.loadout.attributes], [undefined, 1, { c: 2 }])
  assert.deepEqual(await service.db.many(sql`select 1 from loadouts where id = ${second.loadout.id}`), [])
  const reordered = await alice.patch(path, { expansions: [sky.id, sea.id] }, changed.etag)
  assert.deepEqual(
    reordered.body.expansions.map(({ id }: { id: string }) => id),
    [sky.id, sea.id],
  )
  const emptied = await alice.patch(path, { expansions: [] }, reordered.etag)
  assert.deepEqual([emptied.body.expansions, emptied.body.participants], [[], changed.body.participants])
  for (const field of ['playedAt', 'editRequestsEnabled', 'expansions', 'participants', 'gameId']) {
    assert.equal((await alice.patch(path, { [field]: null }, emptied.etag)).status, 400, field)
  }
  assert.equal((await alice.patch(path, { participants: [] }, emptied.etag)).status, 400)
})

test('a deleted draft is gone from get, list and count', async () => {
  const { alice } = world
  const { id, etag } = await world.match()
  assert.equal((await alice.delete(`/matches/${id}`, etag)).status, 204)
  assert.equal((await alice.get(`/matches/${id}`)).status, 404)
  assert.equal((await alice.patch(`/matches/${id}`, {}, etag)).status, 404)
  assert.deepEqual((await alice.get(`/matches/count?filter=id==${id}`)).body, { count: 0 })
  assert.deepEqual((await alice.get(`/matches?filter=id==${id}`)).body.items, [])
})

test('nobody else sees or changes a match', async () => {
  const mallory = await service.as('mallory')
  const { id, etag } = await world.match()
  assert.equal((await mallory.get(`/matches/${id}`)).status, 403)
  assert.equal((await mallory.patch(`/matches/${id}`, { editRequestsEnabled: false }, etag)).status, 403)
  assert.equal((await mallory.patch(`/matches/${id}`, { editRequestsEnabled: false }, '"99"')).status, 403)
  assert.equal((await mallory.delete(`/matches/${id}`, etag)).status, 403)
  assert.equal((await mallory.post(`/matches/${id}/finalize`, undefined, { 'if-match': etag })).status, 403)
  assert.deepEqual((await mallory.get(`/matches/count?filter=id==${id},id!=${id}`)).body, { count: 0 })
  const { alice } = world
  const ghost = await world.ghostPlayer()
  assert.equal((await mallory.get(`/ghost-players/${ghost.id}`)).status, 403)
  assert.equal(
    (await mallory.patch(`/ghost-players/${ghost.id}`, { displayName: 'x' }, ghost.etag)).status,
    403,
  )
  const playset = await world.playset((await world.game()).id)
  assert.equal((await mallory.get(`/playsets/${playset.id}`)).status, 403)
  assert.equal((await mallory.patch(`/playsets/${playset.id}`, {}, playset.etag)).status, 403)
  assert.equal((await mallory.delete(`/playsets/${playset.id}`, playset.etag)).status, 403)
  assert.equal((await alice.get(`/playsets/${playset.id}`)).status, 200)
})

test('a draft is finalized in a community that its recorder belongs to, or in none', async () => {
  const { alice } = world
  const owner = await world.newcomer()
  const [{ id: gameId }, ghost, aliceId] = [await world.game(), await world.ghostPlayer(), await idOf(alice)]
  const community = await owner.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' })
  const membership = `/communities/${community.body.id}/memberships`
  const left = async () => {
    await alice.post(membership)
    const draft = { ...newMatch(gameId, ghost.id), communityId: community.body.id }
    const { body, etag } = await alice.post('/matches', draft)
    assert.equal((await alice.delete(`${membership}/${aliceId}`)).status, 204)
    const refused = await finalize(body.id, etag)
    assert.equal(refused.status, 409)
    assert.match(refused.body.detail, /join the community again.*communityId null/)
    assert.equal((await owner.get(`/matches/${body.id}`)).status, 403)
    return { id: body.id, etag }
  }
  const one = await left()
  await alice.post(membership)
  assert.equal((await finalize(one.id, one.etag)).status, 200)
  await alice.delete(`${membership}/${aliceId}`)
  const other = await left()
  const cleared = await alice.patch(`/matches/${other.id}`, { communityId: null }, other.etag)
  assert.equal((await finalize(other.id, cleared.etag)).status, 200)
})
