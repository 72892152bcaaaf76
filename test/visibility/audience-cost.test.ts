/** What "Who sees me" reads for somebody in a community of many: a few pages for each member, and the policy once for all. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { buffersOf, explain } from '../../bench/explain.ts'
import { callerOf } from '../../bench/sample.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { audience } from '../../src/resources/audience/store.ts'
import { type Person } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const { db } = service
const MEMBERS = 10_000

let owner: Person
let caller: ReturnType<typeof callerOf>

before(async () => {
  owner = await world.newcomer()
  const me = (await owner.get('/users/me')).body
  caller = callerOf({ id: me.id, canonicalPlayerId: me.canonicalPlayer.id })
  const { id } = (await owner.post('/communities', { displayName: 'Town', joinPolicy: 'OPEN' })).body
  await db.many(sql`
    with made as (
      insert into users (id, issuer, subject, display_name)
      select uuidv7(), 'many', n::text, 'Member ' || n from generate_series(1, ${MEMBERS}::int) n
      returning id, display_name, created_at
    ), players as (
      insert into canonical_players (id, user_id, sort_name)
      select uuidv7(), id, folded(display_name) from made returning id, user_id, sort_name
    ), settings as (
      insert into privacy_settings (id, user_id, data_type, level)
      select uuidv7(), made.id, type, 'PRIVATE' from made, unnest('{PROFILE,MATCH_HISTORY,MATCH_DETAILS}'::text[]) type
    )
    insert into memberships (id, community_id, user_id, canonical_player_id, user_name, user_created_at)
    select uuidv7(), ${id}, made.id, players.id, players.sort_name, made.created_at
    from made join players on players.user_id = made.id`)
  await db.many(raw('vacuum analyze'))
})

test('ten thousand members cost seven pages each, and their numbers are exact', async () => {
  const { status, body, text } = await owner.get('/users/me/audience')
  assert.equal(status, 200, text)
  const profile = body.data[0]
  assert.equal(profile.dataType, 'PROFILE')
  for (const { everybody, people, inPart, among } of profile.levels)
    assert.deepEqual([people, inPart, among.length], [everybody ? body.people : MEMBERS, 0, 3])
  const history = body.data[1].levels.find(({ level }: { level: string }) => level === 'PRIVATE')
  assert.deepEqual([history.people, history.inPart, history.among], [0, 0, []])
  const buffers = buffersOf((await explain(db, audience(caller))).Plan)
  assert.ok(buffers <= 7 * MEMBERS, `${buffers} pages`)
})

test('the list of ten thousand has a page of them, and counts them all', async () => {
  const { status, body, text } = await owner.get('/users/me/audience/PROFILE?limit=20&sort=name:ASC')
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.items.slice(0, 2).map(({ displayName, sees }: Record<string, string>) => [displayName, sees]),
    [
      ['Member 1', 'ALL'],
      ['Member 10', 'ALL'],
    ],
  )
  assert.equal((await owner.get('/users/me/audience/PROFILE/count')).body.count, MEMBERS)
})
