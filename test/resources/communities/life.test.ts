/** Communities: their fields, who changes what, and what remains of a deleted community. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { testWorld } from '../../world.ts'
import { newMatch } from '../matches/recipes.ts'
import { type Person, violations, idOf } from '../../support.ts'

const { world } = await testWorld()

const found = async (by: Person, body: object) => {
  const reply = await by.post('/communities', { displayName: 'We', joinPolicy: 'OPEN', ...body })
  assert.equal(reply.status, 201, reply.text)
  return reply
}

/** Makes a group of Alice's with this one member, and returns its id. */
const groupOf = async (member: Person): Promise<string> => {
  const { id } = await world.group()
  assert.equal((await world.alice.post(`/groups/${id}/members`, { userId: await idOf(member) })).status, 204)
  return id
}

test('its founder is its owner and its first member', async () => {
  const { alice } = world
  const adminGroupId = (await world.group()).id
  const { body } = await found(alice, { displayName: '  We  ', description: ' Here. ', adminGroupId })
  const id = await idOf(alice)
  assert.deepEqual(body, {
    id: body.id,
    owner: { id, displayName: 'alice' },
    adminGroup: { id: adminGroupId, displayName: 'Friday evenings' },
    displayName: 'We',
    description: ' Here. ',
    joinPolicy: 'OPEN',
    createdAt: body.createdAt,
    updatedAt: body.createdAt,
  })
  const { items } = (await alice.get(`/communities/${body.id}/memberships`)).body
  assert.deepEqual(
    items.map(({ user }: { user: object }) => user),
    [{ id, displayName: 'alice' }],
  )
})

test('a body is held to its limits, all at once', async () => {
  const { alice } = world
  const wrong = { displayName: ' ', description: 'x'.repeat(10_001), joinPolicy: 'CLOSED', adminGroupId: 'x' }
  const expected = [
    'displayName VALUE_TOO_SHORT',
    'description VALUE_TOO_LONG',
    'joinPolicy INVALID_VALUE',
    'adminGroupId INVALID_FORMAT',
  ]
  assert.deepEqual(violations(await alice.post('/communities', wrong)), expected)
  const { body } = await found(alice, {})
  assert.deepEqual(violations(await alice.patch(`/communities/${body.id}`, wrong, '*')), expected)
  assert.deepEqual(violations(await alice.post('/communities', {})), [
    'displayName REQUIRED',
    'joinPolicy REQUIRED',
  ])
  await found(alice, { displayName: '𝕏'.repeat(100), description: '𝕏'.repeat(10_000) })
  assert.equal((await alice.post('/communities', { ...wrong, displayName: 'x'.repeat(101) })).status, 400)
})

test('the admin group exists, and is one’s own', async () => {
  const { alice, bob } = world
  const his = (await bob.post('/groups', { displayName: 'His' })).body.id
  const gone = await world.group()
  await alice.delete(`/groups/${gone.id}`, gone.etag)
  const { body } = await found(alice, {})
  const community = { displayName: 'We', joinPolicy: 'OPEN' }
  for (const adminGroupId of [gone.id, uuidv7()]) {
    for (const reply of [
      await alice.post('/communities', { ...community, adminGroupId }),
      await alice.patch(`/communities/${body.id}`, { adminGroupId }, '*'),
    ])
      assert.deepEqual(violations(reply), ['adminGroupId INVALID_REFERENCE'])
  }
  assert.equal((await alice.post('/communities', { ...community, adminGroupId: his })).status, 403)
  assert.equal((await alice.patch(`/communities/${body.id}`, { adminGroupId: his }, '*')).status, 403)
  // Bob is a member of the group, but he does not own it either.
  const hers = await groupOf(bob)
  assert.equal((await bob.post('/communities', { ...community, adminGroupId: hers })).status, 403)
})

test('owner and admins change it, members and strangers do not, and only the owner chooses admins or deletes', async () => {
  const { alice } = world
  const [admin, member, stranger] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
  const adminGroupId = await groupOf(admin)
  const other = (await world.group()).id
  const path = `/communities/${(await found(alice, { adminGroupId })).body.id}`
  await member.post(`${path}/memberships`)
  for (const [by, changes, chooses] of [
    [alice, 200, 200],
    [admin, 200, 403],
    [member, 403, 403],
    [stranger, 403, 403],
  ] as const) {
    assert.equal((await by.patch(path, { description: 'Ours' }, '*')).status, changes)
    assert.equal((await by.patch(path, { joinPolicy: 'OPEN' }, '*')).status, changes)
    assert.equal((await by.patch(path, {}, '*')).status, changes)
    assert.equal((await by.patch(path, { adminGroupId }, '*')).status, changes, 'the one there is, again')
    assert.equal((await by.patch(path, { adminGroupId: other }, '*')).status, chooses)
    assert.equal((await by.patch(path, { adminGroupId: null }, '*')).status, chooses)
    await alice.patch(path, { adminGroupId }, '*')
    if (by !== alice) assert.equal((await by.delete(path, '*')).status, 403)
  }
  const cleared = await alice.patch(path, { adminGroupId: null, description: null }, '*')
  assert.deepEqual([cleared.body.adminGroup, cleared.body.description], [undefined, undefined])
  assert.equal((await admin.patch(path, { description: 'Mine' }, '*')).status, 403)
  assert.equal((await alice.delete(path, cleared.etag)).status, 204)
})

