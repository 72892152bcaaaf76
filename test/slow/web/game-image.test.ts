/** The image of a game in a browser: chosen, dropped, pasted, saved, seen by others without a reload, and taken away. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { deskOf, shareApp, skip, until, visit, withoutPolls } from '../../web/site.ts'
import { editor, newGame, newMatch, playerOf, selfOf } from '../../web/table.ts'

const site = shareApp()

const picture = (background: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()

const choose = (page: Page, buffer: Buffer, name = 'cover.jpg', mimeType = 'image/jpeg') =>
  page.locator('dialog input[type=file]').setInputFiles({ name, mimeType, buffer })

/** Waits until the tile of the page's head has an image, or has none, and answers the image's address. */
async function face(page: Page, isThere = true): Promise<string> {
  const image = page.locator('.head .tile image')
  await (isThere ? image.waitFor() : image.waitFor({ state: 'detached' }))
  return isThere ? ((await image.getAttribute('href')) ?? '') : ''
}

/** Drops or pastes a PNG of one colour that the page itself makes. */
const given = (how: 'drop' | 'paste', colour: string) => `(async () => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 50, height: 50 })
  const context = canvas.getContext('2d')
  context.fillStyle = '${colour}'
  context.fillRect(0, 0, 50, 50)
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/png'))
  const data = new DataTransfer()
  data.items.add(new File([blob], 'given.png', { type: 'image/png' }))
  const event = '${how}' === 'drop'
    ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
    : new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
  document.querySelector('.choose-image').dispatchEvent(event)
})()`

/** The colour in the middle of the preview. */
const previewed = (page: Page): Promise<number[]> =>
  page.evaluate(
    `[...document.querySelector('dialog canvas').getContext('2d').getImageData(160, 160, 1, 1).data].slice(0, 3)`,
  )

test(
  'an editor uploads an image, another browser shows it without a reload, and both see it go and come back',
  { skip },
  async (t) => {
    const gameId = await newGame(site, 'Faceless Harbour')
    const admin = await deskOf(t, site, await editor(site))
    const player = await deskOf(t, site, await site.person('Wanda'))
    await withoutPolls(player.context)
    const following = player.page.waitForResponse((response) => response.url().endsWith('/web/api/v1/events'))
    await visit(player.page, site, `/games/${gameId}`)
    assert.equal((await following).status(), 200)
    assert.equal(await player.page.getByRole('button', { name: 'Change the image' }).count(), 0)
    const { page } = admin
    await visit(page, site, `/games/${gameId}`)
    await face(page, false)
    await page.getByRole('button', { name: 'Change the image' }).click()
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0, 'nothing is chosen yet')
    await choose(page, await picture('#c0392b'))
    await page.getByText('This is how it will look.').waitFor()
    await until(
      page,
      `document.querySelector('dialog canvas').getContext('2d').getImageData(1, 1, 1, 1).data[3] > 0`,
    )
    const [red = 0] = await previewed(page)
    assert.ok(red > 150)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    const first = await face(page)
    await player.page.locator('.head .tile image').waitFor()
    assert.equal(await face(player.page), first)

    await page.getByRole('button', { name: 'Change the image' }).click()
    await page.getByRole('button', { name: 'Remove the image' }).click()
    await page.getByText('The image was removed.').waitFor()
    await player.page.locator('.head .tile image').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Put it back' }).click()
    await page.getByText('The image is back.').waitFor()
    await page.getByRole('button', { name: 'Remove the image' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await face(page)
    await player.page.locator('.head .tile image').waitFor()

    // Another image has another address.
    await page.getByRole('button', { name: 'Change the image' }).click()
    await choose(page, await picture('#2980b9'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await until(
      page,
      `document.querySelector('.head .tile image')?.getAttribute('href') !== ${JSON.stringify(first)}`,
    )
    assert.deepEqual([admin.complaints, player.complaints], [[], []])
  },
)

test(
  'a picture can be dropped and pasted, and what is none is refused in plain sentences',
  { skip },
  async (t) => {
    const gameId = await newGame(site, 'Refused Harbour')
    const { page, complaints } = await deskOf(t, site, await editor(site))
    await visit(page, site, `/games/${gameId}`)
    await page.getByRole('button', { name: 'Change the image' }).click()
    await page.locator('.choose-image').waitFor()
    await page.evaluate(given('drop', '#00ff00'))
    await until(
      page,
      `document.querySelector('dialog canvas')?.getContext('2d').getImageData(9, 9, 1, 1).data[1] === 255`,
    )
    await page.evaluate(given('paste', '#0000ff'))
    await until(
      page,
      `document.querySelector('dialog canvas')?.getContext('2d').getImageData(9, 9, 1, 1).data[2] === 255`,
    )
    for (const [buffer, type, sentence] of [
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        'image/svg+xml',
        /not a JPEG, PNG, WebP or GIF file/,
      ],
      [Buffer.from('<html>no image</html>'), 'image/png', /damaged, or this browser cannot read it/],
      [Buffer.alloc(9 * 1_048_576), 'image/png', /larger than 8.MB/],
    ] as const) {
      await choose(page, buffer, 'cover', type)
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
      assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
    }
    // The browser reads it, the service does not.
    await choose(
      page,
      await sharp({ create: { width: 7_000, height: 6_000, channels: 3, background: '#888' } })
        .png()
        .toBuffer(),
      'large.png',
      'image/png',
    )
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: 'more than 40 megapixels' }).waitFor()
    // Somebody else changes the game meanwhile: the second attempt is for the game as it is now.
    const other = await (await editor(site)).get(`/games/${gameId}`)
    await (await editor(site)).patch(`/games/${gameId}`, { maxPlayers: 8 }, other.etag)
    await choose(page, await picture('#c0392b'))
    await page.getByText('This is how it will look.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const saved = page.locator('dialog').waitFor({ state: 'detached' })
    await Promise.race([
      saved,
      page.getByRole('alert').filter({ hasText: 'Somebody else has changed' }).waitFor(),
    ])
    if ((await page.locator('dialog').count()) > 0) await page.getByRole('button', { name: 'Save' }).click()
    await saved
    await face(page)
    assert.deepEqual(
      complaints.filter((one) => !/400|412/.test(one)),
      [],
    )
  },
)

test(
  'the image is wherever the tile of the game is, and one request asks for all of a page',
  { skip },
  async (t) => {
    const person = await site.person('Xenia')
    const [self, gameId, other] = [
      await selfOf(person),
      await newGame(site, 'Seen Everywhere'),
      await newGame(site, 'Seen Nowhere'),
    ]
    for (const game of [gameId, other]) await newMatch(person, game, [{ id: self, score: 7 }])
    const admin = await editor(site)
    const { etag } = await admin.get(`/games/${gameId}`)
    const up = await admin.put(`/games/${gameId}/image`, await picture('#c0392b'), etag, {
      'content-type': 'image/jpeg',
    })
    assert.equal(up.status, 200, up.text)
    const { page, complaints } = await deskOf(t, site, person)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const player = await playerOf(person)
    for (const path of ['/games?name=seen', '/record', `/people/${player}`, '/matches', '/']) {
      asked.length = 0
      await visit(page, site, path)
      await page.locator(`.tile image[href*="${gameId}"]`).first().waitFor()
      assert.equal(asked.filter((one) => one === `/web/api/v1/games/${other}/image`).length, 0, path)
      const lists = asked.filter((one) => one.endsWith('/game-images')).length
      assert.ok(lists >= 1 && lists <= 3, `${path} asked ${lists} times`)
    }
    assert.deepEqual(complaints, [])
  },
)
