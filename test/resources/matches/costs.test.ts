/** What a match costs the database, in numbers that do not depend on the machine: index entries, and the tables that are read. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { raw, sql } from '../../../src/db/sql.ts'
import { type Person, type Service, testService } from '../../support.ts'

let service: Service
let alice: Person

before(async () => {
  service = await testService()
  alice = await service.as('alice')
})
after(() => service.close())

async function made(by: Person, path: string, body: unknown): Promise<string> {
  const { status, text, body: shown } = await by.post(path, body)
  assert.equal(status, 201, text)
  return shown.id
}

async function draft(): Promise<string> {
  const editor = await service.as('editor', { roles: ['admin'] })
  const gameId = await made(editor, '/games', {
    displayName: 'Harbour Lights',
    description: 'Ships.',
    tags: [],
    minPlayers: 1,
    maxPlayers: 4,
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  })
  const names = ['Ann', 'Ben', 'Cem', 'Dee']
  const ids = await Promise.all(names.map((displayName) => made(alice, '/ghost-players', { displayName })))
  const participants = ids.map((ghostPlayerId, index) => ({ ghostPlayerId, score: 40 - index }))
  return made(alice, '/matches', { gameId, playedAt: '2026-01-15T19:30:00Z', participants })
}

/**
 * Counts the index entries for rows with the condition `which`. A partial index has entries only for rows with its own condition.
 */
async function entries(table: string, which: string): Promise<number> {
  const indexes = await service.db.many(sql<{ condition: string }>`
    select coalesce(pg_get_expr(indpred, indrelid), 'true') as condition
    from pg_index where indrelid = ${table}::regclass`)
  const counts = indexes.map(({ condition }) =>
    service.db.one(
      sql<{
        n: number
      }>`select count(*)::int as n from ${raw(table)} where ${raw(`${which} and (${condition})`)}`,
    ),
  )
  return (await Promise.all(counts)).reduce((sum, { n }) => sum + n, 0)
}

const entriesOf = async (id: string) => ({
  match: await entries('matches', `id = '${id}'`),
  participants: await entries('participants', `match_id = '${id}'`),
})

test('a draft of four participants has 19 index entries, and a final match 32', async () => {
  const id = await draft()
  assert.deepEqual(await entriesOf(id), { match: 7, participants: 12 })
  const { status, text } = await alice.post(`/matches/${id}/finalize`, undefined, { 'if-match': '*' })
  assert.equal(status, 200, text)
  assert.deepEqual(await entriesOf(id), { match: 8, participants: 24 })
})

test('the statement that shows a new match asks nothing that is about others', async () => {
  await draft()
  const { texts } = await service.db.transaction((tx) =>
    tx.one(sql<{ texts: string[] }>`
      select array_agg(statement) as texts from pg_prepared_statements where name like 'matches.showToRecorder%'`),
  )
  assert.equal(texts.length, 1)
  for (const table of ['trusted_editors', 'claim_edges', 'memberships', 'privacy_settings'])
    assert.ok(!texts[0]?.includes(table), table)
})
