/** Misspelt names get a question: in paths, parameters, filters and sorts, for settings and commands. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from '../../src/http/nearest.ts'
import { testWorld } from '../world.ts'

const { world } = await testWorld()

test('a name is meant if it differs little', () => {
  const known = ['gameName', 'gameId', 'createdAt', 'status']
  assert.equal(nearest('gamename', known), 'gameName')
  assert.equal(nearest('gameNmae', known), 'gameName')
  assert.equal(nearest('creatdAt', known), 'createdAt')
  assert.equal(nearest('stat', known), 'status')
  for (const other of ['', 'x', 'colour', 'ga', 'x'.repeat(1_000)])
    assert.equal(nearest(other, known), undefined)
})

for (const [path, question] of Object.entries({
  '/matches?filtre=gameId==1': 'filter',
  '/matches?filter=gamename==x': 'gameName',
  '/matches?sort=creatdAt:ASC': 'createdAt',
  '/ghost-players/count?fliter=x==1': 'filter',
  '/matchs': '/api/v1/matches',
  '/ghost-player/count': '/api/v1/ghost-players/count',
  '/games/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11/expantions':
    '/api/v1/games/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a11/expansions',
}))
  test(`${path} asks for ${question}`, async () => {
    const { status, body } = await world.alice.get(path)
    assert.ok(status === 400 || status === 404)
    const [sentence] = [body.errors?.[0]?.message ?? body.detail] as [string]
    assert.ok(sentence.endsWith(`Did you mean ${question}?`), sentence)
  })

test('what resembles nothing gets no question', async () => {
  for (const path of [
    '/zebras',
    '/matches?colour=red',
    '/matches?filter=colour==red',
    '/matches?sort=colour:ASC',
  ]) {
    const { text } = await world.alice.get(path)
    assert.doesNotMatch(text, /Did you mean/, path)
  }
})
