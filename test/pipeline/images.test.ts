/** Images of games: they are fetched once, stored as squares, and answered from our own origin. */
import assert from 'node:assert/strict'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { fetchDueImage } from '../../src/pipeline/images.ts'
import { servicesOf } from '../../src/pipeline/outside/connect.ts'
import type { FetchImage } from '../../src/pipeline/outside/services.ts'
import { newGame } from '../resources/games/recipes.ts'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let db: Database
let editor: Person
let player: Person
let site: Server
let origin: string
let fetchImage: FetchImage
/** The site's answers by path. `asked` counts the requests. */
const pages = new Map<string, { status?: number; body?: Buffer | string; location?: string }>()
const asked: string[] = []

const signal = new AbortController().signal
const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff', width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7ca5' } })
    .toFormat(format)
    .toBuffer()

before(async () => {
  service = await testService()
  db = service.db
  editor = await service.as('editor', { roles: ['admin'] })
  player = await service.as('player')
  site = createServer((request, response) => {
    const { url = '' } = request
    if (url === '/robots.txt') return void response.writeHead(404).end()
    asked.push(url)
    const { status = 200, body = '', location } = pages.get(url) ?? { status: 404 }
    response.writeHead(status, location === undefined ? {} : { location }).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  origin = `http://localhost:${port}`
  const { images } = servicesOf({ rulebooks: { loopbackPorts: [port] } })
  assert.ok(images)
  fetchImage = images
})
after(async () => {
  site.closeAllConnections()
  site.close()
  await service.close()
})

const fetchAll = async () => {
  while (await fetchDueImage(db, fetchImage, signal));
}

async function gameWith(
  imageUrl: string | undefined,
  name = 'Pictured',
): Promise<{ id: string; etag: string }> {
  const made = await editor.post('/games', { ...newGame(name), ...(imageUrl && { imageUrl }) })
  assert.equal(made.status, 201, made.text)
  return { id: made.body.id, etag: made.etag }
}

const imageOf = (id: string, size = '320', headers = {}) =>
  service.app.inject({
    url: `/api/v1/games/${id}/image?size=${size}`,
    headers: { authorization: `Bearer ${player.token}`, ...headers },
  })

const rowOf = (id: string) =>
  db.maybe(sql<{ failure: string | null; attempts: number; due: boolean }>`
    select failure, attempts, due_at is not null as due from game_images where game_id = ${id}`)

test('an image is fetched once and answered in two sizes, with 304 for who has it', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    pages.set(`/${format}`, { body: await picture(format) })
    const { id } = await gameWith(`${origin}/${format}`)
    assert.equal((await imageOf(id)).statusCode, 404)
    await fetchAll()
    for (const size of [96, 320]) {
      const { statusCode, headers, rawPayload } = await imageOf(id, String(size))
      assert.deepEqual([statusCode, headers['content-type']], [200, 'image/webp'], format)
      const { width, height, format: made } = await sharp(rawPayload).metadata()
      assert.deepEqual([width, height, made], [size, size, 'webp'])
      const again = await imageOf(id, String(size), { 'if-none-match': headers['etag'] })
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
    }
    await fetchAll()
    assert.deepEqual(asked.filter((path) => path === `/${format}`).length, 1)
  }
})

test('another address brings another image, and none takes it away', async () => {
  pages.set('/one', { body: await picture('png') })
  pages.set('/two', { body: await picture('png', 400, 640) })
  const { id, etag } = await gameWith(`${origin}/one`)
  await fetchAll()
  const before = await imageOf(id)
  const named = await editor.patch(`/games/${id}`, { displayName: 'Renamed' }, etag)
  assert.equal((await imageOf(id)).statusCode, 200, 'the same address keeps its image')
  const changed = await editor.patch(`/games/${id}`, { imageUrl: `${origin}/two` }, named.etag)
  assert.equal((await imageOf(id)).statusCode, 404)
  await fetchAll()
  assert.equal((await imageOf(id)).statusCode, 200)
  assert.equal(before.statusCode, 200)
  await editor.patch(`/games/${id}`, { imageUrl: null }, changed.etag)
  assert.equal((await imageOf(id)).statusCode, 404)
  assert.equal(await rowOf(id), undefined)
})

