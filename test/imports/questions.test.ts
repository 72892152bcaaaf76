/** What an import asks, and that it remembers the answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newGame } from '../resources/games/recipes.ts'
import { type Person, idOf, violations } from '../support.ts'
import { testWorld } from '../world.ts'
import { bgStats, importFile, start, workAll } from './files.ts'

const { service, world } = await testWorld()

const GAME = 'Question Time'
const game = await world.editor.post('/games', { ...newGame(), displayName: GAME })
assert.equal(game.status, 201, game.text)

const standIn = async (by: Person, displayName: string): Promise<string> =>
  (await by.post('/ghost-players', { displayName })).body.id

const fileOf = (players: string[], games = [{ name: GAME }]) =>
  bgStats(players, games, [
    { uuid: 'one', game: games[0]?.name ?? '', scores: players.map((player) => ({ player, score: '1' })) },
  ])

async function questionsOf(by: Person, id: string) {
  const { body } = await by.get(`/imports/${id}/questions?limit=100`)
  return new Map<string, { id: string; [field: string]: unknown }>(
    body.items.map((one: { name: string }) => [one.name, one]),
  )
}

const ghostPlayerOf = (questions: Awaited<ReturnType<typeof questionsOf>>, name: string) =>
  (questions.get(name) as { ghostPlayer?: { id: string } } | undefined)?.ghostPlayer?.id

const answer = async (by: Person, id: string, answers: object[]) =>
  by.patch(`/imports/${id}`, { answers }, (await by.get(`/imports/${id}`)).etag)

test('people are found by name without case and accents; similar names are asked about', async () => {
  const me = await world.newcomer()
  const zoe = await standIn(me, 'ZOË')
  const bob = await standIn(me, 'Bob')
  const [anna, otherAnna] = [await standIn(me, 'Anna'), await standIn(me, 'anna')]
  const made = await importFile(me, fileOf(['Me', 'Zoe', 'Bob Kurz', 'Anna', 'Nora']))
  assert.equal(made.body.state, 'QUESTIONS', made.text)
  assert.equal(made.body.openQuestions, 2)
  const questions = await questionsOf(me, made.body.id)
  const shown = (name: string) => {
    const { decision, candidates, suggestion } = questions.get(name) ?? assert.fail(name)
    return [decision, (candidates as { id: string }[]).map(({ id }) => id), suggestion]
  }
  const { selfGhostPlayer } = (await me.get('/users/me')).body
  assert.equal(ghostPlayerOf(questions, 'Me'), selfGhostPlayer.id)
  assert.equal(ghostPlayerOf(questions, 'Zoe'), zoe)
  assert.deepEqual(shown('Bob Kurz'), ['ASKED', [bob], { answer: 'NEW' }])
  assert.deepEqual(shown('Anna'), ['ASKED', [anna, otherAnna], { answer: 'USE', id: anna }])
  assert.deepEqual(shown('Nora'), ['NEW', [], undefined])

  const early = await start(me, made.body.id)
  assert.equal(early.status, 409)
  assert.match(early.body.detail, /2 questions are open/)
  const answered = await answer(me, made.body.id, [
    { questionId: questions.get('Bob Kurz')?.id, answer: 'USE', ghostPlayerId: bob },
    { questionId: questions.get('Anna')?.id, answer: 'LEAVE_OUT' },
  ])
  assert.equal(answered.status, 200, answered.text)
  assert.equal(answered.body.state, 'READY')
  assert.equal((await start(me, made.body.id)).status, 200)
  await workAll(service.db)
  const [match] = (await me.get('/matches')).body.items
  assert.deepEqual(
    match.participants.map((one: { ghostPlayer: { id: string } }) => one.ghostPlayer.id).slice(0, 3),
    [selfGhostPlayer.id, zoe, bob],
  )
  assert.equal(match.participants.length, 4, 'Nora is new, Anna is left out')
  const plays = await me.get(`/imports/${made.body.id}/plays`)
  assert.deepEqual(plays.body.items[0].notes, [{ kind: 'PERSON_LEFT_OUT', found: 'Anna' }])

  const next = await importFile(me, fileOf(['Me', 'Bob Kurz', 'Anna', 'Nora']))
  assert.equal(next.body.state, 'READY', 'the answers are remembered')
  const again = await questionsOf(me, next.body.id)
  assert.equal(ghostPlayerOf(again, 'Bob Kurz'), bob)
  assert.equal(again.get('Anna')?.['decision'], 'LEFT_OUT')
  assert.equal(again.get('Nora')?.['decision'], 'KNOWN')
})

test('two games of one name are asked about, and the answer counts next time', async () => {
  const me = await world.newcomer()
  const name = `Twins ${Date.now()}`
  const twins = []
  for (let n = 0; n < 2; n++)
    twins.push((await world.editor.post('/games', { ...newGame(), displayName: name })).body.id)
  const made = await importFile(me, fileOf(['Me'], [{ name }]))
  assert.equal(made.body.openQuestions, 1)
  const questions = await questionsOf(me, made.body.id)
  const answered = await answer(me, made.body.id, [
    { questionId: questions.get(name)?.id, answer: 'USE', gameId: twins[1] },
  ])
  assert.deepEqual(answered.body.plays, [{ status: 'NEW', plays: 1 }])
  const next = await importFile(me, fileOf(['Me'], [{ name }]))
  assert.equal((await questionsOf(me, next.body.id)).get(name)?.['decision'], 'KNOWN')
})

test('an answer names only own people, fitting games, and questions of the import', async () => {
  const me = await world.newcomer()
  const theirs = await standIn(await world.newcomer(), 'Eve')
  const made = await importFile(me, fileOf(['Me', 'Eve']))
  const questions = await questionsOf(me, made.body.id)
  const eve = questions.get('Eve')?.id
  const wrong = await answer(me, made.body.id, [
    { questionId: eve, answer: 'USE', ghostPlayerId: theirs },
    { questionId: eve, answer: 'WAIT' },
    { questionId: theirs, answer: 'LEAVE_OUT' },
    { questionId: questions.get(GAME)?.id, answer: 'USE', gameId: theirs },
  ])
  assert.deepEqual(violations(wrong), [
    'answers[0].ghostPlayerId INVALID_REFERENCE',
    'answers[1].answer INVALID_VALUE',
    'answers[2].questionId INVALID_REFERENCE',
    'answers[3].gameId INVALID_REFERENCE',
  ])
})

test('local times follow the time zone, also when it is changed', async () => {
  const me = await world.newcomer()
  const made = await importFile(me, fileOf(['Me']), '?timeZone=America/New_York')
  const at = async () => (await me.get(`/imports/${made.body.id}/plays`)).body.items[0].playedAt
  assert.equal(await at(), '2024-05-02T00:00:00Z')
  const changed = await me.patch(`/imports/${made.body.id}`, { timeZone: 'Asia/Tokyo' }, made.etag)
  assert.equal(changed.body.timeZone, 'Asia/Tokyo')
  assert.equal(await at(), '2024-05-01T11:00:00Z')
})

test('an erasure takes imports, links and answers with it, and an export has them', async () => {
  const me = await world.newcomer()
  const made = await importFile(me, fileOf(['Me', 'Nora']))
  await start(me, made.body.id)
  await workAll(service.db)
  const exported = await me.get('/users/me/export')
  assert.equal(exported.body.imports[0].id, made.body.id)
  assert.deepEqual(
    exported.body.importAnswers.map(({ name, decision }: { name: string; decision: string }) => [
      name,
      decision,
    ]),
    [['nora', 'KNOWN']],
  )
  const userId = await idOf(me)
  const erased = await me.delete('/users/me', (await me.get('/users/me')).etag)
  assert.equal(erased.status, 204, erased.text)
  const { sql } = await import('../../src/db/sql.ts')
  const left = await service.db.many(sql`
    select 1 from imports where owner_id = ${userId} union all select 1 from import_links where owner_id = ${userId}
    union all select 1 from import_answers where owner_id = ${userId}`)
  assert.deepEqual(left, [])
})
