/** The export of a person: all of their own data, and only those data of others that the person may see. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testWorld } from '../../world.ts'
import { sql } from '../../../src/db/sql.ts'
import { newEdit } from '../match-edits/recipes.ts'
import { newMatch } from '../matches/recipes.ts'
import { type Person, type Reply, idOf } from '../../support.ts'

const { service, world } = await testWorld()
let dora: Person

before(async () => {
  dora = await service.as('dora')
})

const ok = async (reply: Promise<Reply>) => {
  const answered = await reply
  assert.ok(answered.status < 300, answered.text)
  return answered.body
}

const exported = async (by: Person) => (await by.get('/users/me/export')).body
const ids = (items: { id: string }[]) => items.map(({ id }) => id)

test('somebody new has themself, their settings and their self ghost player, and nothing else', async () => {
  const by = await world.newcomer()
  const { user, privacySettings, ghostPlayers, claimEdges, ...rest } = await exported(by)
  assert.deepEqual(user, (await by.get('/users/me')).body)
  const byAge = ({ createdAt: one, id: first }: never, { createdAt: other, id: second }: never) =>
    `${one} ${first}` < `${other} ${second}` ? -1 : 1
  assert.deepEqual(privacySettings, (await by.get('/privacy-settings')).body.items.toSorted(byAge))
  assert.deepEqual(ghostPlayers, (await by.get('/ghost-players')).body.items)
  assert.deepEqual(claimEdges, (await by.get('/claim-edges')).body.items)
  for (const [name, list] of Object.entries(rest)) assert.deepEqual(list, [], name)
})

test('it has no ETag, and each item is as it is read', async () => {
  const { alice, bob } = world
  const doraId = await idOf(dora)
  const game = (await world.game()).id
  const [hers, his] = [await world.ghostPlayer('Dot'), await world.ghostPlayer('Bobby')]
  const claim = await ok(dora.post('/claim-requests', { ghostPlayerId: hers.id, message: 'Me.' }))
  await ok(alice.patch(`/claim-requests/${claim.id}`, { status: 'APPROVED' }, '*'))
  const draft = await ok(alice.post('/matches', newMatch(game, hers.id, his.id)))
  const played = await ok(alice.post('/matches', newMatch(game, hers.id, his.id)))
  await ok(alice.post(`/matches/${played.id}/finalize`, undefined, { 'if-match': '*' }))
  const seat = played.participants[0].id
  const dispute = `/matches/${played.id}/participants/${seat}/dispute`
  await ok(dora.post(dispute, { reason: 'I won.' }, { 'if-match': '*' }))
  const edit = await ok(dora.post(`/matches/${played.id}/edits`, newEdit(seat)))
  const bobs = await ok(bob.post('/ghost-players', { displayName: 'Foreign' }))
  const ghost = await ok(dora.post('/ghost-players', { displayName: 'Ghost' }))
  const gone = await ok(dora.post('/ghost-players', { displayName: 'Gone' }))
  await ok(dora.delete(`/ghost-players/${gone.id}`, '*'))
  const playset = await ok(dora.post('/playsets', { gameId: game, variants: ['blind'] }))
  const recorded = await ok(dora.post('/matches', { ...newMatch(game, ghost.id), playsetId: playset.id }))
  const group = await ok(dora.post('/groups', { displayName: 'Hers' }))
  const alices = await world.group()
  await ok(alice.post(`/groups/${alices.id}/members`, { userId: doraId }))
  const community = await ok(dora.post('/communities', { displayName: 'We', joinPolicy: 'OPEN' }))
  const open = await world.community()
  await ok(dora.post(`/communities/${open.id}/memberships`))
  const closed = await world.community('REQUIRES_APPROVAL')
  const asked = await ok(dora.post(`/communities/${closed.id}/membership-requests`))
  const trust = await ok(dora.post('/trusted-editors', { userId: await idOf(bob) }))

  const reply = await dora.get('/users/me/export')
  assert.equal(reply.etag, '')
  const document = reply.body
  for (const [list, path, expected] of [
    ['recordedMatches', '/matches', [recorded.id]],
    ['playedMatches', '/matches', [played.id]],
    ['matchEdits', `/matches/${played.id}/edits`, [edit.id]],
    ['playsets', '/playsets', [playset.id]],
    ['claimRequests', '/claim-requests', [claim.id]],
    ['groups', '/groups', [alices.id, group.id]],
    ['communities', '/communities', [community.id]],
    ['trustedEditors', '/trusted-editors', [trust.id]],
    ['membershipRequests', `/communities/${closed.id}/membership-requests`, [asked.id]],
  ] as const) {
    assert.deepEqual(new Set(ids(document[list])), new Set<string>(expected), list)
    for (const item of document[list]) assert.deepEqual(item, (await dora.get(`${path}/${item.id}`)).body)
  }
  assert.equal(document.playedMatches[0].participants[0].disputeReason, 'I won.')
  assert.equal(document.claimRequests[0].message, 'Me.')
  assert.equal(document.claimEdges.length, 2)
  const names = document.ghostPlayers.map(({ displayName }: { displayName: string }) => displayName)
  assert.deepEqual(names, ['dora', 'Ghost'], 'what was deleted is not in it')
  const communities = document.memberships.map(({ community: { id } }: { community: { id: string } }) => id)
  assert.deepEqual(communities, [community.id, open.id])
  for (const foreign of [draft.id, bobs.id]) assert.ok(!reply.text.includes(foreign))

  // Another person's export has only the things that concern that person.
  const others = await exported(await world.newcomer())
  assert.deepEqual(others.recordedMatches, [])
  const ofBob = await exported(bob)
  assert.deepEqual(ids(ofBob.trustedEditors), [trust.id])
  assert.ok(!JSON.stringify(ofBob).includes(recorded.id), 'who is trusted has what they edit in no export')
})

test('what ended with a claim is no longer in it; the claim itself is, as history', async () => {
  const by = await world.newcomer()
  const { id } = await world.ghostPlayer('Once')
  const claim = await ok(by.post('/claim-requests', { ghostPlayerId: id }))
  const { claimEdgeId } = await ok(
    world.alice.patch(`/claim-requests/${claim.id}`, { status: 'APPROVED' }, '*'),
  )
  const match = await ok(world.alice.post('/matches', newMatch((await world.game()).id, id)))
  await ok(world.alice.post(`/matches/${match.id}/finalize`, undefined, { 'if-match': '*' }))
  assert.deepEqual(ids((await exported(by)).playedMatches), [match.id])
  await ok(by.delete(`/claim-edges/${claimEdgeId}`, '*'))
  const after = await exported(by)
  assert.deepEqual(after.playedMatches, [])
  assert.ok(after.claimEdges.find((edge: { id: string }) => edge.id === claimEdgeId).revokedAt)
})

test('an account that another instance has erased meanwhile gets no document', async () => {
  const somebody = await service.as('somebody erased')
  const id = await idOf(somebody)
  await service.db.many(sql`update users set erased_at = now() where id = ${id}`)
  const { status, text } = await somebody.get('/users/me/export')
  assert.equal(status, 401, text)
})
