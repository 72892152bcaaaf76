/** Finding people by id, name and age. No filter, sort or count reveals more than a read. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { uuidv7 } from '../../../src/db/uuid.ts'
import { testWorld } from '../../world.ts'
import { type Person, violations, idOf } from '../../support.ts'

const { service, world } = await testWorld()
let seeker: Person
/** People, by their relation to the seeker. */
const people: Record<string, Person> = {}

const open = async (by: Person, dataType: string, change: object) => {
  const [setting] = (await by.get(`/privacy-settings?filter=dataType==${dataType}`)).body.items
  assert.equal((await by.patch(`/privacy-settings/${setting.id}`, change, '*')).status, 200)
}

const groupOf = async (owner: Person, ...members: Person[]): Promise<string> => {
  const { id } = (await owner.post('/groups', { displayName: 'Us' })).body
  for (const member of members)
    assert.equal((await owner.post(`/groups/${id}/members`, { userId: await idOf(member) })).status, 204)
  return id
}

before(async () => {
  seeker = await service.as('seeker', { name: 'Quintus Seeker' })
  for (const name of NAMES) {
    people[name] = await service.as(name, { name: `Quintus ${name}` })
    await at(name).get('/users/me') // the first request makes the user
  }
  const { neighbour, owner, owned, sibling, open: opened, privileged, near } = people
  const community = (await world.community()).id
  for (const by of [seeker, neighbour]) await by?.post(`/communities/${community}/memberships`)
  if (!owner || !owned || !sibling || !opened || !privileged || !near) assert.fail()
  await groupOf(owner, seeker, sibling)
  await groupOf(seeker, owned)
  await open(opened, 'PROFILE', { level: 'PUBLIC' })
  await open(privileged, 'PROFILE', {
    level: 'PRIVILEGED_ACCESS',
    groupIds: [await groupOf(privileged, seeker)],
  })
  // Opening the matches does not open the profile.
  await open(near, 'MATCH_HISTORY', { level: 'PUBLIC' })
  await open(near, 'MATCH_DETAILS', { level: 'PUBLIC' })
  await service.db.many(sql`select`) // so that later reads are not from an older state
})

const NAMES = ['neighbour', 'owner', 'owned', 'sibling', 'open', 'privileged', 'near', 'stranger']
/** The people that the seeker sees. Members of the seeker's groups and fellow members of a group are not among them. */
const SEEN = ['neighbour', 'owner', 'open', 'privileged']

const at = (name: string): Person => people[name] ?? assert.fail(name)
const count = async (filter: string, path = '/users'): Promise<number> =>
  (await seeker.get(`${path}/count?filter=${encodeURIComponent(filter)}`)).body.count

for (const name of NAMES) {
  test(`${name}: get, list, count and every filter say the same`, async () => {
    const me = (await at(name).get('/users/me')).body
    const seen = SEEN.includes(name)
    const { selfGhostPlayer: _own, ...user } = me
    const got = await seeker.get(`/users/${me.id}`)
    assert.equal(got.status, seen ? 200 : 403)
    if (seen) assert.deepEqual(got.body, user)
    const player = await seeker.get(`/canonical-players/${me.canonicalPlayer.id}`)
    assert.equal(player.status, got.status)
    const expected = seen ? 1 : 0
    for (const filter of [
      `id==${me.id}`,
      `id=in=(${me.id},${uuidv7()})`,
      `name=='${me.displayName}'`,
      `name=='${me.displayName.toUpperCase()}'`,
      `name=='*${name}'`,
      `name=='*${name}',name=='*${name}'`,
      `id==${me.id};createdAt==${me.createdAt}`,
      `id==${me.id};createdAt=ge=2020-01-01T00:00:00Z`,
      `id==${me.id};(name==*,name!=*)`,
      `id==${me.id};name=null=false`,
    ])
      assert.equal(await count(filter), expected, filter)
    for (const filter of [`userId==${me.id}`, `id==${me.canonicalPlayer.id}`, `name=='*${name}'`])
      assert.equal(await count(filter, '/canonical-players'), expected, filter)
    for (const sort of ['id', 'name', 'createdAt', 'name:DESC', 'createdAt:DESC']) {
      const { items } = (await seeker.get(`/users?limit=100&sort=${sort}`)).body
      const found = items.filter(({ id }: { id: string }) => id === me.id)
      assert.deepEqual(found, seen ? [user] : [], sort)
    }
  })
}

test('a walk by single steps, either way, shows each visible person once', async () => {
  for (const sort of ['name', 'name:DESC', 'createdAt', 'id:DESC']) {
    const names: string[] = []
    let cursor = ''
    do {
      const { body } = await seeker.get(`/users?limit=1&filter=name==Quintus*&sort=${sort}${cursor}`)
      names.push(...body.items.map(({ displayName }: { displayName: string }) => displayName))
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`
    } while (cursor !== '')
    const expected = [...SEEN, 'Seeker'].map((name) => `Quintus ${name}`)
    assert.deepEqual(names.toSorted(), expected.toSorted(), sort)
    assert.equal(await count('name==Quintus*'), expected.length)
  }
})

test('who is no longer let in sees no more, at once', async () => {
  const [{ id }, { id: groupId }] = [
    (await at('privileged').get('/users/me')).body,
    (await at('privileged').get('/groups')).body.items[0],
  ]
  assert.equal(await count(`id==${id}`), 1)
  await at('privileged').delete(`/groups/${groupId}/members/${await idOf(seeker)}`)
  assert.equal((await seeker.get(`/users/${id}`)).status, 403)
  assert.equal(await count(`id==${id}`), 0)
})

test('only what is listed may be filtered and sorted by', async () => {
  for (const query of [
    'filter=displayName==x',
    'filter=subject==x',
    'filter=issuer==x',
    'filter=updatedAt=null=true',
    'filter=canonicalPlayerId==x',
    'filter=isPublic==true',
    'filter=erasedAt=null=true',
    'sort=updatedAt',
    'sort=subject',
    'filter=id==x',
    'filter=createdAt==yesterday',
  ])
    assert.deepEqual(violations(await seeker.get(`/users?${query}`)), ['query INVALID_SEARCH'], query)
})

test('an unknown id finds nobody', async () => {
  assert.equal((await seeker.get(`/users/${uuidv7()}`)).status, 404)
  assert.equal((await seeker.get('/users/somebody')).status, 400)
})
