/** The settings in a browser: the name that others see, the appearance, and the language. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '../../../src/api.ts'
import { usersNamed } from '../../../src/resources/users/named.ts'
import { callsOfApp, importTexts, readTexts } from '../../../src/pages/app/texts.ts'
import { deskOf, visit, shareApp, skip } from '../../web/site.ts'

const site = shareApp(async ({ db }) => {
  await importTexts(callsOfApp(operations, db, usersNamed), await readTexts())
})

test('a name is changed, and one that is none is refused beside its field', { skip }, async (t) => {
  const who = await site.person('Ulla')
  const { page, complaints } = await deskOf(t, site, who)
  await visit(page, site, '/settings')
  const name = page.getByLabel('Everyone who may see your profile')
  await name.fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.field.wrong .fault').waitFor()
  await name.fill('Ulla <script>')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.locator('.app-top .app-me', { hasText: 'Ulla <script>' }).waitFor()
  assert.equal((await who.get('/users/me')).body.displayName, 'Ulla <script>')
  assert.deepEqual(complaints, [])
})

test('the appearance overrides the system, and stays', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await site.person('Vito'), { colorScheme: 'light' })
  await visit(page, site, '/settings')
  const paper = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const light = await paper()
  await page.getByLabel('Dark').check()
  const dark = await paper()
  assert.notEqual(dark, light)
  await page.reload()
  await page.getByLabel('Dark').waitFor()
  assert.equal(await paper(), dark)
  await page.getByLabel('Same as the system').check()
  assert.equal(await paper(), light)
})

test(
  'the language is chosen here, and stays; the first one is what the browser prefers',
  { skip },
  async (t) => {
    const { page } = await deskOf(t, site, await site.person('Wanda'), { locale: 'en' })
    await visit(page, site, '/settings')
    await page.getByLabel('Deutsch').check()
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    await page.goto(`${site.url}/matches`)
    await page.getByText('Noch keine Partien').waitFor()
    await page.goto(`${site.url}/settings`)
    await page.getByLabel('Wie der Browser').check()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  },
)
