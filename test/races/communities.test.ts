/** Joining, asking, leaving, deciding and changing the policy race with one another, a hundred rounds each. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { testWorld } from '../world.ts'
import { newMatch } from '../resources/matches/recipes.ts'
import { type Person, type Reply, idOf } from '../support.ts'
import { ROUNDS, deadlocks, statuses } from './statuses.ts'

const { service, world } = await testWorld()
let admin: Person
let somebody: Person
let userId: string
let adminGroupId: string

before(async () => {
  ;[admin, somebody] = await Promise.all([world.newcomer(), world.newcomer()])
  userId = await idOf(somebody)
  adminGroupId = (await world.group()).id
  await world.alice.post(`/groups/${adminGroupId}/members`, { userId: await idOf(admin) })
})

type Policy = 'OPEN' | 'REQUIRES_APPROVAL'

async function found(joinPolicy: Policy): Promise<string> {
  const reply = await world.alice.post('/communities', { displayName: 'We', joinPolicy, adminGroupId })
  assert.equal(reply.status, 201, reply.text)
  return `/communities/${reply.body.id}`
}

const join = (path: string, by = somebody) => by.post(`${path}/memberships`)
const leave = (path: string, by = somebody) => by.delete(`${path}/memberships/${userId}`)
const ask = (path: string, by = somebody) => by.post(`${path}/membership-requests`)
const decide = (path: string, { body, etag }: Reply, status = 'APPROVED', by = admin) =>
  by.patch(`${path}/membership-requests/${body.id}`, { status }, etag)
const withdraw = (path: string, { body, etag }: Reply) =>
  somebody.delete(`${path}/membership-requests/${body.id}`, etag)
const setPolicy = (path: string, joinPolicy: Policy) => world.alice.patch(path, { joinPolicy }, '*')
const statusOf = async (path: string, { body }: Reply): Promise<string> =>
  (await somebody.get(`${path}/membership-requests/${body.id}`)).body.status

/** How many memberships and how many pending requests somebody has in the community. */
async function standing(path: string): Promise<[memberships: number, pending: number]> {
  const { memberships, pending } = await service.db.one(sql<{ memberships: number; pending: number }>`
    select
      (select count(*)::int from memberships
        where community_id = ${path.split('/').at(-1)} and user_id = ${userId}) as memberships,
      (select count(*)::int from membership_requests
        where community_id = ${path.split('/').at(-1)} and user_id = ${userId} and status = 'PENDING') as pending`)
  return [memberships, pending]
}

test('a person who joins twice at once is a member once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('OPEN')
    assert.equal(statuses(await Promise.all([join(path), join(path), join(path)])), '201 409 409')
    assert.deepEqual(await standing(path), [1, 0])
  }
})

test('a person who asks twice at once has one request', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('REQUIRES_APPROVAL')
    assert.equal(statuses(await Promise.all([ask(path), ask(path), ask(path)])), '201 409 409')
    assert.deepEqual(await standing(path), [0, 1])
  }
})

test('a member who leaves while being removed is gone, by one of the two requests', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('OPEN')
    await join(path)
    const replies = await Promise.all([leave(path), leave(path, admin), leave(path, world.alice)])
    assert.equal(statuses(replies), '204 404 404')
    assert.deepEqual(await standing(path), [0, 0])
  }
})

test('a request that is approved while it is withdrawn is either approved or withdrawn', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('REQUIRES_APPROVAL')
    const request = await ask(path)
    const replies = await Promise.all([decide(path, request), withdraw(path, request)])
    assert.match(statuses(replies), /^(200 412|204 412)$/)
    const approved = replies[0].status === 200
    assert.equal(await statusOf(path, request), approved ? 'APPROVED' : 'CANCELLED')
    assert.deepEqual(await standing(path), [approved ? 1 : 0, 0])
  }
})

