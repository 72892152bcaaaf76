/**
 * The main lists work without a network, even if nobody has opened them. Tests what the app stores ahead, when, and when it
 * deletes it.
 */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { keptAhead, keptPaths, keptRows } from '../../web/kept-rows.ts'
import { eveningOf } from '../../web/recording.ts'
import { deskOf, settled, shareApp, until, visit, skip } from '../../web/site.ts'
import { claim, done, showEverybody } from '../../web/table.ts'

const site = shareApp()

/** Signs in a person with an evening of matches, a community, and a friend who has claimed a stand-in. */
async function somebody(t: TestContext, name: string) {
  const evening = await eveningOf(site, name)
  const { me, people } = evening
  for (const displayName of ['Thursday Table', 'Harbour Club']) {
    const owner = displayName === 'Thursday Table' ? me : await site.person('Owen Ober')
    done(await owner.post('/communities', { displayName: `${displayName} ${name}`, joinPolicy: 'OPEN' }))
  }
  const friend = await site.person(`Bruno ${name}`)
  await claim(me, people['Bruno'] ?? '', friend)
  await showEverybody(friend, 'PROFILE')
  const desk = await deskOf(t, site, me)
  return { ...desk, evening }
}

/** The texts that each list must show without a network. */
const SHOWN: Record<string, RegExp[]> = {
  '/matches': [/Ember Keepers/, /with .*Bruno.*Carla/],
  '/people': [/Everybody[^]*Bruno/, /\(you\)/],
  '/stand-ins': [/Carla/, /claimed by ⁨?Bruno/, /not claimed/],
  '/games': [/Ember Keepers/, /Quiet Harbour/],
  '/communities': [/Thursday Table/, /Harbour Club/],
}

/** Opens each list. It must show its rows, and say that they are from before. */
async function assertListed(page: Page): Promise<void> {
  for (const [path, wanted] of Object.entries(SHOWN)) {
    await page.goto(site.url + path)
    await settled(page)
    await page.getByText('No connection. What you see is from').first().waitFor()
    await page.locator('.lines > li').first().waitFor()
    const text = await page.locator('main').innerText()
    for (const one of wanted) assert.match(text, one, path)
    assert.equal(await page.locator('.problem').count(), 0, `${path}: ${text}`)
  }
}

test(
  'the first page of each list is there without a network, though nobody opened it',
  { skip },
  async (t) => {
    const { page, context, complaints } = await somebody(t, 'Ahead')
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/web/api/v1/')) calls.push(new URL(request.url()).pathname)
    })
    await visit(page, site, '/settings')
    await keptAhead(page)
    assert.equal(new Set(calls).size, calls.length, `asked twice: ${calls.join(' ')}`)
    await context.setOffline(true)
    await assertListed(page)
    await page.goto(`${site.url}/matches`)
    await page.locator('.match-line .line-own').first().waitFor()
    assert.deepEqual(
      complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  },
)

test('what a change makes old is read again, and is there without a network', { skip }, async (t) => {
  const { page, context } = await somebody(t, 'Changes')
  await visit(page, site, '/stand-ins')
  await keptAhead(page)
  const before = await page.evaluate<number>('Date.now()')
  await page.getByRole('button', { name: 'New stand-in' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Zora')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('.lines strong', { hasText: 'Zora' }).waitFor()
  for (;;) {
    const kept = Object.entries(await keptPaths(page)).filter(([, at]) => at >= before)
    if (
      kept.some(([path]) => /\/canonical-players\?/.test(path)) &&
      kept.some(([path]) => /\/canonical-players\/[^/]+\/matches\?/.test(path))
    )
      break
    await sleep(50)
  }
  await keptAhead(page)
  await context.setOffline(true)
  await assertListed(page)
})

test('signing out leaves nothing, not even of what is read at that moment', { skip }, async (t) => {
  const { page } = await somebody(t, 'Leaves')
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route('**/web/api/v1/games?**', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue().catch(() => undefined)
  })
  await visit(page, site, '/settings')
  await asked.promise
  assert.ok(((await keptRows(page))['scorebook-kept'] ?? 0) > 3)
  await page.getByRole('button', { name: 'Sign out' }).click()
  held.resolve()
  await page.waitForURL('**/signed-out')
  await until(page, "localStorage.getItem('scorebook-session') === null")
  while (((await keptRows(page))['scorebook-kept'] ?? 0) > 0) await sleep(50)
})

for (const [connection, saves] of [
  ['a person who saves data', '{ get saveData() { globalThis.asked = true; return !globalThis.isFree } }'],
  [
    'a cellular network',
    "{ get type() { globalThis.asked = true; return globalThis.isFree ? 'wifi' : 'cellular' } }",
  ],
] as const)
  test(`nothing is read ahead for ${connection}`, { skip }, async (t) => {
    const { page, context } = await somebody(t, `Saves ${connection}`)
    await context.addInitScript({
      content: `Object.defineProperty(navigator, 'connection', { value: ${saves} })`,
    })
    await visit(page, site, '/settings')
    await until(page, 'globalThis.asked === true')
    await page.evaluate('new Promise((idle) => requestIdleCallback(() => requestIdleCallback(idle)))')
    const paths = Object.keys(await keptPaths(page)).filter((path) =>
      /games|communities|ghost-players/.test(path),
    )
    assert.deepEqual(paths, [])
    // Now the lists are stored, so nothing else had prevented it.
    await page.evaluate("globalThis.isFree = true; dispatchEvent(new Event('online'))")
    await keptAhead(page)
  })
