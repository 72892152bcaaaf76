/** A page of a list reads only as many rows as it shows, whatever the caller may see, in a world with thousands of rows. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { buffersOf, explain, nodesOf, touched } from '../../bench/explain.ts'
import { callerOf } from '../../bench/sample.ts'
import { type Sql, raw, sql } from '../../src/db/sql.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import type { Collection } from '../../src/http/filter/collection.ts'
import { countQuery, listQuery } from '../../src/http/filter/query.ts'
import { countStatement, listStatement } from '../../src/http/filter/statement.ts'
import { canonicalPlayers } from '../../src/resources/canonical-players/store.ts'
import { ghostPlayers, show as showGhostPlayer } from '../../src/resources/ghost-players/store.ts'
import { history, matchesOfGhostPlayer } from '../../src/resources/matches/collections.ts'
import { playsets, show as showPlayset } from '../../src/resources/playsets/store.ts'
import { resultsOfPerson } from '../../src/resources/results/store.ts'
import { disputes } from '../../src/resources/disputes/store.ts'
import { allMatchEdits } from '../../src/resources/match-edits/store.ts'
import { users } from '../../src/resources/users/store.ts'
import { type Person, type Service, present, testService } from '../support.ts'
import { worldOf } from '../world.ts'
import { idBeside, idOfSubject } from '../buckets.ts'
import { keepRows, resultColumns, unknownResult, wrongRows } from '../wrong-rows.ts'

/** The viewer sees this number of things of each kind through a community, and the same number through a claim. */
const MANY = 2_000
const COMMUNITIES = 5

let service: Service
let viewer: UserCaller
/** Played once in a match with the recorder's busiest ghost player. */
let guest: UserCaller
let stranger: UserCaller
/** The id of the recorder's ghost player who is in all matches. */
let busiest: string
/** The id of a playset that the recorder used in one match. */
let playset: string

