/** A group's members: added once, counted in the group, found by filters without being counted twice. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { type World, idOf, worldOf } from '../../conventions/recipes.ts'
import { type Service, testService, violations } from '../../support.ts'

let service: Service
let world: World

before(async () => {
  service = await testService()
  world = await worldOf(service)
})
after(() => service.close())

test('a user is added once, removed once, and may be added again', async () => {
  const { alice, bob } = world
  const path = `/groups/${(await world.group()).id}`
  const userId = await idOf(bob)
  const add = () => alice.post(`${path}/members`, { userId })
  const remove = () => alice.delete(`${path}/members/${userId}`)
  assert.equal((await remove()).status, 404)
  assert.equal((await add()).status, 204)
  assert.equal((await add()).status, 409)
  assert.equal((await remove()).status, 204)
  assert.equal((await remove()).status, 404)
  assert.equal((await add()).status, 204)
  const { items } = (await alice.get(`${path}/members`)).body
  assert.deepEqual(items, [{ id: userId, displayName: 'bob', addedAt: items[0].addedAt }])
})

test('its owner may be one', async () => {
  const { alice } = world
  const path = `/groups/${(await world.group()).id}`
  assert.equal((await alice.post(`${path}/members`, { userId: await idOf(alice) })).status, 204)
  assert.equal((await alice.get(path)).body.memberCount, 1)
})

test('a member exists', async () => {
  const { alice } = world
  const path = `/groups/${(await world.group()).id}/members`
  assert.deepEqual(violations(await alice.post(path, { userId: uuidv7() })), ['userId INVALID_REFERENCE'])
  assert.deepEqual(violations(await alice.post(path, { userId: 'bob' })), ['userId INVALID_FORMAT'])
  assert.deepEqual(violations(await alice.post(path, {})), ['userId REQUIRED'])
  assert.equal((await alice.delete(`${path}/${uuidv7()}`)).status, 404)
  assert.equal((await alice.delete(`${path}/bob`)).status, 400)
})

test('who comes or goes changes the group’s ETag, as it shows how many they are; a refusal does not', async () => {
  const { alice, bob } = world
  const path = `/groups/${(await world.group()).id}`
  const userId = await idOf(bob)
  const seen = async () => {
    const { body, etag } = await alice.get(path)
    return [body.memberCount, etag]
  }
  const etags = new Set<string>()
  const [, first] = await seen()
  etags.add(first)
  await alice.post(`${path}/members`, { userId })
  const [one, second] = await seen()
  etags.add(second)
  assert.equal((await alice.post(`${path}/members`, { userId })).status, 409)
  assert.deepEqual(await seen(), [1, second])
  assert.equal((await alice.patch(path, { displayName: 'We' }, first)).status, 412)
  await alice.delete(`${path}/members/${userId}`)
  const [none, third] = await seen()
  etags.add(third)
  assert.equal((await alice.delete(`${path}/members/${userId}`)).status, 404)
  assert.deepEqual(await seen(), [0, third])
  assert.deepEqual([one, none, etags.size], [1, 0, 3])
})

test('filters by members find a group once, however many of them match', async () => {
  const { alice } = world
  const { id } = await world.group()
  const people = await Promise.all([1, 2, 3].map(() => world.newcomer()))
  const ids = await Promise.all(people.map(idOf))
  for (const userId of ids) await alice.post(`/groups/${id}/members`, { userId })
  const count = async (filter: string) => {
    const query = `filter=id==${id};${encodeURIComponent(filter)}`
    const [{ body: counted }, { body: listed }] = await Promise.all([
      alice.get(`/groups/count?${query}`),
      alice.get(`/groups?${query}`),
    ])
    assert.equal(listed.items.length, counted.count)
    return counted.count
  }
  for (const [filter, expected] of [
    [`membersId=in=(${ids.join()})`, 1],
    ['membersName==newcomer*', 1],
    [`membersId==${ids[0]};membersId==${ids[1]}`, 1],
    [`membersId==${ids[0]},membersId==${ids[1]}`, 1],
    [`membersId==${await idOf(alice)}`, 0],
    [`membersId!=${ids[0]}`, 1],
    ['membersId=null=false', 1],
    ['membersName=null=true', 0],
    ['membersName==alice', 0],
  ] as const)
    assert.equal(await count(filter), expected, filter)
  for (const userId of ids) await alice.delete(`/groups/${id}/members/${userId}`)
  assert.equal(await count('membersId=null=true'), 1)
  assert.equal(await count(`membersId=in=(${ids.join()})`), 0)
})

test('nobody filters groups by members they could not list', async () => {
  const { alice, bob } = world
  const { id } = await world.group()
  const member = await world.newcomer()
  const userId = await idOf(member)
  await alice.post(`/groups/${id}/members`, { userId })
  for (const by of [bob, member]) {
    for (const filter of [`membersId==${userId}`, `id==${id}`, `id==${id},membersId==${userId}`])
      assert.equal((await by.get(`/groups/count?filter=${filter}`)).body.count, 0)
  }
})

test('members are listed in the order asked for, and found by name', async () => {
  const { alice } = world
  const path = `/groups/${(await world.group()).id}/members`
  const people = await Promise.all(['Ann', 'bert', 'Cleo'].map((name) => service.as(name)))
  const ids = await Promise.all(people.map(idOf))
  for (const userId of ids) await alice.post(path, { userId })
  const names = async (query: string) =>
    (await alice.get(`${path}${query}`)).body.items.map(
      ({ displayName }: { displayName: string }) => displayName,
    )
  assert.deepEqual(await names(''), ['Cleo', 'bert', 'Ann'])
  assert.deepEqual(await names('?sort=name'), ['Ann', 'bert', 'Cleo'])
  assert.deepEqual(await names('?sort=name:DESC&limit=2'), ['Cleo', 'bert'])
  assert.deepEqual(await names('?filter=name==B*'), ['bert'])
  assert.equal((await alice.get(`${path}/count?filter=name==*e*`)).body.count, 2)
})
