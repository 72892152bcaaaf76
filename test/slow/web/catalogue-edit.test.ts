/** Changing the fields of a candidate where they stand, by keyboard. What is typed survives an outage, a reload and a colleague. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { interpret } from '../../web/candidates.ts'
import { deskOf, shareApp, skip, until, visit } from '../../web/site.ts'
import { newCandidate } from '../../web/table.ts'

const site = shareApp()

const ravi = () => site.person('Ravi', ['player', 'catalog-editor'])
const edith = () => site.person('Edith', ['player', 'catalog-editor'])

const bodyOf = async (id: string) => (await (await edith()).get(`/candidates/${id}`)).body

/** Replaces the text of the field that has the focus. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Waits until the service has everything that was typed. */
const saved = (page: Page) =>
  page.getByRole('button', { name: 'Discard what I typed' }).waitFor({ state: 'hidden' })

const UNSAVED = 'What you typed is not saved yet.'
const API = '**/web/api/v1/candidates/**'

test('e reaches the field that differs, and Enter saves it', { skip }, async (t) => {
  const id = await newCandidate(site, 'Amber Quay')
  await interpret(site, id)
  const { page, complaints } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  await page.keyboard.press('e')
  await retype(page, '60')
  await page.getByText(UNSAVED).waitFor()
  await page.keyboard.press('Enter')
  await saved(page)
  assert.equal((await bodyOf(id)).playingTime, 60)
  // A field that is empty has no value. The other field stays as it is.
  await page.keyboard.press('e')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await saved(page)
  const { playingTime, minPlayers } = await bodyOf(id)
  assert.deepEqual([playingTime, minPlayers], [undefined, 2])
  assert.deepEqual(complaints, [])
})

test('a wrong value stays in its field with the reason, until it is right', { skip }, async (t) => {
  const id = await newCandidate(site, 'Birch Quay')
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  const field = page.getByLabel('Minimum players', { exact: true })
  await field.focus()
  await retype(page, 'two')
  await page.keyboard.press('Enter')
  await page.locator('#candidate-minPlayers-fault').waitFor()
  assert.equal(await field.inputValue(), 'two')
  await field.focus()
  await retype(page, '3')
  await page.keyboard.press('Enter')
  await saved(page)
  assert.equal((await bodyOf(id)).minPlayers, 3)
  assert.equal(await page.locator('#candidate-minPlayers-fault').count(), 0)
})

test('an approval takes along what was typed', { skip }, async (t) => {
  const id = await newCandidate(site, 'Cedar Quay')
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}?status=REJECTED`)
  await page.getByLabel('Description', { exact: true }).focus()
  await retype(page, 'Build piers.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'Candidates', level: 1 }).waitFor()
  const { status, description } = await bodyOf(id)
  assert.deepEqual([status, description], ['APPROVED', 'Build piers.'])
  const activity = await (await edith()).get(`/candidates/${id}/activity`)
  assert.ok(!activity.body.items.some(({ kind }: { kind: string }) => kind === 'CHANGED'))
})

test('a reload in an outage loses nothing, and the text is sent afterwards', { skip }, async (t) => {
  const id = await newCandidate(site, 'Elder Quay')
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  const field = page.getByLabel('Maximum players', { exact: true })
  let patches = 0
  await page.route(API, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    patches += 1
    return route.abort()
  })
  await field.focus()
  await retype(page, '6')
  await page.keyboard.press('Enter')
  await page.getByText('The service did not answer.').waitFor()
  assert.ok(patches > 0)
  await page.reload()
  await page.getByText(UNSAVED).waitFor()
  assert.equal(await field.inputValue(), '6')
  assert.equal((await bodyOf(id)).maxPlayers, 4)
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await page.getByText('The service did not answer.').waitFor()
  // From here on nobody presses anything: the page sends it again by itself.
  await page.unroute(API)
  await saved(page)
  assert.equal((await bodyOf(id)).maxPlayers, 6)
  await page.reload()
  await page.getByRole('heading', { name: 'Elder Quay', level: 1 }).waitFor()
  assert.equal(await field.inputValue(), '6')
  assert.equal(await page.getByText(UNSAVED).count(), 0)
})

test(
  'two reviewers: different fields are merged, and for the same one the person chooses',
  { skip },
  async (t) => {
    const id = await newCandidate(site, 'Fir Quay')
    const { page } = await deskOf(t, site, await ravi())
    await visit(page, site, `/catalogue/candidates/${id}`)
    await page.getByLabel('Maximum players', { exact: true }).focus()
    await retype(page, '6')
    const other = await edith()
    const change = { maxPlayers: 5, minAge: 12 }
    assert.equal((await other.patch(`/candidates/${id}`, change, '*')).status, 200)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Somebody changed this too' })
    await dialog.waitFor()
    assert.match(await dialog.innerText(), /Maximum players[\s\S]*4[\s\S]*6[\s\S]*5/)
    await dialog.getByRole('radio').first().press('Space')
    await dialog.getByRole('button', { name: 'Save these' }).press('Enter')
    await saved(page)
    const { maxPlayers, minAge } = await bodyOf(id)
    assert.deepEqual([maxPlayers, minAge], [6, 12])
    await until(page, `document.querySelector('#candidate-minAge').value === '12'`)
  },
)

test('what is discarded is gone after a reload too', { skip }, async (t) => {
  const id = await newCandidate(site, 'Gorse Quay')
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  const field = page.getByLabel('Name', { exact: true })
  await page.route(API, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await field.focus()
  await retype(page, 'X')
  await page.getByText(UNSAVED).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('The service did not answer.').waitFor()
  await page.getByRole('button', { name: 'Discard what I typed' }).press('Enter')
  assert.equal(await field.inputValue(), 'Gorse Quay')
  await page.reload()
  await page.getByRole('heading', { name: 'Gorse Quay', level: 1 }).waitFor()
  assert.equal(await field.inputValue(), 'Gorse Quay')
  assert.equal(await page.getByText(UNSAVED).count(), 0)
})
