/**
 * Privacy settings: each person has three, and only that person chooses the levels and groups. Other tests check who is let in.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { testWorld } from '../../world.ts'
import { type Person, type Reply, violations, idOf } from '../../support.ts'

const { world } = await testWorld()

const LEVELS = ['PRIVATE', 'PUBLIC', 'PRIVILEGED_ACCESS']
const TYPES = ['MATCH_DETAILS', 'MATCH_HISTORY', 'PROFILE']

const pathOf = async (by: Person, dataType = 'MATCH_HISTORY'): Promise<string> => {
  const [setting] = (await by.get(`/privacy-settings?filter=dataType==${dataType}`)).body.items
  return `/privacy-settings/${setting.id}`
}

const newGroup = async (by: Person, displayName = 'Us'): Promise<string> =>
  (await by.post('/groups', { displayName })).body.id

const groupIds = ({ body }: Reply): string[] => body.groups.map(({ id }: { id: string }) => id)

test('everybody has one a data type, PRIVATE and without groups', async () => {
  const by = await world.newcomer()
  const { items } = (await by.get('/privacy-settings')).body
  const types = items.map(({ dataType }: { dataType: string }) => dataType)
  assert.deepEqual(types.toSorted(), TYPES)
  const user = { id: await idOf(by), displayName: world.nameOf(by) }
  for (const { level, groups, user: of } of items) {
    assert.deepEqual([level, groups, of], ['PRIVATE', [], user])
  }
  assert.equal((await by.get('/privacy-settings/count')).body.count, 3)
})

for (const dataType of TYPES) {
  for (const from of LEVELS) {
    for (const to of LEVELS) {
      test(`${dataType} goes from ${from} to ${to}`, async () => {
        const by = await world.newcomer()
        const path = await pathOf(by, dataType)
        const before = await by.patch(path, { level: from }, '*')
        const after = await by.patch(path, { level: to }, before.etag)
        assert.deepEqual([after.status, after.body.level, after.body.dataType], [200, to, dataType])
        assert.notEqual(after.etag, before.etag)
        assert.equal((await by.patch(path, { level: from }, before.etag)).status, 412)
        assert.deepEqual((await by.get(path)).body, after.body)
        const others = await by.get(`/privacy-settings/count?filter=dataType!=${dataType};level==PRIVATE`)
        assert.equal(others.body.count, 2, 'the others stay')
      })
    }
  }
}

test('it is its user’s alone', async () => {
  const [by, stranger] = [await world.newcomer(), await world.newcomer()]
  const path = await pathOf(by)
  await by.patch(path, { level: 'PUBLIC' }, '*')
  assert.equal((await stranger.get(path)).status, 403)
  assert.equal((await stranger.patch(path, { level: 'PRIVATE' }, '*')).status, 403)
  assert.equal((await stranger.get('/privacy-settings/count?filter=level==PUBLIC')).body.count, 0)
  const id = path.split('/').at(-1)
  assert.equal((await stranger.get(`/privacy-settings/count?filter=id==${id},id!=${id}`)).body.count, 3)
  for (const [method, reply] of [
    ['GET', await by.get(`/privacy-settings/${uuidv7()}`)],
    ['PATCH', await by.patch(`/privacy-settings/${uuidv7()}`, { level: 'PUBLIC' }, '*')],
  ] as const)
    assert.equal(reply.status, 404, method)
})

test('a list of groups replaces the one there is, in its order; left out, it stays', async () => {
  const by = await world.newcomer()
  const [one, two, three] = [await newGroup(by), await newGroup(by), await newGroup(by)]
  const path = await pathOf(by)
  const first = await by.patch(path, { level: 'PRIVILEGED_ACCESS', groupIds: [two, one] }, '*')
  assert.deepEqual(groupIds(first), [two, one])
  assert.deepEqual(groupIds(await by.patch(path, { groupIds: [three, two] }, first.etag)), [three, two])
  const opened = await by.patch(path, { level: 'PUBLIC' }, '*')
  assert.deepEqual([opened.body.level, groupIds(opened)], ['PUBLIC', [three, two]])
  const kept = await by.patch(path, {}, '*')
  assert.deepEqual([kept.body.level, groupIds(kept)], ['PUBLIC', [three, two]])
  const cleared = await by.patch(path, { groupIds: [] }, '*')
  assert.deepEqual([cleared.body.level, groupIds(cleared)], ['PUBLIC', []])
})

test('its groups exist, belong to the caller, and appear once', async () => {
  const by = await world.newcomer()
  const own = await newGroup(by)
  const theirs = (await world.group()).id
  // A member of a group does not own it.
  await world.alice.post(`/groups/${theirs}/members`, { userId: await idOf(by) })
  const path = await pathOf(by)
  const before = await by.get(path)
  const send = (ids: unknown) => by.patch(path, { level: 'PUBLIC', groupIds: ids }, '*')
  assert.equal((await send([own, theirs])).status, 403)
  assert.deepEqual(violations(await send([own, uuidv7(), theirs])), ['groupIds[1] INVALID_REFERENCE'])
  assert.deepEqual(violations(await send([own, own.toUpperCase()])), ['groupIds[1] DUPLICATE_ITEM'])
  assert.deepEqual(violations(await send(['x', null])), [
    'groupIds[0] INVALID_FORMAT',
    'groupIds[1] INVALID_TYPE',
  ])
  assert.deepEqual(violations(await send(null)), ['groupIds INVALID_TYPE'])
  await by.delete(`/groups/${own}`, '*')
  assert.deepEqual(violations(await send([own])), ['groupIds[0] INVALID_REFERENCE'])
  assert.deepEqual(violations(await by.patch(path, { level: 'FRIENDS' }, '*')), ['level INVALID_VALUE'])
  assert.deepEqual(violations(await by.patch(path, { dataType: 'PROFILE' }, '*')), [
    'dataType UNKNOWN_PROPERTY',
  ])
  const after = await by.get(path)
  assert.deepEqual([after.text, after.etag], [before.text, before.etag], 'nothing of a refused change stays')
  assert.deepEqual(
    groupIds(await by.patch(path, { groupIds: [(await newGroup(by)).toUpperCase()] }, '*')).length,
    1,
  )
})

test('a group that is deleted leaves the settings, whose ETags change; one that is renamed leaves them as they are', async () => {
  const by = await world.newcomer()
  const [gone, stays] = [await newGroup(by), await newGroup(by)]
  const paths = await Promise.all(TYPES.map((dataType) => pathOf(by, dataType)))
  const [both = '', one = '', none = ''] = paths
  await by.patch(both, { level: 'PRIVILEGED_ACCESS', groupIds: [gone, stays] }, '*')
  await by.patch(one, { groupIds: [stays] }, '*')
  const before = await Promise.all(paths.map((path) => by.get(path)))
  await by.patch(`/groups/${gone}`, { displayName: 'They' }, '*')
  const renamed = await by.get(both)
  assert.equal(renamed.etag, before[0]?.etag)
  assert.equal(renamed.body.groups[0].displayName, 'They')
  assert.equal((await by.delete(`/groups/${gone}`, '*')).status, 204)
  const after = await Promise.all([both, one, none].map((path) => by.get(path)))
  assert.deepEqual(after.map(groupIds), [[stays], [stays], []])
  assert.deepEqual(
    after.map(({ etag }, index) => etag === before[index]?.etag),
    [false, true, true],
  )
  assert.equal(after[0]?.body.level, 'PRIVILEGED_ACCESS')
  assert.equal((await by.patch(both, { level: 'PUBLIC' }, renamed.etag)).status, 412)
})

test('filters take its fields', async () => {
  const by = await world.newcomer()
  const path = await pathOf(by, 'PROFILE')
  await by.patch(path, { level: 'PUBLIC' }, '*')
  for (const [filter, count] of [
    ['dataType==PROFILE;level==PUBLIC', 1],
    ['level=in=(PRIVATE,PRIVILEGED_ACCESS)', 2],
    ['level==PRIVATE;dataType==PROFILE', 0],
  ] as const)
    assert.equal((await by.get(`/privacy-settings/count?filter=${filter}`)).body.count, count)
  for (const filter of ['level==FRIENDS', 'userId==1', 'groupsId=null=true'])
    assert.deepEqual(violations(await by.get(`/privacy-settings?filter=${filter}`)), ['query INVALID_SEARCH'])
})
