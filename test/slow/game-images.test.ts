/** kill -9 while images are uploaded leaves each game with its image or without, and the same request completes it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { newGame } from '../resources/games/recipes.ts'
import { placeFor, run, serve } from '../served.ts'

const ROUNDS = 4
const GAMES = 6

test('an upload that is killed is as if it had not been, or done', async (t) => {
  const place = await placeFor(t)
  let service = serve(place)
  await service.ready()
  const { out } = await run(place, ['token', '--user', 'curator', '--role', 'catalog-editor'])
  const authorization = `Bearer ${out.trim()}`
  const ask = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(`${place.url}/api/v1${path}`, {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const body = new Uint8Array(
    await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#3a7ca5' } })
      .png()
      .toBuffer(),
  )
  const put = (id: string, key: string) =>
    ask('PUT', `/games/${id}/image`, body, {
      'content-type': 'image/png',
      'if-match': '"1"',
      'idempotency-key': key,
    })
  const found = async (id: string): Promise<string> => {
    const [game, image] = await Promise.all([ask('GET', `/games/${id}`), ask('GET', `/games/${id}/image`)])
    await image.arrayBuffer()
    return `${game.headers.get('etag')} ${image.status}`
  }
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const games = await Promise.all(
      Array.from({ length: GAMES }, async () => {
        const made = await ask('POST', '/games', JSON.stringify(newGame()), {
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        })
        const { id } = (await made.json()) as { id: string }
        return { id, key: crypto.randomUUID() }
      }),
    )
    const sent = games.map(({ id, key }) =>
      put(id, key).then(
        ({ status }) => status,
        () => 'cut off',
      ),
    )
    // The later the kill, the more images are there.
    const first = Promise.race(sent)
    await (round === 0 ? sleep(20) : first.then(() => sleep(25 * (round - 1))))
    await service.end('SIGKILL')
    const answers = await Promise.all(sent)
    service = serve(place)
    await service.ready()
    for (const [n, { id, key }] of games.entries()) {
      const state = await found(id)
      outcomes.add(state)
      assert.ok(
        state === '"2" 200' || (state === '"1" 404' && answers[n] === 'cut off'),
        `${state}, ${answers[n]}`,
      )
      const again = await put(id, key)
      assert.equal(again.status, 200, await again.text())
      assert.equal(await found(id), '"2" 200', 'done once')
    }
  }
  assert.deepEqual(outcomes, new Set(['"1" 404', '"2" 200']), 'some were cut off, and some were done')
})
