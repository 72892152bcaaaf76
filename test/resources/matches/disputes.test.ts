/** Disputes: who may raise, replace and withdraw a dispute, when, and who sees it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type MadeMatch, testWorld } from '../../world.ts'
import { newMatch } from './recipes.ts'
import { type Person, violations } from '../../support.ts'
import { wrongRows } from '../../wrong-rows.ts'

const { service, world } = await testWorld()
/** Alice's trusted editor. */
let carol: Person
let stranger: Person

before(async () => {
  ;[carol, stranger] = await Promise.all([service.as('carol'), service.as('stranger')])
  await world.alice.post('/trusted-editors', { userId: (await carol.get('/users/me')).body.id })
})

const pathOf = ({ id, participantId }: MadeMatch) => `/matches/${id}/participants/${participantId}/dispute`
const dispute = (by: Person, match: MadeMatch, etag = match.etag, reason = 'I had more points.') =>
  by.post(pathOf(match), { reason }, { 'if-match': etag })
const disputeIn = ({ body }: { body: { participants: Record<string, unknown>[] } }) => {
  const { disputeReason, disputedAt, disputedBy } = body.participants[0] ?? {}
  return { disputeReason, disputedAt, disputedBy }
}

test('the claimed player raises a dispute, replaces it and withdraws it', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const raised = await dispute(bob, match)
  assert.equal(raised.status, 200)
  assert.notEqual(raised.etag, match.etag)
  const { disputeReason, disputedAt, disputedBy } = raised.body.participants[0]
  assert.deepEqual([disputeReason, disputedBy.displayName], ['I had more points.', 'bob'])
  assert.equal(raised.body.lastEditedAt, undefined)
  assert.equal((await dispute(bob, match)).status, 412, 'the match has a new ETag')
  const replaced = await dispute(bob, match, raised.etag, 'Far more.')
  assert.equal(replaced.body.participants[0].disputeReason, 'Far more.')
  assert.notEqual(replaced.body.participants[0].disputedAt, disputedAt)
  assert.deepEqual(disputeIn(await alice.get(`/matches/${match.id}`)), disputeIn(replaced))
  const withdrawn = await bob.delete(pathOf(match), replaced.etag)
  assert.equal(withdrawn.status, 200)
  assert.deepEqual(disputeIn(withdrawn), {
    disputeReason: undefined,
    disputedAt: undefined,
    disputedBy: undefined,
  })
  assert.notEqual(withdrawn.etag, replaced.etag)
  const again = await bob.delete(pathOf(match), withdrawn.etag)
  assert.equal(again.status, 409)
  assert.match(again.body.type, /\/conflict$/)
})

test('a dispute shows in no time of the match or its participants, and neither does its end', async () => {
  const { alice, bob } = world
  const community = await world.community('OPEN')
  const member = await world.newcomer()
  await member.post(`/communities/${community.id}/memberships`)
  const ghost = await world.ghostPlayer()
  const claim = await bob.post('/claim-requests', { ghostPlayerId: ghost.id })
  await alice.patch(`/claim-requests/${claim.body.id}`, { status: 'APPROVED' }, '*')
  const draft = await alice.post('/matches', {
    ...newMatch((await world.game()).id, ghost.id),
    communityId: community.id,
  })
  const path = `/matches/${draft.body.id}`
  await alice.post(`${path}/finalize`, undefined, { 'if-match': '*' })
  const asMemberSees = async () => {
    const [got, list] = [await member.get(path), await member.get(`/matches?filter=id==${draft.body.id}`)]
    assert.deepEqual(list.body.items, [got.body])
    return got
  }
  const seat = `${path}/participants/${draft.body.participants[0].id}/dispute`
  const before = await asMemberSees()
  const raised = await bob.post(seat, { reason: 'I had more.' }, { 'if-match': '*' })
  const during = await asMemberSees()
  const withdrawn = await bob.delete(seat, '*')
  const afterwards = await asMemberSees()
  assert.deepEqual([during.body, afterwards.body], [before.body, before.body])
  assert.equal(new Set([before.etag, during.etag, afterwards.etag]).size, 3, 'each has an ETag of its own')
  for (const { body } of [raised, withdrawn]) {
    assert.equal(body.updatedAt, before.body.updatedAt)
    assert.equal(body.participants[0].updatedAt, before.body.participants[0].updatedAt)
  }
  assert.ok(
    raised.body.participants[0].disputedAt > before.body.updatedAt,
    'its own time tells those who see it',
  )
})

test('nobody else raises or withdraws it, not even the recorder', async () => {
  const match = await world.playedMatch()
  for (const by of [world.alice, carol, stranger]) assert.equal((await dispute(by, match)).status, 403)
  const { etag } = await dispute(world.bob, match)
  for (const by of [world.alice, carol, stranger])
    assert.equal((await by.delete(pathOf(match), etag)).status, 403)
})

