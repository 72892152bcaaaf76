/** Edits, disputes and trust each race with another request, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type MadeMatch, testWorld } from '../world.ts'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import type { Person } from '../support.ts'
import { wrongRows } from '../wrong-rows.ts'
import { ROUNDS, statuses } from './statuses.ts'

const { service, world } = await testWorld()
/** Alice's trusted editor. */
let carol: Person
/** The game of the matches. Bob has claimed one participant of each match. */
let gameId: string
let ghostPlayerId: string

before(async () => {
  carol = await service.as('carol')
  await world.alice.post('/trusted-editors', { userId: (await carol.get('/users/me')).body.id })
  const played = await world.playedMatch()
  ;({ ghostPlayerId } = played)
  gameId = (await world.game()).id
})

async function finalMatch(): Promise<MadeMatch> {
  const { alice } = world
  const draft = await alice.post('/matches', newMatch(gameId, ghostPlayerId))
  const path = `/matches/${draft.body.id}/finalize`
  const { body, etag } = await alice.post(path, undefined, { 'if-match': draft.etag })
  return { id: body.id, etag, participantId: body.participants[0].id, ghostPlayerId }
}

const score = async ({ id }: MadeMatch) =>
  (await world.alice.get(`/matches/${id}`)).body.participants[0].score

test('of two deciders one wins', async () => {
  const { alice, bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const match = await finalMatch()
    const { body, etag } = await bob.post(`/matches/${match.id}/edits`, newEdit(match.participantId))
    const path = `/matches/${match.id}/edits/${body.id}`
    const replies = await Promise.all(
      ['APPROVED', 'REJECTED'].map((status) => alice.patch(path, { status }, etag)),
    )
    assert.equal(statuses(replies), '200 412')
    const approved = replies[0]?.status === 200
    assert.equal((await alice.get(path)).body.status, approved ? 'APPROVED' : 'REJECTED')
    assert.equal(await score(match), approved ? 3.5 : 10)
  }
})

test('edits that are approved at once are all written, one after another', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const match = await finalMatch()
    const edit = (change: object) => ({
      participantChanges: [{ matchParticipantId: match.participantId, ...change }],
    })
    const path = `/matches/${match.id}/edits`
    const replies = await Promise.all([
      carol.post(path, edit({ score: 1 })),
      carol.post(path, edit({ rank: 7 })),
      carol.post(path, edit({ outcome: 'LOSS' })),
    ])
    assert.equal(statuses(replies), '201 201 201')
    const { body, etag } = await alice.get(`/matches/${match.id}`)
    const [{ score: points, rank, outcome }] = body.participants
    assert.deepEqual([points, rank, outcome], [1, 7, 'LOSS'])
    assert.equal(Number(etag.slice(1, -1)), Number(match.etag.slice(1, -1)) + 3)
  }
})

test('an approval and a dispute end as if one came after the other', async () => {
  const { alice, bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const match = await finalMatch()
    const { body, etag } = await alice.post(`/matches/${match.id}/edits`, newEdit(match.participantId))
    const [approved, disputed] = await Promise.all([
      alice.patch(`/matches/${match.id}/edits/${body.id}`, { status: 'APPROVED' }, etag),
      bob.post(
        `/matches/${match.id}/participants/${match.participantId}/dispute`,
        { reason: 'No.' },
        { 'if-match': match.etag },
      ),
    ])
    assert.equal(approved.status, 200)
    assert.ok([200, 412].includes(disputed.status), disputed.text)
    const after = await alice.get(`/matches/${match.id}`)
    assert.equal(after.body.participants[0].disputedAt, undefined, 'the approval came last, or alone')
    assert.equal(after.body.participants[0].score, 3.5)
  }
})

test('of a dispute and a withdrawal with one ETag, one is done', async () => {
  const { bob } = world
  for (let round = 0; round < ROUNDS; round++) {
    const match = await finalMatch()
    const path = `/matches/${match.id}/participants/${match.participantId}/dispute`
    const { etag } = await bob.post(path, { reason: 'No.' }, { 'if-match': match.etag })
    const replies = await Promise.all([
      bob.post(path, { reason: 'Far from it.' }, { 'if-match': etag }),
      bob.delete(path, etag),
    ])
    assert.equal(statuses(replies), '200 412')
    const { body } = await bob.get(`/matches/${match.id}`)
    assert.equal(body.participants[0].disputeReason, replies[0]?.status === 200 ? 'Far from it.' : undefined)
  }
})

