/** Groups: who sees and changes a group, and when it cannot be deleted. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testWorld } from '../../world.ts'
import { type Person, violations, idOf } from '../../support.ts'

const { world } = await testWorld()
let member: Person
let stranger: Person

before(async () => {
  ;[member, stranger] = await Promise.all([world.newcomer(), world.newcomer()])
})

/** Makes a group of Alice's with the member, and returns its path. */
async function groupWithMember(): Promise<string> {
  const path = `/groups/${(await world.group()).id}`
  const reply = await world.alice.post(`${path}/members`, { userId: await idOf(member) })
  assert.equal(reply.status, 204, reply.text)
  return path
}

test('a new group is empty: not even its owner is in it', async () => {
  const made = await world.alice.post('/groups', { displayName: ' Us ' })
  assert.deepEqual(made.body, {
    id: made.body.id,
    owner: { id: await idOf(world.alice), displayName: 'alice' },
    displayName: 'Us',
    memberCount: 0,
    createdAt: made.body.createdAt,
    updatedAt: made.body.createdAt,
  })
  assert.equal(made.headers['location'], `/api/v1/groups/${made.body.id}`)
})

test('a name has 1 to 100 characters', async () => {
  const { alice, group } = world
  const path = `/groups/${(await group()).id}`
  for (const [displayName, violation] of [
    ['', 'displayName VALUE_TOO_SHORT'],
    [' \t ', 'displayName VALUE_TOO_SHORT'],
    ['x'.repeat(101), 'displayName VALUE_TOO_LONG'],
    [null, 'displayName INVALID_TYPE'],
    [7, 'displayName INVALID_TYPE'],
  ]) {
    assert.deepEqual(violations(await alice.post('/groups', { displayName })), [violation])
    assert.deepEqual(violations(await alice.patch(path, { displayName }, '*')), [violation])
  }
  assert.deepEqual(violations(await alice.post('/groups', {})), ['displayName REQUIRED'])
  assert.equal((await alice.patch(path, { displayName: '𝕏'.repeat(100) }, '*')).status, 200)
  assert.equal((await alice.patch(path, {}, '*')).body.displayName, '𝕏'.repeat(100))
})

/** Each request, with the answers to owner, member and stranger. */
const table: [what: string, run: (by: Person, path: string) => Promise<number>, answers: number[]][] = [
  ['is read', async (by, path) => (await by.get(path)).status, [200, 200, 403]],
  ['has its members listed', async (by, path) => (await by.get(`${path}/members`)).status, [200, 403, 403]],
  [
    'has its members counted',
    async (by, path) => (await by.get(`${path}/members/count`)).status,
    [200, 403, 403],
  ],
  [
    'is renamed',
    async (by, path) => (await by.patch(path, { displayName: 'We' }, '*')).status,
    [200, 403, 403],
  ],
  [
    'gets a member',
    async (by, path) => (await by.post(`${path}/members`, { userId: await idOf(stranger) })).status,
    [204, 403, 403],
  ],
  [
    'loses a member',
    async (by, path) => (await by.delete(`${path}/members/${await idOf(member)}`)).status,
    [204, 204, 403],
  ],
  ['is deleted', async (by, path) => (await by.delete(path, '*')).status, [204, 403, 403]],
]

for (const [what, run, answers] of table) {
  test(`a group ${what} by its owner${answers[1] === 403 ? '' : ' and that member'} alone`, async () => {
    for (const [index, by] of [world.alice, member, stranger].entries()) {
      assert.equal(await run(by, await groupWithMember()), answers[index])
    }
  })

  test(`a deleted group: nobody finds what ${what}`, async () => {
    const path = await groupWithMember()
    await world.alice.delete(path, '*')
    for (const by of [world.alice, member, stranger]) assert.equal(await run(by, path), 404)
  })
}

test('the list has the caller’s own groups, and no others that they are in', async () => {
  const path = await groupWithMember()
  const id = path.split('/').at(-1)
  for (const [by, count] of [
    [world.alice, 1],
    [member, 0],
    [stranger, 0],
  ] as const) {
    const filter = `filter=id==${id},name==*`
    assert.equal((await by.get(`/groups?filter=id==${id}`)).body.items.length, count)
    const all = (await by.get('/groups/count')).body.count
    assert.equal((await by.get(`/groups/count?${filter}`)).body.count, all)
  }
  await world.alice.delete(path, '*')
  assert.equal((await world.alice.get(`/groups/count?filter=id==${id}`)).body.count, 0)
})

test('a group is not deleted while it administers a community', async () => {
  const { alice } = world
  const path = await groupWithMember()
  const adminGroupId = path.split('/').at(-1)
  const body = { displayName: 'We', joinPolicy: 'OPEN', adminGroupId }
  const [one, other] = [await alice.post('/communities', body), await alice.post('/communities', body)]
  const before = await alice.get(path)
  assert.equal((await alice.delete(path, before.etag)).status, 409)
  await alice.patch(`/communities/${one.body.id}`, { adminGroupId: null }, one.etag)
  assert.equal((await alice.delete(path, before.etag)).status, 409, 'there is another')
  assert.deepEqual(await alice.get(path).then(({ text, etag }) => [text, etag]), [before.text, before.etag])
  assert.equal((await alice.get(`${path}/members/count`)).body.count, 1, 'nothing of it is gone')
  await alice.delete(`/communities/${other.body.id}`, other.etag)
  assert.equal((await alice.delete(path, before.etag)).status, 204, 'one that is deleted needs no admins')
})
