/** Translating in a browser, by keyboard alone: a hundred texts, plurals, a select, Arabic, an outage and two translators at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { type AppPerson, deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { done } from '../../web/table.ts'
import { newTexts } from '../../web/translation-screens.ts'

const site = shareApp()

const translator = () => site.person('Tove', ['player', 'translator'])
const owner = () => site.person('Odile', ['player', 'application-owner'])

const textIn = async (person: AppPerson, app: string, key: string, locale: string) =>
  done(await person.get(`/applications/${app}/keys/${key}/translations/${locale}`), 200)

const opened = (page: Page, key: string) => page.getByRole('heading', { name: key, level: 2 }).waitFor()

/** Types the forms of the tab list that has the focus, one after another. */
async function typeForms(page: Page, texts: readonly string[]): Promise<void> {
  for (const [n, text] of texts.entries()) {
    if (n > 0) {
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

/** The field or the tab that has the focus when a text opens. */
const isFocused = (page: Page, what: 'textarea' | '[role=tab]') => page.locator(`${what}:focus`).waitFor()

test('a hundred texts by keyboard alone, with the forms of Polish and a select', { skip }, async (t) => {
  const path = `${await newTexts(site, 'hundred', 98)}/pl`
  const { page, complaints } = await deskOf(t, site, await translator())
  await visit(page, site, path)
  await page.getByRole('link', { name: 'menu.text001' }).focus()
  await page.keyboard.press('Enter')
  for (let n = 1; n <= 98; n++) {
    await opened(page, `menu.text${String(n).padStart(3, '0')}`)
    await isFocused(page, 'textarea')
    await page.keyboard.type(`Tekst ${n}`)
    await page.keyboard.press('Control+Enter')
  }
  await opened(page, 'table.host')
  await isFocused(page, '[role=tab]')
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['female', 'male', 'other'])
  await typeForms(page, ['Ona gra.', 'On gra.', 'Grają.'])
  await page.keyboard.press('Control+Enter')
  await opened(page, 'table.players')
  await isFocused(page, '[role=tab]')
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), ['one', 'few', 'many', 'other'])
  await typeForms(page, ['# gracz', '# gracze', '# graczy', '# gracza'])
  await page.keyboard.press('Control+Enter')
  await page.getByText('Everything in this list is done.').waitFor()
  const tove = await translator()
  const count = done(await tove.get('/applications/hundred/translations/count?filter=locale==pl'), 200)
  assert.equal(count.count, 100)
  assert.equal(
    (await textIn(tove, 'hundred', 'table.players', 'pl')).draftText,
    '{count, plural, one {# gracz} few {# gracze} many {# graczy} other {# gracza}}',
  )
  assert.equal(
    (await textIn(tove, 'hundred', 'table.host', 'pl')).draftText,
    '{gender, select, female {Ona gra.} male {On gra.} other {Grają.}}',
  )
  assert.equal((await textIn(tove, 'hundred', 'menu.text098', 'pl')).draftText, 'Tekst 98')
  assert.deepEqual(complaints, [])
})

test('Arabic is written from right to left, and the preview follows the form', { skip }, async (t) => {
  const path = await newTexts(site, 'arabic')
  const { page } = await deskOf(t, site, await translator())
  await visit(page, site, `${path}/ar?show=all&key=table.players`)
  await opened(page, 'table.players')
  assert.deepEqual(await page.getByRole('tab').allInnerTexts(), [
    'zero',
    'one',
    'two',
    'few',
    'many',
    'other',
  ])
  const field = page.locator('textarea')
  assert.equal(await page.evaluate("getComputedStyle(document.querySelector('textarea')).direction"), 'rtl')
  await page.getByRole('tab', { name: 'few' }).click()
  await field.fill('# لاعبين')
  await page.locator('.preview [dir="rtl"]', { hasText: /^(3|٣) لاعبين$/ }).waitFor()
  await page.getByRole('button', { name: '{table}', exact: true }).click()
  assert.equal(await field.inputValue(), '# لاعبين{table}')
  await page.locator('.preview [dir="rtl"]', { hasText: /لاعبينAda/ }).waitFor()
})

