/** The states of a membership request, and who may do what in each state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testWorld } from '../../world.ts'
import { type Person, type Reply, present, violations, idOf } from '../../support.ts'

type Role = 'owner' | 'admin' | 'requester' | 'member' | 'stranger'

interface Scene {
  people: Record<Role, Person>
  community: string
  path: string
  asked: Reply
}

const { world } = await testWorld()

const ROLES: Role[] = ['owner', 'admin', 'requester', 'member', 'stranger']

/** Makes a community that requires approval, with somebody in every role, and a request. */
async function sceneOf(): Promise<Scene> {
  const owner = world.alice
  const [admin, requester, member, stranger] = await Promise.all([
    world.newcomer(),
    world.newcomer(),
    world.newcomer(),
    world.newcomer(),
  ])
  const { id: adminGroupId } = await world.group()
  await owner.post(`/groups/${adminGroupId}/members`, { userId: await idOf(admin) })
  const body = { displayName: 'We', joinPolicy: 'OPEN', adminGroupId }
  const community = `/communities/${(await owner.post('/communities', body)).body.id}`
  assert.equal((await member.post(`${community}/memberships`)).status, 201)
  await owner.patch(community, { joinPolicy: 'REQUIRES_APPROVAL' }, '*')
  const asked = await requester.post(`${community}/membership-requests`)
  assert.equal(asked.status, 201, asked.text)
  const path = `${community}/membership-requests/${asked.body.id}`
  return { people: { owner, admin, requester, member, stranger }, community, path, asked }
}

type Do = (by: Person, scene: Scene, etag?: string) => Promise<Reply>

const approve: Do = (by, { path, asked }, etag = asked.etag) => by.patch(path, { status: 'APPROVED' }, etag)
const reject: Do = (by, { path, asked }, etag = asked.etag) => by.patch(path, { status: 'REJECTED' }, etag)
const withdraw: Do = (by, { path, asked }, etag = asked.etag) => by.delete(path, etag)

/** Each action on a pending request, with the answers to owner, admin, requester, member and stranger, and the next state. */
const triggers: [name: string, run: Do, answers: number[], next: string][] = [
  ['approves', approve, [200, 200, 403, 403, 403], 'APPROVED'],
  ['rejects', reject, [200, 200, 403, 403, 403], 'REJECTED'],
  ['withdraws', withdraw, [403, 403, 204, 403, 403], 'CANCELLED'],
]

const isMember = async ({ community, people }: Scene) =>
  (await people.owner.get(`${community}/memberships/${await idOf(people.requester)}`)).status === 200

for (const [name, run, answers, next] of triggers) {
  for (const [index, role] of ROLES.entries()) {
    test(`PENDING: the ${role} ${name} it`, async () => {
      const scene = await sceneOf()
      const reply = await run(scene.people[role], scene)
      assert.equal(reply.status, answers[index])
      const after = await scene.people.requester.get(scene.path)
      const done = reply.status < 300
      const { status, decidedBy, decidedAt } = after.body
      assert.equal(status, done ? next : 'PENDING')
      assert.equal(after.etag !== scene.asked.etag, done)
      const decided = done && next !== 'CANCELLED'
      assert.equal(decidedBy?.id, decided ? await idOf(scene.people[role]) : undefined)
      assert.equal(decidedAt !== undefined, decided)
      assert.equal(await isMember(scene), done && next === 'APPROVED')
    })
  }
}

const finishes: [status: string, finish: (scene: Scene) => Promise<Reply>][] = [
  ['APPROVED', (scene) => approve(scene.people.owner, scene)],
  ['REJECTED', (scene) => reject(scene.people.admin, scene)],
  ['CANCELLED', (scene) => withdraw(scene.people.requester, scene)],
]

for (const [state, finish] of finishes) {
  test(`${state}: it stays so, whoever does whatever`, async () => {
    const scene = await sceneOf()
    assert.ok((await finish(scene)).status < 300)
    const before = await scene.people.owner.get(scene.path)
    assert.equal(before.body.status, state)
    for (const [name, run, answers] of triggers) {
      for (const [index, role] of ROLES.entries()) {
        const expected = present(answers[index]) < 300 ? 409 : 403
        const reply = await run(scene.people[role], scene, before.etag)
        assert.equal(reply.status, expected, `${role} ${name}`)
      }
    }
    assert.equal((await scene.people.owner.get(scene.path)).text, before.text)
  })
}

