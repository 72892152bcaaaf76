/** Adding and replacing the rule sources of a candidate by keyboard, also when the service is away in the middle. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { interpret } from '../../web/candidates.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { newCandidate } from '../../web/table.ts'

const site = shareApp()

const ravi = () => site.person('Ravi', ['player', 'catalog-editor'])
const edith = () => site.person('Edith', ['player', 'catalog-editor'])

const OLD = 'https://rules.example.org/old.pdf'
const NEW = 'https://rules.example.org/new.pdf'

async function urlsOf(id: string): Promise<string[]> {
  const { body } = await (await edith()).get(`/candidates/${id}/rule-sources`)
  return body.items.map(({ url }: { url: string }) => url)
}

test('s adds a source at any stage, and what a person typed into the fields stays', { skip }, async (t) => {
  const id = await newCandidate(site, 'Amber Quay')
  await interpret(site, id)
  const { page, complaints } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  await page.getByText('There is no rule source yet.').waitFor()
  await page.keyboard.press('s')
  await page.keyboard.type(OLD)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: OLD }).waitFor()
  assert.equal(await page.locator('#source-url').inputValue(), '')
  const { stage, playingTime } = (await (await edith()).get(`/candidates/${id}`)).body
  assert.deepEqual([stage, playingTime], ['PENDING_RULES', 90])
  await page.getByText('Waits for rules').waitFor()
  assert.deepEqual(complaints, [])
})

test('a refused address stays in the field, with the reason', { skip }, async (t) => {
  const id = await newCandidate(site, 'Birch Quay')
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  await page.keyboard.press('s')
  await page.keyboard.type('http://rules.example.org')
  await page.keyboard.press('Enter')
  await page.locator('#source-url-fault').waitFor()
  assert.equal(await page.locator('#source-url').inputValue(), 'http://rules.example.org')
  assert.deepEqual(await urlsOf(id), [])
})

test('a source is replaced, and an outage with a reload in the middle costs nothing', { skip }, async (t) => {
  const id = await newCandidate(site, 'Cedar Quay')
  const made = await (await edith()).post(`/candidates/${id}/rule-sources`, { url: OLD })
  assert.equal(made.status, 201)
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  await page.getByRole('button', { name: /^Replace .*old\.pdf/ }).press('Enter')
  await page.keyboard.type(NEW)
  // The new source arrives, but its answer is lost, and the old one is not deleted.
  const API = '**/web/api/v1/candidates/*/rule-sources**'
  let arrived = 0
  await page.route(API, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    arrived += (await route.fetch()).status() === 201 ? 1 : 0
    return route.abort()
  })
  await page.keyboard.press('Enter')
  await page.getByText('The service did not answer.').waitFor()
  assert.ok(arrived > 0)
  assert.deepEqual((await urlsOf(id)).toSorted(), [NEW, OLD])
  await page.unroute(API)
  await page.reload()
  await page.getByText(/^Address of the rulebook in place of .*old\.pdf/).waitFor()
  const field = page.locator('#source-url')
  assert.equal(await field.inputValue(), NEW)
  await field.press('Enter')
  await page.getByRole('link', { name: OLD }).waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: NEW }).waitFor()
  assert.deepEqual(await urlsOf(id), [NEW])
})