test('no edit is approved with a playset after its deletion was acknowledged', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const [match, playset] = await Promise.all([finalMatch(), world.playset(gameId)])
    const change = { playsetChange: { playsetId: playset.id } }
    const { body, etag } = await alice.post(`/matches/${match.id}/edits`, change)
    const path = `/matches/${match.id}/edits/${body.id}`
    const [deleted, approved] = await Promise.all([
      alice.delete(`/playsets/${playset.id}`, playset.etag),
      alice.patch(path, { status: 'APPROVED' }, etag),
    ])
    assert.equal(deleted.status, 204)
    assert.ok([200, 409].includes(approved.status), approved.text)
    const shown = (await alice.get(`/matches/${match.id}`)).body.playset?.id
    assert.equal(shown, approved.status === 200 ? playset.id : undefined)
  }
})

test('trust is granted once', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const userId = await world.stranger()
    const replies = await Promise.all([1, 2].map(() => alice.post('/trusted-editors', { userId })))
    assert.equal(statuses(replies), '201 409')
    const granted = replies.find(({ status }) => status === 201)
    const path = `/trusted-editors/${granted?.body.id}`
    const revoked = await Promise.all([1, 2].map(() => alice.delete(path, granted?.etag)))
    assert.equal(statuses(revoked), '204 412')
  }
})

test('after trust was revoked no edit is made at once', async () => {
  const { alice } = world
  const dora = await service.as('dora')
  const userId = (await dora.get('/users/me')).body.id
  for (let round = 0; round < ROUNDS; round++) {
    const [match, grant] = await Promise.all([finalMatch(), alice.post('/trusted-editors', { userId })])
    const path = `/matches/${match.id}/edits`
    const waiting = [1, 2, 3, 4, 5].map(() => dora.post(path, newEdit(match.participantId)))
    const revoked = await alice.delete(`/trusted-editors/${grant.body.id}`, grant.etag)
    assert.equal(revoked.status, 204)
    const { etag } = await alice.get(`/matches/${match.id}`)
    for (const { status, text } of await Promise.all(waiting)) assert.ok([201, 403].includes(status), text)
    assert.equal((await alice.get(`/matches/${match.id}`)).etag, etag, 'those that were waiting are not made')
    assert.equal((await dora.post(path, newEdit(match.participantId))).status, 403)
  }
})

test('an edit that is proposed while a draft gets its final participants is of these', async () => {
  const { alice, ghostPlayer } = world
  const [before, after] = [await ghostPlayer('Before'), await ghostPlayer('After')]
  const { id: gameId } = await world.game()
  for (let round = 0; round < ROUNDS; round++) {
    const draft = await alice.post('/matches', newMatch(gameId, before.id))
    const path = `/matches/${draft.body.id}`
    const [gone] = draft.body.participants
    const propose = () => alice.post(`${path}/edits`, newEdit(gone.id))
    const change = async () => {
      const { participants } = newMatch(gameId, after.id)
      const changed = await alice.patch(path, { participants }, draft.etag)
      return alice.post(`${path}/finalize`, undefined, { 'if-match': changed.etag })
    }
    const [final, ...edits] = await Promise.all([change(), propose(), propose(), propose()])
    assert.equal(final.status, 200)
    for (const { status } of edits) assert.ok([400, 409].includes(status), `${status}`)
  }
})

test('edits and disputes that change while a history opens or closes are kept for those who see them', async () => {
  const { alice, bob } = world
  const { items } = (await alice.get('/privacy-settings')).body
  const history = items.find(({ dataType }: { dataType: string }) => dataType === 'MATCH_HISTORY').id
  for (let round = 0; round < ROUNDS; round++) {
    const match = await finalMatch()
    const path = `/matches/${match.id}/edits`
    const proposed = [
      await bob.post(path, newEdit(match.participantId)),
      await bob.post(path, { playsetChange: {} }),
    ]
    const [one, other] = proposed.map(({ body }) => `${path}/${body.id}`) as [string, string]
    const replies = await Promise.all([
      alice.patch(`/privacy-settings/${history}`, { level: round % 2 ? 'PRIVATE' : 'PUBLIC' }, '*'),
      bob.post(path, newEdit(match.participantId)),
      alice.patch(one, { status: 'APPROVED' }, '*'),
      bob.delete(one, '*'),
      bob.delete(other, '*'),
      bob.post(
        `/matches/${match.id}/participants/${match.participantId}/dispute`,
        { reason: 'No.' },
        { 'if-match': '*' },
      ),
    ])
    for (const { status, text } of replies) assert.ok([200, 201, 204, 404, 409].includes(status), text)
    if (round % 5 === 4 || round === ROUNDS - 1) assert.deepEqual(await wrongRows(service.db), [])
  }
})
