/** A pool of 10,000 matches: how long a correction in the middle takes, and how long it makes others wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { raw, sql } from '../../src/db/sql.ts'
import { compareAll, rateWhatIsDue, startRating } from '../../src/resources/ratings/upkeep.ts'
import { matchesChanged } from '../../src/resources/ratings/changes.ts'
import { idBeside } from '../buckets.ts'
import { idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const MATCHES = 10_000
const PEOPLE = 200
const SEATS = 4

const { service, world } = await testWorld()
const { db } = service

test('a correction in the middle of 10,000 matches is in the ratings within seconds', async (t) => {
  const { alice } = world
  const userId = await idOf(alice)
  const gameId = (await world.game()).id
  const communityId = (await world.community()).id
  const client = new pg.Client(service.connection)
  await client.connect()
  for (const { text, values } of [
    sql`
      insert into ghost_players (id, owner_id, display_name)
      select ${idBeside(sql`${userId}`)}, ${userId}, 'Guest ' || n from generate_series(1, ${PEOPLE}::int) n`,
    sql`
      insert into matches (id, game_id, community_id, recorder_id, played_at, finalized_at)
      select ${idBeside(sql`${userId}`)}, ${gameId}, ${communityId}, ${userId}, timestamptz '2020-01-01Z' + n * interval '1 hour', now()
      from generate_series(1, ${MATCHES}::int) n`,
    sql`
      insert into participants
        (id, match_id, ghost_player_id, position, rank, match_created_at, match_played_at, match_finalized_at, match_game_id,
          match_community_id, kind, place, place_of, winners, tied, won)
      select ${idBeside(sql`m.id`)}, m.id, gp.ids[1 + (m.n * 7 + seat * 13) % ${PEOPLE}::int], seat, seat, m.created_at, m.played_at,
        m.finalized_at, m.game_id, m.community_id, 'COMPETITIVE', seat, ${SEATS}::int, 1, false, seat = 1
      from (select *, row_number() over (order by played_at) as n from matches where recorder_id = ${userId}) m,
        generate_series(1, ${SEATS}::int) seat,
        (select array_agg(id order by id) as ids from ghost_players where owner_id = ${userId} and not is_self) gp`,
    raw('analyze'),
  ])
    await client.query(text, values)
  await client.end()
  await db.many(matchesChanged(sql`m.community_id = ${communityId}`))
  await rateWhatIsDue(db)
  const { id } = await db.one(sql<{ id: string }>`
    select id from matches where community_id = ${communityId} order by played_at offset ${MATCHES / 2} limit 1`)
  const path = `/communities/${communityId}/games/${gameId}/leaderboard?limit=100`
  const before = (await alice.get(path)).text
  const rating = startRating(db, (message, facts) => assert.fail(`${message} ${JSON.stringify(facts)}`))
  t.after(() => rating.stop())
  const turns = watchTurns()
  const since = performance.now()
  assert.equal((await alice.patch(`/matches/${id}`, { playedAt: '2020-01-01T00:30:00Z' }, '*')).status, 200)
  const pool = sql<{ due: boolean }>`
    select exists (select from rating_changes where community_id = ${communityId}) as due`
  while ((await db.one(pool)).due) await sleep(20)
  const took = Math.round(performance.now() - since)
  const { cpu, longest } = turns.end()
  t.diagnostic(
    `${took} ms, ${Math.round(cpu)} ms of CPU here; ${Math.round(longest)} ms in one turn of the event loop at most`,
  )
  assert.notEqual((await alice.get(path)).text, before)
  // CPU time does not depend on what else the machine does.
  assert.ok(longest < 50, `${longest} ms of CPU in one turn`)
  assert.ok(cpu < 2_500, `${cpu} ms of CPU`)
  assert.deepEqual((await compareAll(db, { rebuilds: false })).differing, [])
})

/** Measures the CPU time of this thread in milliseconds: all, and the most in one turn of the event loop. */
function watchTurns(): { end: () => { cpu: number; longest: number } } {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  const first = used()
  let [last, longest] = [first, 0]
  const turn = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(turn, 1)
  return {
    end() {
      clearInterval(timer)
      turn()
      return { cpu: last - first, longest }
    },
  }
}