test('it is seen by who asked and by admins, and counted so', async () => {
  const { people, community, path, asked } = await sceneOf()
  const list = `${community}/membership-requests`
  for (const role of ROLES) {
    const sees = ['owner', 'admin', 'requester'].includes(role)
    const read = await people[role].get(path)
    assert.equal(read.status, sees ? 200 : 403, role)
    if (sees) assert.deepEqual(read.body, asked.body)
    const found = await people[role].get(`${list}?filter=status==PENDING`)
    assert.deepEqual(found.body.items, sees ? [asked.body] : [], role)
    assert.equal((await people[role].get(`${list}/count`)).body.count, sees ? 1 : 0, role)
    const all = `${list}/count?filter=status==APPROVED,status!=APPROVED`
    assert.equal((await people[role].get(all)).body.count, sees ? 1 : 0, 'an or opens nothing')
  }
})

test('an admin who is taken out of the admin group decides no more, from then on', async () => {
  const scene = await sceneOf()
  const { owner, admin } = scene.people
  const { adminGroup } = (await owner.get(scene.community)).body
  await owner.delete(`/groups/${adminGroup.id}/members/${await idOf(admin)}`)
  assert.equal((await approve(admin, scene)).status, 403)
  assert.equal((await admin.get(scene.path)).status, 403)
  assert.equal((await admin.get(`${scene.community}/memberships`)).status, 403)
  assert.equal((await admin.patch(scene.community, { description: 'Mine' }, '*')).status, 403)
})

test('who asked and then joins, as the community has opened, asks no more', async () => {
  const scene = await sceneOf()
  const { owner, requester } = scene.people
  await owner.patch(scene.community, { joinPolicy: 'OPEN' }, '*')
  assert.equal((await requester.post(`${scene.community}/memberships`)).status, 201)
  const after = await requester.get(scene.path)
  assert.deepEqual([after.body.status, after.body.decidedBy], ['CANCELLED', undefined])
  assert.equal((await approve(owner, scene, after.etag)).status, 409)
})

test('one that was made before the community opened is still decided', async () => {
  const scene = await sceneOf()
  await scene.people.owner.patch(scene.community, { joinPolicy: 'OPEN' }, '*')
  assert.equal((await approve(scene.people.admin, scene)).status, 200)
  assert.equal(await isMember(scene), true)
})

test('with its community it is gone', async () => {
  const scene = await sceneOf()
  const { owner, requester, stranger } = scene.people
  assert.equal((await owner.delete(scene.community, '*')).status, 204)
  for (const by of [owner, requester, stranger]) {
    assert.equal((await by.get(scene.path)).status, 404)
    assert.equal((await by.get(`${scene.community}/membership-requests`)).status, 404)
    assert.equal((await approve(by, scene)).status, 404)
    assert.equal((await withdraw(by, scene)).status, 404)
    assert.equal((await by.post(`${scene.community}/membership-requests`)).status, 404)
    assert.equal((await by.post(`${scene.community}/memberships`)).status, 404)
  }
  const { membershipRequests } = (await requester.get('/users/me/export')).body
  assert.equal(membershipRequests[0].status, 'CANCELLED')
})

test('it takes no body, and a decision is one of two', async () => {
  const scene = await sceneOf()
  const { stranger, owner } = scene.people
  const list = `${scene.community}/membership-requests`
  assert.deepEqual(violations(await stranger.post(list, { message: 'Please' })), ['body UNKNOWN_PROPERTY'])
  assert.equal((await stranger.post(list, {})).status, 201)
  for (const status of ['PENDING', 'CANCELLED', 'approved', null]) {
    assert.equal((await owner.patch(scene.path, { status }, scene.asked.etag)).status, 400)
  }
  assert.deepEqual(violations(await owner.patch(scene.path, {}, scene.asked.etag)), ['status REQUIRED'])
})
