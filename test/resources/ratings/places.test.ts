/** The places in a leaderboard are right on each page and in both directions. The last page costs no more than the first. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { buffersOf, explain, nodesOf, touched } from '../../../bench/explain.ts'
import { callerOf } from '../../../bench/sample.ts'
import { raw, sql } from '../../../src/db/sql.ts'
import { listQuery } from '../../../src/http/filter/query.ts'
import { listStatement } from '../../../src/http/filter/statement.ts'
import { FORMULA } from '../../../src/resources/ratings/bradley-terry.ts'
import { ofGame } from '../../../src/resources/ratings/leaderboards.ts'
import { idBeside } from '../../buckets.ts'
import { idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()
const { alice } = world
const PLAYERS = 2_000
let gameId: string

/** Makes 2,000 players. Three share each rating, and one in ten is provisional. */
before(async () => {
  const owner = await idOf(alice)
  gameId = (await world.game()).id
  await service.db.many(sql`
    insert into ghost_players (id, owner_id, display_name)
    select ${idBeside(sql`${owner}`)}, ${owner}, 'Guest ' || n from generate_series(1, ${PLAYERS}::int) n`)
  await service.db.many(sql`
    with pool as (insert into rating_pools (game_id, matches, formula) values (${gameId}, 1, ${FORMULA}) returning id)
    insert into ratings (pool_id, player_id, ghost_player_id, mu, sigma, rating, uncertainty, matches, wins, chance)
    select pool.id, gp.id, gp.id, 25, 8, 1000 + n / 3, 100, case when n % 10 = 0 then 4 else 20 end, n / 3 % 5, 2
    from pool, (select id, (row_number() over (order by id))::int as n from ghost_players where owner_id = ${owner} and not is_self) gp`)
  await service.db.many(raw('vacuum analyze'))
})

interface Entry {
  place?: number
  rating: number
  wins: number
  winShare: number
  chance: number
  provisional: boolean
  ghostPlayer: { id: string }
}

const path = (rest: string) => `/games/${gameId}/leaderboard?limit=100&${rest}`

/** Returns all entries, page by page, and the cursor of the last page, which leads back. */
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

/** For each sort, the value that entries are sorted by. */
const SORTED_BY: Record<string, (entry: Entry) => number> = {
  rating: ({ rating }) => rating,
  wins: ({ wins }) => wins,
  winShare: ({ winShare, chance }) => Math.round((winShare - chance) * 1000),
}

for (const [field, own] of Object.entries(SORTED_BY))
  for (const direction of ['DESC', 'ASC'])
    test(`by ${field}, ${direction}, each page has the places that counting gives, forwards and back, and who has none is last`, async () => {
      const sort = `${field}:${direction}`
      const [entries, last] = await walk(sort, 'nextCursor')
      assert.equal(entries.length, PLAYERS)
      const ranked = entries.slice(0, (PLAYERS * 9) / 10)
      const others = entries.slice(ranked.length)
      assert.deepEqual(
        [ranked.filter((one) => one.provisional).length, others.filter((one) => !one.provisional).length],
        [0, 0],
      )
      for (const part of [ranked, others])
        assert.deepEqual(
          part.map(own),
          part.map(own).toSorted((one, other) => (direction === 'ASC' ? one - other : other - one)),
        )
      for (const entry of ranked)
        assert.equal(entry.place, 1 + ranked.filter((other) => own(other) > own(entry)).length)
      for (const { place } of others) assert.equal(place, undefined)
      const [back] = await walk(sort, 'prevCursor', last)
      assert.deepEqual(back, entries.slice(0, back.length))
      assert.ok(back.length >= PLAYERS - 100)
      for (const some of [entries[1_500], entries[1_900]]) {
        const one = (await alice.get(path(`sort=${sort}&filter=ghostPlayerId==${some?.ghostPlayer.id}`))).body
        assert.deepEqual(one.items, [some])
      }
    })

test('a page at the end reads one range of one index, and few pages more than the first, in each order', async () => {
  const { id, canonicalPlayer } = (await alice.get('/users/me')).body
  const caller = callerOf({ id, canonicalPlayerId: canonicalPlayer.id })
  const read = async (sort: string, index: string, keys?: string[]) => {
    const { value } = listQuery(ofGame, new Map([['sort', sort]]), '', createSecretKey(randomBytes(32)))
    assert.ok(value)
    const query = keys ? { ...value, cursor: { towards: 'after', inclusive: false, keys } as const } : value
    const rows = ofGame.rows({ caller, params: { gameId }, query })
    const { Plan: plan } = await explain(service.db, listStatement(rows, query))
    const page = nodesOf(plan).find(
      (node) => node['Relation Name'] === 'ratings' && node['Node Type'] === 'Index Scan',
    )
    assert.equal(page?.['Index Name'], index)
    assert.equal(page && touched(page), keys ? 8 : 21, 'no row is read and left out')
    return buffersOf(plan)
  }
  for (const [sort, index, end] of [
    ['rating:DESC', 'ratings_by_rating', '-999999998973'],
    ['rating:ASC', 'ratings_by_rating_ascending', '1000000001642'],
  ] as const) {
    const [first, last] = [await read(sort, index), await read(sort, index, [end, LAST_ID])]
    assert.ok(last < first + 100, `${sort}: ${first} and ${last} pages`)
  }
})

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
