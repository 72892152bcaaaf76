/** Uploaded images of games: what is taken, what is refused, and what is shown afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { sql } from '../../../src/db/sql.ts'
import { MOST_BYTES } from '../../../src/resources/game-images/schema.ts'
import { AT_ONCE, MOST_PIXELS, squaresOf } from '../../../src/resources/game-images/squares.ts'
import type { ImageSquares } from '../../../src/resources/game-images/sizes.ts'
import { keepImage } from '../../../src/resources/game-images/fetched.ts'
import { type Person, violations } from '../../support.ts'
import { testWorld } from '../../world.ts'
import { newGame } from './recipes.ts'

const { service, world } = await testWorld()
const { editor, alice } = world

const RED = { r: 200, g: 30, b: 30 }
const BLUE = { r: 30, g: 30, b: 200 }
const plain = (background: object, width = 60, height = 60) =>
  sharp({ create: { width, height, channels: 3, background } })
const red = await plain(RED).png().toBuffer()

const upload = (path: string, body: Buffer, etag: string, type = 'image/png', by: Person = editor) =>
  by.put(path, body, etag, { 'content-type': type })

async function pathOfNew(fields = {}): Promise<{ id: string; path: string; etag: string }> {
  const made = await editor.post('/games', { ...newGame(), ...fields })
  return { id: made.body.id, path: `/games/${made.body.id}/image`, etag: made.etag }
}

const shown = (path: string, size = '320', headers = {}) =>
  service.app.inject({
    url: `/api/v1${path}?size=${size}`,
    headers: { authorization: `Bearer ${alice.token}`, ...headers },
  })

/** The colour of a pixel of the square, as red, green and blue. */
async function pixel(path: string, left: number, top: number): Promise<number[]> {
  const { rawPayload } = await shown(path)
  const { data } = await sharp(rawPayload)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

const isNear = (found: number[], { r, g, b }: { r: number; g: number; b: number }) =>
  [r, g, b].every((wanted, n) => Math.abs(wanted - (found[n] ?? -1)) < 30)

const listed = async (id: string) =>
  (await alice.get(`/game-images?filter=gameId==${id}`)).body.items as {
    origin: string
    digest: string
    game: { id: string }
  }[]

test('an uploaded image is shown in two sizes to everybody, raises the version of the game, and has a digest of its own', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const { id, path, etag } = await pathOfNew()
    assert.equal((await shown(path)).statusCode, 404)
    assert.deepEqual(await listed(id), [])
    const body = await plain(RED, 640, 400).toFormat(format).toBuffer()
    const reply = await upload(path, body, etag, `image/${format}`)
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.etag, '"2"')
    assert.equal((await alice.get(`/games/${id}`)).etag, reply.etag)
    for (const size of [96, 320]) {
      const { statusCode, headers, rawPayload } = await shown(path, String(size))
      assert.deepEqual([statusCode, headers['content-type']], [200, 'image/webp'], format)
      const { width, height, format: kept } = await sharp(rawPayload).metadata()
      assert.deepEqual([width, height, kept], [size, size, 'webp'])
      const again = await shown(path, String(size), { 'if-none-match': headers['etag'] })
      assert.equal(again.statusCode, 304)
    }
    assert.ok(isNear(await pixel(path, 160, 160), RED), format)
    const [first, ...others] = await listed(id)
    assert.deepEqual([first?.origin, first?.game.id, others.length], ['UPLOADED', id, 0])
    const before = (await shown(path)).headers['etag']
    await upload(path, await plain(BLUE).png().toBuffer(), reply.etag)
    const [second] = await listed(id)
    assert.notEqual(second?.digest, first?.digest)
    const after = await shown(path, '320', { 'if-none-match': before })
    assert.deepEqual([after.statusCode, after.headers['etag'] === before], [200, false])
    assert.equal((await alice.get(`/games/${id}/image?digest=${second?.digest}`)).status, 200)
  }
})

