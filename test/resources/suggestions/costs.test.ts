/** Suggestions read the same number of pages for 100 matches as for very many. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { buffersOf, explain, nodesOf } from '../../../bench/explain.ts'
import { callerOf } from '../../../bench/sample.ts'
import { type Sql, raw, sql } from '../../../src/db/sql.ts'
import type { UserCaller } from '../../../src/http/caller.ts'
import { suggestions } from '../../../src/resources/suggestions/store.ts'
import { idBeside } from '../../buckets.ts'
import { type Service, testService } from '../../support.ts'
import { worldOf } from '../../world.ts'
import { resultColumns, unknownResult } from '../../wrong-rows.ts'
import { ROUNDS } from '../../races/statuses.ts'

const FEW = 100
/** 10,000 matches in `npm test`, 100,000 in `npm run test:slow`. */
const MANY = 1_000 * ROUNDS
const PEOPLE = 30
const GAMES = 15

let service: Service
let client: pg.Client
let few: UserCaller
let many: UserCaller
let gameId: string

const send = async (...statements: Sql[]) => {
  for (const { text, values } of statements) await client.query(text, values)
}

before(async () => {
  service = await testService()
  const world = await worldOf(service)
  // This connection has no time limits, because many rows can take long on a busy machine.
  client = new pg.Client(service.connection)
  await client.connect()
  for (let n = 0; n < GAMES; n++) gameId = (await world.game()).id
  const caller = async () => {
    const { id, canonicalPlayer } = (await (await world.newcomer()).get('/users/me')).body
    return callerOf({ id, canonicalPlayerId: canonicalPlayer.id })
  }
  ;[few, many] = [await caller(), await caller()]
  await recorded(few, FEW)
  await recorded(many, MANY)
  await send(raw('vacuum analyze'))
})
after(async () => {
  await client.end()
  await service.close()
})

/** Records this number of matches with two players. Three in five are of the requested game, so that every limit is reached. */
const recorded = ({ userId }: UserCaller, matches: number) =>
  send(
    sql`
      insert into ghost_players (id, owner_id, display_name)
      select ${idBeside(sql`${userId}`)}, ${userId}, 'Guest ' || n from generate_series(1, ${PEOPLE}::int) n`,
    sql`
      insert into matches (id, game_id, recorder_id, played_at, finalized_at)
      select ${idBeside(sql`${userId}`)}, case when n % 5 < 3 then ${gameId} else g.ids[1 + n % ${GAMES}::int] end, ${userId},
        timestamptz '2000-01-01Z' + n * interval '1 hour', now()
      from generate_series(1, ${matches}::int) n, (select array_agg(id order by id) as ids from games) g`,
    sql`
      insert into participants
        (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
      select ${idBeside(sql`m.id`)}, m.id, gp.ids[1 + (m.n * seat) % ${PEOPLE}::int], seat, m.created_at, m.played_at, m.finalized_at,
        ${unknownResult(2)}
      from (select *, row_number() over (order by played_at) as n from matches where recorder_id = ${userId}) m,
        generate_series(1, 2) seat,
        (select array_agg(id order by id) as ids from ghost_players where owner_id = ${userId} and not is_self) gp
      where (m.n * seat) % ${PEOPLE}::int <> m.n % ${PEOPLE}::int or seat = 1`,
  )

for (const [what, game] of [
  ['any game', () => undefined],
  ['a game', () => gameId],
] as const)
  test(`suggestions for ${what} read the same pages for ${FEW} matches and for ${MANY}`, async () => {
    const [small, large] = [
      await explain(service.db, suggestions(few, game())),
      await explain(service.db, suggestions(many, game())),
    ]
    const [least, most] = [buffersOf(small.Plan), buffersOf(large.Plan)]
    // An index of 100,000 entries is one level deeper than an index of 100, and each of the 60 matches is on a page of its own.
    assert.ok(most <= least * 1.5, `${most} buffers, and ${least} for few`)
    assert.ok(most < 3_000, `${most} buffers`)
    const scans = nodesOf(large.Plan).filter(
      ({ 'Relation Name': name }) => name === 'matches' || name === 'participants',
    )
    assert.ok(scans.length > 0)
    for (const scan of scans)
      assert.notEqual(scan['Node Type'], 'Seq Scan', `${scan['Relation Name']} is read by its indexes`)
  })
