/** A canonical player's history, and what a claim lets the player see. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'
import type { Person, Reply } from '../../support.ts'

const { service, world } = await testWorld()

const idsOf = ({ body }: Reply): string[] => body.items.map(({ id }: { id: string }) => id)
const pathOf = async (person: Person) =>
  `/canonical-players/${(await person.get('/users/me')).body.canonicalPlayer.id}`

/** The ids in a list. Checks that the count agrees. */
async function listed(by: Person, path: string): Promise<string[]> {
  const [items, count] = await Promise.all([by.get(`${path}?limit=100`), by.get(`${path}/count`)])
  assert.equal(count.body.count, items.body.items.length, path)
  return idsOf(items)
}

async function claim(by: Person, owner: Person, ghostPlayerId: string): Promise<string> {
  const request = await by.post('/claim-requests', { ghostPlayerId })
  const decided = await owner.patch(
    `/claim-requests/${request.body.id}`,
    { status: 'APPROVED' },
    request.etag,
  )
  return decided.body.claimEdgeId
}

test('a history is the union of what is claimed, without drafts of others, until a claim is revoked', async () => {
  const { alice, game, ghostPlayer } = world
  const [player, host] = await Promise.all([service.as('player'), service.as('host')])
  const [{ id: gameId }, hers] = [await game(), await ghostPlayer('P.')]
  const theirs: string = (await host.post('/ghost-players', { displayName: 'Player' })).body.id
  const own: string = (await player.get('/users/me')).body.selfGhostPlayer.id
  const edge = await claim(player, alice, hers.id)
  await claim(player, host, theirs)
  const record = async (by: Person, ghostPlayerId: string, final = true): Promise<string> => {
    const { body, etag } = await by.post('/matches', newMatch(gameId, ghostPlayerId))
    if (final) await by.post(`/matches/${body.id}/finalize`, undefined, { 'if-match': etag })
    return body.id
  }
  const draft = await record(alice, hers.id, false)
  const matches = [
    await record(alice, hers.id),
    await record(host, theirs),
    await record(player, own),
    await record(player, own, false),
  ]
  const path = `${await pathOf(player)}/matches`
  assert.deepEqual((await listed(player, path)).toSorted(), matches.toSorted())
  assert.deepEqual((await listed(player, '/matches')).toSorted(), matches.toSorted())
  assert.equal((await player.get(`/matches/${draft}`)).status, 403)
  assert.deepEqual(await listed(player, `/ghost-players/${hers.id}/matches`), [matches[0]])
  assert.deepEqual(
    (await listed(player, `${await pathOf(player)}/ghost-players`)).toSorted(),
    [hers.id, theirs, own].toSorted(),
  )
  await alice.delete(`/claim-edges/${edge}`, '"1"')
  assert.deepEqual((await listed(player, path)).toSorted(), matches.slice(1).toSorted())
  assert.deepEqual((await listed(player, '/matches')).toSorted(), matches.slice(1).toSorted())
  assert.equal((await player.get(`/matches/${matches[0]}`)).status, 403)
  assert.equal((await player.get(`/ghost-players/${hers.id}/matches`)).status, 403)
})

test('a match is in a history once, whoever sits in it', async () => {
  const { alice, bob, game, ghostPlayer } = world
  const [{ id: gameId }, one, other] = [await game(), await ghostPlayer('B.'), await ghostPlayer('Bob')]
  await claim(bob, alice, one.id)
  await claim(bob, alice, other.id)
  const { body, etag } = await alice.post('/matches', newMatch(gameId, one.id, other.id))
  await alice.post(`/matches/${body.id}/finalize`, undefined, { 'if-match': etag })
  for (const path of [`${await pathOf(bob)}/matches`, '/matches'])
    assert.equal((await listed(bob, path)).filter((id) => id === body.id).length, 1)
})

test('a deleted draft vanishes from history', async () => {
  const { alice, game } = world
  const own = (await alice.get('/users/me')).body.selfGhostPlayer.id
  const draft = await alice.post('/matches', newMatch((await game()).id, own))
  const path = `${await pathOf(alice)}/matches`
  assert.ok((await listed(alice, path)).includes(draft.body.id))
  await alice.delete(`/matches/${draft.body.id}`, draft.etag)
  assert.ok(!(await listed(alice, path)).includes(draft.body.id))
  assert.ok(!(await listed(alice, `/ghost-players/${own}/matches`)).includes(draft.body.id))
})

test('a history follows when a match was played', async () => {
  const { alice, game } = world
  const [{ id: gameId }, me] = [await game(), (await alice.get('/users/me')).body]
  const first = await alice.post('/matches', newMatch(gameId, me.selfGhostPlayer.id))
  const second = await alice.post('/matches', newMatch(gameId, me.selfGhostPlayer.id))
  await alice.patch(`/matches/${first.body.id}`, { playedAt: '2027-01-01T00:00:00Z' }, first.etag)
  for (const path of [
    `${await pathOf(alice)}/matches`,
    `/ghost-players/${me.selfGhostPlayer.id}/matches`,
    '/matches',
  ]) {
    const ids = idsOf(await alice.get(`${path}?sort=playedAt:DESC`))
    assert.deepEqual([ids[0], ids.includes(second.body.id)], [first.body.id, true])
  }
})

test('a canonical player is a user’s own, and goes by their name', async () => {
  const nora = await service.as('nora')
  const path = await pathOf(nora)
  const before = await nora.get(path)
  assert.equal(before.body.displayName, 'nora')
  const me = await nora.get('/users/me')
  assert.deepEqual(before.body.user, { id: me.body.id, displayName: 'nora' })
  await nora.patch('/users/me', { displayName: 'Nora N.' }, me.etag)
  const after = await nora.get(path)
  assert.equal(after.body.displayName, 'Nora N.')
  assert.notEqual(after.etag, before.etag)
  assert.deepEqual((await nora.get('/canonical-players')).body.items, [after.body])
  for (const end of ['', '/matches', '/matches/count', '/ghost-players', '/ghost-players/count'])
    assert.equal((await world.alice.get(path + end)).status, 403, end)
})

test('players in a match see who else played', async () => {
  const { alice, bob, game, ghostPlayer } = world
  const [{ id: gameId }, his, other, absent] = [
    await game(),
    await ghostPlayer('Bob'),
    await ghostPlayer('Cy'),
    await ghostPlayer('No'),
  ]
  await claim(bob, alice, his.id)
  const { body, etag } = await alice.post('/matches', newMatch(gameId, his.id, other.id))
  const sees = async (id: string) => {
    const { status } = await bob.get(`/ghost-players/${id}`)
    const found = await bob.get(`/ghost-players?filter=id==${id}`)
    assert.equal(found.body.items.length, status === 200 ? 1 : 0)
    assert.equal((await bob.get(`/ghost-players/count?filter=id==${id}`)).body.count, found.body.items.length)
    return status
  }
  assert.deepEqual([await sees(his.id), await sees(other.id), await sees(absent.id)], [200, 403, 403])
  await alice.post(`/matches/${body.id}/finalize`, undefined, { 'if-match': etag })
  assert.deepEqual([await sees(his.id), await sees(other.id), await sees(absent.id)], [200, 200, 403])
})
