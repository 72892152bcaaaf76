/** The page of the pipeline: why a step stands, pausing and resuming it, and asking for numbers of the catalogue. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { suspend } from '../../web/candidates.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'

const site = shareApp()

const paula = () => site.person('Paula', ['player', 'admin'])

test('a suspended step says until when and why, and goes on when it is resumed', { skip }, async (t) => {
  await suspend(site)
  const { page, complaints } = await deskOf(t, site, await paula())
  await visit(page, site, '/catalogue/pipeline')
  const row = page
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Collecting rules' })
  assert.match(await row.innerText(), /It waits until .*2100.*rules\.example\.org answered 503\./)
  await row.getByRole('button', { name: 'Resume: Collecting rules' }).press('Enter')
  await page.getByText('Collecting rules goes on.').waitFor()
  await row.getByText('rules.example.org answered 503.').waitFor({ state: 'hidden' })
  const stored = await site.db.many(
    sql<{ until: string | null }>`
      select suspended_until as until from pipeline_steps where step = 'COLLECT_RULES'`,
  )
  assert.deepEqual(stored, [{ until: null }])
  assert.deepEqual(complaints, [])
})

test('a step is paused, and somebody else sees that it is', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await paula())
  await visit(page, site, '/catalogue/pipeline')
  await page.getByRole('button', { name: 'Pause: Publishing games' }).press('Enter')
  await page.getByText('Publishing games is paused now.').waitFor()
  const { page: other } = await deskOf(t, site, await site.person('Ravi', ['player', 'admin']))
  await visit(other, site, '/catalogue/pipeline')
  const row = other.getByRole('listitem').filter({ hasText: 'Publishing games' })
  await row.getByText('Somebody paused it.', { exact: false }).waitFor()
  assert.equal(await row.getByRole('button', { name: 'Pause' }).count(), 0)
})

test('numbers are asked for, and each is listed with what became of it', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await paula())
  await visit(page, site, '/catalogue/pipeline')
  const field = page.getByLabel('Numbers in the catalogue')
  await field.fill('998001, x')
  await field.press('Enter')
  await page.locator('form .problem').waitFor()
  assert.equal(await field.inputValue(), '998001, x')
  await field.fill('998001, 998002')
  await field.press('Enter')
  await page.getByText('2 numbers wait for the catalogue.').waitFor()
  assert.equal(await field.inputValue(), '')
  const list = page.getByRole('list', { name: 'Numbers asked for' })
  await list.getByText('998002').waitFor()
  assert.match(await list.getByRole('listitem').first().innerText(), /99800[12]\s+Waits for the catalogue/)
  await site.db.many(
    sql`update catalog_entries set outcome = 'MISSING', pending = false where catalog_id = 998001`,
  )
  await page.reload()
  await list.getByText('The catalogue does not have it').waitFor()
})
