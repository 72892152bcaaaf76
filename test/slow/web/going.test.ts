/** Going from page to page: where the focus goes, what a screen reader says, and what Back restores. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { eveningOf } from '../../web/recording.ts'
import { type AppPerson, deskOf, settled, shareApp, visit, skip } from '../../web/site.ts'
import { done, newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'
import { bundled } from '../../pages/site.ts'
import { waitFor } from '../../wait-for.ts'

const site = shareApp()

async function at(t: TestContext, who: AppPerson): Promise<Page> {
  const { page } = await deskOf(t, site, who)
  return page
}

/** The route of the app for this path, such as `/matches/:id`; undefined if the app has no such page. */
async function routeOf(pathname: string): Promise<string | undefined> {
  const { routes } = await bundled()
  return routes.find(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname))?.path
}

/** The role and name of the focused element, from the accessibility tree. */
async function heard(page: Page): Promise<string> {
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  await cdp.detach()
  const focused = nodes.findLast(({ properties = [] }) =>
    properties.some(({ name, value }) => name === 'focused' && value.value === true),
  )
  return `${focused?.role?.value} ${focused?.name?.value}`
}

/**
 * Waits until the data are loaded, the focus is on the heading, and the title of the window has the same name. Returns the
 * heading.
 */
async function arrives(page: Page, from: string): Promise<string> {
  await settled(page)
  let told = ''
  for (let tries = 0; tries < 100; tries++) {
    const h1 = await page.locator('main h1').innerText()
    told = await heard(page)
    // On the page for recording, the focus goes to the search for a game.
    const begins = h1 === 'Which game?' && told === 'searchbox Search games'
    if ((told === `heading ${h1}` || begins) && (await page.title()) === `${h1} · Scorebook`) return h1
    await sleep(50)
  }
  return assert.fail(`${from} → ${new URL(page.url()).pathname}: ${told}, ${await page.title()}`)
}

test('each link leads the focus to the name of its page, which a screen reader says', { skip }, async (t) => {
  const { me } = await eveningOf(site, 'Alma')
  const community = done(await me.post('/communities', { displayName: 'Thursday Table', joinPolicy: 'OPEN' }))
  const page = await at(t, me)
  const { body: games } = await me.get('/games?limit=1')
  const { body: session } = await me.get('/canonical-players?limit=1')
  const lists = [
    '/',
    '/matches',
    '/people',
    '/games',
    '/stand-ins',
    '/communities',
    `/people/${session.items[0].id}`,
    `/games/${games.items[0].id}`,
    `/communities/${community.id}`,
  ]
  const went = new Set<string>()
  for (const list of lists) {
    await visit(page, site, list)
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const href of new Set(hrefs)) {
      const { pathname } = new URL(href, site.url)
      const to = await routeOf(pathname)
      const way = `${list} ${to}`
      if (to === undefined || to === '/record/:id' || pathname === list || went.has(way)) continue
      went.add(way)
      await visit(page, site, list)
      await page
        .locator(`a[href=${JSON.stringify(href)}]`)
        .first()
        .press('Enter')
      await page.waitForURL((url) => url.pathname === pathname)
      const name = await arrives(page, list)
      // "Match" only stands there until the data are loaded, so it is not the page's name.
      if (pathname.startsWith('/matches/')) assert.doesNotMatch(name, /^Match$/)
    }
  }
  t.diagnostic(`${went.size} ways`)
  assert.ok(went.size > 25, [...went].join(', '))
})

const PAGE_OF = 20

for (const [path, link] of [
  ['/matches', '.lines .match-line .line-link'],
  ['/games', '.lines .line-link'],
  ['/stand-ins', '.lines a[href^="/matches"]'],
] as const)
  test(`Back to ${path} has the rows, the place and the link that one left`, { skip }, async (t) => {
    const host = await site.person(`Host of ${path.slice(1)}`)
    const self = await selfOf(host)
    const game = await newGame(site, 'Ember Keepers')
    if (path === '/games')
      for (let n = 0; n < 65; n++) await newGame(site, `Tin Signals ${String(n).padStart(2, '0')}`)
    else
      for (let n = 0; n < 45; n++)
        await newMatch(host, game, [
          { id: self, score: n },
          { id: await newStandIn(host, `Bruno ${n}`), score: 11 },
        ])
    const page = await at(t, host)
    await visit(page, site, path)
    const rows = page.locator(link)
    await rows.nth(PAGE_OF - 1).waitFor()
    const first = await rows.count()
    await page.getByRole('button', { name: 'More' }).click()
    while ((await rows.count()) <= first) await sleep(50)
    const count = await rows.count()
    const row = rows.nth(first + 8)
    await row.scrollIntoViewIfNeeded()
    await page.evaluate('scrollBy(0, 100)')
    const [left, href] = [await page.evaluate<number>('scrollY'), await row.getAttribute('href')]
    assert.ok(left > 500, String(left))
    await row.click()
    await page.waitForURL((url) => url.pathname + url.search === href)
    await settled(page)
    await page.goBack()
    await page.waitForURL((url) => url.pathname === path)
    await settled(page)
    await waitFor(`the place ${left}`, async () => (await page.evaluate('scrollY')) === left)
    assert.equal(await rows.count(), count)
    const focused = () => page.evaluate("document.activeElement.getAttribute('href')")
    await waitFor(`the focus on ${href}`, async () => (await focused()) === href)
    assert.equal(await page.evaluate('scrollY'), left)
  })

test('Ctrl+K finds pages, games and people from everywhere, by the keyboard alone', { skip }, async (t) => {
  const host = await site.person('Wanda')
  const game = await newGame(site, 'Amber Quays')
  const standIn = await newStandIn(host, 'Amberlin')
  const { page, complaints } = await deskOf(t, site, host)
  await visit(page, site, '/games')
  const field = page.getByRole('combobox', { name: 'Page, game or person' })
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await field.and(page.locator(':focus')).waitFor()
    await field.fill(text)
    await page.getByRole('option', { name: option }).waitFor()
  }
  await find('sett', /^Settings$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings')
  await find('imp', /^Imports$/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings/import')
  await find('wanda', /^Wanda$/)
  assert.equal(await page.getByRole('option', { name: 'Wanda' }).count(), 1, 'the reader is there once')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/people/*')
  await find('amber', /Amber Quays.*game/)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/games/${game}`)
  await find('amber', /Amberlin.*stand-in/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/stand-ins/${standIn}`)

  // Escape closes the list, empties the field, and closes the dialog. Then the focus is where it was.
  const button = page.getByRole('button', { name: 'Find' })
  await button.focus()
  await button.press('Enter')
  await field.fill('nothing has this name')
  await page.getByText('Nothing found').first().waitFor()
  await page.keyboard.press('Control+k')
  assert.equal(await page.locator('dialog[open]').count(), 1, 'no second dialog opens')
  for (const _ of ['list', 'field', 'dialog']) await page.keyboard.press('Escape')
  await button.and(page.locator(':focus')).waitFor()
  assert.equal(await page.locator('dialog[open]').count(), 0)
  assert.deepEqual(complaints, [])
})
