/** In every sort, a list has everything that the caller may see, and nothing else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newMatch } from '../resources/matches/recipes.ts'
import { testWorld } from '../world.ts'

const { world } = await testWorld()

test('matches with the same time do not make one another visible', async () => {
  const { alice } = world
  const stranger = await world.newcomer()
  const { id: gameId } = await world.game()
  const mine = await alice.post('/matches', newMatch(gameId, (await world.ghostPlayer()).id))
  const ghost = await stranger.post('/ghost-players', { displayName: 'Ghost' })
  const theirs = await stranger.post('/matches', newMatch(gameId, ghost.body.id))
  assert.equal(mine.body.playedAt, theirs.body.playedAt)
  for (const sort of [
    'id,playedAt',
    'id:DESC,playedAt:DESC',
    'playedAt,id',
    'playedAt,id,createdAt',
    'playedAt',
  ]) {
    const { body } = await stranger.get(`/matches?sort=${sort}`)
    assert.deepEqual(
      body.items.map(({ id }: { id: string }) => id),
      [theirs.body.id],
      sort,
    )
  }
})

test('ghost players and playsets with the same name do not make one another visible', async () => {
  const stranger = await world.newcomer()
  const { id: gameId } = await world.game()
  await world.ghostPlayer('Twin')
  await world.playset(gameId)
  const twin = await stranger.post('/ghost-players', { displayName: 'Twin' })
  const { id: selfId } = (await stranger.get('/users/me')).body.selfGhostPlayer
  const ghosts = await stranger.get('/ghost-players?sort=id,name')
  assert.equal(ghosts.body.items.length, 2)
  assert.deepEqual(
    new Set(ghosts.body.items.map(({ id }: { id: string }) => id)),
    new Set([selfId, twin.body.id]),
  )
  const playset = await stranger.post('/playsets', { gameId, variants: [] })
  const playsets = await stranger.get('/playsets?sort=id,name')
  assert.deepEqual(
    playsets.body.items.map(({ id }: { id: string }) => id),
    [playset.body.id],
  )
})
