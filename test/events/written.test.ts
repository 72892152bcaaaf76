/** Every change writes an event for each resource that it makes, changes or deletes, and for no other. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../src/api.ts'
import { raw, sql } from '../../src/db/sql.ts'
import { number } from '../../src/events/log.ts'
import { prepare, send } from '../conventions/recipes.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()

/** For each kind of subject, its table and the column that is the id in its path. */
const TABLES: Record<string, [table: string, id: string]> = {
  match: ['matches', 'id'],
  'match-edit': ['match_edits', 'id'],
  game: ['games', 'id'],
  expansion: ['expansions', 'id'],
  playset: ['playsets', 'id'],
  'ghost-player': ['ghost_players', 'id'],
  user: ['users', 'id'],
  'canonical-player': ['canonical_players', 'id'],
  'claim-request': ['claim_requests', 'id'],
  'claim-edge': ['claim_edges', 'id'],
  'trusted-editor': ['trusted_editors', 'id'],
  invitation: ['invitations', 'id'],
  'privacy-setting': ['privacy_settings', 'id'],
  group: ['groups', 'id'],
  community: ['communities', 'id'],
  membership: ['memberships', 'user_id'],
  'membership-request': ['membership_requests', 'id'],
  candidate: ['candidates', 'id'],
  'rule-source': ['rule_sources', 'id'],
}

type State = { key: string; id: string; version: number; deleted: boolean }

/** All existing subjects, by their kind and the id of their row. */
async function subjects(): Promise<Map<string, State>> {
  const found = new Map<string, State>()
  for (const [noun, [table, id]] of Object.entries(TABLES)) {
    const rows = await service.db.many(sql<State>`
      select s.id as key, s.${raw(id)} as id, s.version, to_jsonb(s) ->> 'deleted_at' is not null as deleted
      from ${raw(table)} s`)
    for (const row of rows) found.set(`${noun} ${row.key}`, row)
  }
  return found
}

/** The events that must have been written, as lines such as `match.updated ID VERSION`. */
function expected(before: Map<string, State>, after: Map<string, State>): string[] {
  const made = [...after].flatMap(([name, { id, version, deleted }]) => {
    const [noun] = name.split(' ')
    const was = before.get(name)
    if (was?.version === version) return []
    const what = was === undefined ? 'created' : deleted ? 'deleted' : 'updated'
    return [`${noun}.${what} ${id} ${version}`]
  })
  const gone = [...before].flatMap(([name, { id }]) =>
    after.has(name) ? [] : [`${name.split(' ')[0]}.deleted ${id} null`],
  )
  return [...made, ...gone].toSorted()
}

async function written(since: string): Promise<string[]> {
  const rows = await service.db.many(sql<{ kind: string; id: string; version: number | null }>`
    select kind, subject_id as id, version from events where n > ${since} order by n`)
  return rows.map(({ kind, id, version }) => `${kind} ${id} ${version}`)
}

const last = async () =>
  (await service.db.one(sql<{ n: string }>`select coalesce(max(n), 0)::text as n from events`)).n

// An erasure is left out, because it writes events only for some of its changes (`eventsOfErasure`).
for (const operation of operations.filter(
  ({ handling, id }) => handling.kind === 'change' && id !== 'eraseMe',
)) {
  test(`${operation.id} writes an event for each resource whose version it raises`, async () => {
    const prepared = await prepare(operation, world)
    await prepared.by.get('/users/me') // the first request makes the person's user
    const [before, since] = [await subjects(), await last()]
    const reply = await send(operation, prepared)
    assert.equal(reply.status, operation.responds.status, reply.text)
    const events = await written(since)
    assert.deepEqual(events.toSorted(), expected(before, await subjects()))
  })
}

test('a retry writes no event, and neither does a refused change', async () => {
  const key = { 'idempotency-key': '5b2e0c1a-9d3f-4e6b-8a71-2c4d6e8f0a13' }
  const since = await last()
  await world.alice.post('/ghost-players', { displayName: 'Dora' }, key)
  await world.alice.post('/ghost-players', { displayName: 'Dora' }, key)
  await world.alice.post('/ghost-players', { displayName: '' })
  assert.equal((await written(since)).length, 1)
})

test('events are numbered once, in the order in which they were written', async () => {
  await Promise.all(Array.from({ length: 20 }, () => world.ghostPlayer()))
  await Promise.all([number(service.db), number(service.db), number(service.db)])
  const rows = await service.db.many(sql<{ n: string; position: string }>`
    select n::text, position::text from events e where e.position > 0 order by e.n`)
  const positions = rows.map(({ position }) => Number(position))
  assert.deepEqual(
    positions,
    positions.map((_, at) => at + 1),
  )
  const head = await service.db.one(sql<{ position: string; matches: boolean }>`
    select h.position::text, exists (select from events e where e.position = h.position and e.tag = h.tag) as matches
    from event_head h`)
  assert.deepEqual(head, { position: String(positions.length), matches: true })
})
