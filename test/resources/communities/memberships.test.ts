/** Joining, asking, leaving and being removed, for people in each relation to a community. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'
import { type Person, type Reply, present, idOf } from '../../support.ts'

type Policy = 'OPEN' | 'REQUIRES_APPROVAL'

/** A community with a person in each relation to it. */
interface Scene {
  path: string
  owner: Person
  admin: Person
  member: Person
  stranger: Person
  /** The person that the request is about. */
  subject: Person
  subjectId: string
}

const { world } = await testWorld()

const made = (reply: Reply): Reply => {
  assert.ok(reply.status < 300, reply.text)
  return reply
}

const setPolicy = async (path: string, joinPolicy: Policy) =>
  made(await world.alice.patch(path, { joinPolicy }, '*'))
const ask = async ({ path, subject }: Scene) => made(await subject.post(`${path}/membership-requests`))
const approve = async ({ path, owner }: Scene, { body, etag }: Reply, status = 'APPROVED') =>
  made(await owner.patch(`${path}/membership-requests/${body.id}`, { status }, etag))
const addAdmin = async (scene: Scene) => {
  const { adminGroup } = (await scene.owner.get(scene.path)).body
  made(await scene.owner.post(`/groups/${adminGroup.id}/members`, { userId: scene.subjectId }))
}

/** Puts the person into this relation to the community. The community requires approval at that time. */
const relations: Record<string, (scene: Scene) => Promise<unknown>> = {
  stranger: async () => {},
  asked: ask,
  rejected: async (scene) => approve(scene, await ask(scene), 'REJECTED'),
  withdrawn: async (scene) => {
    const { body, etag } = await ask(scene)
    made(await scene.subject.delete(`${scene.path}/membership-requests/${body.id}`, etag))
  },
  member: async (scene) => approve(scene, await ask(scene)),
  left: async (scene) => {
    await approve(scene, await ask(scene))
    made(await scene.subject.delete(`${scene.path}/memberships/${scene.subjectId}`))
  },
  admin: addAdmin,
  'member and admin': async (scene) => {
    await approve(scene, await ask(scene))
    await addAdmin(scene)
  },
  owner: async () => {},
}

const triggers: Record<string, (scene: Scene) => Promise<Reply>> = {
  joins: ({ path, subject }) => subject.post(`${path}/memberships`),
  asks: ({ path, subject }) => subject.post(`${path}/membership-requests`),
  leaves: ({ path, subject, subjectId }) => subject.delete(`${path}/memberships/${subjectId}`),
  'is removed by the owner': ({ path, owner, subjectId }) => owner.delete(`${path}/memberships/${subjectId}`),
  'is removed by an admin': ({ path, admin, subjectId }) => admin.delete(`${path}/memberships/${subjectId}`),
  'is removed by a member': ({ path, member, subjectId }) =>
    member.delete(`${path}/memberships/${subjectId}`),
  'is removed by a stranger': ({ path, stranger, subjectId }) =>
    stranger.delete(`${path}/memberships/${subjectId}`),
}

/** The statuses for OPEN and REQUIRES_APPROVAL, or one number if they are equal. */
type Outcome = number | [open: number, approval: number]

const ENDS = {
  leaves: 204,
  'is removed by the owner': 204,
  'is removed by an admin': 204,
  'is removed by a member': 403,
  'is removed by a stranger': 403,
}
const NOT_THERE = { ...ENDS, leaves: 404, 'is removed by the owner': 404, 'is removed by an admin': 404 }
const STAYS = { ...ENDS, leaves: 409, 'is removed by the owner': 409, 'is removed by an admin': 409 }

const table: Record<string, Record<string, Outcome>> = {
  stranger: { joins: [201, 409], asks: [409, 201], ...NOT_THERE },
  asked: { joins: [201, 409], asks: 409, ...NOT_THERE },
  rejected: { joins: [201, 409], asks: [409, 201], ...NOT_THERE },
  withdrawn: { joins: [201, 409], asks: [409, 201], ...NOT_THERE },
  member: { joins: 409, asks: 409, ...ENDS },
  left: { joins: [201, 409], asks: [409, 201], ...NOT_THERE },
  admin: { joins: [201, 409], asks: [409, 201], ...NOT_THERE },
  'member and admin': { joins: 409, asks: 409, ...STAYS, leaves: 204 },
  owner: { joins: 409, asks: 409, ...STAYS },
}

