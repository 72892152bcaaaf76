/** A file becomes matches: the dry run, the questions, the start, and the same file again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newGame } from '../resources/games/recipes.ts'
import { testWorld } from '../world.ts'
import { bgStats, importFile, start, workAll } from './files.ts'

const { service, world } = await testWorld()

async function gameNamed(displayName: string, more: object = {}): Promise<string> {
  const made = await world.editor.post('/games', { ...newGame(), displayName, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body.id
}

test('a file becomes final matches with their results', async () => {
  const gameId = await gameNamed('Harbour Nights')
  const me = await world.newcomer()
  const made = await importFile(
    me,
    bgStats(
      ['Me', 'Anna', 'Bea'],
      [{ name: 'harbour NIGHTS' }, { name: 'Unknown Game' }],
      [
        {
          game: 'harbour NIGHTS',
          scores: [
            { player: 'Me', score: '12+3', winner: true },
            { player: 'Anna', score: '10' },
          ],
        },
        { game: 'Unknown Game', scores: [{ player: 'Bea', winner: true }] },
      ],
    ),
    '?timeZone=Europe/Berlin',
  )
  assert.equal(made.status, 201, made.text)
  assert.equal(made.headers.location, `/api/v1/imports/${made.body.id}`)
  assert.equal(made.body.state, 'READY')
  assert.deepEqual(made.body.plays, [
    { status: 'NEW', plays: 1 },
    { status: 'WAITS_FOR_GAME', plays: 1 },
  ])
  const started = await start(me, made.body.id)
  assert.equal(started.status, 200, started.text)
  await workAll(service.db)
  const done = await me.get(`/imports/${made.body.id}`)
  assert.equal(done.body.state, 'DONE', done.text)
  assert.equal(done.body.playsDone, 1)
  const matches = await me.get('/matches')
  assert.equal(matches.body.items.length, 1)
  const [match] = matches.body.items
  assert.equal(match.game.id, gameId)
  assert.equal(match.status, 'FINALIZED')
  assert.equal(match.playedAt, '2024-05-01T18:00:00Z')
  assert.deepEqual(
    match.participants.map((one: { score: number; ghostPlayer: { displayName: string } }) => [
      one.ghostPlayer.displayName,
      one.score,
    ]),
    [
      [(await me.get('/users/me')).body.displayName, 15],
      ['Anna', 10],
    ],
  )
})
