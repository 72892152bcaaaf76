/** What can be asked about a match: an edit and claims are offered only while somebody can answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newMatch } from './recipes.ts'

const { service, world } = await testWorld()

test('only what somebody can answer can be asked about a match, and nothing after its recorder has left', async () => {
  const [dora, bob, carol] = await Promise.all([
    service.as('dora, who records'),
    service.as('bob, who sat there'),
    service.as('carol, who reads'),
  ])
  const community = await bob.post('/communities', { displayName: 'Thursdays', joinPolicy: 'OPEN' })
  for (const one of [dora, carol]) await one.post(`/communities/${community.body.id}/memberships`)
  const game = await world.game()
  const bobs = await dora.post('/ghost-players', { displayName: 'Bob' })
  const free = await dora.post('/ghost-players', { displayName: 'Somebody' })
  const own = (await dora.get('/users/me')).body.selfGhostPlayer.id
  const draft = await dora.post('/matches', {
    ...newMatch(game.id, own),
    participants: [own, bobs.body.id, free.body.id].map((ghostPlayerId) => ({ ghostPlayerId })),
    communityId: community.body.id,
  })
  const { id } = draft.body
  const [, seatOfBob, freeSeat] = draft.body.participants.map((one: { id: string }) => one.id)
  const asked = async (by: Person) => (await by.get(`/matches/${id}/answerable`)).body
  assert.deepEqual(await asked(dora), { edit: false, claims: [] }, 'a draft')
  const final = await dora.post(`/matches/${id}/finalize`, undefined, { 'if-match': draft.etag })
  assert.deepEqual(await asked(dora), { edit: true, claims: [] }, 'all of them are hers')
  assert.deepEqual(await asked(bob), { edit: true, claims: [seatOfBob, freeSeat] }, 'never her own seat')

  const request = await bob.post('/claim-requests', { ghostPlayerId: bobs.body.id })
  assert.deepEqual((await asked(bob)).claims, [seatOfBob, freeSeat], 'a claim that waits has no answer yet')
  await dora.patch(`/claim-requests/${request.body.id}`, { status: 'APPROVED' }, request.etag)
  assert.deepEqual(await asked(bob), { edit: true, claims: [] }, 'nobody sits twice')
  assert.deepEqual(await asked(carol), { edit: true, claims: [freeSeat] })

  const off = await dora.patch(`/matches/${id}`, { editRequestsEnabled: false }, final.etag)
  assert.deepEqual(await asked(carol), { edit: false, claims: [freeSeat] })
  await dora.patch(`/matches/${id}`, { editRequestsEnabled: true }, off.etag)
  assert.deepEqual(await asked(carol), { edit: true, claims: [freeSeat] })

  assert.equal((await dora.delete('/users/me', '*')).status, 204)
  for (const one of [bob, carol]) assert.deepEqual(await asked(one), { edit: false, claims: [] })
})