test('the recorder disputes what they recorded for themself by mistake', async () => {
  const { alice } = world
  const [game, me] = [await world.game(), await alice.get('/users/me')]
  const draft = await alice.post('/matches', newMatch(game.id, me.body.selfGhostPlayer.id))
  const path = `/matches/${draft.body.id}/participants/${draft.body.participants[0].id}/dispute`
  const early = await alice.post(path, { reason: 'No.' }, { 'if-match': draft.etag })
  assert.equal(early.status, 409, 'a draft has nothing to dispute')
  assert.equal((await alice.delete(path, draft.etag)).status, 409)
  const final = await alice.post(`/matches/${draft.body.id}/finalize`, undefined, { 'if-match': draft.etag })
  assert.equal((await alice.post(path, { reason: 'No.' }, { 'if-match': final.etag })).status, 200)
})

test('nobody disputes a draft, and the claimed player gets the reason', async () => {
  const { alice, bob } = world
  const played = await world.playedMatch()
  const game = await world.game()
  const draft = await alice.post('/matches', newMatch(game.id, played.ghostPlayerId))
  const path = `/matches/${draft.body.id}/participants/${draft.body.participants[0].id}/dispute`
  assert.equal((await bob.post(path, { reason: 'No.' }, { 'if-match': draft.etag })).status, 409)
  assert.equal((await stranger.post(path, { reason: 'No.' }, { 'if-match': draft.etag })).status, 403)
})

test('without the claim, the right to dispute ends too', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const { etag } = await dispute(bob, match)
  await alice.delete(`/claim-edges/${match.claimEdgeId}`, '"1"')
  assert.equal((await dispute(bob, match, etag)).status, 403)
  const dora = await service.as('dora')
  const request = await dora.post('/claim-requests', { ghostPlayerId: match.ghostPlayerId })
  await alice.patch(`/claim-requests/${request.body.id}`, { status: 'APPROVED' }, request.etag)
  assert.equal((await dora.delete(pathOf(match), etag)).status, 403, 'it is the dispute of somebody else')
  assert.equal((await dispute(dora, match, etag)).body.participants[0].disputedBy.displayName, 'dora')
})

test('who disputed withdraws without the claim too, and is not shown what they may not see', async () => {
  const { alice, bob } = world
  const match = await world.playedMatch()
  const { etag } = await dispute(bob, match)
  await alice.delete(`/claim-edges/${match.claimEdgeId}`, '"1"')
  await alice.patch(`/ghost-players/${match.ghostPlayerId}`, { displayName: 'Renamed since' }, '*')
  await alice.patch(`/matches/${match.id}`, { editRequestsEnabled: true }, etag)
  assert.equal((await bob.get(`/matches/${match.id}`)).status, 403)
  assert.equal((await bob.delete(pathOf(match), '"0"')).status, 412)
  const withdrawn = await bob.delete(pathOf(match), '*')
  assert.equal(withdrawn.status, 200, withdrawn.text)
  const { recorder, participants, ...others } = withdrawn.body
  assert.deepEqual(
    [recorder.displayName, participants[0].ghostPlayer],
    ['Player', { id: match.ghostPlayerId, displayName: 'Player' }],
  )
  assert.deepEqual(Object.keys(participants[0]), ['id', 'ghostPlayer', 'createdAt', 'updatedAt'])
  assert.deepEqual(
    [others.lastEditedAt, others.lastEditedBy, others.community, others.finalizedAt, others.expansions],
    Array(5).fill(undefined),
  )
  const read = await alice.get(`/matches/${match.id}`)
  assert.equal(read.body.participants[0].disputedAt, undefined)
  assert.equal((await bob.delete(pathOf(match), '*')).status, 403, 'there is nothing of theirs any more')
})

test('a participant is found in their own match alone', async () => {
  const [one, other] = [await world.playedMatch(), await world.playedMatch()]
  const astray = await dispute(world.bob, { ...one, participantId: other.participantId })
  assert.equal(astray.status, 404)
})

test('an approved edit clears the dispute of each participant that it changes, and of no other', async () => {
  const { alice, bob } = world
  const game = await world.game()
  const ghosts = [await world.ghostPlayer('Bob'), (await alice.get('/users/me')).body.selfGhostPlayer]
  const request = await bob.post('/claim-requests', { ghostPlayerId: ghosts[0].id })
  await alice.patch(`/claim-requests/${request.body.id}`, { status: 'APPROVED' }, request.etag)
  const draft = await alice.post('/matches', newMatch(game.id, ...ghosts.map(({ id }) => id)))
  const path = `/matches/${draft.body.id}`
  const [his, hers] = draft.body.participants.map(({ id }: { id: string }) => id)
  let { etag } = await alice.post(`${path}/finalize`, undefined, { 'if-match': draft.etag })
  const disputed = async () => {
    for (const [by, id] of [
      [bob, his],
      [alice, hers],
    ] as const)
      ({ etag } = await by.post(
        `${path}/participants/${id}/dispute`,
        { reason: 'No.' },
        { 'if-match': etag },
      ))
  }
  const after = async (edit: object) => {
    await disputed()
    const made = await carol.post(`${path}/edits`, edit)
    assert.equal(made.body.status, 'APPROVED')
    const read = await alice.get(path)
    ;({ etag } = read)
    return read.body.participants.map(({ disputedAt }: { disputedAt?: string }) => disputedAt !== undefined)
  }
  assert.deepEqual(await after({ participantChanges: [{ matchParticipantId: his, score: 1 }] }), [
    false,
    true,
  ])
  assert.deepEqual(await after({ loadoutChanges: [{ matchParticipantId: hers, attributes: {} }] }), [
    true,
    false,
  ])
  assert.deepEqual(await after({ playsetChange: {} }), [true, true])
  assert.deepEqual(
    await after({ participantChanges: [{ matchParticipantId: his }] }),
    [true, true],
    'nothing is set',
  )
})

