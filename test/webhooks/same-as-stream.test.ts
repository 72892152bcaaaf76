/** Whatever changes: a webhook sends what its maker gets from `GET /events`, and nothing that they do not get there. */
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { operations } from '../../src/api.ts'
import { PREFIX } from '../../src/http/prefix.ts'
import { announce } from '../../src/webhooks/work.ts'
import { prepare, send } from '../conventions/recipes.ts'
import { Follower } from '../events/follower.ts'
import { type Person, testService } from '../support.ts'
import { worldOf } from '../world.ts'
import { type Receiver, receiver } from './receiver.ts'
import { roundsOf } from './rounds.ts'

const service = await testService()
after(() => service.close())
// Alice and Bob, who have a part in most of what the recipes make, are administrators with accounts here.
for (const name of ['alice', 'bob']) await service.account(name, ['player', 'admin'])
const world = await worldOf(service)
const rounds = roundsOf(service)

interface Maker {
  person: Person
  to: Receiver
  /** The id from which the person's stream goes on. */
  lastId: string | undefined
}

const makers: Maker[] = []

async function streamOf({ person, lastId }: Pick<Maker, 'person' | 'lastId'>): Promise<Follower> {
  const { port } = service.app.server.address() as AddressInfo
  return Follower.open(`http://127.0.0.1:${port}${PREFIX}/events`, {
    authorization: `Bearer ${person.token}`,
    ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
  })
}

before(async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const people = [world.alice, world.bob, world.root]
  const endpoints = await Promise.all(people.map(() => receiver()))
  await announce(
    service.db,
    endpoints.map((to) => to.port),
  )
  for (const [n, person] of people.entries()) {
    assert.equal((await person.get('/users/me')).status, 200)
    const to = endpoints[n] ?? assert.fail()
    const { status, body } = await person.post('/webhooks', { url: to.url })
    assert.equal(status, 201)
    to.secret = body.secret
    makers.push({ person, to, lastId: undefined })
  }
  for (const maker of makers) {
    const stream = await streamOf(maker)
    maker.lastId = stream.lastId
    stream.close()
  }
})
after(() => Promise.all(makers.map(({ to }) => to.close())))

/** The events since the last time, as the endpoint got them and as the stream has them at the same moment. */
async function both(maker: Maker, last: string): Promise<{ sent: string[]; streamed: string[] }> {
  const stream = await streamOf(maker)
  await stream.until('the last event', ({ events }) => events.some(({ path }) => path === last))
  stream.close()
  maker.lastId = stream.lastId
  const sent = maker.to.received.splice(0).map(({ verified }) => JSON.stringify(verified?.data))
  return { sent: sent.toSorted(), streamed: stream.events.map((event) => JSON.stringify(event)).toSorted() }
}

const kinds = new Set<string>()

const webhookOperation = /webhook/i

for (const operation of operations.filter(
  ({ handling, id }) => handling.kind === 'change' && id !== 'eraseMe' && !webhookOperation.test(id),
))
  test(`a webhook sends of ${operation.id} what the stream does`, async () => {
    const prepared = await prepare(operation, world)
    assert.equal((await send(operation, prepared)).status, operation.responds.status)
    const { id } = await world.game()
    await rounds.pass()
    await rounds.round({ loopbackPorts: makers.map(({ to }) => to.port), ca: makers[0]?.to.settings.ca })
    for (const maker of makers) {
      for (const { verified } of maker.to.received) kinds.add(verified?.type ?? 'not verified')
      const { sent, streamed } = await both(maker, `/games/${id}`)
      assert.deepEqual(sent, streamed)
    }
  })

test('these people got events of many kinds', () => {
  assert.ok(kinds.size > 25 && !kinds.has('not verified'), [...kinds].join())
})
