/** Everything that changes results happens at once. Afterwards each stored result agrees with its match. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compare, rebuild } from '../../src/resources/results/batches.ts'
import { finishWhatIsDue } from '../../src/resources/results/upkeep.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { wrongRows } from '../wrong-rows.ts'
import { ROUNDS, deadlocks } from './statuses.ts'

const { service, world } = await testWorld()
const ANY = { 'if-match': '*' }

async function made(reply: Promise<Reply>): Promise<Reply['body']> {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

/** Each request must succeed, or be refused because another request was faster. */
async function atOnce(requests: Promise<Reply>[]): Promise<void> {
  for (const { status, text } of await Promise.all(requests))
    assert.ok([200, 201, 204, 401, 403, 404, 409].includes(status), `${status} ${text}`)
}

test('finalizing, edits, dates, claims, games and an erasure at the same time leave correct results', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [recorder, bob, carol] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
    const { id: gameId } = await world.game()
    const ghosts: string[] = []
    for (const displayName of ['One', 'Other', 'Third'])
      ghosts.push((await made(recorder.post('/ghost-players', { displayName }))).id)
    await made(recorder.post('/trusted-editors', { userId: await idOf(carol) }))
    const draft = () => made(recorder.post('/matches', newMatch(gameId, ...ghosts)))
    const finalize = ({ id }: { id: string }) => recorder.post(`/matches/${id}/finalize`, undefined, ANY)
    const claim = async (by: Person, ghostPlayerId?: string) =>
      made(by.post('/claim-requests', { ghostPlayerId }))
    const approve = ({ id }: { id: string }) =>
      recorder.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*')
    const editOf = (match: Reply['body'], n: number) => ({
      participantChanges: [
        { matchParticipantId: match.participants[n].id, score: 90 + n, rank: null },
        { matchParticipantId: match.participants[2].id, rank: n === 0 ? 3 : null },
      ],
      loadoutChanges: [{ matchParticipantId: match.participants[1].id, attributes: { team: n } }],
    })

    const { claimEdgeId } = await made(approve(await claim(bob, ghosts[0])))
    const final = await made(finalize(await draft()))
    const disputed = await made(finalize(await draft()))
    const edits = []
    for (const n of [0, 1])
      edits.push(await made(recorder.post(`/matches/${final.id}/edits`, editOf(final, n))))
    const drafts = [await draft(), await draft()]
    const asked = await claim(carol, ghosts[1])
    const [changes] = await Promise.all([
      atOnce([
        ...drafts.map(finalize),
        ...edits.map(({ id }) =>
          recorder.patch(`/matches/${final.id}/edits/${id}`, { status: 'APPROVED' }, '*'),
        ),
        carol.post(`/matches/${disputed.id}/edits`, editOf(disputed, 0)),
        recorder.patch(`/matches/${final.id}`, { playedAt: '2025-03-01T10:00:00Z' }, '*'),
        world.editor.patch(`/games/${gameId}`, { winCondition: 'LOWER_WINS' }, '*'),
        approve(asked),
        bob.delete(`/claim-edges/${claimEdgeId}`, '*'),
        ...(round % 3 === 0 ? [recorder.delete('/users/me', '*')] : []),
        ...(round % 3 === 1 ? [bob.delete('/users/me', '*')] : []),
      ]),
      rebuild(service.db),
      finishWhatIsDue(service.db),
      compare(service.db),
    ])
    assert.equal(changes, undefined)
    await finishWhatIsDue(service.db)
    assert.deepEqual(await wrongRows(service.db), [])
  }
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