async function sceneOf(relation: string, policy: Policy): Promise<Scene> {
  const owner = world.alice
  const { admin, member, stranger, adminGroupId } = await (others ??= othersOf(owner))
  const somebody = await world.newcomer()
  const body = { displayName: 'We', joinPolicy: 'OPEN', adminGroupId }
  const path = `/communities/${made(await owner.post('/communities', body)).body.id}`
  made(await member.post(`${path}/memberships`))
  await setPolicy(path, 'REQUIRES_APPROVAL')
  const subject = relation === 'owner' ? owner : somebody
  const scene = { path, owner, admin, member, stranger, subject, subjectId: await idOf(subject) }
  await relations[relation]?.(scene)
  if (policy === 'OPEN') await setPolicy(path, 'OPEN')
  return scene
}

/** An admin, a member and a stranger of every scene's community. They are made only once. */
let others: ReturnType<typeof othersOf> | undefined

async function othersOf(owner: Person) {
  const [admin, member, stranger] = await Promise.all([world.newcomer(), world.newcomer(), world.newcomer()])
  const { id: adminGroupId } = await world.group()
  made(await owner.post(`/groups/${adminGroupId}/members`, { userId: await idOf(admin) }))
  return { admin, member, stranger, adminGroupId }
}

/** Says whether the subject is a member, and how many of their requests are pending. */
async function standing({ path, owner, subjectId }: Scene): Promise<string> {
  const { status } = await owner.get(`${path}/memberships/${subjectId}`)
  const pending = `filter=userId==${subjectId};status==PENDING`
  const { body } = await owner.get(`${path}/membership-requests/count?${pending}`)
  return `${status === 200 ? 'in' : 'out'} ${body.count}`
}

for (const [relation, row] of Object.entries(table)) {
  for (const [trigger, outcome] of Object.entries(row)) {
    test(`${relation}: ${trigger}`, async () => {
      for (const [index, policy] of (['OPEN', 'REQUIRES_APPROVAL'] as const).entries()) {
        const expected = typeof outcome === 'number' ? outcome : outcome[index]
        const scene = await sceneOf(relation, policy)
        const before = await standing(scene)
        const reply = await present(triggers[trigger])(scene)
        assert.equal(reply.status, expected, `${policy}: ${reply.text}`)
        const changed =
          trigger === 'joins' ? 'in 0' : trigger === 'asks' ? 'out 1' : before.replace('in', 'out')
        assert.equal(await standing(scene), reply.status < 300 ? changed : before, policy)
      }
    })
  }
}

test('a membership is at its Location, for members and admins', async () => {
  const { path, owner, admin, member, stranger, subject } = await sceneOf('stranger', 'OPEN')
  const joined = await subject.post(`${path}/memberships`)
  const location = joined.headers['location']?.replace('/api/v1', '') ?? ''
  for (const by of [owner, admin, member, subject]) {
    assert.deepEqual((await by.get(location)).body, joined.body)
    assert.equal((await by.get(`${path}/memberships/count`)).body.count, 3)
    assert.equal((await by.get(`${path}/memberships`)).body.items.length, 3)
  }
  for (const hidden of [location, `${path}/memberships`, `${path}/memberships/count`]) {
    assert.equal((await stranger.get(hidden)).status, 403)
  }
  assert.equal((await stranger.get(`${path}/memberships/${await idOf(stranger)}`)).status, 403)
})

test('an id in capitals is the same id', async () => {
  const { path, owner, admin, subject, subjectId } = await sceneOf('member', 'OPEN')
  const ownerId = (await idOf(owner)).toUpperCase()
  for (const by of [owner, admin]) {
    assert.equal((await by.delete(`${path}/memberships/${ownerId}`)).status, 409)
  }
  assert.equal((await subject.delete(`${path}/memberships/${subjectId.toUpperCase()}`)).status, 204)
})

test('who was removed sees the members no more, and may come back', async () => {
  const scene = await sceneOf('member', 'OPEN')
  const { path, owner, subject, subjectId } = scene
  assert.equal((await subject.get(`${path}/memberships`)).status, 200)
  await owner.delete(`${path}/memberships/${subjectId}`)
  assert.equal((await subject.get(`${path}/memberships`)).status, 403)
  assert.equal((await subject.post(`${path}/memberships`)).status, 201)
  assert.equal(await standing(scene), 'in 0')
})
