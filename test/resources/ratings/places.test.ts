/** Places in a leaderboard: right on each page, in both directions, and at the end of a long one as cheap as at its start. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { buffersOf, explain } from '../../../bench/explain.ts'
import { callerOf } from '../../../bench/sample.ts'
import { raw, sql } from '../../../src/db/sql.ts'
import { listQuery } from '../../../src/http/filter/query.ts'
import { listStatement } from '../../../src/http/filter/statement.ts'
import { ofGame } from '../../../src/resources/ratings/leaderboards.ts'
import { idBeside } from '../../buckets.ts'
import { idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()
const { alice } = world
const PLAYERS = 2_000
let gameId: string

/** Each rating is that of three players, and one in ten is provisional. */
before(async () => {
  const owner = await idOf(alice)
  gameId = (await world.game()).id
  await service.db.many(sql`
    insert into ghost_players (id, owner_id, display_name)
    select ${idBeside(sql`${owner}`)}, ${owner}, 'Guest ' || n from generate_series(1, ${PLAYERS}::int) n`)
  await service.db.many(sql`
    with pool as (insert into rating_pools (game_id, matches) values (${gameId}, 1) returning id)
    insert into ratings (pool_id, player_id, ghost_player_id, mu, sigma, rating, uncertainty, matches, wins, chance)
    select pool.id, gp.id, gp.id, 25, 8, 1000 + n / 3, 100, case when n % 10 = 0 then 4 else 20 end, n % 5, 2
    from pool, (select id, (row_number() over (order by id))::int as n from ghost_players where owner_id = ${owner} and not is_self) gp`)
  await service.db.many(raw('vacuum analyze'))
})

interface Entry {
  place?: number
  rating: number
  wins: number
  provisional: boolean
  ghostPlayer: { id: string }
}

const path = (rest: string) => `/games/${gameId}/leaderboard?limit=100&${rest}`

/** All entries, page by page; with the cursor of the last page, from which one goes back. */
async function walk(sort: string, way: 'nextCursor' | 'prevCursor', from = ''): Promise<[Entry[], string]> {
  const entries: Entry[] = []
  let last = ''
  for (let cursor: string | null = from; cursor !== null;) {
    const { status, body, text } = await alice.get(path(`sort=${sort}${cursor && `&cursor=${cursor}`}`))
    assert.equal(status, 200, text)
    if (way === 'nextCursor') entries.push(...body.items)
    else entries.unshift(...body.items)
    last = body.prevCursor ?? last
    cursor = body[way]
  }
  return [entries, last]
}

for (const field of ['rating', 'wins'] as const)
  for (const direction of ['DESC', 'ASC'])
    test(`by ${field}, ${direction}, each page has the places that counting gives, forwards and back`, async () => {
      const sort = `${field}:${direction}`
      const [entries, last] = await walk(sort, 'nextCursor')
      assert.equal(entries.length, PLAYERS)
      const ranked = entries.filter(({ provisional }) => !provisional)
      assert.equal(ranked.length, (PLAYERS * 9) / 10)
      for (const { place, provisional, [field]: own } of entries)
        assert.equal(place, provisional ? undefined : 1 + ranked.filter((other) => other[field] > own).length)
      const [back] = await walk(sort, 'prevCursor', last)
      assert.deepEqual(back, entries.slice(0, back.length))
      assert.ok(back.length >= PLAYERS - 100)
      const some = entries[1_500]
      const one = (await alice.get(path(`sort=${sort}&filter=ghostPlayerId==${some?.ghostPlayer.id}`))).body
      assert.deepEqual(one.items, [some])
    })

test('a page at the end reads few pages more than the first', async () => {
  const { id, canonicalPlayer } = (await alice.get('/users/me')).body
  const caller = callerOf({ id, canonicalPlayerId: canonicalPlayer.id })
  const read = async (keys?: string[]) => {
    const { value } = listQuery(ofGame, new Map(), '', createSecretKey(randomBytes(32)))
    assert.ok(value)
    const query = keys ? { ...value, cursor: { towards: 'after', inclusive: false, keys } as const } : value
    const rows = ofGame.rows({ caller, params: { gameId }, query })
    return buffersOf((await explain(service.db, listStatement(rows, query))).Plan)
  }
  const [first, last] = [await read(), await read(['1010', '00000000-0000-0000-0000-000000000000'])]
  assert.ok(last < first + 100, `${first} and ${last} pages`)
})