test('an error here is the error of the service', { skip }, async (t) => {
  const path = await newTexts(site, 'errors')
  const tove = await translator()
  const { page } = await deskOf(t, site, tove)
  await visit(page, site, `${path}/pl?key=menu.text001`)
  await opened(page, 'menu.text001')
  for (const text of ['Tekst {', 'Tekst {gracz}', '{n, plural, one {x}}']) {
    await page.locator('textarea').fill(text)
    const said = await tove.put(
      '/applications/errors/keys/menu.text001/translations/pl',
      { text },
      undefined,
      { 'if-none-match': '*' },
    )
    assert.equal(said.status, 400)
    await page.locator('p.fault', { hasText: said.body.errors[0].message }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save and go on' }).count(), 0)
  }
})

test('the owner publishes one, then all that fit in one step', { skip }, async (t) => {
  const path = await newTexts(site, 'publish')
  const odile = await owner()
  const { page } = await deskOf(t, site, odile)
  await visit(page, site, `${path}/pl?key=menu.text001`)
  await opened(page, 'menu.text001')
  await page.keyboard.type('Tekst 1')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  for (const n of [2, 3]) {
    await opened(page, `menu.text00${n}`)
    await isFocused(page, 'textarea')
    await page.keyboard.type(`Tekst ${n}`)
    await page.keyboard.press('Control+Enter')
  }
  await opened(page, 'menu.text004')
  assert.equal((await textIn(odile, 'publish', 'menu.text001', 'pl')).publishedText, 'Tekst 1')
  await page.getByRole('button', { name: 'Publish all that fit' }).click()
  await page.getByText('2 drafts wait.').waitFor()
  await page.getByRole('button', { name: 'Publish 2 drafts' }).click()
  await page.getByText('2 texts are published.').waitFor()
  for (const n of [2, 3])
    assert.equal((await textIn(odile, 'publish', `menu.text00${n}`, 'pl')).publishedText, `Tekst ${n}`)
})

test('an outage and a reload cost no typed character', { skip }, async (t) => {
  const path = await newTexts(site, 'outage')
  const tove = await translator()
  const { page } = await deskOf(t, site, tove)
  await visit(page, site, `${path}/pl?key=menu.text001`)
  await opened(page, 'menu.text001')
  await page.route('**/web/api/v1/**', (route) => route.abort())
  await page.locator('textarea').fill('Dużo tekstu')
  await page.keyboard.press('Control+Enter')
  await page.getByText('The service did not answer.').waitFor()
  await page.locator('textarea').fill('Dużo tekstu, i jeszcze')
  await page.unroute('**/web/api/v1/**')
  await page.reload()
  await page.getByText('It is kept on this device.').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'Dużo tekstu, i jeszcze')
  await page.locator('textarea').press('Control+Enter')
  await opened(page, 'menu.text002')
  assert.equal((await textIn(tove, 'outage', 'menu.text001', 'pl')).draftText, 'Dużo tekstu, i jeszcze')
  await visit(page, site, `${path}/pl?show=all&key=menu.text001`)
  await opened(page, 'menu.text001')
  assert.equal(await page.locator('textarea').inputValue(), 'Dużo tekstu, i jeszcze')
  assert.equal(await page.getByText('It is kept on this device.').count(), 0)
})

test('of two translators of one text, the second one chooses', { skip }, async (t) => {
  const path = await newTexts(site, 'two')
  const tove = await translator()
  const { page } = await deskOf(t, site, tove)
  await visit(page, site, `${path}/pl?key=menu.text001`)
  await opened(page, 'menu.text001')
  const place = '/applications/two/keys/menu.text001/translations/pl'
  done(await (await owner()).put(place, { text: 'Od Odile' }, undefined, { 'if-none-match': '*' }), 201)
  await page.locator('textarea').fill('Od Tove')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Somebody changed this too' }).waitFor()
  await page.getByText('Od Odile').waitFor()
  await page.getByRole('radio', { name: 'You wrote' }).check()
  await page.getByRole('button', { name: 'Save these' }).click()
  await opened(page, 'menu.text002')
  assert.equal((await textIn(tove, 'two', 'menu.text001', 'pl')).draftText, 'Od Tove')
})

test('an address without the code of a language is no page', { skip }, async (t) => {
  const path = await newTexts(site, 'codes', 1)
  const { page, complaints } = await deskOf(t, site, await translator())
  for (const code of ['x', 'de_DE', 'a%20b']) {
    await visit(page, site, `${path}/${code}`)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  }
  assert.deepEqual(complaints, [])
})
