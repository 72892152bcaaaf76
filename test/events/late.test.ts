/** Somebody who comes later and reads the log of the day gets nothing of what had gone by then. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { PREFIX } from '../../src/http/prefix.ts'
import { type Person, idOf } from '../support.ts'
import { testWorld } from '../world.ts'
import { Follower } from './follower.ts'

const { service, world } = await testWorld()
let url: string

before(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}${PREFIX}/events`
})

const open = (person: Person, lastId?: string) =>
  Follower.open(url, {
    authorization: `Bearer ${person.token}`,
    ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
  })

/** The place at the end of the log. */
async function placeOf(person: Person): Promise<string | undefined> {
  const stream = await open(person)
  stream.close()
  return stream.lastId
}

/** The lines of all events since a place, up to a new game that everybody gets. */
async function since(person: Person, place: string | undefined): Promise<string[]> {
  const { id } = await world.game()
  const stream = await open(person, place)
  await stream.until('the game', ({ events }) => events.some(({ path }) => path === `/games/${id}`))
  stream.close()
  return stream.events.map(({ kind, path }) => `${kind} ${path}`)
}

test('a late member does not learn who had left, and an early one does', async () => {
  const [early, gone, late] = [await world.newcomer(), await world.newcomer(), await world.newcomer()]
  const { id } = (await world.alice.post('/communities', { displayName: 'Club', joinPolicy: 'OPEN' })).body
  const join = async (who: Person) =>
    assert.equal((await who.post(`/communities/${id}/memberships`)).status, 201)
  await join(early)
  const places = new Map<Person, string | undefined>()
  for (const person of [early, gone, late]) places.set(person, await placeOf(person))
  await join(gone)
  const path = `/communities/${id}/memberships/${await idOf(gone)}`
  assert.equal((await gone.delete(path)).status, 204)
  await join(late)
  const about = async (who: Person) =>
    (await since(who, places.get(who))).filter((line) => line.endsWith(path))
  assert.deepEqual(await about(early), [`membership.deleted ${path}`])
  assert.deepEqual(await about(gone), [`membership.deleted ${path}`])
  assert.deepEqual(await about(late), [])
})

test('of a withdrawn edit only its proposer and the recorder get anything', async () => {
  const editor = await world.newcomer()
  const { path, matchId } = await pendingEdit()
  const places = [await placeOf(world.alice), await placeOf(editor)]
  assert.equal((await world.bob.delete(path, '*')).status, 204)
  assert.equal((await world.alice.post('/trusted-editors', { userId: await idOf(editor) })).status, 201)
  assert.equal((await editor.get(`/matches/${matchId}`)).status, 200)
  const about = async (who: Person, place: string | undefined) =>
    (await since(who, place)).filter((line) => line.endsWith(path))
  assert.deepEqual(await about(world.alice, places[0]), [`match-edit.deleted ${path}`])
  assert.deepEqual(await about(editor, places[1]), [])
})

/** An edit that Bob, who played in the match, proposes to Alice. */
async function pendingEdit(): Promise<{ path: string; matchId: string }> {
  const { id: matchId } = await world.playedMatch()
  const { participants } = (await world.alice.get(`/matches/${matchId}`)).body
  const change = { participantChanges: [{ matchParticipantId: participants[0].id, score: 41 }] }
  const { status, body, text } = await world.bob.post(`/matches/${matchId}/edits`, change)
  assert.equal(status, 201, text)
  return { path: `/matches/${matchId}/edits/${body.id}`, matchId }
}
