/** What the inbox reads for somebody with thousands of things waiting, and what it reads to say that two stand-ins are one person. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { buffersOf, explain, nodesOf, touched } from '../../bench/explain.ts'
import { callerOf } from '../../bench/sample.ts'
import { type Sql, raw, sql } from '../../src/db/sql.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import { countQuery, listQuery } from '../../src/http/filter/query.ts'
import { countStatement, listStatement } from '../../src/http/filter/statement.ts'
import { inbox } from '../../src/resources/inbox/store.ts'
import { obstaclesTo } from '../../src/resources/same-people/store.ts'
import { idBeside, idOfSubject } from '../buckets.ts'
import { type Person, present } from '../support.ts'
import { testWorld } from '../world.ts'
import { keepRows, resultColumns, unknownResult } from '../wrong-rows.ts'

const { service, world } = await testWorld()
const { db } = service
const MATCHES = 4_000
/** How many edits, disputes, claim requests and membership requests wait: each of these. */
const WAITING = 1_000

/** Recorded all matches. */
let owner: UserCaller
/** Is `bruno`, who plays in each second match, and asked for half of what waits. */
let player: UserCaller
let bruno: string
/** Plays in the other matches. */
let namesake: string

before(async () => {
  const [recorder, claimant] = [await world.newcomer(), await world.newcomer()]
  ;[owner, player] = [await callerBy(recorder), await callerBy(claimant)]
  const standIn = async () => (await recorder.post('/ghost-players', { displayName: 'Bruno' })).body.id
  ;[bruno, namesake] = [await standIn(), await standIn()]
  const { id: gameId } = await world.game()
  const { id: communityId } = (
    await recorder.post('/communities', { displayName: 'Round', joinPolicy: 'REQUIRES_APPROVAL' })
  ).body
  const [ownerId, playerId] = [owner, player].map(({ userId }) => sql`${userId}::uuid`)
  assert.ok(ownerId && playerId)
  for (const statement of [
    ...crowd,
    ...play(ownerId, gameId),
    sql`
      insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
      values (${idBeside(sql`${bruno}::uuid`)}, ${player.canonicalPlayerId}, ${bruno}, ${ownerId})`,
    ...ask(ownerId, playerId, communityId),
    ...keepRows,
    raw('vacuum analyze'),
  ])
    await db.many(statement)
})

async function callerBy(one: Person): Promise<UserCaller> {
  const { id, canonicalPlayer } = (await one.get('/users/me')).body
  return callerOf({ id, canonicalPlayerId: canonicalPlayer.id })
}

const crowd = [
  sql`
    insert into users (id, issuer, subject, display_name)
    select ${idOfSubject(sql`'crowd'`, sql`n`)}, 'crowd', n, 'Somebody ' || n from generate_series(1, ${WAITING}::int) n`,
  sql`
    insert into canonical_players (id, user_id, sort_name, created_at)
    select ${idBeside(sql`id`)}, id, folded(display_name), created_at from users where issuer = 'crowd'`,
]

const play = (ownerId: Sql, gameId: string) => [
  sql`
    insert into matches (id, game_id, recorder_id, played_at, created_at, finalized_at)
    select ${idBeside(ownerId)}, ${gameId}, ${ownerId}, timestamptz '2020-01-01Z' + n * interval '1 hour',
      now() - n * interval '1 minute', now()
    from generate_series(1, ${MATCHES}::int) n`,
  sql`
    insert into participants
      (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
    select ${idBeside(sql`m.id`)}, m.id, seat.id, seat.position, m.created_at, m.played_at, m.finalized_at, ${unknownResult(2)}
    from (select *, row_number() over (order by id) as n from matches) m, lateral (
      select 1, id from ghost_players where owner_id = ${ownerId} and is_self
      union all
      select 2, case when m.n % 2 = 0 then ${bruno}::uuid else ${namesake}::uuid end) seat (position, id)`,
]

