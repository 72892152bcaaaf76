/** What an admin of a community invited to ends for good with their right to invite. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'

const { service, world } = await testWorld()
const { alice, bob } = world

test('an admin’s invitation does not come back when they are an admin again', async () => {
  const carol = await service.as('carol')
  const [group, other] = [await world.group(), await world.group()]
  const body = { displayName: 'We', joinPolicy: 'OPEN', adminGroupId: group.id }
  const { id } = (await alice.post('/communities', body)).body
  const seat = { userId: await idOf(carol) }
  const add = async (groupId: string) =>
    assert.equal((await alice.post(`/groups/${groupId}/members`, seat)).status, 204)
  const leave = async (groupId: string) =>
    assert.equal((await alice.delete(`/groups/${groupId}/members/${seat.userId}`)).status, 204)
  const choose = async (adminGroupId: string) =>
    assert.equal((await alice.patch(`/communities/${id}`, { adminGroupId }, '*')).status, 200)
  const invite = async (by: Person) => {
    const { status, text, body: made } = await by.post(`/communities/${id}/invitations`, {})
    assert.equal(status, 201, text)
    return made as { id: string; secret: string }
  }
  const isGood = async ({ secret }: { secret: string }) =>
    (await bob.post('/invitations/look-up', { secret })).status === 200
  await add(group.id)
  await add(other.id)
  const first = await invite(carol)
  await leave(group.id)
  await add(group.id)
  assert.equal(await isGood(first), false)
  assert.equal((await alice.get(`/invitations/${first.id}`)).body.state, 'ENDED')
  // The same with another group of admins.
  const second = await invite(carol)
  await leave(group.id)
  await choose(other.id)
  assert.equal(await isGood(second), false)
  const kept = [await invite(alice), await invite(carol)]
  await add(group.id)
  await choose(group.id)
  for (const one of kept) assert.equal(await isGood(one), true, 'whoever stays an admin keeps theirs')
})
