/**
 * A reviewer's day, by keyboard alone: ten candidates, three of them with corrected values, one rejected, and one with its rulebook
 * replaced. The service is away in the middle.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { interpret } from '../../web/candidates.ts'
import { deskOf, settled, shareApp, skip, visit } from '../../web/site.ts'
import { newCandidate } from '../../web/table.ts'

const site = shareApp()

const OLD = 'https://rules.example.org/old.pdf'
const NEW = 'https://rules.example.org/new.pdf'

const NAMES = 'Alder Birch Cedar Elder Fir Gorse Hazel Ivy Juniper Larch'
  .split(' ')
  .map((tree) => `${tree} Quay`)

async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Waits until the page can be worked on. Keys that come sooner do nothing. */
async function opened(page: Page, name: string | undefined): Promise<void> {
  await page.getByRole('heading', { name: name ?? 'Candidates', level: 1, exact: true }).waitFor()
  await settled(page)
}

test('ten candidates are reviewed by keyboard alone, with an outage in the middle', { skip }, async (t) => {
  const edith = await site.person('Edith', ['player', 'catalog-editor'])
  const ids: string[] = []
  for (const name of NAMES) {
    const id = await newCandidate(site, name)
    await interpret(site, id)
    ids.push(id)
  }
  const replaced = ids[4] ?? ''
  assert.equal((await edith.post(`/candidates/${replaced}/rule-sources`, { url: OLD })).status, 201)
  const { page, complaints } = await deskOf(t, site, await site.person('Ravi', ['player', 'catalog-editor']))
  await visit(page, site, '/catalogue/candidates?status=PENDING')
  await page.getByRole('link', { name: 'Alder Quay' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (const [n, name] of NAMES.entries()) {
    await opened(page, name)
    if (n === 1 || n === 8) {
      // The value of the rulebook is right.
      await page.keyboard.press('e')
      await retype(page, '60')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Discard what I typed' }).waitFor({ state: 'hidden' })
      await page.keyboard.press('a')
    } else if (n === 2) {
      await page.keyboard.press('r')
      await page.getByRole('heading', { name: `Reject ${name}?` }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    } else if (n === 4) {
      await replaceSource(page)
      await page.keyboard.press('a')
    } else if (n === 6) await correctInOutage(page, name)
    else await page.keyboard.press('a')
  }
  await opened(page, undefined)
  await page.getByText('No candidate fits these filters.').waitFor()
  const decided = await Promise.all(ids.map(async (id) => (await edith.get(`/candidates/${id}`)).body))
  const corrected = new Set([1, 6, 8])
  assert.deepEqual(
    decided.map(({ status, playingTime }) => [status, playingTime]),
    NAMES.map((_, n) => [n === 2 ? 'REJECTED' : 'APPROVED', corrected.has(n) ? 60 : 90]),
  )
  const { items } = (await edith.get(`/candidates/${replaced}/rule-sources`)).body
  assert.deepEqual(
    items.map(({ url }: { url: string }) => url),
    [NEW],
  )
  assert.deepEqual(
    complaints.filter((line) => !line.includes('ERR_FAILED')),
    [],
  )
})

/** Goes back by Shift + Tab from the address to the button of the source, and types the new address. */
async function replaceSource(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Replace .*old\.pdf/ }).waitFor()
  await page.keyboard.press('s')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: OLD }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: NEW }).waitFor()
  await page.keyboard.press('Escape')
}

/** The service is away while a value is typed, and the page is even loaded again. The text arrives with the approval. */
async function correctInOutage(page: Page, name: string): Promise<void> {
  const API = '**/web/api/v1/candidates/**'
  await page.route(API, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()))
  await page.keyboard.press('e')
  await retype(page, '60')
  await page.keyboard.press('Enter')
  await page.getByText('The service did not answer.').waitFor()
  await page.reload()
  await opened(page, name)
  await page.getByText('What you typed is not saved yet.').waitFor()
  await page.unroute(API)
  await page.keyboard.press('a')
}