const ask = (ownerId: Sql, playerId: Sql, communityId: string) => [
  sql`
    insert into match_edits (id, match_id, proposed_by, changes_playset, changes_expansions, created_at)
    select ${idBeside(sql`m.id`)}, m.id, case when n % 2 = 0 then ${playerId} else ${ownerId} end, true, false, m.created_at
    from (select *, row_number() over (order by id) as n from matches) m where n <= ${WAITING}`,
  sql`
    update participants set dispute_reason = 'No.', disputed_at = match_created_at, disputed_by = ${playerId}
    where id in (select id from participants where ghost_player_id = ${bruno} limit ${WAITING}::int)`,
  sql`
    insert into claim_requests (id, canonical_player_id, ghost_player_id, owner_id, created_at)
    select ${idBeside(sql`cp.user_id`)}, cp.id, ${namesake}, ${ownerId}, now() - u.subject::int * interval '1 second'
    from users u join canonical_players cp on cp.user_id = u.id where u.issuer = 'crowd'`,
  sql`
    insert into membership_requests (id, community_id, user_id, created_at)
    select ${idBeside(sql`u.id`)}, ${communityId}, u.id, now() from users u where u.issuer = 'crowd'`,
]

async function costOf(statement: Sql): Promise<{ most: number; buffers: number; scans: string }> {
  const { Plan: plan } = await explain(db, statement)
  const scans = nodesOf(plan)
    .filter((node) => node['Index Name'] ?? node['Relation Name'])
    .toSorted((one, other) => touched(other) - touched(one))
  return {
    most: Math.max(...scans.map(touched)),
    buffers: buffersOf(plan),
    scans: scans
      .slice(0, 3)
      .map((node) => `${node['Index Name'] ?? node['Relation Name']} ${touched(node)}`)
      .join(', '),
  }
}

const pageFor = (caller: UserCaller, query: Record<string, string>) =>
  listStatement(
    inbox.rows({ caller }),
    present(listQuery(inbox, new Map(Object.entries(query)), '', createSecretKey(randomBytes(32))).value),
  )

for (const sort of ['since:ASC', 'since:DESC'])
  test(`a page by ${sort} reads what it shows, and the index of what waits`, async () => {
    for (const caller of [owner, player]) {
      const { most, buffers, scans } = await costOf(pageFor(caller, { sort }))
      // Beside a claim the newest 1,000 matches are counted, and a claimant's own matches by an index alone.
      assert.ok(most <= MATCHES / 2, scans)
      assert.ok(buffers <= 2_500, `${buffers} buffers: ${scans}`)
    }
  })

test('a page of one kind reads nothing of the others', async () => {
  for (const kind of ['MATCH_EDIT', 'DISPUTE', 'MEMBERSHIP_REQUEST']) {
    const { most, buffers, scans } = await costOf(pageFor(owner, { filter: `kind==${kind}` }))
    assert.ok(most <= WAITING, `${kind}: ${scans}`)
    assert.ok(buffers <= 2_500, `${kind}: ${buffers} buffers, ${scans}`)
  }
})

test('a count reads the indexes of what it counts', async () => {
  for (const caller of [owner, player]) {
    const query = present(countQuery(inbox, new Map()).value)
    const { buffers, scans } = await costOf(countStatement(inbox.rows({ caller }), query))
    assert.ok(buffers <= 300, `${buffers} buffers: ${scans}`)
  }
})

test('that two stand-ins never sat in one match is found by indexes alone', async () => {
  const pair = {
    oneIsSeen: true,
    onePlayerId: bruno,
    oneIsPerson: false,
    otherIsSeen: true,
    otherPlayerId: namesake,
    otherIsPerson: false,
  }
  const answer = { oneId: bruno, otherId: namesake, isSame: true }
  for (const caller of [owner, player]) {
    const { buffers, scans } = await costOf(obstaclesTo(caller, answer, pair))
    assert.ok(buffers <= MATCHES / 8, `${buffers} buffers: ${scans}`)
  }
})
