/** Imports race with their own start, end and worker, a hundred rounds each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { bgStats, importFile, workAll } from '../imports/files.ts'
import { newGame } from '../resources/games/recipes.ts'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
const GAME = 'Race Day'
const game = await world.editor.post('/games', { ...newGame(), displayName: GAME })
assert.equal(game.status, 201, game.text)

const file = bgStats(
  ['Me', 'Anna', 'Bea'],
  [{ name: GAME }],
  [1, 2, 3].map((n) => ({
    uuid: `play ${n}`,
    game: GAME,
    scores: [
      { player: 'Me', score: `${n}` },
      { player: n > 2 ? 'Bea' : 'Anna', score: '2' },
    ],
  })),
)

const start = (me: Person, id: string, etag = '*') =>
  me.post(`/imports/${id}/start`, undefined, { 'if-match': etag })

async function matchesOf(me: Person): Promise<number> {
  return (await me.get('/matches/count')).body.count
}

test('two starts at once make everything once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const me = await world.newcomer()
    const { id } = (await importFile(me, file)).body
    const replies = await Promise.all([start(me, id), start(me, id)])
    assert.equal(statuses(replies), '200 409')
    await Promise.all([workAll(service.db), workAll(service.db)])
    assert.equal(await matchesOf(me), 3)
    assert.equal((await me.get('/users/me/ghost-players/count')).body.count, 3)
  }
})

test('of two imports of one person one starts, and the file is made once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const me = await world.newcomer()
    const [one, other] = await Promise.all([importFile(me, file), importFile(me, file)])
    const replies = await Promise.all([start(me, one.body.id), start(me, other.body.id)])
    assert.equal(statuses(replies), '200 409')
    await workAll(service.db)
    const late = replies[0]?.status === 409 ? one : other
    assert.equal((await start(me, late.body.id)).status, 200)
    await workAll(service.db)
    assert.equal(await matchesOf(me), 3)
  }
})

test('an import that is deleted while it runs leaves whole matches with their links', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const me = await world.newcomer()
    const { id } = (await importFile(me, file)).body
    assert.equal((await start(me, id)).status, 200)
    const [, gone] = await Promise.all([workAll(service.db), me.delete(`/imports/${id}`, '*')])
    assert.equal(gone.status, 204)
    const made = await matchesOf(me)
    assert.ok(made === 0 || made === 3, `${made} matches`)
    const [{ links } = { links: -1 }] = await service.db.many(
      sql<{
        links: number
      }>`select count(*)::int as links from import_links where owner_id = ${await idOf(me)}`,
    )
    assert.equal(links, made)
  }
})

test('an account that is erased while its import runs leaves no import', async () => {
  const before = await deadlocks(service.db)
  for (let round = 0; round < ROUNDS; round++) {
    const me = await world.newcomer()
    const userId = await idOf(me)
    const { id } = (await importFile(me, file)).body
    assert.equal((await start(me, id)).status, 200)
    const [, erased] = await Promise.all([workAll(service.db), me.delete('/users/me', '*')])
    assert.equal(erased.status, 204, erased.text)
    const left = await service.db.many(sql`
      select 1 from imports where owner_id = ${userId} union all select 1 from import_links where owner_id = ${userId}`)
    assert.deepEqual(left, [])
  }
  assert.equal(await deadlocks(service.db), before)
})

test('a ghost player that is deleted while the import runs is in whole matches or in none', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const me = await world.newcomer()
    const { id: ghostPlayerId } = (await me.post('/ghost-players', { displayName: 'Bea' })).body
    const { id } = (await importFile(me, file)).body
    assert.equal((await start(me, id)).status, 200)
    const [, gone] = await Promise.all([
      workAll(service.db),
      me.delete(`/ghost-players/${ghostPlayerId}`, '*'),
    ])
    assert.equal(gone.status, 204, gone.text)
    const made = await matchesOf(me)
    assert.ok(made === 2 || made === 3, `${made} matches`)
    const done = await me.get(`/imports/${id}`)
    assert.equal(done.body.state, 'DONE')
    assert.equal(done.body.playsDone, made)
  }
})
