/** A group's members: each is added once and counted in the group, and filters find a group only once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { testWorld } from '../../world.ts'
import { showProfile } from '../privacy-settings/recipes.ts'
import { type Person, present, violations, idOf } from '../../support.ts'

const { service, world } = await testWorld()

test('a user is added once, removed once, and may be added again', async () => {
  const { alice, bob } = world
  const path = `/groups/${(await world.group()).id}`
  const userId = await idOf(bob)
  await showProfile(bob)
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
  await Promise.all(people.map(showProfile))
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
  await Promise.all(people.map(showProfile))
  const other = `/groups/${(await world.group()).id}/members`
  for (const userId of ids) for (const group of [path, other]) await alice.post(group, { userId })
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

test('being added to a group shows nobody: no list, filter, sort or count reveals a name', async () => {
  const { alice } = world
  const { id } = await world.group()
  const path = `/groups/${id}/members`
  const [zoe, adam, open] = await Promise.all(['Zoe', 'Adam', 'Mia'].map((name) => service.as(name)))
  const people = [present(zoe), present(adam), present(open)]
  await showProfile(present(open))
  for (const person of people)
    assert.equal((await alice.post(path, { userId: await idOf(person) })).status, 204)

  type Item = { id: string; displayName: string }
  const shown = async (query = '') => {
    const { items } = (await alice.get(`${path}?${query}`)).body
    return items.map(({ displayName }: Item) => displayName)
  }
  const count = async (filter: string, of = `/groups/${id}/members`) =>
    (await alice.get(`${of}/count?filter=${encodeURIComponent(filter)}`)).body.count
  assert.deepEqual(await shown('sort=name'), ['Mia', 'Player', 'Player'])
  const [, first, second] = (await alice.get(`${path}?sort=name`)).body.items
  assert.ok(first.id < second.id, 'those without a name are sorted by id')
  const { body: page } = await alice.get(`${path}?sort=name&limit=2`)
  const { body: rest } = await alice.get(`${path}?sort=name&limit=2&cursor=${page.nextCursor}`)
  assert.deepEqual(
    [...page.items, ...rest.items].map((item: Item) => item.id),
    (await alice.get(`${path}?sort=name`)).body.items.map((item: Item) => item.id),
  )
  for (const [filter, expected] of [
    ["name=='zoe'", 0],
    ["name=='Z*'", 0],
    ["name=gt='s'", 0],
    ["name=in=('zoe','adam','mia')", 1],
    ["name!='zoe'", 3],
    ["name=='player'", 2],
  ] as const) {
    assert.equal(await count(filter), expected, filter)
    const among = filter.replace('name', 'membersName')
    assert.equal(await count(`id==${id};${among}`, '/groups'), Math.min(expected, 1), among)
  }
  for (const person of [present(zoe), present(adam)]) {
    assert.equal((await alice.get(`/users/${await idOf(person)}`)).status, 403)
    assert.equal((await person.get(`/users/${await idOf(alice)}`)).status, 200, 'its owner is seen')
  }
  assert.equal((await present(zoe).get(`/users/${await idOf(present(adam))}`)).status, 403)
  const { groupMembers } = (await alice.get('/users/me/export')).body
  const exported = groupMembers.filter(({ groupId }: { groupId: string }) => groupId === id)
  assert.deepEqual(
    exported.map(({ member }: { member: Item }) => member),
    (await alice.get(`${path}?sort=createdAt`)).body.items,
  )
  await present(zoe).delete(`/groups/${id}/members/${await idOf(present(zoe))}`)
})

test('a member leaves, and takes nobody else along', async () => {
  const { alice, bob } = world
  const { id } = await world.group()
  const [leaver, stays] = [await world.newcomer(), await world.newcomer()]
  const seat = async (person: Person) => `/groups/${id}/members/${await idOf(person)}`
  for (const person of [leaver, stays])
    await alice.post(`/groups/${id}/members`, { userId: await idOf(person) })
  const before = await alice.get(`/groups/${id}`)
  const others = await leaver.delete(await seat(stays))
  assert.equal(others.status, 403)
  assert.equal(others.body.detail, 'Only the owner of a group may remove other members.')
  const unseen = await leaver.get(`/groups/${id}/members`)
  assert.equal(unseen.body.detail, 'Only the owner of a group may see its members.')
  assert.equal((await leaver.get(`/groups/${id}/members/count`)).body.detail, unseen.body.detail)
  assert.equal((await leaver.get(`/users/${await idOf(alice)}`)).status, 200)
  assert.equal((await leaver.delete(await seat(leaver))).status, 204)
  const after = await alice.get(`/groups/${id}`)
  assert.deepEqual([before.body.memberCount, after.body.memberCount], [2, 1])
  assert.notEqual(after.etag, before.etag)
  assert.equal((await leaver.get(`/groups/${id}`)).status, 403)
  assert.equal((await leaver.get(`/users/${await idOf(alice)}`)).status, 403)
  assert.equal((await leaver.delete(await seat(leaver))).status, 404)
  assert.equal((await bob.delete(await seat(bob))).status, 404, 'who was never in it')
})
