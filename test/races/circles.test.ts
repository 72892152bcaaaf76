/**
 * Everything that changes what circles see happens at once. Afterwards the stored rows agree with the matches, and there was no
 * deadlock.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, type Service, idOf, testService } from '../support.ts'
import { type World, worldOf } from '../world.ts'
import { wrongRows } from '../wrong-rows.ts'
import { ROUNDS, deadlocks } from './statuses.ts'

let service: Service
let world: World

before(async () => {
  service = await testService()
  world = await worldOf(service)
})
after(() => service.close())

const ANY = { 'if-match': '*' }

async function made(reply: Promise<Reply>) {
  const { status, text, body } = await reply
  assert.ok(status < 300, text)
  return body
}

/** Each request must succeed, or be refused because another request was faster. */
async function atOnce(requests: Promise<Reply>[]): Promise<void> {
  for (const { status, text } of await Promise.all(requests))
    assert.ok([200, 201, 204, 404, 409].includes(status), `${status} ${text}`)
}

/** Checks only every fifth round, because a check takes as long as a round. No later round repairs an error. */
async function mustBeRight(round: number): Promise<void> {
  if (round % LOOK === LOOK - 1 || round === ROUNDS - 1) assert.deepEqual(await wrongRows(service.db), [])
}
const LOOK = 5

test('matches, claims, edits and names that change at the same time leave correct rows', async () => {
  const { alice } = world
  const { id: gameId } = await world.game()
  const first = await deadlocks(service.db)
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other, third] = [
      await world.ghostPlayer(),
      await world.ghostPlayer(),
      await world.ghostPlayer(),
    ]
    const [old, fresh] = [await world.playset(gameId), await world.playset(gameId)]
    const nameless = await made(alice.post('/playsets', { gameId, variants: [] }))
    const { id: communityId } = await world.community()
    const [bob, carol] = [await world.newcomer(), await world.newcomer()]
    const draft = async (playsetId: string, ...ghosts: string[]) =>
      made(alice.post('/matches', { ...newMatch(gameId, ...ghosts), communityId, playsetId }))
    const finalize = ({ id }: { id: string }) => alice.post(`/matches/${id}/finalize`, undefined, ANY)
    const claim = async (by: Person, ghostPlayerId: string) =>
      made(by.post('/claim-requests', { ghostPlayerId }))
    const approve = ({ id }: { id: string }) =>
      alice.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*')
    const swap = async (match: { id: string }, playsetId: string) => {
      const edit = await made(alice.post(`/matches/${match.id}/edits`, { playsetChange: { playsetId } }))
      return () => alice.patch(`/matches/${match.id}/edits/${edit.id}`, { status: 'APPROVED' }, '*')
    }

    const edge = (await made(approve(await claim(bob, one.id)))).claimEdgeId
    const finals = [await draft(old.id, one.id, other.id), await draft(fresh.id, one.id, third.id)]
    for (const final of finals) await made(finalize(final))
    const drafts = [
      await draft(old.id, one.id, third.id),
      await draft(fresh.id, other.id, third.id),
      await draft(nameless.id, one.id),
    ]
    const swaps = [
      await swap(finals[0] ?? { id: '' }, fresh.id),
      await swap(finals[1] ?? { id: '' }, round % 2 ? old.id : nameless.id),
    ]
    const carols = await claim(carol, other.id)
    const name = `round ${round}`
    await atOnce([
      ...drafts.map(finalize),
      approve(carols),
      ...swaps.map((approval) => approval()),
      bob.delete(`/claim-edges/${edge}`, '*'),
      alice.patch(`/ghost-players/${other.id}`, { displayName: name }, '*'),
      round % 3
        ? alice.patch(`/ghost-players/${one.id}`, { displayName: name }, '*')
        : alice.delete(`/ghost-players/${one.id}`, '*'),
      alice.patch(`/playsets/${old.id}`, { displayName: name }, '*'),
      round % 4
        ? alice.patch(`/playsets/${fresh.id}`, { displayName: null, variants: [] }, '*')
        : alice.delete(`/playsets/${fresh.id}`, '*'),
      world.editor.patch(`/games/${gameId}`, { displayName: `Game of ${name}` }, '*'),
    ])
    await mustBeRight(round)
  }
  assert.equal(await deadlocks(service.db), first)
})

test('somebody who joins a community during a rename is sorted by the new name', async () => {
  const first = await deadlocks(service.db)
  for (let round = 0; round < ROUNDS; round++) {
    const [bob, carol, dora] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
    const [open, closed] = [await world.community(), await world.community('REQUIRES_APPROVAL')]
    const requests = `/communities/${closed.id}/membership-requests`
    const { id: requestId } = await made(carol.post(requests))
    await made(dora.post(`/communities/${open.id}/memberships`))
    await atOnce([
      bob.post(`/communities/${open.id}/memberships`),
      bob.patch('/users/me', { displayName: `Bob ${round}` }, '*'),
      world.alice.patch(`${requests}/${requestId}`, { status: 'APPROVED' }, '*'),
      carol.patch('/users/me', { displayName: `Carol ${round}` }, '*'),
      dora.patch('/users/me', { displayName: `Dora ${round}` }, '*'),
      world.alice.delete(`/communities/${open.id}/memberships/${await idOf(dora)}`),
    ])
    await mustBeRight(round)
  }
  assert.equal(await deadlocks(service.db), first)
})

test('an erasure leaves no rows of the erased person', async () => {
  const { alice } = world
  const { id: gameId } = await world.game()
  for (let round = 0; round < ROUNDS; round++) {
    const bob = await world.newcomer()
    const ghost = await world.ghostPlayer()
    const { id } = await made(bob.post('/claim-requests', { ghostPlayerId: ghost.id }))
    await made(alice.patch(`/claim-requests/${id}`, { status: 'APPROVED' }, '*'))
    const match = await made(
      alice.post('/matches', { ...newMatch(gameId, ghost.id), playsetId: (await world.playset(gameId)).id }),
    )
    await made(alice.post(`/matches/${match.id}/finalize`, undefined, ANY))
    await made(bob.delete('/users/me', '*'))
    await mustBeRight(round)
  }
})