test('what is left out of a change stays, and each change makes a new version', async () => {
  const { alice } = world
  const made = await found(alice, { description: 'Here', adminGroupId: (await world.group()).id })
  const path = `/communities/${made.body.id}`
  const renamed = await alice.patch(path, { displayName: 'Us' }, made.etag)
  assert.deepEqual(renamed.body, {
    ...made.body,
    displayName: 'Us',
    updatedAt: renamed.body.updatedAt,
  })
  assert.notEqual(renamed.etag, made.etag)
  assert.equal((await alice.patch(path, { displayName: 'We' }, made.etag)).status, 412)
  // Joining changes the memberships, and so not the community's ETag.
  await (await world.newcomer()).post(`${path}/memberships`)
  assert.equal((await alice.get(path)).etag, renamed.etag)
  for (const field of ['displayName', 'joinPolicy']) {
    assert.equal((await alice.patch(path, { [field]: null }, '*')).status, 400, `${field} cannot be cleared`)
  }
})

test('one that is deleted is gone, but for the matches that show it', async () => {
  const { alice } = world
  const member = await world.newcomer()
  const made = await found(alice, { displayName: 'Once' })
  const path = `/communities/${made.body.id}`
  await member.post(`${path}/memberships`)
  const [game, ghost] = [await world.game(), await world.ghostPlayer()]
  const match = await alice.post('/matches', { ...newMatch(game.id, ghost.id), communityId: made.body.id })
  const matchPath = `/matches/${match.body.id}`
  await alice.post(`${matchPath}/finalize`, undefined, { 'if-match': match.etag })
  assert.equal((await member.get(matchPath)).status, 200)
  const count = `/communities/count?filter=id==${made.body.id}`
  assert.equal((await member.get(count)).body.count, 1)
  assert.equal((await alice.delete(path, made.etag)).status, 204)
  for (const by of [alice, member]) {
    assert.equal((await by.get(path)).status, 404)
    assert.equal((await by.get(`${path}/memberships`)).status, 404)
    assert.equal((await by.get(`${path}/memberships/count`)).status, 404)
    assert.equal((await by.patch(path, { displayName: 'Again' }, '*')).status, 404)
    assert.equal((await by.delete(path, '*')).status, 404)
    assert.equal((await by.delete(`${path}/memberships/${await idOf(by)}`)).status, 404)
    assert.equal((await by.get(count)).body.count, 0)
  }
  assert.equal((await member.get(matchPath)).status, 403, 'who was a member is one no more')
  const kept = await alice.get(matchPath)
  assert.deepEqual(kept.body.community, { id: made.body.id, displayName: 'Once' })
  const refused = await alice.post('/matches', { ...newMatch(game.id, ghost.id), communityId: made.body.id })
  assert.deepEqual(violations(refused), ['communityId INVALID_REFERENCE'])
})

test('a match is attached to a community of the recorder’s, and taken out of it, while it is a draft', async () => {
  const { alice, bob } = world
  const [mine, his] = [(await found(alice, {})).body.id, (await found(bob, {})).body.id]
  const [game, ghost] = [await world.game(), await world.ghostPlayer()]
  const body = newMatch(game.id, ghost.id)
  assert.equal((await alice.post('/matches', { ...body, communityId: his })).status, 403)
  const draft = await alice.post('/matches', { ...body, communityId: mine })
  assert.equal(draft.body.community.id, mine)
  const path = `/matches/${draft.body.id}`
  assert.equal((await alice.patch(path, { communityId: his }, '*')).status, 403)
  assert.equal((await alice.patch(path, { communityId: null }, '*')).body.community, undefined)
  const attached = await alice.patch(path, { communityId: mine }, '*')
  assert.equal((await alice.patch(path, { playedAt: '2026-01-16T20:00:00Z' }, '*')).body.community.id, mine)
  const member = await world.newcomer()
  await member.post(`/communities/${mine}/memberships`)
  assert.equal((await member.get(path)).status, 403, 'a draft is not the members’ to see')
  assert.equal((await member.get(`/matches/count?filter=communityId==${mine}`)).body.count, 0)
  assert.notEqual(attached.etag, draft.etag)
  await alice.post(`${path}/finalize`, undefined, { 'if-match': '*' })
  assert.equal((await member.get(path)).status, 200)
  assert.equal((await member.get(`/matches/count?filter=communityId==${mine}`)).body.count, 1)
  for (const communityId of [null, mine]) {
    assert.equal((await alice.patch(path, { communityId }, '*')).status, 409)
  }
  await member.delete(`/communities/${mine}/memberships/${await idOf(member)}`)
  assert.equal((await member.get(path)).status, 403, 'who leaves sees it no more')
  assert.equal((await member.get(`/matches/count?filter=communityId==${mine}`)).body.count, 0)
})
