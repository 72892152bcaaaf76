/** The screens of the image of a game: with one, with none, while an editor chooses, refused, taken away. */
import type { Page } from 'playwright-core'
import type { Screen } from './screens.ts'
import type { AppSite } from './site.ts'
import { cover, editor, newGame, newPicturedGame } from './table.ts'

const jpeg = () => cover('#118ab2').jpeg().toBuffer()

/** A game whose image was uploaded. */
async function uploaded(site: AppSite, displayName: string): Promise<string> {
  const id = await newGame(site, displayName)
  const by = await editor(site)
  const { etag } = await by.get(`/games/${id}`)
  await by.put(`/games/${id}/image`, await jpeg(), etag, { 'content-type': 'image/jpeg' })
  return id
}

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Change the image|Bild ändern)$/ }).click()
  await page.locator('.choose-image').waitFor()
}

const choose = async (page: Page, buffer: Buffer) =>
  page.locator('dialog input[type=file]').setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer })

const EDITOR = { who: 'Vesna', roles: ['player', 'catalog-editor'] } satisfies Partial<Screen>

export const GAME_SCREENS: readonly Screen[] = [
  {
    name: 'game-image-uploaded',
    ...EDITOR,
    path: async (site) => `/games/${await uploaded(site, 'Amber Anchors')}`,
    prepare: (page) => page.locator('.head .tile image').waitFor(),
  },
  {
    name: 'game-image-none',
    ...EDITOR,
    path: async (site) => `/games/${await newGame(site, 'Ashen Roads')}`,
    prepare: open,
  },
  {
    name: 'game-image-fetched',
    ...EDITOR,
    path: async (site) => `/games/${await newPicturedGame(site, 'Aurora Isles', '#ef476f')}`,
    prepare: open,
  },
  {
    name: 'game-image-chosen',
    ...EDITOR,
    path: async (site) => `/games/${await uploaded(site, 'Amber Anchors')}`,
    async prepare(page) {
      await open(page)
      await choose(page, await jpeg())
      await page.locator('dialog canvas').waitFor()
    },
  },
  {
    name: 'game-image-refused',
    ...EDITOR,
    path: async (site) => `/games/${await newGame(site, 'Ashen Roads')}`,
    async prepare(page) {
      await open(page)
      await choose(page, Buffer.from('<html>no image</html>'))
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'game-image-taken-away',
    ...EDITOR,
    path: async (site) => `/games/${await uploaded(site, 'Amber Anchors')}`,
    async prepare(page) {
      await open(page)
      await page.getByRole('button', { name: 'Remove the image' }).click()
      await page.getByRole('button', { name: 'Put it back' }).waitFor()
    },
  },
]