test('what is no image, too large or not public is given up, and says why', async () => {
  const [width, height] = [10_000, 5_000]
  pages.set('/text', { body: '<html>no image</html>' })
  pages.set('/drawing', {
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  })
  pages.set('/tiff', { body: await picture('tiff') })
  pages.set('/cut', { body: (await picture('jpeg')).subarray(0, 300) })
  pages.set('/bomb', { body: await picture('png', width, height) })
  pages.set('/long', { body: Buffer.alloc(9 * 1024 * 1024) })
  pages.set('/inwards', { status: 302, location: 'https://169.254.169.254/latest' })
  for (const [path, reason] of [
    ['/text', /no image/],
    ['/drawing', /no image/],
    ['/tiff', /no image/],
    ['/cut', /incomplete or damaged/],
    ['/bomb', /40 megapixels/],
    ['/long', /more than 8192 KiB/],
    ['/gone', /answered 404/],
    ['/inwards', /isn't a public address/],
  ] as const) {
    const { id } = await gameWith(`${origin}${path}`)
    await fetchAll()
    const row = await rowOf(id)
    assert.match(row?.failure ?? '', reason, path)
    assert.equal(row?.due, false, path)
    assert.equal((await imageOf(id)).statusCode, 404)
  }
})

test('a site that is down is asked again later, eight times in all', async () => {
  pages.set('/down', { status: 503 })
  const { id } = await gameWith(`${origin}/down`)
  for (let attempt = 1; attempt <= 8; attempt++) {
    await fetchAll()
    assert.deepEqual(await rowOf(id), {
      failure: `${new URL(origin).host} answered 503.`,
      attempts: attempt,
      due: attempt < 8,
    })
    await db.many(sql`update game_images set due_at = now() where game_id = ${id} and due_at is not null`)
  }
  await fetchAll()
  assert.equal(asked.filter((path) => path === '/down').length, 8)
})

test('two instances at once fetch each image once, and an instance that was killed leaves it to the others', async () => {
  const ids = await Promise.all(
    Array.from({ length: 6 }, async (_, n) => {
      pages.set(`/many${n}`, { body: await picture('png') })
      return (await gameWith(`${origin}/many${n}`, `Many ${n}`)).id
    }),
  )
  await Promise.all([fetchAll(), fetchAll(), fetchAll()])
  for (const [n, id] of ids.entries()) {
    assert.equal(asked.filter((path) => path === `/many${n}`).length, 1)
    assert.equal((await imageOf(id)).statusCode, 200)
  }
  const { id } = await gameWith(`${origin}/many0`, 'Killed')
  const killed = new AbortController()
  await fetchDueImage(
    db,
    async () => {
      killed.abort()
      throw new Error('killed')
    },
    killed.signal,
  )
  assert.equal((await rowOf(id))?.due, true)
  await db.many(sql`update game_images set due_at = due_at - interval '5 minutes' where game_id = ${id}`)
  await fetchAll()
  assert.equal((await imageOf(id)).statusCode, 200)
})

test('an address that changes while its image is fetched does not get the old image', async () => {
  pages.set('/new', { body: await picture('png') })
  const { id, etag } = await gameWith(`${origin}/one`)
  await fetchDueImage(
    db,
    async (url, its) => {
      await editor.patch(`/games/${id}`, { imageUrl: `${origin}/gone` }, etag)
      return fetchImage(url, its)
    },
    signal,
  )
  assert.equal((await imageOf(id)).statusCode, 404)
})

test('a size that there is not is refused with those that there are', async () => {
  const { id } = await gameWith(undefined)
  const { statusCode, body } = await imageOf(id, '64')
  assert.equal(statusCode, 400)
  assert.match(body, /96.*320/)
})
