/** The invitation code of a match: one phone makes it, and the other scans it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { type AppPerson, type AppSite, settled } from './site.ts'
import { newGame, newMatch, newStandIn, selfOf } from './table.ts'

export const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en', suggests: false, hasTouch: true }

interface Fourteen {
  person: AppPerson
  /** The id of the newest match. */
  match: string
}

/** Makes a person who has recorded 14 matches with the stand-in Bob. Bob lost each with 41 to 45. */
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

/** From now on, the links of this page look as on a service with a public address. */
export const withPublicLinks = (page: Page, site: AppSite) =>
  page.context().route(/\/invitations$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replaceAll(site.url, 'https://scorebook.example.org')
    await route.fulfill({ response: answer, body })
  })

/** Makes a code on this page, and returns its link. */
export async function makeCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a code', exact: true }).click()
  await page.locator('.sheet.code').waitFor()
  return page.getByRole('textbox', { name: 'The link' }).inputValue()
}

/** Accepts the code as somebody without an account, who then sees Bob's 14 matches. Returns the number of taps. */
export async function acceptFourteen(page: Page, url: string): Promise<number> {
  let taps = 1 // the scan counts as a tap
  const tap = async (press: Promise<void>) => {
    taps++
    await press
  }
  await page.goto(url)
  await page.getByRole('heading', { name: /has recorded 14 matches with .*Is that you/ }).waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the secret is not left in the address')
  await tap(page.getByLabel('Yes, that is me').check())
  assert.equal(await page.getByLabel('Your name here').inputValue(), 'Bob')
  await tap(page.getByRole('button', { name: 'Make a passkey and see my 14' }).click())
  taps++ // and so does the fingerprint of the passkey
  await page.waitForURL(/\/people\//)
  await settled(page)
  await page.getByRole('heading', { name: 'Bob' }).waitFor()
  await page.getByText('14').first().waitFor()
  return taps
}
