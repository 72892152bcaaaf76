/** Somebody deletes a group while others use it, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { testWorld } from '../world.ts'
import { type Person, idOf } from '../support.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
let member: Person
let userId: string

before(async () => {
  member = await world.newcomer()
  userId = await idOf(member)
})

/** The rows of a group that are still in the database. */
const left = (id: string) =>
  service.db.one(sql`
    select
      (select count(*)::int from group_members where group_id = ${id}) as members,
      (select count(*)::int from privacy_setting_groups where group_id = ${id}) as settings`)

test('a person who is added three times at once is a member once', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const { id, etag } = await world.group()
    const add = () => alice.post(`/groups/${id}/members`, { userId })
    assert.equal(statuses(await Promise.all([add(), add(), add()])), '204 409 409')
    const after = await alice.get(`/groups/${id}`)
    assert.equal(after.body.memberCount, 1)
    assert.notEqual(after.etag, etag)
  }
})

test('additions and removals at the same time each happen or are refused, and the count is right', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.group()
    const path = `/groups/${id}`
    if (round % 2 === 0) await alice.post(`${path}/members`, { userId })
    const [added, removed] = await Promise.all([
      alice.post(`${path}/members`, { userId }),
      alice.delete(`${path}/members/${userId}`),
    ])
    assert.match(
      `${added.status} ${removed.status}`,
      round % 2 === 0 ? /^(409 204|204 204)$/ : /^(204 404|204 204)$/,
    )
    const { memberCount } = (await alice.get(path)).body
    assert.equal((await alice.get(`${path}/members/count`)).body.count, memberCount)
    assert.equal((await member.get(path)).status, memberCount === 1 ? 200 : 403)
    if (statuses([added, removed]) !== '204 204') assert.equal(memberCount, round % 2 === 0 ? 0 : 1)
  }
})

test('of two removals of one member, one happens', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const path = `/groups/${(await world.group()).id}/members`
    await alice.post(path, { userId })
    const replies = await Promise.all([1, 2].map(() => alice.delete(`${path}/${userId}`)))
    assert.equal(statuses(replies), '204 404')
  }
})

test('a group that is deleted while somebody is added has no members', async () => {
  const { alice } = world
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await world.group()
    const [deleted, added] = await Promise.all([
      alice.delete(`/groups/${id}`, '*'),
      alice.post(`/groups/${id}/members`, { userId }),
    ])
    assert.equal(deleted.status, 204)
    assert.match(String(added.status), /204|404/)
    assert.deepEqual(await left(id), { members: 0, settings: 0 })
    assert.equal((await member.get(`/groups/${id}`)).status, 404)
  }
})

for (const how of ['is founded with', 'takes'] as const) {
  test(`a group is deleted, or administers a community that ${how} it meanwhile`, async () => {
    const { alice } = world
    for (let round = 0; round < ROUNDS; round++) {
      const { id, etag } = await world.group()
      const community = await world.community()
      const [deleted, taken] = await Promise.all([
        alice.delete(`/groups/${id}`, etag),
        how === 'takes'
          ? alice.patch(`/communities/${community.id}`, { adminGroupId: id }, community.etag)
          : alice.post('/communities', { displayName: 'We', joinPolicy: 'OPEN', adminGroupId: id }),
      ])
      assert.match(`${deleted.status} ${taken.status}`, /^(204 400|409 20[01])$/)
      const path = `/communities/${how === 'takes' ? community.id : taken.body.id}`
      const group = await alice.get(`/groups/${id}`)
      assert.equal(group.status, deleted.status === 204 ? 404 : 200)
      if (taken.status < 300) assert.equal((await alice.get(path)).body.adminGroup.id, id)
    }
  })
}

for (const held of [false, true]) {
  test(`a group that is deleted while a setting ${held ? 'keeps' : 'takes'} it is in no setting`, async () => {
    const by = await world.newcomer()
    const [setting] = (await by.get('/privacy-settings')).body.items
    const path = `/privacy-settings/${setting.id}`
    for (let round = 0; round < ROUNDS; round++) {
      const { body } = await by.post('/groups', { displayName: 'Us' })
      if (held) assert.equal((await by.patch(path, { groupIds: [body.id] }, '*')).status, 200)
      const before = await by.get(path)
      const [deleted, taken] = await Promise.all([
        by.delete(`/groups/${body.id}`, '*'),
        by.patch(path, { level: 'PRIVILEGED_ACCESS', groupIds: [body.id] }, before.etag),
      ])
      assert.equal(deleted.status, 204)
      assert.match(String(taken.status), held ? /200|400|412/ : /200|400/)
      assert.deepEqual(await left(body.id), { members: 0, settings: 0 })
      const after = await by.get(path)
      assert.deepEqual(after.body.groups, [])
      if (held || taken.status === 200) assert.notEqual(after.etag, before.etag)
      if (taken.status === 200) assert.notEqual(after.etag, taken.etag, 'it lost a group since')
    }
  })
}

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
