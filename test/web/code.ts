/** The code of a match, from the phone that makes it to the one that scans it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type AppPerson, type AppSite, settled } from './site.ts'
import { newGame, newMatch, newStandIn, selfOf } from './table.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en', suggests: false, hasTouch: true }

interface Fourteen {
  person: AppPerson
  /** The newest of the 14. */
  match: string
}

/** Somebody who has recorded 14 matches with the stand-in Bob: 45 against 41. */
export async function fourteen(site: AppSite, name: string): Promise<Fourteen> {
  const person = await site.person(name)
  const [self, bob, game] = await Promise.all([
    selfOf(person),
    newStandIn(person, 'Bob'),
    newGame(site, 'Copper Lights'),
  ])
  let match = ''
  for (let n = 0; n < 14; n++)
    match = await newMatch(
      person,
      game,
      [
        { id: self, score: 45 },
        { id: bob, score: 41 },
      ],
      { playedAt: new Date(Date.UTC(2026, 0, 1 + n, 18)).toISOString() },
    )
  return { person, match }
}

/** Makes a code on this page, as its owner does, and reads its link. */
export async function makeCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a code', exact: true }).click()
  await page.locator('.qr').waitFor()
  return page.getByRole('textbox', { name: 'The link' }).inputValue()
}

/** Somebody without an account becomes Bob, and sees the 14 matches. Returns the number of taps. */
export async function acceptFourteen(page: Page, url: string): Promise<number> {
  let taps = 1 // the scan
  const tap = async (press: Promise<void>) => {
    taps++
    await press
  }
  await page.goto(url)
  await page.getByRole('heading', { name: /kept 14 matches with you as .*Is that you/ }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address')
  await tap(page.getByLabel('Yes, that is me').check())
  assert.equal(await page.getByLabel('Your name here').inputValue(), 'Bob')
  await tap(page.getByRole('button', { name: 'Make a passkey and see my 14' }).click())
  taps++ // the finger
  await page.waitForURL(/\/people\//)
  await settled(page)
  await page.getByRole('heading', { name: 'Bob' }).waitFor()
  await page.getByText('14').first().waitFor()
  return taps
}
