/** After a relation has ended, each side sees only what they would see of the other without it, in answers and by filters. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newEdit } from '../resources/match-edits/recipes.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const { world } = await testWorld()
const { alice } = world
let dora: Person
let doraId: string
let renamings = 0

before(async () => {
  dora = await world.newcomer()
  doraId = await idOf(dora)
})

const ok = async (reply: Promise<Reply>) => {
  const { status, text, body, etag } = await reply
  assert.ok(status < 300, text)
  return { ...body, etag }
}

/** Gives a person a new name, which nobody can know from before. */
async function renamed(person: Person): Promise<string> {
  const displayName = `Present name ${++renamings}`
  await ok(person.patch('/users/me', { displayName }, '*'))
  return displayName
}

const claimedBy = async (player: Person, displayName = 'Nick') => {
  const ghost = await world.ghostPlayer(displayName)
  const request = await ok(player.post('/claim-requests', { ghostPlayerId: ghost.id, message: 'Me.' }))
  const approved = await ok(alice.patch(`/claim-requests/${request.id}`, { status: 'APPROVED' }, '*'))
  return { ghost: ghost.id, request: request.id as string, edge: approved.claimEdgeId as string }
}

/** The name in the item by get and in the list, and the names by which a filter finds the item. */
async function shownAs(
  by: Person,
  list: string,
  id: string,
  [place, filter]: [place: string, filter: string | undefined],
  names: string[],
): Promise<string> {
  const got = await ok(by.get(`${list}/${id}`))
  const { items } = await ok(by.get(`${list}?${new URLSearchParams({ filter: `id==${id}` })}`))
  assert.deepEqual(items[0][place], got[place], 'get and list show the same')
  const name: string = got[place].displayName
  for (const one of filter === undefined ? [] : names) {
    const query = new URLSearchParams({ filter: `id==${id};${filter}=='${one.slice(0, -1)}*'` })
    assert.equal((await ok(by.get(`${list}/count?${query}`))).count, one === name ? 1 : 0, `${filter} ${one}`)
  }
  return name
}

const NEUTRAL = 'Player'

test('a revoked claim edge shows neither side the other’s present name', async () => {
  const { ghost, request, edge } = await claimedBy(dora)
  const player = ['canonicalPlayer', 'canonicalPlayerName'] as [string, string]
  const named = await renamed(dora)
  const claims: [string, string][] = [
    ['/claim-edges', edge],
    ['/claim-requests', request],
  ]
  for (const [list, id] of claims)
    assert.equal(await shownAs(alice, list, id, player, [named, NEUTRAL]), named, 'while it stands')
  await ok(dora.delete(`/claim-edges/${edge}`, '*'))
  const later = await renamed(dora)
  await ok(alice.patch(`/ghost-players/${ghost}`, { displayName: 'Secret nick' }, '*'))
  for (const [list, id] of claims) {
    assert.equal(await shownAs(alice, list, id, player, [later, NEUTRAL]), NEUTRAL)
    assert.equal(
      await shownAs(dora, list, id, ['ghostPlayer', 'ghostPlayerName'], ['Secret nick', NEUTRAL]),
      NEUTRAL,
    )
  }
  assert.equal(await shownAs(alice, '/claim-edges', edge, ['revokedBy', undefined], []), NEUTRAL)
  assert.equal(await shownAs(dora, '/claim-edges', edge, ['revokedBy', undefined], []), later)
  const { claimEdges, claimRequests } = await ok(dora.get('/users/me/export'))
  for (const { id, ghostPlayer } of [...claimEdges, ...claimRequests])
    if ([edge, request].includes(id)) assert.equal(ghostPlayer.displayName, NEUTRAL, 'in the export')
})

test('a decided or withdrawn claim request shows no name, not even the decider’s', async () => {
  const stranger = await world.newcomer()
  const end = {
    rejected: (id: string) => alice.patch(`/claim-requests/${id}`, { status: 'REJECTED' }, '*'),
    withdrawn: (id: string) => stranger.delete(`/claim-requests/${id}`, '*'),
  }
  for (const [how, endIt] of Object.entries(end)) {
    const ghost = await world.ghostPlayer()
    const { id } = await ok(stranger.post('/claim-requests', { ghostPlayerId: ghost.id }))
    const pending = await renamed(stranger)
    const place: [string, string] = ['canonicalPlayer', 'canonicalPlayerName']
    assert.equal(await shownAs(alice, '/claim-requests', id, place, [pending, NEUTRAL]), pending)
    await ok(endIt(id))
    const later = await renamed(stranger)
    assert.equal(await shownAs(alice, '/claim-requests', id, place, [later, NEUTRAL]), NEUTRAL, how)
    if (how === 'rejected')
      assert.equal(await shownAs(stranger, '/claim-requests', id, ['decidedBy', undefined], []), NEUTRAL)
  }
})

test('revoked trust does not show the former editor the grantor’s name', async () => {
  const { id } = await ok(alice.post('/trusted-editors', { userId: doraId }))
  await ok(world.bob.post('/trusted-editors', { userId: doraId }))
  const place: [string, string] = ['grantor', 'grantorName']
  const granted = await renamed(alice)
  assert.equal(await shownAs(dora, '/trusted-editors', id, place, [granted, NEUTRAL]), granted)
  await ok(alice.delete(`/trusted-editors/${id}`, '*'))
  const later = await renamed(alice)
  assert.equal(await shownAs(dora, '/trusted-editors', id, place, [later, NEUTRAL]), NEUTRAL)
})