test('recorder, trusted editors and claimed players see a dispute', async () => {
  const match = await world.playedMatch()
  const raised = await dispute(world.bob, match)
  for (const by of [world.alice, world.bob, carol]) {
    assert.deepEqual(disputeIn(await by.get(`/matches/${match.id}`)), disputeIn(raised))
    const listed = (await by.get('/matches')).body.items.find(({ id }: { id: string }) => id === match.id)
    assert.deepEqual(disputeIn({ body: listed }), disputeIn(raised))
  }
})

test('a reason has 1 to 1000 characters', async () => {
  const match = await world.playedMatch()
  let { etag } = match
  for (const [reason, code] of [
    ['', 'VALUE_TOO_SHORT'],
    [' \n\u00a0\u200b', 'VALUE_TOO_SHORT'],
    ['x'.repeat(1001), 'VALUE_TOO_LONG'],
    [null, 'INVALID_TYPE'],
  ] as const) {
    const reply = await world.bob.post(pathOf(match), { reason }, { 'if-match': etag })
    assert.deepEqual(violations(reply), [`reason ${code}`])
  }
  const without = await world.bob.post(pathOf(match), {}, { 'if-match': etag })
  assert.deepEqual(violations(without), ['reason REQUIRED'])
  for (const reason of ['x', '𝄞'.repeat(1000), ' kept as sent ']) {
    const reply = await dispute(world.bob, match, etag, reason)
    assert.equal(reply.body.participants[0].disputeReason, reason)
    ;({ etag } = reply)
  }
})

test('disputes are listed for everybody who sees them, newest first, until they end', async () => {
  const { alice, bob } = world
  const newcomer = await world.newcomer()
  const matches = [await world.playedMatch(), await world.playedMatch(), await world.playedMatch()]
  for (const match of matches) assert.equal((await dispute(bob, match)).status, 200)
  const ours = `matchId=in=(${matches.map(({ id }) => id).join()})`
  const listed = async (by: Person, query = '') => {
    const { body } = await by.get(`/disputes?filter=${ours}${query}`)
    const { count } = (await by.get(`/disputes/count?filter=${ours}`)).body
    assert.equal(body.items.length, count)
    return body.items.map((one: { matchParticipantId: string }) => one.matchParticipantId)
  }
  const seats = matches.map(({ participantId }) => participantId)
  for (const by of [alice, bob, carol]) {
    assert.deepEqual(await listed(by), seats.toReversed())
    assert.deepEqual(await listed(by, '&sort=disputedAt'), seats)
  }
  assert.deepEqual([await listed(stranger), await listed(newcomer)], [[], []])
  const first = await alice.get(`/disputes?filter=${ours}&limit=1`)
  const next = await alice.get(`/disputes?filter=${ours}&limit=1&cursor=${first.body.nextCursor}`)
  assert.equal(next.body.items[0].matchParticipantId, seats[1])
  const [{ match, reason, disputedBy, recorder }] = first.body.items
  assert.deepEqual(
    [match.id, reason, disputedBy.displayName, recorder.displayName],
    [matches[2]?.id, 'I had more points.', 'bob', 'alice'],
  )
  const [one, two, three] = matches as [MadeMatch, MadeMatch, MadeMatch & { claimEdgeId: string }]
  await bob.delete(pathOf(one), '*')
  const edit = { participantChanges: [{ matchParticipantId: two.participantId, score: 47 }] }
  assert.equal((await carol.post(`/matches/${two.id}/edits`, edit)).body.status, 'APPROVED')
  assert.deepEqual(await listed(bob), [three.participantId], 'an approved edit ends the dispute')
  await alice.delete(`/claim-edges/${three.claimEdgeId}`, '*')
  assert.deepEqual([await listed(bob), await listed(alice)], [[], [three.participantId]])
  const { disputedBy: formerly } = (await alice.get(`/disputes?filter=${ours}`)).body.items[0]
  assert.equal(formerly.displayName, 'Player', 'the claim no longer shows the name')
  assert.deepEqual(await wrongRows(service.db), [])
})
