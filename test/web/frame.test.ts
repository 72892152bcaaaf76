/**
 * The frame of the app in a browser: who sees it, how people move through it, and how they return after their session has ended.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { operations } from '../../src/api.ts'
import { sql } from '../../src/db/sql.ts'
import { accountChanged } from '../../src/identity/sessions/account-status.ts'
import { usersNamed } from '../../src/resources/users/named.ts'
import { callsOfApp, importTexts, readTexts } from '../../src/pages/app/texts.ts'
import { standbyHas } from '../database.ts'
import { waitFor } from '../wait-for.ts'
import { PASSWORD, openDesk } from '../pages/site.ts'
import { deskOf, endSessions, settled, shareApp, until, visit, skip } from './site.ts'

const site = shareApp()

test('the start of somebody who is signed in, without a complaint of the browser', { skip }, async (t) => {
  const desk = await deskOf(t, site, await site.person('Nia'))
  const asked: string[] = []
  desk.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(desk.page, site, '/')
  assert.equal(await desk.page.title(), 'Nobody has won yet · Scorebook')
  assert.equal(asked.filter((path) => path === '/web/session').length, 1, 'the session is asked for once')
  assert.deepEqual(desk.complaints, [])
})

/** Does something, and returns the paths that the page requests meanwhile. */
async function during(page: Page, doing: () => Promise<unknown>): Promise<string[]> {
  const asked: string[] = []
  const heard = (request: Request) => asked.push(new URL(request.url()).pathname)
  page.on('request', heard)
  await doing()
  page.off('request', heard)
  return asked
}

test(
  'going on within the app reloads no page, gives the heading the focus and the window its title',
  { skip },
  async (t) => {
    const desk = await deskOf(t, site, await site.person('Nia'), { viewport: { width: 1280, height: 800 } })
    const { page } = desk
    await visit(page, site, '/')
    assert.equal(
      await page.evaluate('document.activeElement === document.body'),
      true,
      'one begins at the top',
    )
    const games = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Games' })
    const asked = await during(page, async () => {
      await games.click()
      await page.waitForURL('**/games')
      await until(page, `document.activeElement?.tagName === 'H1'`)
    })
    assert.ok(!asked.includes('/games'), 'the shell is not asked for again')
    await until(page, `document.title === 'Games · Scorebook'`)
    assert.equal(await games.getAttribute('aria-current'), 'page')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Nobody has won yet' }).waitFor()
    await page.keyboard.press('Tab')
    await page.evaluate('document.activeElement?.blur()')
    assert.deepEqual(desk.complaints, [])
  },
)

test('stand-ins are a part of People', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await site.person('Nia'))
  await visit(page, site, '/stand-ins')
  const current = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')
  assert.deepEqual(await current.allTextContents(), ['People'])
})

test('a list that was left and shown again at once is read again after a minute', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await site.person('Nia'))
  await page.clock.install()
  await visit(page, site, '/games')
  await visit(page, site, '/people')
  const isOfGames = (asked: Request) => new URL(asked.url()).pathname.endsWith('/games')
  const lists = await during(page, async () => {
    const answered = page.waitForEvent('requestfinished', isOfGames)
    await page.evaluate(`new Promise((done) => {
      const go = (path) => document.querySelector('a[href="' + path + '"]').click()
      const shown = (path) =>
        location.pathname === path && document.activeElement?.tagName === 'H1' && !document.querySelector('.skeleton')
      const ways = ['/games', '/people', '/games']
      go(ways[0])
      const look = () => {
        if (shown(ways[0])) {
          ways.shift()
          if (ways.length === 0) return done()
          go(ways[0])
        }
        setTimeout(look, 5)
      }
      look()
    })`)
    await answered // the minute begins with the answer
    await page.evaluate('new Promise((done) => setTimeout(done, 50))')
  })
  assert.equal(lists.filter((path) => path.endsWith('/games')).length, 1, 'it was asked for just now')
  const later = await during(page, async () => {
    const asked = page.waitForRequest(isOfGames)
    await page.clock.fastForward(61_000)
    await asked
  })
  assert.ok(later.length > 0)
})