test('it has precedence over the fetched image, stays when the address changes, and gives way when it is taken away', async () => {
  const imageUrl = 'https://images.example.org/one.png'
  const { id, path, etag } = await pathOfNew({ imageUrl })
  const fetched = await squaresOf(await plain(BLUE).png().toBuffer(), 'test')
  await service.db.many(keepImage({ gameId: id, url: imageUrl }, fetched))
  assert.equal((await listed(id))[0]?.origin, 'FETCHED')
  const up = await upload(path, red, etag)
  assert.ok(isNear(await pixel(path, 9, 9), RED))
  const other = await editor.patch(
    `/games/${id}`,
    { imageUrl: 'https://images.example.org/two.png' },
    up.etag,
  )
  assert.ok(isNear(await pixel(path, 9, 9), RED), 'another address')
  const none = await editor.patch(`/games/${id}`, { imageUrl: null }, other.etag)
  assert.ok(isNear(await pixel(path, 9, 9), RED), 'no address')
  const back = await editor.patch(`/games/${id}`, { imageUrl }, none.etag)
  await service.db.many(keepImage({ gameId: id, url: imageUrl }, fetched))
  assert.ok(isNear(await pixel(path, 9, 9), RED), 'fetched again')
  const away = await editor.delete(path, back.etag)
  assert.deepEqual([away.status, away.body.id, away.body.imageUrl], [200, id, imageUrl])
  assert.ok(isNear(await pixel(path, 9, 9), BLUE))
  assert.equal((await listed(id))[0]?.origin, 'FETCHED')
  const twice = await editor.delete(path, away.etag)
  assert.equal(twice.status, 404)
  assert.match(twice.body.detail, /no such uploaded image/)
  assert.equal((await alice.get(`/games/${id}`)).etag, away.etag, 'a refused change raises no version')
})

