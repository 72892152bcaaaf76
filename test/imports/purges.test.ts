/** What is kept of old imports, and for how long. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purge } from '../../src/db/purging.ts'
import { sql } from '../../src/db/sql.ts'
import { healthOfImports } from '../../src/imports/health.ts'
import { purgesOfImports } from '../../src/imports/purges.ts'
import { measured } from '../../src/system/measures.ts'
import { newGame } from '../resources/games/recipes.ts'
import type { Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { bgStats, importFile, start, workAll } from './files.ts'

const { service, world } = await testWorld()
const GAME = 'Long Ago'
const game = await world.editor.post('/games', { ...newGame(), displayName: GAME })
assert.equal(game.status, 201, game.text)

const scores = [{ player: 'Me', score: '3' }]

const fileOf = (missing: string, bggId = 0) =>
  bgStats(
    ['Me'],
    [{ name: GAME }, { name: missing, bggId }],
    [
      { uuid: 'one', game: GAME, scores },
      { uuid: 'two', game: GAME, scores },
      { uuid: 'empty', game: GAME, scores: [] },
      { uuid: 'waits', game: missing, scores },
    ],
  )

async function purged(): Promise<void> {
  for (const one of purgesOfImports) await purge(service.db, one)
}

const days = (id: string, ago: number) =>
  service.db.many(
    sql`update imports set updated_at = updated_at - make_interval(days => ${ago}) where id = ${id}`,
  )

const rowsOf = async (id: string) =>
  service.db.one(sql<{ plays: number; questions: number }>`
    select (select count(*)::int from import_plays where import_id = ${id}) as plays,
      (select count(*)::int from import_questions where import_id = ${id}) as questions`)

async function done(by: Person, file: string): Promise<string> {
  const { id } = (await importFile(by, file)).body
  assert.equal((await start(by, id)).status, 200)
  await workAll(service.db)
  return id
}

test('30 days after its end only the plays that wait for a game are left, and the report stays', async () => {
  const me = await world.newcomer()
  const file = fileOf('Never Seen', 812_345)
  const id = await done(me, file)
  const before = (await me.get(`/imports/${id}`)).body
  assert.equal(Date.parse(before.playsUntil) - Date.parse(before.updatedAt), 30 * 86_400_000)
  await days(id, 29)
  await purged()
  assert.equal((await rowsOf(id)).plays, 4)
  await days(id, 2)
  await purged()
  const left = (await me.get(`/imports/${id}/plays`)).body.items
  assert.deepEqual(
    left.map(({ status }: { status: string }) => status),
    ['WAITS_FOR_GAME'],
  )
  assert.deepEqual((await me.get(`/imports/${id}`)).body.plays, before.plays)

  const again = await importFile(me, file)
  assert.deepEqual(
    again.body.plays.find(({ status }: { status: string }) => status === 'SAME'),
    { status: 'SAME', plays: 2 },
    'the links make the same file still make nothing',
  )

  const added = await world.editor.post('/games', { ...newGame(), sourceRef: 'catalog:812345' })
  assert.equal(added.status, 201, added.text)
  assert.equal((await start(me, id)).status, 200)
  await workAll(service.db)
  const after = (await me.get(`/imports/${id}`)).body
  assert.deepEqual(after.plays, [
    { status: 'IMPORTED', plays: 3 },
    { status: 'LEFT_OUT', reason: 'NO_PARTICIPANTS', plays: 1 },
  ])
  assert.equal((await me.get('/matches/count')).body.count, 3)
  await days(id, 31)
  await purged()
  assert.equal((await rowsOf(id)).plays, 0, 'what was made after the second start goes too')
  assert.deepEqual((await me.get(`/imports/${id}`)).body.plays, after.plays)
})

test('an import that nobody starts expires after 90 days, says so, and is forgotten 90 days later', async () => {
  const me = await world.newcomer()
  const { id } = (await importFile(me, fileOf('Never Heard Of'))).body
  await days(id, 89)
  await purged()
  assert.equal((await me.get(`/imports/${id}`)).body.state, 'READY')
  await days(id, 2)
  await purged()
  const expired = await me.get(`/imports/${id}`)
  assert.equal(expired.body.state, 'EXPIRED')
  assert.equal(expired.body.playsUntil, undefined)
  assert.deepEqual(await rowsOf(id), { plays: 0, questions: 0 })
  const started = await start(me, id)
  assert.equal(started.status, 409)
  assert.match(started.body.detail, /has expired, and its plays are deleted; import the file again/)
  assert.equal((await me.patch(`/imports/${id}`, { timeZone: 'Asia/Tokyo' }, '*')).status, 409)
  await days(id, 91)
  await purged()
  assert.equal((await me.get(`/imports/${id}`)).status, 404)
})

test('an import waits for its games for a year', async () => {
  const me = await world.newcomer()
  const name = `Never There ${Date.now()}`
  const id = await done(me, fileOf(name))
  await days(id, 364)
  await purged()
  const missing = async () =>
    (await world.editor.get(`/missing-games?filter=name=="${name}"`)).body.items.length
  assert.equal(await missing(), 1)
  await days(id, 2)
  await purged()
  assert.equal((await me.get(`/imports/${id}`)).body.state, 'EXPIRED')
  assert.equal(await missing(), 0)
})

test('purges skip an import that is started at the same time', async () => {
  const me = await world.newcomer()
  const id = await done(me, fileOf('Never Mind'))
  await days(id, 40)
  await service.db.transaction(async (tx) => {
    await tx.many(sql`select from imports where id = ${id} for update`)
    await purged()
    assert.equal((await rowsOf(id)).plays, 4)
  })
})

test('doctor counts what is in work, and says that nobody works', async () => {
  const me = await world.newcomer()
  const { id } = (await importFile(me, fileOf('Never Again'))).body
  assert.equal((await start(me, id)).status, 200)
  assert.equal(await healthOfImports(service.db), '1 in work, 2 plays to do')
  const figure = async (name: string) =>
    Object.fromEntries(
      (await measured(service.db)).find((one) => one.name === name)?.samples ?? assert.fail(name),
    )
  assert.deepEqual(await figure('scorebook_imports'), {
    '{state="waiting"}': 1,
    '{state="running"}': 0,
    '{state="failing"}': 0,
  })
  assert.deepEqual(await figure('scorebook_import_plays'), { '': 2 })
  await service.db.many(
    sql`update imports set worked_at = worked_at - interval '11 minutes' where id = ${id}`,
  )
  await assert.rejects(
    healthOfImports(service.db),
    /^Error: an import waits, and nothing was done for 11 minutes/,
  )
  await workAll(service.db)
  assert.match(await healthOfImports(service.db), /^none runs/)
})
