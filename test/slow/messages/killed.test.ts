/** kill -9 during an import leaves the catalogue as it was before or as it is after. The same request then completes it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Served, placeFor, run, serve } from '../../served.ts'

const KEYS = 5_000
const ROUNDS = 8

const place = await placeFor({ after })
let headers: Record<string, string>
let service: Served

before(async () => {
  service = serve(place)
  await service.ready()
  const { out } = await run(place, ['token', '--user', 'owner', '--role', 'application-owner'])
  headers = { authorization: `Bearer ${out.trim()}`, 'content-type': 'application/json' }
})

function post(path: string, body: string, key: string = crypto.randomUUID()): Promise<Response> {
  const more = { 'idempotency-key': key }
  return fetch(`${place.url}/api/v1${path}`, { method: 'POST', headers: { ...headers, ...more }, body })
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${place.url}/api/v1${path}`, { headers })
  assert.equal(response.status, 200)
  return (await response.json()) as T
}

/** Each edition has a key that no other edition has. The argument types alternate from edition to edition. */
const edition = (number: number) =>
  JSON.stringify({
    baseLocale: 'en',
    keys: Array.from({ length: KEYS }, (_, n) => ({
      key: n === 0 ? `only.in${number}` : `text${n}`,
      baseText: `${number}`,
      arguments: [{ name: 'x', type: number % 2 ? 'NUMBER' : 'DATE' }],
    })),
  })

/** The editions to which the texts and the keys in use belong. There must be only one, and the translations must fit it. */
async function editions(): Promise<string[]> {
  const { messages } = await get<{ messages: Record<string, string> }>('/applications/companion/messages/en')
  assert.equal(Object.keys(messages).length, KEYS)
  const own = Object.keys(messages).filter((key) => key.startsWith('only.in'))
  const texts = new Set(Object.values(messages))
  const [text = ''] = texts
  const { count } = await get<{ count: number }>(
    '/applications/companion/translations/count?filter=invalid==true',
  )
  assert.equal(count, Number(text) % 2 ? 0 : KEYS - 1, 'the translations fit the odd editions')
  return [...new Set([...texts, ...own.map((key) => key.slice('only.in'.length))])]
}

test('a killed import has either no effect or its full effect', async () => {
  const application = { applicationId: 'companion', displayName: 'A', baseLocale: 'en' }
  assert.equal((await post('/applications', JSON.stringify(application))).status, 201)
  assert.equal((await post('/applications/companion/keys/import', edition(1))).status, 200)
  const translations = Array.from({ length: KEYS - 1 }, (_, n) => ({
    key: `text${n + 1}`,
    text: '{x, number}',
  }))
  const drafts = await post(
    '/applications/companion/translations/de/import',
    JSON.stringify({ translations }),
  )
  assert.equal(drafts.status, 200)
  const since = performance.now()
  assert.equal((await post('/applications/companion/keys/import', edition(2))).status, 200)
  const took = performance.now() - since

  for (let round = 0; round < ROUNDS; round++) {
    const [old, next] = [2 + round, 3 + round]
    const key = crypto.randomUUID()
    const sent = post('/applications/companion/keys/import', edition(next), key).then(
      ({ status }) => status,
      () => 'cut off',
    )
    await sleep((took * (round + 1)) / (ROUNDS + 1))
    await service.end('SIGKILL')
    const answer = await sent
    service = serve(place)
    await service.ready()
    const found = await editions()
    assert.equal(found.length, 1, `a catalogue of ${found.join(' and ')}`)
    assert.ok(found[0] === String(next) || (found[0] === String(old) && answer === 'cut off'), found[0])
    const again = await post('/applications/companion/keys/import', edition(next), key)
    assert.equal(again.status, 200)
    const { updated, added, obsoleted } = (await again.json()) as Record<string, number>
    assert.deepEqual([updated, added, obsoleted], [KEYS - 1, 1, 1], 'done now, or the answer of then')
    assert.deepEqual(await editions(), [String(next)])
  }
})