const animated = async () => {
  const frames = await Promise.all([RED, BLUE].map((one) => plain(one, 20, 20).raw().toBuffer()))
  return sharp(Buffer.concat(frames), { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

/** The left half is red, the right half blue; turned by the orientation, red is above. */
const halves = sharp({ create: { width: 400, height: 400, channels: 3, background: BLUE } }).composite([
  { input: await plain(RED, 200, 400).png().toBuffer(), left: 0, top: 0 },
])

test('of an animation the first frame is kept, CMYK becomes RGB, and a photo is turned upright', async () => {
  const { path, etag } = await pathOfNew()
  const gif = await upload(path, await animated(), etag, 'image/gif')
  assert.equal(gif.status, 200, gif.text)
  assert.ok(isNear(await pixel(path, 160, 160), RED))
  assert.equal((await sharp((await shown(path)).rawPayload).metadata()).pages ?? 1, 1)

  const cmyk = await plain(RED).toColourspace('cmyk').jpeg().toBuffer()
  assert.equal((await sharp(cmyk).metadata()).space, 'cmyk')
  const four = await upload(path, cmyk, gif.etag, 'image/jpeg')
  assert.equal(four.status, 200, four.text)
  const kept = await sharp((await shown(path)).rawPayload).metadata()
  assert.equal(kept.space, 'srgb')

  const turned = await halves.jpeg().withMetadata({ orientation: 6 }).toBuffer()
  assert.equal((await upload(path, turned, four.etag, 'image/jpeg')).status, 200)
  assert.ok(isNear(await pixel(path, 160, 10), RED), 'turned to the right, the left half is above')
  assert.ok(isNear(await pixel(path, 160, 310), BLUE))
})

test('nothing of the bytes that came is kept: no place, no other metadata, no stowaway', async () => {
  const { id, path, etag } = await pathOfNew()
  const photo = await plain(RED)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ansel Secret' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .toBuffer()
  assert.ok(photo.includes('Ansel Secret'))
  const polyglot = Buffer.concat([photo, Buffer.from('<html><script>alert("stowaway")</script>')])
  assert.equal((await upload(path, polyglot, etag, 'image/jpeg')).status, 200)
  const { small, large } = await service.db.one(sql<{ small: Buffer; large: Buffer }>`
    select small, large from uploaded_game_images where game_id = ${id}`)
  for (const bytes of [small, large]) {
    for (const word of ['Ansel', 'Exif', 'GPS', 'stowaway', 'script']) assert.ok(!bytes.includes(word), word)
    const { exif, icc, xmp } = await sharp(bytes).metadata()
    assert.deepEqual([exif, icc, xmp], [undefined, undefined, undefined])
  }
})

test('what is no image, damaged or too large is refused with a sentence, and nothing is half done', async () => {
  const { id, path, etag } = await pathOfNew()
  const jpeg = await plain(RED, 400, 400).jpeg().toBuffer()
  const bomb = await plain(RED, 9_000, 4_500).png().toBuffer()
  const deep = await plain(RED, 6_000, 4_000).toColourspace('rgb16').png().toBuffer()
  assert.ok(bomb.length < 1_000_000 && 9_000 * 4_500 > MOST_PIXELS)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const claimed = Buffer.from(red)
  claimed.writeUInt32BE(70_000, 16)
  for (const [what, body, type, reason] of [
    ['nothing', Buffer.alloc(0), 'image/png', /empty/],
    [
      'HTML',
      Buffer.from('<html><script>alert(1)</script>'),
      'image/png',
      /no image in JPEG, PNG, WebP or GIF/,
    ],
    ['SVG', Buffer.from(svg), 'image/png', /no image/],
    ['TIFF', await plain(RED).tiff().toBuffer(), 'image/png', /no image/],
    ['AVIF', await plain(RED).avif().toBuffer(), 'image/webp', /no image/],
    ['a cut JPEG', jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', /incomplete or damaged/],
    ['a cut PNG', red.subarray(0, red.length - 30), 'image/png', /incomplete or damaged/],
    ['a bomb of 16 bits', deep, 'image/png', /half as many with 16 bits/],
    ['a bomb', bomb, 'image/png', /more than 40 megapixels/],
    ['a PNG of another size than it says', claimed, 'image/png', /damaged|no image|megapixels/],
  ] as const) {
    const refused = await upload(path, body, etag, type)
    assert.equal(refused.status, 400, `${what}: ${refused.text}`)
    assert.match(violations(refused).join(), /^body (REQUIRED|INVALID_FORMAT)$/, what)
    assert.match(refused.body.errors[0].message, reason, what)
  }
  const several = await editor.send('PUT', path, Buffer.from('no image'), { 'content-type': 'image/png' })
  assert.deepEqual(violations(several).toSorted(), [
    'Idempotency-Key REQUIRED',
    'If-Match REQUIRED',
    'body INVALID_FORMAT',
  ])
  const long = Buffer.alloc(MOST_BYTES + 1)
  assert.equal((await upload(path, long, etag)).status, 413)
  for (const type of ['image/svg+xml', 'image/avif', 'text/html', 'application/json'])
    assert.equal((await upload(path, red, etag, type)).status, 415, type)
  assert.equal((await shown(path)).statusCode, 404)
  assert.equal((await alice.get(`/games/${id}`)).etag, etag)
})

test('only editors change it', async () => {
  const { path, etag } = await pathOfNew()
  assert.equal((await upload(path, red, etag, 'image/png', alice)).status, 403)
  const up = await upload(path, red, etag)
  assert.equal((await alice.delete(path, up.etag)).status, 403)
  const curator = await service.as('curator', { roles: ['catalog-editor'] })
  assert.equal((await upload(path, red, up.etag, 'image/png', curator)).status, 200)
})

test('the list of images is filtered by games and origin, sorted, paged and counted', async () => {
  const games = await Promise.all(
    ['Listed C', 'Listed A', 'Listed B'].map((displayName) => pathOfNew({ displayName })),
  )
  for (const { path, etag } of games) await upload(path, red, etag)
  const bare = await pathOfNew({ displayName: 'Listed D' })
  const ids = [...games, bare].map(({ id }) => id)
  const filter = `filter=gameId=in=(${ids.join(',')})`
  const named = (body: { items: { game: { displayName: string } }[] }) =>
    body.items.map(({ game }) => game.displayName)
  const sorted = await alice.get(`/game-images?${filter}&sort=gameName:ASC&limit=2`)
  assert.deepEqual(named(sorted.body), ['Listed A', 'Listed B'])
  const next = await alice.get(
    `/game-images?${filter}&sort=gameName:ASC&limit=2&cursor=${sorted.body.nextCursor}`,
  )
  assert.deepEqual([named(next.body), next.body.nextCursor], [['Listed C'], null])
  const byId = await alice.get(`/game-images?${filter}`)
  assert.deepEqual(
    byId.body.items.map(({ game }: { game: { id: string } }) => game.id),
    games.map(({ id }) => id).toSorted(),
  )
  assert.equal((await alice.get(`/game-images/count?${filter};origin==UPLOADED`)).body.count, 3)
  assert.equal((await alice.get(`/game-images/count?${filter};origin==FETCHED`)).body.count, 0)
})

test('twenty uploads of 40 megapixels at once are read one after another, and hold no reader up', async () => {
  const large = await plain(RED, 8_000, 5_000).jpeg().toBuffer()
  const games = await Promise.all(Array.from({ length: 20 }, () => pathOfNew()))
  let done = 0
  const uploads = games.map(async ({ path, etag }, n) => {
    const by = await service.as(`uploader${n % 10}`, { roles: ['catalog-editor'] })
    const reply = await upload(path, large, etag, 'image/jpeg', by)
    done++
    return reply.status
  })
  let reads = 0
  while (done < games.length) {
    assert.equal((await alice.get('/games/count')).status, 200)
    reads++
  }
  assert.deepEqual(new Set(await Promise.all(uploads)), new Set([200]))
  assert.ok(reads > games.length, `${reads} reads were answered meanwhile`)
  assert.equal(AT_ONCE, 1)
})

test('with too many images waiting, the next is asked to come back', async () => {
  const large = await plain(RED, 8_000, 5_000).png().toBuffer()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (): Promise<ImageSquares> => squaresOf(large, 'one')),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  assert.ok(refused.length >= 8 && refused.length < 40)
  for (const one of refused)
    assert.match(String((one as PromiseRejectedResult).reason), /Too many images are being read/)
})
