/** What figures cost the database, in pages, so that the numbers are the same on every machine. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buffersOf, explain, nodesOf, touched } from '../../../bench/explain.ts'
import { callerOf } from '../../../bench/sample.ts'
import { raw, sql } from '../../../src/db/sql.ts'
import type { UserCaller } from '../../../src/http/caller.ts'
import { askedPerson } from '../../../src/resources/statistics/asked.ts'
import { ofGame } from '../../../src/resources/statistics/game.ts'
import { headToHead } from '../../../src/resources/statistics/head-to-head.ts'
import { MOST, ofPlayer } from '../../../src/resources/statistics/person.ts'
import { recap } from '../../../src/resources/statistics/recap.ts'
import { idBeside } from '../../buckets.ts'
import { type Person, idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { resultColumns } from '../../wrong-rows.ts'

const { service, world } = await testWorld()
const { alice } = world
const MATCHES = 4_000
/** The number of ghost players. Each is in one of four matches. */
const GHOSTS = 16
const SPAN = { timeZone: 'Europe/Berlin' }
const callers: UserCaller[] = []
let gameId = ''

/**
 * Makes 4,000 matches of Alice's. Bob claims the first ghost player and a newcomer the fifth; both are in the same 1,000 matches.
 */
before(async () => {
  const owner = await idOf(alice)
  gameId = (await world.game()).id
  const ghosts: string[] = []
  for (let n = 0; n < GHOSTS; n++) ghosts.push((await world.ghostPlayer()).id)
  await service.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, finalized_at)
    select ${idBeside(sql`${owner}`)}, ${gameId}, ${owner}, timestamptz '2024-01-01T20:00:00Z' + n * interval '1 hour', now()
    from generate_series(1, ${MATCHES}::int) n`)
  await service.db.many(sql`
    insert into participants
      (id, match_id, ghost_player_id, position, score, match_created_at, match_played_at, match_finalized_at, ${resultColumns}, winners, place, won)
    select ${idBeside(sql`m.id`)}, m.id, g.ghost, g.n, 100 - g.n, m.created_at, m.played_at, m.finalized_at,
      m.game_id, null, 'COMPETITIVE', 4, false, 1, 1 + (g.n / 4)::int, g.n < 4
    from (select *, row_number() over (order by played_at) as n from matches where recorder_id = ${owner}) m
    join (select ghost, nth - 1 as n from unnest(${ghosts}::uuid[]) with ordinality as all_ghosts (ghost, nth)) g
      on (m.n + g.n) % 4 = 0`)
  const claim = async (by: Person, ghostPlayerId: string | undefined) => {
    const { id } = (await by.post('/claim-requests', { ghostPlayerId })).body
    const { status, text } = await alice.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*')
    assert.equal(status, 200, text)
    const me = (await by.get('/users/me')).body
    callers.push(callerOf({ id: me.id, canonicalPlayerId: me.canonicalPlayer.id }))
  }
  // Both are in every fourth match, so they meet in all of their 1,000 matches.
  await claim(world.bob, ghosts[0])
  await claim(await world.newcomer(), ghosts[4])
  await service.db.many(raw('vacuum analyze'))
})

test('a person’s figures read one range of one index, and a head-to-head two', async () => {
  const [bob, carol] = callers as [UserCaller, UserCaller]
  const asked = askedPerson(bob, bob.canonicalPlayerId)
  const mine = ofPlayer(bob, asked, SPAN)
  const both = headToHead(bob, asked, carol.canonicalPlayerId, SPAN)
  for (const [statement, ranges, seatsOf] of [
    // This also reads the seats in the newest matches of one game.
    [mine, 1, [MOST.scores]],
    [both, 2, []],
  ] as const) {
    const { Plan: plan } = await explain(service.db, statement)
    const read = nodesOf(plan).filter(
      (node) => node['Relation Name'] === 'participants' && node['Actual Loops'] > 0,
    )
    const seats = read.filter((node) => node['Index Name'] === 'participants_ghost_player_key')
    assert.deepEqual(
      seats.map((node) => node['Actual Loops']),
      seatsOf,
    )
    for (const node of read.filter((one) => !seats.includes(one)))
      assert.equal(`${node['Node Type']} ${node['Index Name']}`, 'Index Only Scan participants_by_played')
    // 1,000 results of a hundred bytes take 20 pages. The rows of the table would take a thousand.
    assert.ok(buffersOf(plan) < 120 * ranges, `${buffersOf(plan)} pages`)
  }
})

test('a game’s figures look up the seats of each match that is seen, in one index, and read no others', async () => {
  const [bob] = callers as [UserCaller]
  const { Plan: plan } = await explain(service.db, ofGame(bob, gameId, SPAN))
  const read = nodesOf(plan).filter((node) => node['Actual Loops'] > 0)
  const seats = read.filter((node) => node['Relation Name'] === 'participants')
  for (const node of seats) assert.equal(node['Node Type'], 'Index Only Scan')
  const lookedUp = seats.find((node) => node['Index Name'] === 'participants_ghost_player_key')
  assert.equal(lookedUp?.['Actual Loops'], MATCHES / 4)
  assert.deepEqual(
    read.filter((node) => node['Relation Name'] === 'match_expansions').map((node) => node['Actual Loops']),
    [MATCHES / 4],
  )
})

test('no step of a recap looks at more rows than a few for each seat of the year', async () => {
  const [bob] = callers as [UserCaller]
  const { Plan: plan } = await explain(service.db, recap(bob, '2024', SPAN.timeZone))
  const most = Math.max(...nodesOf(plan).map(touched))
  assert.ok(most <= 2 * MATCHES, `${most} rows for ${MATCHES} seats in ${MATCHES / 4} matches`)
})
