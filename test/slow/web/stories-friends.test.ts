/** Stories of stand-ins on phones: one person behind two of them, and friends who have no account. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { PHONE } from '../../web/code.ts'
import { Finger } from '../../web/recording.ts'
import { type AppPerson, deskOf, settled, shareApp, skip, visit } from '../../web/site.ts'
import { claim, done, newGame, newMatch, newStandIn, playerOf, selfOf } from '../../web/table.ts'
import { twoBrunos } from '../../web/two-brunos.ts'

const site = shareApp()

async function phoneOf(t: TestContext, who: AppPerson): Promise<{ page: Page; finger: Finger }> {
  const { page, complaints } = await deskOf(t, site, who, PHONE)
  t.after(() => assert.deepEqual(complaints, []))
  return { page, finger: new Finger(page) }
}

const firstFigure = (page: Page) => page.locator('.figures .figure-value').first()

const acrossTheTable = (page: Page) =>
  page.getByRole('list', { name: 'Across the table' }).locator('li:has(.bar-name)')

test(
  'story 4: Bruno says that he is the other Bruno too, and is one person for everybody',
  { skip },
  async (t) => {
    const { host, other, communityId, mine, theirs } = await twoBrunos(site, 'Alma Four', 'Filip Four')
    const bruno = await site.person('Bruno Four')
    done(await bruno.post(`/communities/${communityId}/memberships`))
    await claim(host, mine, bruno)
    const [his, filips, hers] = [await phoneOf(t, bruno), await phoneOf(t, other), await phoneOf(t, host)]
    await visit(hers.page, site, `/people/${await playerOf(host)}`)
    await acrossTheTable(hers.page).first().waitFor()
    assert.equal(await acrossTheTable(hers.page).filter({ hasText: 'Bruno' }).count(), 2)

    await visit(his.page, site, `/stand-ins/${theirs}`)
    await his.finger.button('This is me')
    await his.page.getByText('has not answered yet').waitFor()
    await visit(filips.page, site, '/inbox')
    const card = filips.page.locator('.slip-open', {
      hasText: /Bruno Four\W* says: I am your stand-in \W*Bruno/,
    })
    await card.getByText('2 matches that you recorded').waitFor()
    await filips.finger.tap(card.getByRole('button', { name: /^Yes, that is/ }))
    await filips.page.locator('.slip-decided', { hasText: 'is your' }).waitFor()

    await visit(his.page, site, `/people/${await playerOf(bruno)}`)
    await firstFigure(his.page).getByText('5').waitFor()
    await visit(hers.page, site, `/people/${await playerOf(host)}`)
    await acrossTheTable(hers.page).filter({ hasText: 'Bruno Four' }).waitFor()
    assert.equal(await acrossTheTable(hers.page).filter({ hasText: 'Bruno' }).count(), 1)
  },
)

test('story 5: friends without an account have pages, for whoever may see them', { skip }, async (t) => {
  const host = await site.person('Alma Five')
  const [self, bruno, carla, game] = await Promise.all([
    selfOf(host),
    newStandIn(host, 'Bruno Five'),
    newStandIn(host, 'Carla Five'),
    newGame(site, 'Ember Fives'),
  ])
  const { id: communityId } = done(
    await host.post('/communities', { displayName: 'Fives', joinPolicy: 'OPEN' }),
  )
  const fellow = await site.person('Filip Five')
  done(await fellow.post(`/communities/${communityId}/memberships`))
  const seats = [self, bruno, carla].map((id, n) => ({ id, score: 40 + n }))
  await newMatch(host, game, seats.slice(0, 2), { communityId })
  for (let n = 0; n < 2; n++) await newMatch(host, game, seats, { communityId })

  const { page, finger } = await phoneOf(t, fellow)
  await visit(page, site, `/communities/${communityId}`)
  await finger.tap(page.locator('.match-line a').first())
  await finger.tap(page.locator('.match-seats').getByRole('link', { name: 'Bruno Five' }))
  await page.getByRole('heading', { level: 1, name: 'Bruno Five' }).waitFor()
  await firstFigure(page).getByText('3').waitFor()
  await finger.tap(acrossTheTable(page).getByRole('link', { name: 'Carla Five' }))
  await page.getByRole('heading', { level: 1, name: /Bruno Five.*Carla Five/ }).waitFor()
  await settled(page)
  await firstFigure(page).getByText('2').waitFor()
  const pair = new URL(page.url()).pathname
  assert.equal(pair, `/stand-ins/${bruno}/with/${carla}`)

  const stranger = await phoneOf(t, await site.person('Sol Five'))
  for (const path of [`/stand-ins/${bruno}`, pair]) {
    await visit(stranger.page, site, path)
    assert.equal(
      await stranger.page
        .locator('main')
        .getByText(/Bruno|Carla/)
        .count(),
      0,
    )
    assert.equal(await stranger.page.locator('.figures').count(), 0)
  }
})