test('of two deciders one decides', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('REQUIRES_APPROVAL')
    const request = await ask(path)
    const replies = await Promise.all([
      decide(path, request, 'APPROVED'),
      decide(path, request, 'REJECTED', world.alice),
    ])
    assert.equal(statuses(replies), '200 412')
    const approved = replies[0].status === 200
    assert.equal(await statusOf(path, request), approved ? 'APPROVED' : 'REJECTED')
    assert.deepEqual(await standing(path), [approved ? 1 : 0, 0])
  }
})

test('who joins while an earlier request of theirs is approved is a member once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('REQUIRES_APPROVAL')
    const request = await ask(path)
    await setPolicy(path, 'OPEN')
    const replies = await Promise.all([join(path), decide(path, request)])
    assert.match(statuses(replies), /^(200 409|201 412)$/)
    assert.equal(await statusOf(path, request), replies[1].status === 200 ? 'APPROVED' : 'CANCELLED')
    assert.deepEqual(await standing(path), [1, 0])
  }
})

test('who asks again while an earlier request is decided is never a member who asks', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('REQUIRES_APPROVAL')
    const request = await ask(path)
    const status = round % 2 === 0 ? 'APPROVED' : 'REJECTED'
    const [decided, again] = await Promise.all([decide(path, request, status), ask(path)])
    assert.equal(decided.status, 200)
    if (status === 'APPROVED') assert.equal(again.status, 409)
    else assert.match(String(again.status), /201|409/)
    const [memberships, pending] = await standing(path)
    assert.deepEqual(
      [memberships, pending],
      status === 'APPROVED' ? [1, 0] : [0, again.status === 201 ? 1 : 0],
    )
  }
})

test('who joins while the policy changes has either policy, not both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('OPEN')
    const [changed, joined, asked] = await Promise.all([
      setPolicy(path, 'REQUIRES_APPROVAL'),
      join(path),
      ask(path),
    ])
    assert.equal(changed.status, 200)
    assert.match(`${joined.status} ${asked.status}`, /^(201 409|409 201|409 409)$/)
    const [memberships, pending] = await standing(path)
    assert.deepEqual([memberships, pending], [joined.status === 201 ? 1 : 0, asked.status === 201 ? 1 : 0])
    assert.equal((await join(path)).status, 409)
  }
})

test('a community that is deleted while people come has neither members nor pending requests', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found(round % 2 === 0 ? 'OPEN' : 'REQUIRES_APPROVAL')
    const come = round % 2 === 0 ? join : ask
    const [deleted, came] = await Promise.all([world.alice.delete(path, '*'), come(path)])
    assert.equal(deleted.status, 204)
    assert.match(String(came.status), /201|404/)
    assert.deepEqual(await standing(path), [0, 0])
    assert.equal((await come(path)).status, 404)
  }
})

test('a request that is approved while its community is deleted makes no member', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('REQUIRES_APPROVAL')
    const request = await ask(path)
    const [deleted, decided] = await Promise.all([world.alice.delete(path, '*'), decide(path, request)])
    assert.equal(deleted.status, 204)
    assert.match(String(decided.status), /200|404/)
    assert.deepEqual(await standing(path), [0, 0])
  }
})

test('a match that joins a community while it is deleted is either in it or refused', async () => {
  const { alice } = world
  const [game, ghost] = [await world.game(), await world.ghostPlayer()]
  for (let round = 0; round < ROUNDS; round++) {
    const path = await found('OPEN')
    const communityId = path.split('/').at(-1)
    const [deleted, recorded] = await Promise.all([
      alice.delete(path, '*'),
      alice.post('/matches', { ...newMatch(game.id, ghost.id), communityId }),
    ])
    assert.equal(deleted.status, 204)
    assert.match(String(recorded.status), /201|400/)
    if (recorded.status === 400) continue
    const { community } = (await alice.get(`/matches/${recorded.body.id}`)).body
    assert.equal(community.id, communityId, 'matches keep showing it')
  }
})

test('none of this ran into a deadlock', async () => {
  assert.equal(await deadlocks(service.db), 0)
})
