/** Whatever changes: everybody who gets an event may read the path in it, with the scope that the event needed. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { SUBJECTS } from '../../src/events/subjects.ts'
import { PREFIX } from '../../src/http/prefix.ts'
import { prepare, send } from '../conventions/recipes.ts'
import type { Person } from '../support.ts'
import { testWorld } from '../world.ts'
import { Follower } from './follower.ts'

const { service, world } = await testWorld()
const followers = new Map<Person, Follower>()

before(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  for (const person of [world.alice, world.bob, world.editor, world.root, await world.newcomer()]) {
    const headers = { authorization: `Bearer ${person.token}` }
    followers.set(person, await Follower.open(`http://127.0.0.1:${port}${PREFIX}/events`, headers))
  }
})
after(() => {
  for (const follower of followers.values()) follower.close()
})

/** Waits until everybody has got an event that everybody gets. Then they have all earlier events too. */
async function everybodyGot(): Promise<void> {
  const { id } = await world.game()
  for (const follower of followers.values())
    await follower.until('the event', ({ events }) => events.some(({ path }) => path === `/games/${id}`))
}

for (const operation of operations.filter(
  ({ handling, id }) => handling.kind === 'change' && id !== 'eraseMe',
)) {
  test(`the events of ${operation.id} have paths that their readers may read`, async () => {
    const prepared = await prepare(operation, world)
    await everybodyGot()
    const seen = new Map([...followers].map(([person, { events }]) => [person, events.length]))
    assert.equal((await send(operation, prepared)).status, operation.responds.status)
    await everybodyGot()
    for (const [person, follower] of followers)
      for (const { kind, path = '' } of follower.events.slice(seen.get(person))) {
        const { status } = await person.get(path)
        const isGone = kind.endsWith('.deleted') && [403, 404].includes(status)
        assert.ok(status === 200 || isGone, `${kind} ${path}: ${status}`)
      }
  })
}

test('the scope of a subject is the scope of the operation that reads it', () => {
  for (const [subject, { scope, path }] of Object.entries(SUBJECTS)) {
    const form = path('ID', 'PARENT').split('/')
    const read = operations.find(
      ({ method, path: other }) =>
        method === 'GET' &&
        other.split('/').length === form.length &&
        other
          .split('/')
          .every((part, at) => (part.startsWith('{') ? /ID|PARENT/.test(form[at] ?? '') : part === form[at])),
    )
    assert.equal(read?.scope, `svc-engine:${scope}`, subject)
  }
})
