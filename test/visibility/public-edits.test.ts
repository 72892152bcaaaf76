/** Lists and counts of edits for people who see a recorder's matches only by a privacy setting, among thousands of edits. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import pg from 'pg'
import { buffersOf, explain, nodesOf, touched } from '../../bench/explain.ts'
import { callerOf } from '../../bench/sample.ts'
import { type Sql, raw, sql } from '../../src/db/sql.ts'
import type { UserCaller } from '../../src/http/caller.ts'
import { countQuery, listQuery } from '../../src/http/filter/query.ts'
import { countStatement, listStatement } from '../../src/http/filter/statement.ts'
import { allMatchEdits } from '../../src/resources/match-edits/store.ts'
import { markWhatIsLeft } from '../../src/resources/privacy-settings/marking.ts'
import { idBeside } from '../buckets.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, present } from '../support.ts'
import { testWorld } from '../world.ts'
import { keepRows, resultColumns, unknownResult, wrongRows } from '../wrong-rows.ts'

const { service, world } = await testWorld()
/** How many edits each recorder has. It is more than one batch of the marking. */
const MANY = 600

let shy: Person
let frank: Person
let friend: Person
let stranger: Person
let group: string

before(async () => {
  ;[shy, frank, friend, stranger] = await Promise.all([
    world.newcomer(),
    world.newcomer(),
    world.newcomer(),
    world.newcomer(),
  ])
  // The edits of the one who shows no details are the newest, and so the first that a list would look at.
  await editsOf(frank, '2 days')
  await editsOf(shy, '1 day')
  const client = new pg.Client(service.connection)
  await client.connect()
  for (const { text, values } of [
    raw('truncate seen_match_edits'),
    ...keepRows.slice(2, 3),
    raw('vacuum analyze'),
  ])
    await client.query(text, values)
  await client.end()
  group = (await shy.post('/groups', { displayName: 'Friends' })).body.id
  const { id } = (await friend.get('/users/me')).body
  const added = await shy.post(`/groups/${group}/members`, { userId: id })
  assert.ok(added.status < 300, added.text)
  await set(shy, 'MATCH_HISTORY', 'PUBLIC')
  await set(frank, 'MATCH_HISTORY', 'PUBLIC')
  await set(frank, 'MATCH_DETAILS', 'PUBLIC')
  await markWhatIsLeft(service.db)
  await vacuum()
})

/** So that an index alone answers, also for the rows that the marking has just made. */
const vacuum = () => service.db.many(raw('vacuum analyze'))

async function editsOf(by: Person, ago: string): Promise<void> {
  const { id: gameId } = await world.game()
  const ghost = (await by.post('/ghost-players', { displayName: 'Ghost' })).body.id
  const { id } = (await by.post('/matches', newMatch(gameId, ghost))).body
  const final = await by.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' })
  assert.equal(final.status, 200, final.text)
  const recorder = sql`(select recorder_id from matches where id = ${id})`
  for (const statement of [
    sql`
      insert into matches (id, game_id, recorder_id, played_at, created_at, finalized_at)
      select ${idBeside(sql`recorder_id`)}, game_id, recorder_id, played_at, created_at, finalized_at
      from matches, generate_series(2, ${MANY}::int) n where id = ${id}`,
    sql`
      insert into ghost_players (id, owner_id, display_name)
      select ${idBeside(recorder)}, ${recorder}, 'Other' from generate_series(2, ${MANY}::int)`,
    sql`
      insert into participants (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
      select ${idBeside(sql`m.id`)}, m.id, gp.id, 1, m.created_at, m.played_at, m.finalized_at, ${unknownResult(1)}
      from (select *, row_number() over (order by id) as n from matches where recorder_id = ${recorder} and id <> ${id}) m
      join (select id, row_number() over (order by id) as n from ghost_players
        where owner_id = ${recorder} and display_name = 'Other') gp on gp.n = m.n`,
    sql`
      insert into match_edits
        (id, match_id, proposed_by, changes_playset, changes_expansions, status, decided_by, decided_at, created_at)
      select ${idBeside(sql`m.id`)}, m.id, m.recorder_id, true, false, 'REJECTED', m.recorder_id, now() - ${ago}::interval,
        now() - ${ago}::interval - row_number() over () * interval '1 second'
      from matches m where m.recorder_id = ${recorder}`,
  ])
    await service.db.many(statement)
}

