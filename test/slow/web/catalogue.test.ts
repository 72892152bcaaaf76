/** Reviewing candidates in a browser, by keyboard alone. Only people with the right download the pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failRules, interpret, refuse } from '../../web/candidates.ts'
import { bundled } from '../../pages/site.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { newCandidate } from '../../web/table.ts'

const site = shareApp()

const statusOf = async (id: string): Promise<string> =>
  (await (await site.person('Edith', ['player', 'catalog-editor'])).get(`/candidates/${id}`)).body.status

test('j and Enter open a candidate, and after each decision the next one opens', { skip }, async (t) => {
  const [first, second] = [await newCandidate(site, 'Amber Quay'), await newCandidate(site, 'Birch Quay')]
  await interpret(site, first)
  const { page, complaints } = await deskOf(t, site, await site.person('Ravi', ['player', 'catalog-editor']))
  await visit(page, site, '/catalogue/candidates?status=PENDING')
  await page.getByRole('link', { name: 'Amber Quay' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Amber Quay', level: 1 }).waitFor()
  // The field on which the two differ comes first, with its quote.
  const row = page.locator('.compared tbody tr').first()
  assert.match(await row.innerText(), /Minutes.*differs[\s\S]*90[\s\S]*60\n[\s\S]*about 60 minutes/)
  assert.equal(await row.getByRole('textbox').inputValue(), '90')
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: 'Birch Quay', level: 1 }).waitFor()
  assert.equal(await statusOf(first), 'APPROVED')
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: 'Reject Birch Quay?' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Candidates', level: 1 }).waitFor()
  await page.getByText('No candidate fits these filters.').waitFor()
  assert.equal(await statusOf(second), 'REJECTED')
  assert.deepEqual(complaints, [])
})

test("only what was compared is called the catalogue's, on a phone with labels", { skip }, async (t) => {
  const id = await newCandidate(site, 'Elder Quay')
  await interpret(site, id)
  const editor = await site.person('Edith', ['player', 'catalog-editor'])
  assert.equal((await editor.patch(`/candidates/${id}`, { playingTime: 75 }, '*')).status, 200)
  const ravi = await site.person('Ravi', ['player', 'catalog-editor'])
  const { page } = await deskOf(t, site, ravi, { viewport: { width: 360, height: 780 } })
  await visit(page, site, `/catalogue/candidates/${id}`)
  const rows = page.locator('.compared tbody tr')
  const linesOf = async (field: string) =>
    (await rows.filter({ hasText: field }).innerText()).split(/\s*\n\s*/)
  assert.deepEqual((await linesOf('Minutes')).slice(0, 6), [
    'Minutes differs',
    'Now',
    'Catalogue',
    '90',
    'Rulebook',
    '60',
  ])
  assert.equal(await page.getByLabel('Minutes', { exact: true }).inputValue(), '75')
  assert.deepEqual(await linesOf('Maximum players'), [
    'Maximum players',
    'Now',
    'Catalogue',
    'not compared',
    'Rulebook',
    'no value',
  ])
  assert.equal(await page.getByLabel('Maximum players', { exact: true }).inputValue(), '4')
  await page.setViewportSize({ width: 1280, height: 800 })
  assert.deepEqual(await page.locator('.compared thead th').allInnerTexts(), [
    'Field',
    'Now',
    'Catalogue',
    'Rulebook',
  ])
  assert.equal(await page.locator('.compared small:visible').count(), 0)
})

test('many failed candidates are tried again, after their number is shown', { skip }, async (t) => {
  const id = await newCandidate(site, 'Cedar Quay')
  await failRules(site, id)
  const { page } = await deskOf(t, site, await site.person('Ravi', ['player', 'catalog-editor']))
  await visit(page, site, '/catalogue/candidates?stage=FAILED')
  await page.getByRole('link', { name: 'Cedar Quay' }).waitFor()
  await page.getByRole('button', { name: 'Try failed ones again' }).click()
  await page.getByText('1 candidate fits the filters. 1 can be tried again.').waitFor()
  await page.getByRole('button', { name: 'Try again', exact: true }).click()
  await page.getByText('No candidate fits these filters.').waitFor()
})

test('t tries again what the engine refused', { skip }, async (t) => {
  const id = await newCandidate(site, 'Fir Quay')
  await refuse(site, id)
  const { page } = await deskOf(t, site, await site.person('Ravi', ['player', 'catalog-editor']))
  await visit(page, site, `/catalogue/candidates/${id}?status=APPROVED`)
  await page.getByText('The engine refused it.').waitFor()
  await page.keyboard.press('t')
  await page.getByRole('heading', { name: 'Candidates', level: 1 }).waitFor()
  const editor = await site.person('Edith', ['player', 'catalog-editor'])
  assert.equal((await editor.get(`/candidates/${id}`)).body.failureReason, undefined)
})

test('the next candidate opens also where it is on the next page of the queue', { skip }, async (t) => {
  const ids: string[] = []
  for (let n = 1; n <= 32; n++) ids.push(await newCandidate(site, `Quay ${n}`, { isExpansion: true }))
  const { page } = await deskOf(t, site, await site.person('Ravi', ['player', 'catalog-editor']))
  await visit(page, site, `/catalogue/candidates/${ids[29]}?isExpansion=true`)
  for (const n of [30, 31, 32]) {
    await page.getByRole('heading', { name: `Quay ${n}`, level: 1, exact: true }).waitFor()
    await page.keyboard.press('r')
    await page.locator('dialog').getByRole('button', { name: 'Reject' }).click()
  }
  await page.getByRole('heading', { name: 'Candidates', level: 1 }).waitFor()
})

test('on a phone, the settings lead to the queue', { skip }, async (t) => {
  const ravi = await site.person('Ravi', ['player', 'catalog-editor'])
  const { page } = await deskOf(t, site, ravi, { viewport: { width: 360, height: 780 } })
  await visit(page, site, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Candidates' }).click()
  await page.getByRole('heading', { name: 'Candidates', level: 1 }).waitFor()
})

test('a player sees no link to the candidates, and downloads nothing of their pages', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await site.person('Petra'))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(page, site, '/')
  assert.equal(await page.getByRole('link', { name: 'Candidates' }).count(), 0)
  await visit(page, site, '/settings')
  await page.getByRole('link', { name: 'My data' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Candidates' }).count(), 0)
  await visit(page, site, '/catalogue/candidates')
  await page.getByText('does not have the right to open this page').waitFor()
  await page.evaluate('navigator.serviceWorker.ready')
  const { reserved } = await bundled()
  assert.ok(reserved.length > 1)
  const downloaded = await page.evaluate<string[]>(
    `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`,
  )
  assert.ok(downloaded.length > 10, 'the worker has stored the other files')
  assert.deepEqual(
    [...downloaded, ...asked].filter((path) => reserved.includes(path)),
    [],
  )
  assert.deepEqual(
    asked.filter((path) => /\/(candidates|pipeline)/.test(path) && path.startsWith('/web/api')),
    [],
  )
})