before(async () => {
  service = await testService()
  const world = await worldOf(service)
  const { id: gameId } = await world.game()
  viewer = await callerBy(await world.newcomer())
  const [recorder, host] = [await callerBy(await world.newcomer()), await callerBy(await world.newcomer())]
  guest = await callerBy(await world.newcomer())
  stranger = await callerBy(await world.newcomer())
  // This connection has no time limits, because inserting thousands of rows can take long on a busy machine.
  const client = new pg.Client(service.connection)
  await client.connect()
  const send = async (...statements: Sql[]) => {
    for (const { text, values } of statements) await client.query(text, values)
  }
  await send(
    sql`
      insert into communities (id, owner_id, display_name, join_policy)
      select ${idBeside(sql`${recorder.userId}`)}, ${recorder.userId}, 'Club ' || n, 'OPEN' from generate_series(1, ${COMMUNITIES}::int) n`,
    sql`
      insert into users (id, issuer, subject, display_name, created_at)
      select ${idOfSubject(sql`'crowd'`, sql`n`)}, 'crowd', n, 'member ' || n % 7, now() - n * interval '1 minute' from generate_series(1, ${MANY}::int) n`,
    sql`
      insert into canonical_players (id, user_id, sort_name, created_at)
      select ${idBeside(sql`id`)}, id, folded(display_name), created_at from users where issuer = 'crowd'`,
    sql`
      insert into memberships (id, community_id, user_id, canonical_player_id, user_name, user_created_at)
      select ${idBeside(sql`u.id`)}, c.id, u.id, cp.id, folded(u.display_name), u.created_at
      from communities c, users u join canonical_players cp on cp.user_id = u.id
      where u.issuer = 'crowd' or u.id = ${viewer.userId}`,
  )
  for (const { userId } of [recorder, host]) {
    const isRecorder = userId === recorder.userId
    await send(
      sql`
        insert into ghost_players (id, owner_id, display_name, created_at, updated_at)
        select ${idBeside(sql`${userId}`)}, ${userId}, 'Ghost ' || n % 7, now() - n * interval '1 minute', now() - n * interval '1 second'
        from generate_series(1, ${MANY}::int) n`,
      sql`
        insert into playsets (id, owner_id, game_id, display_name, sort_name, variants, created_at, updated_at)
        select ${idBeside(sql`${userId}`)}, ${userId}, ${gameId}, 'Rules ' || n % 7, 'rules ' || n % 7, '{}', now() - n * interval '1 minute',
          now() - n * interval '1 second'
        from generate_series(1, ${MANY}::int) n`,
      sql`
        insert into matches (id, game_id, playset_id, community_id, recorder_id, played_at, created_at, finalized_at)
        select ${idBeside(sql`${userId}`)}, ${gameId}, p.id, case when ${isRecorder} then c.ids[1 + n % ${COMMUNITIES}::int] end, ${userId},
          timestamptz '2026-01-01Z' + n * interval '1 day', now() - n * interval '1 minute', now()
        from (select id, row_number() over (order by id) as n from playsets where owner_id = ${userId}) p,
          (select array_agg(id) as ids from communities) c`,
      sql`
        insert into participants
          (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
        select ${idBeside(sql`m.id`)}, m.id, gp.id, seat.position, m.created_at, m.played_at, m.finalized_at, ${unknownResult(2)}
        from (select *, row_number() over (order by id) as n from matches where recorder_id = ${userId}) m,
          lateral (values (1, 1), (2, 2 + m.n % ${MANY - 1}::int)) seat (position, n)
        join (select id, row_number() over (order by is_self desc, id) - 1 as n from ghost_players
          where owner_id = ${userId}) gp on gp.n = seat.n`,
    )
  }
  const hostId = host.userId
  await send(
    sql`
      insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
      select ${idBeside(sql`ghost_player_id`)}, ${viewer.canonicalPlayerId}, ghost_player_id, ${host.userId}
      from participants mp join matches m on m.id = mp.match_id where m.recorder_id = ${host.userId} and mp.position = 1
      limit 1`,
    sql`
      insert into claim_edges (id, canonical_player_id, ghost_player_id, owner_id)
      select ${idBeside(sql`ghost_player_id`)}, ${guest.canonicalPlayerId}, ghost_player_id, ${recorder.userId}
      from participants mp join matches m on m.id = mp.match_id where m.recorder_id = ${recorder.userId} and mp.position = 2
      limit 1`,
    sql`
      insert into match_edits (id, match_id, proposed_by, changes_playset, changes_expansions, status, decided_by, decided_at, created_at)
      select ${idBeside(sql`m.id`)}, m.id, m.recorder_id, true, false, decided.status, decided.by, decided.at, m.created_at
      from matches m, lateral (
        select 'PENDING', null::uuid, null::timestamptz where m.recorder_id = ${hostId}
        union all
        select 'REJECTED', m.recorder_id, m.created_at + interval '1 hour' where m.recorder_id <> ${hostId}) decided (status, by, at)`,
    sql`
      update participants mp set dispute_reason = 'No.', disputed_at = mp.match_created_at, disputed_by = ${viewer.userId}
      from matches m where m.id = mp.match_id and m.recorder_id = ${hostId} and mp.position = 1`,
    // The viewer's history is open, but its matches are not, because their recorder lets nobody in.
    sql`update privacy_settings set level = 'PUBLIC' where user_id = ${viewer.userId} and data_type = 'MATCH_HISTORY'`,
    ...keepRows,
    raw('vacuum analyze'),
  )
  await client.end()
  const seat = sql<{ busiest: string; playset: string }>`
    select mp.ghost_player_id as busiest, m.playset_id as playset from matches m join participants mp on mp.match_id = m.id
    where m.recorder_id = ${recorder.userId} and mp.position = 1 limit 1`
  ;({ busiest, playset } = await service.db.one(seat))
})
after(() => service.close())

async function callerBy(person: Person): Promise<UserCaller> {
  const { id, canonicalPlayer } = (await person.get('/users/me')).body
  return callerOf({ id, canonicalPlayerId: canonicalPlayer.id })
}

type Listed = Collection<{ caller: UserCaller; params: { canonicalPlayerId: string } }>

const rowsOf = (collection: Listed) =>
  collection.rows({ caller: viewer, params: { canonicalPlayerId: viewer.canonicalPlayerId } })

const page = (collection: Listed, query: Record<string, string>) =>
  listStatement(rowsOf(collection), asked(collection, query))

const asked = (collection: Omit<Listed, 'rows'>, query: Record<string, string>) =>
  present(listQuery(collection, new Map(Object.entries(query)), '', createSecretKey(randomBytes(32))).value)

/** The number of rows that were returned or skipped, and the number of buffers that were read for them. */
async function costOf(statement: Sql) {
  const { Plan: plan } = await explain(service.db, statement)
  const scans = nodesOf(plan).filter((node) => node['Index Name'] ?? node['Relation Name'])
  return { rows: scans.reduce((sum, node) => sum + touched(node), 0), buffers: buffersOf(plan) }
}

