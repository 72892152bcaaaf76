/** Who sees the pages of translators, and who downloads them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { bundled } from '../../pages/site.ts'
import { newApplication } from '../../web/translation-screens.ts'
import { deskOf, shareApp, skip, until, visit } from '../../web/site.ts'

const site = shareApp()

/** Does something, and returns the reserved files that the service is asked for meanwhile, also by the service worker. */
async function reservedFilesDuring(doing: () => Promise<unknown>): Promise<string[]> {
  const { reserved } = await bundled()
  assert.ok(reserved.length > 0)
  const asked: string[] = []
  const heard = ({ url = '' }: { url?: string }) => asked.push(url)
  site.app.server.on('request', heard)
  await doing()
  site.app.server.off('request', heard)
  return asked.filter((one) => reserved.includes(one))
}

/** Opens the path, and waits until the service worker has stored every file. */
async function visitToEnd(page: Page, path: string): Promise<void> {
  await visit(page, site, path)
  await until(page, 'navigator.serviceWorker.controller !== null')
}

test(
  'somebody without the scope sees no link, and downloads nothing of a reserved page',
  { skip },
  async (t) => {
    const { page } = await deskOf(t, site, await site.person('Nia'))
    const files = await reservedFilesDuring(async () => {
      await visitToEnd(page, '/translations')
      await page.getByRole('heading', { name: 'You may not open this page' }).waitFor()
      await visit(page, site, '/settings')
    })
    assert.deepEqual(files, [])
    await page.getByRole('link', { name: 'My data' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Translations' }).count(), 0)
  },
)

test('a translator downloads the page when it is opened, and sees each language', { skip }, async (t) => {
  await newApplication(site, 'companion', 'Companion')
  const { page } = await deskOf(t, site, await site.person('Tove', ['player', 'translator']))
  assert.deepEqual(await reservedFilesDuring(async () => visitToEnd(page, '/')), [])
  const files = await reservedFilesDuring(async () => {
    await page.getByRole('link', { name: 'Translations', exact: true }).click()
    await page.getByRole('list', { name: 'Languages of \u2068Companion\u2069' }).waitFor()
  })
  assert.ok(files.length > 0 && files.length < (await bundled()).reserved.length, files.join())
  const german = page.getByRole('listitem').filter({ hasText: /^\u2068German/ })
  await german.getByText('40 published').waitFor()
  await german.getByText('1 invalid · 2 outdated').waitFor()
})
