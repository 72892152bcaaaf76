/** The events of the client over real HTTP: none is lost over cuts, silence and restarts of the loop. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Event,
  Problem,
  type Scorebook,
  createGhostPlayer,
  followEvents,
} from '../../client/src/index.ts'
import { waitFor } from '../wait-for.ts'
import { servedWorld } from './served.ts'

const { world, between, as, service } = await servedWorld()

/** Collects events in the background, until the signal aborts. */
function collect(scorebook: Scorebook, options: { lastEventId?: string; quiet?: number } = {}) {
  const leaving = new AbortController()
  const events = scorebook.follow(followEvents, { ...options, signal: leaving.signal })
  const found: Event[] = []
  const done = (async () => {
    for await (const event of events) found.push(event)
  })()
  return {
    events,
    found,
    begun: () => waitFor('the place of the stream', () => events.lastEventId !== undefined),
    async end() {
      leaving.abort()
      await done
    },
    done,
  }
}

const made = async (scorebook: Scorebook, displayName: string) => {
  const { id } = await scorebook.call(createGhostPlayer, { body: { displayName } })
  return `/ghost-players/${id}`
}

const pathsOf = (found: Event[]) =>
  found.flatMap(({ path = '' }) => (path.startsWith('/ghost-players') ? [path] : []))

test('events come as they happen, and the loop ends with its signal', async () => {
  const scorebook = as(await world.newcomer())
  const stream = collect(scorebook)
  await stream.begun()
  const path = await made(scorebook, 'Followed')
  await waitFor('the event', () => pathsOf(stream.found).includes(path))
  const event = stream.found.find((one) => one.path === path)
  assert.deepEqual([event?.kind, event?.version], ['ghost-player.created', 1])
  assert.equal(stream.events.lastEventId, stream.found.at(-1)?.id)
  await stream.end()
})

test('no event is lost or comes twice when the connection is cut', async () => {
  const scorebook = as(await world.newcomer())
  const proxy = between()
  const stream = collect(scorebook)
  await stream.begun()
  const paths: string[] = []
  for (const name of ['First', 'Second', 'Third']) {
    const path = await made(scorebook, name)
    paths.push(path)
    if (name !== 'Second') await waitFor(name, () => pathsOf(stream.found).includes(path))
    proxy.cutAll()
  }
  await waitFor('every event', () => paths.every((path) => pathsOf(stream.found).includes(path)))
  assert.deepEqual(pathsOf(stream.found), paths)
  const places = proxy.seen
    .filter(({ path }) => path.endsWith('/events'))
    .map(({ headers }) => headers['last-event-id'])
  assert.equal(places[0], undefined)
  assert.ok(
    places.slice(1).every((place) => place !== undefined),
    'each later stream goes on after an id',
  )
  await stream.end()
})

test('a program goes on after the id that it kept', async () => {
  const scorebook = as(await world.newcomer())
  const first = collect(scorebook)
  await first.begun()
  await first.end()
  const path = await made(scorebook, 'Missed')
  const second = collect(scorebook, { lastEventId: first.events.lastEventId ?? '' })
  await waitFor('the event', () => pathsOf(second.found).includes(path))
  await second.end()
})

test('an unknown id brings a reset', async () => {
  const stream = collect(as(world.alice), { lastEventId: 'mQ2dPZ1x0rT7nZkV9Yw3uA' })
  await waitFor('the reset', () => stream.found.length > 0)
  assert.deepEqual([stream.found[0]?.kind, stream.found[0]?.path], ['reset', undefined])
  await stream.end()
})

test('a stream that is silent is opened again', async () => {
  const proxy = between()
  proxy.faults.push('swallow')
  const stream = collect(as(world.alice), { quiet: 1_000 })
  await stream.begun()
  assert.ok(proxy.seen.length >= 2)
  await stream.end()
})

test('a service that restarts is waited for, and a refusal is thrown', async () => {
  const proxy = between()
  proxy.faults.push('lose', { status: 503, headers: { 'retry-after': '1' } }, { status: 502, headers: {} })
  const stream = collect(as(world.alice))
  await stream.begun()
  assert.equal(proxy.seen.length, 4)
  await stream.end()
  const without = await service.as('nobody', { scope: 'svc-engine:match-read' })
  const refused = await collect(as(without)).done.catch((error: unknown) => error)
  assert.ok(refused instanceof Problem)
  assert.equal(refused.status, 403)
})

test('a new token is asked for when the old one is refused', async () => {
  const asked: (string | undefined)[] = []
  const token = (old?: string) => {
    asked.push(old)
    return old === undefined ? 'stale' : world.alice.token
  }
  const stream = collect(as(world.alice, { token }))
  await stream.begun()
  assert.deepEqual(asked, [undefined, 'stale'])
  await stream.end()
})

test('a loop that is left closes its stream', async () => {
  const scorebook = as(await world.newcomer())
  const proxy = between()
  for await (const event of scorebook.follow(followEvents, { lastEventId: 'mQ2dPZ1x0rT7nZkV9Yw3uA' })) {
    assert.equal(event.kind, 'reset')
    assert.equal(proxy.open, 1)
    break
  }
  await waitFor('the end of the stream', () => proxy.open === 0)
})
