/** A match from draft to final, as its recorder sees it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, type Service, testService } from '../../support.ts'

let service: Service
let alice: Person
let editor: Person

before(async () => {
  service = await testService()
  alice = await service.as('alice')
  editor = await service.as('editor', { roles: ['catalog-editor'] })
})
after(() => service.close())

test('a draft is recorded, changed, finalized and counted', async () => {
  const game = await editor.post('/games', {
    displayName: ' Harbour Lights ',
    description: '',
    minPlayers: 2,
    maxPlayers: 4,
    tags: ['economic'],
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  })
  assert.equal(game.status, 201)
  assert.equal(game.body.displayName, 'Harbour Lights')
  const bob = await alice.post('/ghost-players', { displayName: 'Bob' })
  const me = await alice.get('/users/me')
  const match = await alice.post('/matches', {
    gameId: game.body.id,
    playedAt: '2026-01-15T20:30:00+01:00',
    participants: [
      {
        ghostPlayerId: bob.body.id,
        score: 42.5,
        rank: 1,
        outcome: 'WIN',
        loadoutAttributes: { faction: 'Gulls', n: 1.0 },
      },
      { ghostPlayerId: me.body.selfGhostPlayer.id, score: -0.07 },
    ],
  })
  assert.equal(match.status, 201)
  assert.equal(match.headers['location'], `/api/v1/matches/${match.body.id}`)
  assert.equal(match.body.playedAt, '2026-01-15T19:30:00Z')
  assert.equal(match.body.participants[1].score, -0.07)
  const changed = await alice.patch(
    `/matches/${match.body.id}`,
    { participants: [{ ghostPlayerId: bob.body.id, score: 7 }] },
    match.etag,
  )
  assert.equal(changed.status, 200)
  assert.equal(changed.body.participants[0].id, match.body.participants[0].id)
  assert.equal(changed.body.participants.length, 1)
  assert.equal(changed.body.participants[0].loadout, undefined)
  const final = await alice.send('POST', `/matches/${match.body.id}/finalize`, undefined, {
    'if-match': changed.etag,
    'idempotency-key': '0199b3a0-6c3e-4d7b-8c55-0d1f6f3c2a20',
  })
  assert.equal(final.status, 200)
  assert.equal(final.body.status, 'FINALIZED')
  const count = await alice.get(
    `/matches/count?filter=${encodeURIComponent("gameName=='harbour*';playedAt==2026-01-15T19:30:00Z")}`,
  )
  assert.deepEqual(count.body, { count: 1 })
  const listed = await alice.get('/matches?limit=1&sort=playedAt:ASC')
  assert.deepEqual(listed.body, { limit: 1, prevCursor: null, nextCursor: null, items: [final.body] })
  assert.equal((await alice.delete(`/matches/${match.body.id}`, final.etag)).status, 409)
})