const LISTS: Record<string, Listed> = {
  'ghost players': ghostPlayers,
  playsets,
  users,
  'canonical players': canonicalPlayers,
  'match edits': allMatchEdits,
  disputes,
}

test('the inserted rows are those that the service would have stored', async () => {
  assert.deepEqual(await wrongRows(service.db), [])
})

for (const [what, collection] of Object.entries(LISTS)) {
  for (const sort of collection.sorts) {
    for (const direction of ['ASC', 'DESC']) {
      test(`a page of ${what} by ${sort}:${direction} looks at the first rows of each range`, async () => {
        const { rows, buffers } = await costOf(page(collection, { sort: `${sort}:${direction}` }))
        assert.ok(rows <= 400, `${rows} rows`)
        assert.ok(buffers <= 600, `${buffers} buffers`)
      })
    }
  }

  test(`a count of ${what} looks at what it counts a few times`, async () => {
    const query = present(countQuery(collection, new Map()).value)
    const { rows } = await costOf(countStatement(rowsOf(collection), query))
    assert.ok(rows <= 12 * MANY, `${rows} rows`)
  })
}

test('a few days of a history are found by a range of its days', async () => {
  const days = 'playedAt=ge=2026-03-01T00:00:00Z;playedAt=lt=2026-03-11T00:00:00Z'
  const { rows, buffers } = await costOf(page(history, { filter: days }))
  assert.ok(rows <= 400, `${rows} rows`)
  assert.ok(buffers <= 1_000, `${buffers} buffers`)
})

const matchesOfBusiest = (caller: UserCaller) =>
  matchesOfGhostPlayer.rows({ caller, params: { ghostPlayerId: busiest } })

for (const sort of matchesOfGhostPlayer.sorts) {
  const list = (caller: UserCaller) =>
    costOf(listStatement(matchesOfBusiest(caller), asked(matchesOfGhostPlayer, { sort: `${sort}:DESC` })))

  test(`the matches of a ghost player by ${sort} are found by the index where the caller sees one of thousands`, async () => {
    const { buffers } = await list(guest)
    assert.ok(buffers <= MANY / 4, `${buffers} buffers`)
  })

  test(`the matches of a ghost player by ${sort} are not looked for where the caller may not see it`, async () => {
    const { buffers } = await list(stranger)
    assert.ok(buffers <= 40, `${buffers} buffers`)
  })
}

for (const [what, collection] of Object.entries({ history, results: resultsOfPerson }))
  test(`the ${what} of a person are found by the index where the caller sees none of thousands`, async () => {
    const rows = collection.rows({
      caller: stranger,
      params: { canonicalPlayerId: viewer.canonicalPlayerId },
    })
    const { buffers } = await costOf(listStatement(rows, asked(collection, {})))
    assert.ok(buffers <= MANY / 8, `${buffers} buffers`)
  })

test('the matches of a ghost player are counted by the index, and not for whoever may not see it', async () => {
  const query = present(countQuery(matchesOfGhostPlayer, new Map()).value)
  const count = async (caller: UserCaller) =>
    (await costOf(countStatement(matchesOfBusiest(caller), query))).buffers
  assert.ok((await count(guest)) <= MANY / 4, `${await count(guest)} buffers`)
  assert.ok((await count(stranger)) <= 40, `${await count(stranger)} buffers`)
})

test('whether a ghost player or a playset is seen does not depend on how many matches it is in', async () => {
  for (const caller of [viewer, guest, stranger]) {
    const { buffers } = await costOf(showGhostPlayer(busiest, caller))
    assert.ok(buffers <= 60, `ghost player: ${buffers} buffers`)
    const ofPlayset = await costOf(showPlayset(playset, caller))
    assert.ok(ofPlayset.buffers <= 60, `playset: ${ofPlayset.buffers} buffers`)
  }
})

test('a page judges its ghost player once, and not again for each row', async () => {
  const query = asked(matchesOfGhostPlayer, { limit: '100' })
  const { Plan: plan } = await explain(service.db, listStatement(matchesOfBusiest(viewer), query))
  const looks = nodesOf(plan).filter(
    (node) =>
      node['Relation Name'] === 'seen_ghost_players' || node['Index Name']?.startsWith('seen_ghost_players'),
  )
  const loops = looks.map((node) => node['Actual Loops'])
  assert.ok(loops.length > 0)
  assert.ok(Math.max(...loops) <= 1, `${loops} looks`)
})
