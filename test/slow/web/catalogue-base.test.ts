/** What a reviewer sees of a candidate besides its fields: what was done with it, and the base game of an expansion. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { newCandidate, newGame } from '../../web/table.ts'

const site = shareApp()

const ravi = () => site.person('Ravi', ['player', 'catalog-editor'])
const edith = () => site.person('Edith', ['player', 'catalog-editor'])

test('the activity says who did what, newest first, and is new after each change', { skip }, async (t) => {
  const id = await newCandidate(site, 'Amber Quay')
  const other = await edith()
  assert.equal((await other.patch(`/candidates/${id}`, { minAge: 12 }, '*')).status, 200)
  const { page, complaints } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await rows.filter({ hasText: 'Changed' }).waitFor()
  assert.match(
    (await rows.first().innerText()).replaceAll(/[\u2068\u2069]/g, ''),
    /^Changed\s+Player · Minimum age/,
  )
  await page.keyboard.press('s')
  await page.keyboard.type('https://rules.example.org/amber.pdf')
  await page.keyboard.press('Enter')
  await rows.filter({ hasText: 'Source added' }).waitFor()
  assert.match(await rows.first().innerText(), /Source added[\s\S]*amber\.pdf/)
  assert.deepEqual(complaints, [])
})

test('an expansion names its base game, and waits for it', { skip }, async (t) => {
  const base = await newCandidate(site, 'Birch Quay')
  const { catalogId } = (await (await edith()).get(`/candidates/${base}`)).body
  const id = await newCandidate(site, 'Birch Quay: Storm', {
    isExpansion: true,
    baseGameCatalogId: catalogId,
  })
  const { page } = await deskOf(t, site, await ravi())
  await visit(page, site, `/catalogue/candidates/${id}`)
  await page.getByText('The expansion is published after its base game.').waitFor()
  await page.getByRole('link', { name: /Birch Quay.* · To decide/ }).press('Enter')
  await page.getByRole('heading', { name: 'Birch Quay', level: 1, exact: true }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Base game' }).count(), 0)
})

test(
  'without a candidate of its base game, an expansion is approved with a game from here',
  { skip },
  async (t) => {
    const id = await newCandidate(site, 'Cedar Quay: Storm', {
      isExpansion: true,
      baseGameCatalogId: 999_001,
    })
    const gameId = await newGame(site, 'Cedar Quay')
    const { page } = await deskOf(t, site, await ravi())
    await visit(page, site, `/catalogue/candidates/${id}?status=REJECTED`)
    await page.getByText('The base game is not among the candidates.', { exact: false }).waitFor()
    await page.keyboard.press('a')
    await page.getByText('The base game of this expansion is not known', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Choose a game here' }).press('Enter')
    await page.keyboard.type('Cedar')
    await page.getByRole('option', { name: 'Cedar Quay' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText(/It is approved as an expansion of .*Cedar Quay/).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'Candidates', level: 1 }).waitFor()
    const [stored] = await site.db.many(
      sql<{
        status: string
        gameId: string
      }>`select status, game_id as "gameId" from candidates where id = ${id}`,
    )
    assert.deepEqual(stored, { status: 'APPROVED', gameId })
  },
)
