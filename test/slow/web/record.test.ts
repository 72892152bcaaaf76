/** Recording at the table, in a browser: the paths of a phone with their taps, and the same with a keyboard alone. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import {
  type Evening,
  Finger,
  arrived,
  eveningOf,
  outcomesOf,
  placesOn,
  scoresOf,
} from '../../web/app/recording.ts'
import { type AppSite, deskOf, openApp, visit } from '../../web/app/site.ts'
import { openBrowser, withoutBrowser } from '../../web/site.ts'

const skip = withoutBrowser

let site: AppSite
let browser: Browser
before(async () => {
  if (withoutBrowser !== false) return
  ;[site, browser] = await Promise.all([openApp(), openBrowser()])
})
after(async () => {
  if (withoutBrowser !== false) return
  await browser.close()
  await site.close()
})

const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

let names = 0

/** Somebody new with an evening of their own, on a device of theirs. */
async function begin(t: { after: (end: () => Promise<void>) => void }, device: BrowserContextOptions) {
  const evening = await eveningOf(site, `Alma ${++names}`)
  const desk = await deskOf(browser, evening.me, device)
  t.after(() => desk.context.close())
  return { evening, page: desk.page, finger: new Finger(desk.page), desk }
}

const onlyMatch = async ({ matches }: Evening) => {
  const [match, ...others] = await matches()
  assert.deepEqual(others, [], 'one match')
  assert.equal(match?.status, 'FINALIZED')
  return match
}

test('the same table as last time, in seven taps beside digits', { skip }, async (t) => {
  const { evening, page, finger, desk } = await begin(t, PHONE)
  await visit(page, site, '/')
  await finger.link('Record')
  await finger.game('Ember Keepers')
  await finger.button(/^The same 4 as/)
  await finger.type('42+6')
  await finger.button('Next')
  await finger.type('57')
  await finger.button('Next')
  await finger.type('48')
  await finger.button('Next')
  await finger.type('44')
  assert.deepEqual(await placesOn(page), ['2=', '1', '2=', '4'])
  await page.getByText('Bruno wins by 9 points.').waitFor()
  await finger.button('Finish match')
  await arrived(page)
  assert.equal(finger.taps, 7)
  const match = await onlyMatch(evening)
  assert.deepEqual(scoresOf(match), { [evening.me.name]: 48, Bruno: 57, Carla: 48, Dario: 44 })
  assert.deepEqual(desk.complaints, [])
})

test('four names, in ten taps', { skip }, async (t) => {
  const { evening, page, finger } = await begin(t, PHONE)
  await visit(page, site, '/')
  await finger.link('Record')
  await finger.game('Ember Keepers')
  for (const name of [`${evening.me.name} (you)`, 'Bruno', 'Edda', 'Filip']) {
    if (name === 'Filip' || name === 'Edda') await page.getByRole('button', { name: `+ ${name}` }).waitFor()
    await finger.button(`+ ${name}`)
  }
  for (const [n, score] of ['1', '2', '3', '4'].entries()) {
    if (n > 0) await finger.button('Next')
    await finger.type(score)
  }
  await finger.button('Finish match')
  await arrived(page)
  assert.equal(finger.taps, 10)
  const match = await onlyMatch(evening)
  assert.deepEqual(scoresOf(match), { [evening.me.name]: 1, Bruno: 2, Edda: 3, Filip: 4 })
})

test('who has won, in five taps', { skip }, async (t) => {
  const { evening, page, finger } = await begin(t, PHONE)
  await visit(page, site, '/')
  await finger.link('Record')
  await finger.game('Thistle Council')
  await finger.button(/^The same 4 as/)
  await finger.button('Carla has won')
  await page.getByText('Carla wins.').waitFor()
  await finger.button('Finish match')
  await arrived(page)
  assert.equal(finger.taps, 5)
  const match = await onlyMatch(evening)
  assert.deepEqual(outcomesOf(match), {
    [evening.me.name]: 'LOSS',
    Bruno: 'LOSS',
    Carla: 'WIN',
    Dario: 'LOSS',
  })
})

test('a new match with somebody new, in twelve taps at most', { skip }, async (t) => {
  const { evening, page, finger } = await begin(t, PHONE)
  await visit(page, site, '/')
  await finger.link('Record')
  await finger.game('Ember Keepers')
  for (const name of [`${evening.me.name} (you)`, 'Bruno', 'Carla']) await finger.button(`+ ${name}`)
  await finger.button('+ Someone new')
  await page.locator('#someone:focus').waitFor()
  await page.keyboard.type('Gus')
  await finger.button('Add')
  for (const [n, score] of ['10', '20', '30', '40'].entries()) {
    if (n > 0) await finger.button('Next')
    await finger.type(score)
  }
  await finger.button('Finish match')
  await arrived(page)
  assert.ok(finger.taps <= 12, `${finger.taps} taps`)
  const match = await onlyMatch(evening)
  assert.deepEqual(scoresOf(match), { [evening.me.name]: 10, Bruno: 20, Carla: 30, Gus: 40 })
})