test('the skip link leads to the page', { skip }, async (t) => {
  const desk = await deskOf(t, site, await site.person('Nia'))
  const { page } = desk
  await visit(page, site, '/games')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the page')
  await page.keyboard.press('Enter')
  await until(page, `document.activeElement?.id === 'main'`)
})

test('whoever is not signed in is led to sign in, and then to where they wanted', { skip }, async (t) => {
  const desk = await openDesk(site.browser, { passkeys: false, suggests: false, locale: 'en' })
  t.after(() => desk.context.close())
  const { page } = desk
  await site.account('Lea', { password: PASSWORD })
  await page.goto(`${site.url}/games?name=a`)
  await page.waitForURL('**/sign-in?next=%2Fgames%3Fname%3Da')
  await page.getByLabel('Name or e-mail address').fill('Lea')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/games?name=a')
  await page.getByRole('heading', { level: 1, name: 'Games' }).waitFor()
})

test(
  'who was here last is shown what is kept of theirs at once, until somebody signs in or out',
  { skip },
  async (t) => {
    const { page, context } = await deskOf(t, site, await site.person('Nia'), { serviceWorkers: 'block' })
    await site.account('Otto', { password: PASSWORD })
    await visit(page, site, '/games')
    let answer = Promise.withResolvers<void>()
    await page.route('**/web/session', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto(`${site.url}/stand-ins`)
    await page.getByRole('heading', { level: 1, name: 'Stand-ins' }).waitFor()
    answer.resolve()
    // Another tab has started a session without telling this tab. The page reloads with that session.
    await (await site.person('Uma')).enter({ page, context, complaints: [] })
    await page.goto(`${site.url}/stand-ins`)
    await page.locator('.app-me', { hasText: 'Uma' }).waitFor()
    await page.goto(`${site.url}/account`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await page.goto(`${site.url}/sign-in?next=%2Fgames`)
    await page.getByLabel('Name or e-mail address').fill('Otto')
    await page.getByLabel('Password').fill(PASSWORD)
    answer = Promise.withResolvers()
    const asked = page.waitForRequest('**/web/session')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await asked
    await page.evaluate(
      'new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done))))',
    )
    assert.equal(await page.locator('.app-me').count(), 0, 'nobody is shown before the service has said who')
    answer.resolve()
    await page.locator('.app-me', { hasText: 'Otto' }).waitFor()
  },
)

test(
  'a notice over the page says that the session ended, and the request goes on when the same person is back',
  { skip },
  async (t) => {
    const nia = await site.person('Nia')
    const desk = await deskOf(t, site, nia)
    const { page } = desk
    await visit(page, site, '/settings')
    await endSessions(site, nia)
    await until(page, `fetch('/web/session').then(({ status }) => status === 401)`)
    const name = page.locator('#my-name')
    await name.fill('Nia Two')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.waitFor()
    assert.equal(await name.inputValue(), 'Nia Two', 'nothing typed is lost')
    // If somebody else signs in meanwhile, the change is not sent.
    const other = await site.person('Olga')
    await other.enter(desk)
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await dialog.getByText('Olga is signed in here now').waitFor()
    assert.equal((await other.get('/users/me')).body.displayName, 'Olga')
    await nia.enter(desk)
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    await dialog.waitFor({ state: 'detached' })
    await until(
      page,
      `fetch('/web/api/v1/users/me').then((answer) => answer.json()).then(({ displayName }) => displayName === 'Nia Two')`,
    )
  },
)

test(
  'what needs a newer sign-in is sent again when the person has signed in in the other window',
  { skip },
  async (t) => {
    const accountId = await site.account('Pia', { password: PASSWORD })
    const desk = await openDesk(site.browser, { passkeys: false, suggests: false, locale: 'en' })
    t.after(() => desk.context.close())
    const { page, context } = desk
    await page.goto(`${site.url}/sign-in?next=%2Fsettings`)
    await signInAs(page, 'Pia')
    await page.waitForURL('**/settings')
    await settled(page)
    await site.db.many(
      sql`update sessions set created_at = now() - interval '2 days' where account_id = ${accountId}`,
    )
    await site.db.many(accountChanged(accountId))
    await until(
      page,
      `fetch('/web/session').then((answer) => answer.json()).then(({ signedInAt }) => Date.now() - Date.parse(signedInAt) > 1e8)`,
    )
    // No page of the app has an operation that needs a recent sign-in. So the test asks for one in place of what the page saves.
    const sent: { key: string; status: number; challenge: string | undefined }[] = []
    await page.route('**/web/api/v1/users/me', async (route, request) => {
      if (request.method() !== 'PATCH') return route.continue()
      const headers = request.headers()
      const answer = await route.fetch({
        url: `${site.url}/web/api/v1/users/me/tokens`,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        postData: { name: 'Sync', scopes: ['svc-engine:match-read'], days: 1 },
      })
      const challenge = answer.headers()['www-authenticate']
      sent.push({ key: String(headers['idempotency-key']), status: answer.status(), challenge })
      return route.fulfill({ response: answer })
    })
    await page.locator('#my-name').fill('Pia Two')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByText('Pia').waitFor()
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    const [window] = await Promise.all([
      context.waitForEvent('page'),
      dialog.getByRole('button', { name: 'Sign in' }).click(),
    ])
    const closed = window.waitForEvent('close')
    assert.equal(await dialog.count(), 1, 'the old sign-in is not enough')
    await signInAs(window, 'Pia')
    await closed
    await dialog.waitFor({ state: 'detached' })
    await waitFor('the request to be sent again', () => sent.length > 1)
    assert.deepEqual(
      sent.map(({ status }) => status),
      [401, 201],
    )
    assert.match(sent[0]?.challenge ?? '', /insufficient_user_authentication/)
    assert.equal(sent[0]?.key, sent[1]?.key)
  },
)

async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test(
  'a page that is not for somebody says what is missing, and is not asked for anything',
  { skip },
  async (t) => {
    const desk = await deskOf(t, site, await site.person('Tara', ['translator']))
    const { page } = desk
    const asked = await during(page, () => visit(page, site, '/matches'))
    await page.getByRole('heading', { name: 'You may not open this page' }).waitFor()
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/web/api/')),
      [],
    )
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    assert.deepEqual(await links.allInnerTexts(), ['Translations'], 'the only page for translators')
  },
)

test('what does not exist says so, with a way on', { skip }, async (t) => {
  const desk = await deskOf(t, site, await site.person('Nia'))
  await visit(desk.page, site, '/games/0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10')
  await desk.page.getByRole('heading', { level: 1, name: 'There is no such game' }).waitFor()
})

test(
  'the app speaks the language that the browser prefers, as far as translators have come',
  { skip },
  async (t) => {
    await importTexts(callsOfApp(operations, site.db, usersNamed), await readTexts())
    await standbyHas(site.db)
    const desk = await deskOf(t, site, await site.person('Nia'), { locale: 'de-AT' })
    await visit(desk.page, site, '/games')
    await until(desk.page, `document.title === 'Spiele · Scorebook'`)
    assert.equal(await desk.page.evaluate('document.documentElement.lang'), 'de-AT')
    await desk.page.reload()
    await desk.page.getByRole('heading', { level: 1, name: 'Spiele' }).waitFor()
    const base = await deskOf(t, site, await site.person('Nia'), { locale: 'sv' })
    await visit(base.page, site, '/games')
    assert.equal(
      await base.page.title(),
      'Games · Scorebook',
      'without translations there are the base texts',
    )
  },
)