test('a decided membership request does not show admins the name of a person outside the community', async () => {
  const { id: community } = await world.community('REQUIRES_APPROVAL')
  const list = `/communities/${community}/membership-requests`
  const stranger = await world.newcomer()
  const place: [string, string] = ['user', 'userName']
  const { id } = await ok(stranger.post(list))
  const asking = await renamed(stranger)
  assert.equal(await shownAs(alice, list, id, place, [asking, NEUTRAL]), asking)
  await ok(alice.patch(`${list}/${id}`, { status: 'REJECTED' }, '*'))
  const rejected = await renamed(stranger)
  assert.equal(await shownAs(alice, list, id, place, [rejected, NEUTRAL]), NEUTRAL)
  assert.equal(await shownAs(stranger, list, id, ['decidedBy', undefined], []), NEUTRAL)
  const again = await ok(stranger.post(list))
  await ok(alice.patch(`${list}/${again.id}`, { status: 'APPROVED' }, '*'))
  assert.equal(await shownAs(alice, list, again.id, place, [rejected, NEUTRAL]), rejected, 'a member')
  await ok(stranger.delete(`/communities/${community}/memberships/${await idOf(stranger)}`))
  const left = await renamed(stranger)
  assert.equal(await shownAs(alice, list, again.id, place, [left, NEUTRAL]), NEUTRAL, 'who has left')
  const { membershipRequests } = await ok(stranger.get('/users/me/export'))
  for (const { decidedBy } of membershipRequests) assert.equal(decidedBy.displayName, NEUTRAL)
})

test('a match and its edits hide the name of an editor who hides from the reader by now', async () => {
  const player = await world.newcomer()
  const { ghost, edge } = await claimedBy(player)
  const draft = await ok(alice.post('/matches', newMatch((await world.game()).id, ghost)))
  const match = `/matches/${draft.id}`
  const [seat] = draft.participants
  await ok(alice.post(`${match}/finalize`, undefined, { 'if-match': '*' }))
  const edits: string[] = []
  for (const status of ['PENDING', 'APPROVED', 'REJECTED']) {
    const { id } = await ok(player.post(`${match}/edits`, newEdit(seat.id)))
    edits.push(id)
    if (status !== 'PENDING') await ok(alice.patch(`${match}/edits/${id}`, { status }, '*'))
  }
  await ok(player.post(`${match}/participants/${seat.id}/dispute`, { reason: 'No.' }, { 'if-match': '*' }))
  const [pending = '', ...decided] = edits
  const named = await renamed(player)
  const disputer = async (by: Person) => (await ok(by.get(match))).participants[0].disputedBy?.displayName
  assert.equal(await disputer(alice), named, 'their claim stands')
  await ok(alice.delete(`/claim-edges/${edge}`, '*'))
  const later = await renamed(player)
  const place: [string, string] = ['proposedBy', 'proposedByName']
  assert.equal(
    await shownAs(alice, `${match}/edits`, pending, place, [later, NEUTRAL]),
    later,
    'it still waits',
  )
  for (const id of decided) {
    assert.equal(await shownAs(alice, `${match}/edits`, id, place, [later, NEUTRAL]), NEUTRAL)
    const by: [string, string] = ['decidedBy', 'decidedByName']
    assert.equal(await shownAs(alice, `${match}/edits`, id, by, [later]), await nameOf(alice))
  }
  assert.equal(await disputer(alice), NEUTRAL)
  assert.equal((await ok(alice.get(match))).lastEditedBy.displayName, NEUTRAL)
  const changed = await ok(alice.patch(match, { editRequestsEnabled: false }, '*'))
  assert.deepEqual(
    [changed.participants[0].disputedBy.displayName, changed.lastEditedBy.displayName],
    [NEUTRAL, await nameOf(alice)],
    'the answer to a change tells no more than a read',
  )
})

test('the recorder of a match who decided its edits is named to whoever sees the match', async () => {
  const player = await world.newcomer()
  const { ghost } = await claimedBy(player)
  const draft = await ok(alice.post('/matches', newMatch((await world.game()).id, ghost)))
  const match = `/matches/${draft.id}`
  await ok(alice.post(`${match}/finalize`, undefined, { 'if-match': '*' }))
  const { id } = await ok(player.post(`${match}/edits`, newEdit(draft.participants[0].id)))
  await ok(alice.patch(`${match}/edits/${id}`, { status: 'REJECTED' }, '*'))
  await ok(alice.patch(match, { editRequestsEnabled: false }, '*'))
  const place: [string, string] = ['decidedBy', 'decidedByName']
  const name = await nameOf(alice)
  assert.equal((await player.get(`/users/${await idOf(alice)}`)).status, 403)
  assert.equal(await shownAs(player, `${match}/edits`, id, place, [name, NEUTRAL]), name)
  const { recorder, lastEditedBy } = await ok(player.get(match))
  assert.deepEqual([recorder.displayName, lastEditedBy.displayName], [name, name])
})

const nameOf = async (person: Person): Promise<string> => (await ok(person.get('/users/me'))).displayName
