/** What a claim costs the database, in pages, among few ghost players and among many. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buffersOf, explain } from '../../bench/explain.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { claimed } from '../../src/resources/visibility/circles.ts'
import { idBeside } from '../buckets.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const OTHERS = 5_000

test('a claim reads the matches of its ghost player, and nothing of ghost players outside these matches', async () => {
  const { alice, bob } = world
  const { db } = service
  const game = await world.game()
  const mine = await world.ghostPlayer('Somebody')
  for (let n = 0; n < 3; n++) {
    const other = await world.ghostPlayer(`Other ${n}`)
    const participants = [mine, other].map(({ id }) => ({ ghostPlayerId: id, outcome: 'WIN' }))
    const made = await alice.post('/matches', { ...newMatch(game.id, mine.id), participants })
    const { status, text } = await alice.post(`/matches/${made.body.id}/finalize`, undefined, {
      'if-match': '*',
    })
    assert.equal(status, 200, text)
  }
  const { canonicalPlayer } = (await bob.get('/users/me')).body
  const pages = async () => {
    let sum = 0
    for (const statement of claimed(mine.id, canonicalPlayer.id)) {
      await db.many(raw('vacuum analyze'))
      sum += buffersOf((await explain(db, statement)).Plan)
    }
    return sum
  }
  const seen = sql`select ghost_player_id from seen_ghost_players where circle_id = ${canonicalPlayer.id}`
  await pages()
  assert.equal((await db.many(seen)).length, 4)
  const among = await pages()
  const owner = await idOf(alice)
  await db.many(sql`
    insert into ghost_players (id, owner_id, display_name)
    select ${idBeside(sql`${owner}`)}, ${owner}, 'Stranger ' || n from generate_series(1, ${OTHERS}::int) n`)
  const amongMany = await pages()
  assert.ok(amongMany <= among + 30, `${amongMany} pages instead of ${among}`)
})
