/** Two Brunos: the page asks whether they are one person, counts them as one for the reader alone, and takes it back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PHONE } from '../../web/code.ts'
import { type AppPerson, deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { twoBrunos } from '../../web/two-brunos.ts'
import { newGame, newMatch, newStandIn, playerOf, selfOf } from '../../web/table.ts'

const site = shareApp()

const rowsOf = async (page: Page): Promise<string[]> => {
  const all = page.getByRole('list', { name: 'Across the table' }).locator('li:has(.bar-name)')
  await all.first().waitFor()
  return (await all.locator('.bar-name').allTextContents()).map((text) =>
    text.replaceAll(/[\u2068\u2069]/g, ''),
  )
}

const rowWith = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Across the table' }).locator('li:has(.bar-name)').filter({ hasText: text })

const openOwn = async (page: Page, who: AppPerson) => visit(page, site, `/people/${await playerOf(who)}`)

test(
  'two rows of one name become one for the reader alone, and two again; a no is kept',
  { skip },
  async (t) => {
    const { host, other } = await twoBrunos(site, 'Alma', 'Filip')
    const { page: hers, complaints } = await deskOf(t, site, host, PHONE)
    await openOwn(hers, host)
    const question = hers.getByRole('heading', { name: /Is this the same .*Bruno.*\?/ })
    await question.waitFor()
    assert.deepEqual((await rowsOf(hers)).slice(0, 2), ['Bruno · mine', 'Bruno · Filip’s'])
    const cells = await hers.locator('.same-question tr').allInnerTexts()
    assert.deepEqual(
      cells.map((text) =>
        text
          .replaceAll(/[\u2068\u2069]/g, '')
          .split(/\s*\t\s*/)
          .filter(Boolean),
      ),
      [
        ['Mine', 'Filip’s'],
        ['Matches', '3 with you', '2 with you'],
        ['Since', 'March 2025', 'August 2025'],
        ['Also there', '–', 'Filip'],
      ],
    )
    await hers.getByText('You see no match in which both sat at the same table.').waitFor()
    assert.equal(await hers.locator('.same-question input:checked').count(), 0, 'it never guesses')
    await hers.getByRole('button', { name: 'Answer', exact: true }).click()
    await hers.getByText('Choose an answer first.').waitFor()

    await hers.getByLabel('Yes, but only for me').check()
    await hers.getByRole('button', { name: 'Count as one' }).click()
    await rowWith(hers, '2 counted as one').waitFor()
    assert.deepEqual(
      (await rowsOf(hers)).filter((text) => text.includes('Bruno')),
      ['Bruno · 2 counted as one'],
    )
    // Ahead in three of the host's own matches, behind in both of the other's.
    await rowWith(hers, 'Bruno').getByText('3–2').waitFor()
    assert.equal(await question.count(), 0)

    const { page: his } = await deskOf(t, site, other, PHONE)
    await openOwn(his, other)
    assert.ok(!(await rowsOf(his)).some((text) => text.includes('counted')), 'nobody else counts them as one')

    await hers.getByRole('button', { name: 'Undo' }).click()
    await question.waitFor()
    assert.equal((await rowsOf(hers)).filter((text) => text.includes('Bruno')).length, 2)

    await hers.getByLabel('No, two people').check()
    await hers.getByRole('button', { name: 'Keep apart' }).click()
    await hers.getByText('These are two people.').waitFor()
    const read = hers.waitForResponse((answer) => answer.url().includes('/users/me/same-people'))
    await openOwn(hers, host)
    assert.equal((await read).status(), 200)
    assert.equal((await rowsOf(hers)).filter((text) => text.includes('Bruno')).length, 2)
    assert.equal(await question.count(), 0, 'a no is kept')
    assert.deepEqual(complaints, [])
  },
)

test('what counts as one is taken back later, on the page of the stand-in', { skip }, async (t) => {
  const { host, mine, theirs } = await twoBrunos(site, 'Berta', 'Gustav')
  const { page } = await deskOf(t, site, host, PHONE)
  await visit(page, site, `/stand-ins/${mine}`)
  await page.getByText(/Gustav.* also has a stand-in .*Bruno.*: 2 matches with you/).waitFor()
  await page.getByRole('button', { name: 'The same?' }).click()
  await page.getByLabel('Yes, and make a code').check()
  await page.getByRole('button', { name: 'Make a code', exact: true }).last().click()
  await page.getByText('count as one person for you now').waitFor()
  await page.locator('.sheet.code').first().waitFor()

  await visit(page, site, `/stand-ins/${theirs}`)
  await page.getByText('2 counted as one').waitFor()
  const part = page.getByRole('region', { name: 'Counted as one' })
  await part.getByRole('button', { name: /^Undo/ }).click()
  await page.getByText('They count as two people again.').waitFor()
  await openOwn(page, host)
  assert.equal((await rowsOf(page)).filter((text) => text.includes('Bruno')).length, 2)
})

test('nobody is asked about two who sat at one table', { skip }, async (t) => {
  const host = await site.person('Cosima')
  const [self, one, two, game] = [
    await selfOf(host),
    await newStandIn(host, 'Bruno'),
    await newStandIn(host, 'BRUNO'),
    await newGame(site, 'Copper Lights'),
  ]
  await newMatch(
    host,
    game,
    [self, one, two].map((id, n) => ({ id, score: 30 - n })),
  )
  const { page } = await deskOf(t, site, host, PHONE)
  const asked = page.waitForResponse((answer) => answer.url().includes('/head-to-head/'))
  await openOwn(page, host)
  assert.equal((await asked).status(), 200)
  assert.deepEqual((await rowsOf(page)).toSorted(), ['BRUNO · mine', 'Bruno · mine'])
  assert.equal(await page.locator('.same-question').count(), 0)
})
