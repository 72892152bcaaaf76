/** The same file again makes nothing, and a newer file adds, corrects drafts and proposes edits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newGame } from '../resources/games/recipes.ts'
import type { Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { type FilePlay, bgStats, importFile, start, workAll } from './files.ts'

const { service, world } = await testWorld()

const GAME = 'Again and Again'
const game = await world.editor.post('/games', { ...newGame(), displayName: GAME })
assert.equal(game.status, 201, game.text)

const fileOf = (plays: FilePlay[]) => bgStats(['Me', 'Anna', 'Bea'], [{ name: GAME }], plays)

const play = (uuid: string, score: string, more: Partial<FilePlay> = {}): FilePlay => ({
  uuid,
  game: GAME,
  scores: [
    { player: 'Me', score, winner: true },
    { player: 'Anna', score: '1' },
  ],
  ...more,
})

async function imported(by: Person, plays: FilePlay[]) {
  const made = await importFile(by, fileOf(plays))
  assert.equal(made.status, 201, made.text)
  const started = await start(by, made.body.id)
  assert.equal(started.status, 200, started.text)
  await workAll(service.db)
  const done = await by.get(`/imports/${made.body.id}`)
  assert.equal(done.body.state, 'DONE', done.text)
  return { id: made.body.id as string, dryRun: made.body.plays, done: done.body.plays }
}

const matchesOf = async (by: Person) => (await by.get('/matches?sort=playedAt:ASC')).body.items
const scoresOf = (match: { participants: { score?: number }[] }) =>
  match.participants.map(({ score }) => score)

test('the same file again changes nothing, also after the first import was forgotten', async () => {
  const me = await world.newcomer()
  const plays = [play('a', '10'), play('b', '20', { ignored: true })]
  const first = await imported(me, plays)
  assert.deepEqual(first.done, [
    { status: 'IMPORTED', plays: 1 },
    { status: 'IMPORTED', reason: 'UNFINISHED', plays: 1 },
  ])
  const before = await matchesOf(me)
  const forgotten = await me.delete(`/imports/${first.id}`, (await me.get(`/imports/${first.id}`)).etag)
  assert.equal(forgotten.status, 204)
  assert.deepEqual(await matchesOf(me), before, 'its matches stay')
  const second = await imported(me, plays)
  assert.deepEqual(second.dryRun, [{ status: 'SAME', plays: 2 }])
  assert.deepEqual(await matchesOf(me), before)
  assert.equal((await me.get('/users/me/ghost-players/count')).body.count, 2)
})

test('a newer file adds plays, corrects drafts, and proposes edits of final matches', async () => {
  const me = await world.newcomer()
  await imported(me, [play('a', '10'), play('b', '20', { ignored: true, date: '2024-05-02 20:00:00' })])
  const newer = await imported(me, [
    play('a', '11'),
    play('b', '21', { date: '2024-05-03 20:00:00' }),
    play('c', '30', { date: '2024-05-04 20:00:00' }),
  ])
  assert.deepEqual(newer.dryRun, [
    { status: 'CORRECTS_DRAFT', plays: 1 },
    { status: 'NEW', plays: 1 },
    { status: 'PROPOSES_EDIT', plays: 1 },
  ])
  assert.deepEqual(newer.done, [
    { status: 'CORRECTED', plays: 1 },
    { status: 'IMPORTED', plays: 1 },
    { status: 'PROPOSED', plays: 1 },
  ])
  const matches = await matchesOf(me)
  assert.deepEqual(matches.map(scoresOf), [
    [10, 1],
    [21, 1],
    [30, 1],
  ])
  assert.ok(matches.every(({ status }: { status: string }) => status === 'FINALIZED'))
  const edits = await me.get(`/matches/${matches[0].id}/edits`)
  assert.equal(edits.body.items.length, 1)
  const [edit] = edits.body.items
  assert.equal(edit.status, 'PENDING')
  const approved = await me.patch(`/matches/${matches[0].id}/edits/${edit.id}`, { status: 'APPROVED' }, '*')
  assert.equal(approved.status, 200, approved.text)
  assert.deepEqual(scoresOf((await matchesOf(me))[0]), [11, 1])
  const third = await importFile(me, fileOf([play('a', '11')]))
  assert.deepEqual(third.body.plays, [{ status: 'SAME', plays: 1 }])
})

test('a draft that its person has changed, and a match that they have deleted, stay as they are', async () => {
  const me = await world.newcomer()
  const drafts = [play('a', '10', { ignored: true }), play('b', '20', { ignored: true })]
  await imported(me, drafts)
  const [one, other] = (await matchesOf(me)).toSorted(
    (a: { participants: { score: number }[] }, b: { participants: { score: number }[] }) =>
      (a.participants[0]?.score ?? 0) - (b.participants[0]?.score ?? 0),
  )
  assert.equal((await me.patch(`/matches/${one.id}`, { playedAt: '2020-01-01T10:00:00Z' }, '*')).status, 200)
  assert.equal((await me.delete(`/matches/${other.id}`, '*')).status, 204)
  const newer = await imported(me, [play('a', '11', { ignored: true }), play('b', '21', { ignored: true })])
  assert.deepEqual(newer.dryRun, [
    { status: 'LEFT_OUT', reason: 'CHANGED_HERE', plays: 1 },
    { status: 'LEFT_OUT', reason: 'DELETED_HERE', plays: 1 },
  ])
  const matches = await matchesOf(me)
  assert.deepEqual(matches.map(scoresOf), [[10, 1]])
})

test('a play with other people proposes nothing, and says so', async () => {
  const me = await world.newcomer()
  await imported(me, [play('a', '10')])
  const newer = await imported(me, [
    play('a', '10', { scores: [{ player: 'Me', score: '10' }, { player: 'Bea' }] }),
  ])
  assert.deepEqual(newer.done, [{ status: 'LEFT_OUT', reason: 'OTHER_PEOPLE', plays: 1 }])
})

test('a game that appears is taken at the next start', async () => {
  const me = await world.newcomer()
  const name = `Later ${Date.now()}`
  const made = await importFile(
    me,
    bgStats(['Me'], [{ name, bggId: 771_234 }], [{ game: name, scores: [{ player: 'Me', score: '3' }] }]),
  )
  assert.deepEqual(made.body.plays, [{ status: 'WAITS_FOR_GAME', plays: 1 }])
  await start(me, made.body.id)
  await workAll(service.db)
  assert.equal((await matchesOf(me)).length, 0)
  await world.editor.post('/games', { ...newGame(), displayName: 'Later on', sourceRef: 'catalog:771234' })
  await start(me, made.body.id)
  await workAll(service.db)
  const [match] = await matchesOf(me)
  assert.equal(match.game.displayName, 'Later on')
  await start(me, made.body.id)
  await workAll(service.db)
  assert.equal((await matchesOf(me)).length, 1)
})