async function set(by: Person, dataType: string, level: string, groupIds: string[] = []): Promise<void> {
  const [setting] = (await by.get(`/privacy-settings?filter=dataType==${dataType}`)).body.items
  const body = level === 'PRIVILEGED_ACCESS' ? { level, groupIds } : { level }
  const { status, text } = await by.patch(`/privacy-settings/${setting.id}`, body, '*')
  assert.equal(status, 200, text)
}

async function callerBy(one: Person): Promise<UserCaller> {
  const { id, canonicalPlayer } = (await one.get('/users/me')).body
  return callerOf({ id, canonicalPlayerId: canonicalPlayer.id })
}

/** The number of rows that were returned or skipped, and the number of buffers that were read for them. */
async function costOf(statement: Sql): Promise<{ rows: number; buffers: number }> {
  const { Plan: plan } = await explain(service.db, statement)
  const scans = nodesOf(plan).filter((node) => node['Index Name'] ?? node['Relation Name'])
  return { rows: scans.reduce((sum, node) => sum + touched(node), 0), buffers: buffersOf(plan) }
}

const pageFor = (caller: UserCaller, sort: string) =>
  costOf(
    listStatement(
      allMatchEdits.rows({ caller }),
      present(listQuery(allMatchEdits, new Map([['sort', sort]]), '', SECRET).value),
    ),
  )
const SECRET = createSecretKey(randomBytes(32))

/** How many edits each person counts, and how many different ones they find on all pages. */
async function counted(): Promise<Record<string, number[]>> {
  const each = Object.entries({ friend, stranger }).map(async ([name, one]) => {
    const { count } = (await one.get('/match-edits/count')).body
    const filtered = (await one.get('/match-edits/count?filter=status==REJECTED')).body.count
    return [name, [count, filtered, await walked(one)]]
  })
  return Object.fromEntries(await Promise.all(each))
}

async function walked(one: Person): Promise<number> {
  const ids: string[] = []
  for (let path: string | undefined = '/match-edits?limit=100'; path;) {
    const { items, nextCursor }: Reply['body'] = (await one.get(path)).body
    ids.push(...items.map(({ id }: { id: string }) => id))
    path = nextCursor ? `/match-edits?limit=100&cursor=${nextCursor}` : undefined
  }
  assert.equal(new Set(ids).size, ids.length)
  return ids.length
}

const all = (edits: number) => [edits, edits, edits]

for (const sort of allMatchEdits.sorts)
  for (const direction of ['ASC', 'DESC'])
    test(`a page by ${sort}:${direction} passes over no edits whose details are hidden`, async () => {
      const { rows, buffers } = await pageFor(await callerBy(stranger), `${sort}:${direction}`)
      assert.ok(rows <= 400, `${rows} rows`)
      assert.ok(buffers <= 500, `${buffers} buffers`)
    })

test('a count reads the index of what it counts, once', async () => {
  const query = present(countQuery(allMatchEdits, new Map()).value)
  const rows = allMatchEdits.rows({ caller: await callerBy(stranger) })
  const cost = await costOf(countStatement(rows, query))
  assert.ok(cost.rows <= MANY + 100, `${cost.rows} rows`)
  assert.ok(cost.buffers <= 100, `${cost.buffers} buffers`)
})

test('details that open or close count at once, and the same once everything is marked', async () => {
  const right = async (expected: Record<string, number[]>) => {
    assert.deepEqual(await counted(), expected)
    await markWhatIsLeft(service.db)
    assert.deepEqual(await counted(), expected)
    assert.deepEqual(await wrongRows(service.db), [])
  }
  await right({ friend: all(MANY), stranger: all(MANY) })
  await set(shy, 'MATCH_DETAILS', 'PRIVILEGED_ACCESS', [group])
  await right({ friend: all(2 * MANY), stranger: all(MANY) })
  await set(shy, 'MATCH_DETAILS', 'PUBLIC')
  await right({ friend: all(2 * MANY), stranger: all(2 * MANY) })
  await set(shy, 'MATCH_HISTORY', 'PRIVATE')
  await right({ friend: all(MANY), stranger: all(MANY) })
  await set(shy, 'MATCH_DETAILS', 'PRIVATE')
  await set(shy, 'MATCH_HISTORY', 'PUBLIC')
  await right({ friend: all(MANY), stranger: all(MANY) })
})

test('for a member of a group that sees the details, a page reads the first edits of both', async () => {
  await set(shy, 'MATCH_DETAILS', 'PRIVILEGED_ACCESS', [group])
  await markWhatIsLeft(service.db)
  const { rows, buffers } = await pageFor(await callerBy(friend), 'createdAt:DESC')
  assert.ok(rows <= 400, `${rows} rows`)
  assert.ok(buffers <= 700, `${buffers} buffers`)
})
