/**
 * docs/who-was-who.md on phones, from the operator's link to the erased account. Everything happens in the pages, as a new user would
 * do it: no step needs the API. Meanwhile things change under the fingers: a card was decided on another device, what it asked was
 * withdrawn, and the person who asked is no longer at the table.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDesk } from '../../pages/site.ts'
import { signIn } from '../../pages/tour.ts'
import { PHONE, makeCode } from '../../web/code.ts'
import { joins, recordsFirst } from '../../web/newcomer.ts'
import { Finger } from '../../web/recording.ts'
import { settled, shareApp, skip, visit, withoutEvents } from '../../web/site.ts'

const site = shareApp()

interface Guest {
  page: Page
  finger: Finger
}

async function phone(t: TestContext): Promise<Guest> {
  const { page, context, complaints } = await openDesk(site.browser, PHONE)
  t.after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  return { page, finger: new Finger(page) }
}

/** Somebody without an account scans the code, and makes one with a passkey. */
async function accepts(t: TestContext, url: string, name: string): Promise<Guest> {
  const guest = await phone(t)
  const { page } = guest
  await page.goto(url)
  await page.getByRole('heading', { name: /has recorded 1 match with .*Is that you/ }).waitFor()
  await page.getByLabel('Yes, that is me').check()
  await page.getByLabel('Your name here').fill(name)
  await page.getByRole('button', { name: /^Make a passkey/ }).click()
  await page.waitForURL(/\/people\//)
  await settled(page)
  return guest
}

const scoreOf = (page: Page, name: string) => page.locator('.match-seats > li').filter({ hasText: name })

const slip = (page: Page, text: string | RegExp) => page.locator('.slip-open', { hasText: text })

async function corrects({ page, finger }: Guest, match: string, name: string, score: string): Promise<void> {
  await visit(page, site, match)
  await finger.link('Correct it')
  await finger.tap(page.getByLabel(`Score of ${name}`))
  await finger.type(score)
  await finger.button(/^Send to/)
  await page.getByText(/was asked/).waitFor()
}

/** Waits for the service's answer to the decision that `press` sends. */
async function answered(page: Page, press: () => Promise<void>): Promise<number> {
  const answer = page.waitForResponse((one) => one.request().method() === 'PATCH')
  await press()
  return (await answer).status()
}

test('docs/who-was-who: three phones, and cards that have ended under the finger', { skip }, async (t) => {
  const { page: hers, finger: alices } = await phone(t)
  await joins(
    hers,
    site,
    await site.link({ kind: 'INVITATION', roles: ['player', 'catalog-editor'] }),
    'Alice',
  )
  const match = await recordsFirst(
    hers,
    'Harbour Lights',
    { name: 'Alice', score: '30' },
    { Bob: '37', Dora: '42' },
  )
  // A second device of Alice, which gets no events, so its cards are as old as its page.
  const { page: late, finger: lateFinger } = await phone(t)
  await signIn(late, site.url, 'Alice')
  await withoutEvents(late)

  // That was me: each of the two scans a code.
  await visit(hers, site, match)
  const bob = await accepts(t, await makeCode(hers), 'Bob')
  await hers
    .getByText(/Accepted by/)
    .first()
    .waitFor()
  const dora = await accepts(t, await makeCode(hers), 'Dora')

  // Dora would rather have won. Alice says no on one device, and yes on the other, where the card is old.
  await corrects(dora, match, 'Dora', '99')
  for (const page of [hers, late]) {
    await visit(page, site, '/inbox')
    await slip(page, /Dora\W* corrects/).waitFor()
  }
  await alices.tap(slip(hers, /Dora\W* corrects/).getByRole('button', { name: 'Reject' }))
  await alices.tap(hers.locator('dialog[open]').getByRole('button', { name: 'Reject' }))
  await hers.locator('.slip-decided', { hasText: 'You rejected' }).waitFor()
  const yes = () => lateFinger.tap(slip(late, /Dora\W* corrects/).getByRole('button', { name: 'Approve' }))
  assert.equal(await answered(late, yes), 412)
  await late.locator('.slip-decided', { hasText: 'This has already been decided.' }).waitFor()
  await dora.finger.tap(dora.page.getByRole('link', { name: /^Inbox/ }))
  await dora.page.getByText(/rejected your correction/).waitFor()

  // Bob sends a correction, and withdraws it while Alice's card is open.
  await corrects(bob, match, 'Bob', '48')
  await slip(hers, /Bob\W* corrects/).waitFor()
  await visit(late, site, '/inbox')
  await slip(late, /Bob\W* corrects/).waitFor()
  await bob.finger.tap(bob.page.getByRole('link', { name: /^Inbox/ }))
  await bob.finger.button(/^Withdraw:/)
  await hers.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()
  const approve = () => lateFinger.tap(slip(late, /Bob\W* corrects/).getByRole('button', { name: 'Approve' }))
  assert.equal(await answered(late, approve), 404)
  await late.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()

  // That is not what I had: Bob disputes his result, and Alice corrects it so.
  await visit(bob.page, site, match)
  await bob.finger.button('Dispute my result')
  await bob.page.getByLabel('What is wrong with the result?').fill('I had 47 points, not 37.')
  await bob.finger.button('Dispute')
  await bob.page.locator('.seat-objection').waitFor()
  await alices.tap(slip(hers, 'I had 47 points').getByRole('button', { name: /^Make this correction/ }))
  await hers.locator('.slip-decided', { hasText: 'Corrected.' }).waitFor()
  await scoreOf(bob.page, 'Bob').getByText('47').waitFor()
  await bob.page.locator('.seat-objection').waitFor({ state: 'detached' })

  // Not him after all: Bob ends his claim while his next correction is on Alice's card. She may still say yes.
  await corrects(bob, match, 'Bob', '46')
  await visit(late, site, '/inbox')
  await slip(late, /Bob\W* corrects/).waitFor()
  await myData(bob)
  await bob.finger.button(/^That is not me:/)
  await bob.finger.tap(bob.page.locator('dialog[open]').getByRole('button', { name: 'That is not me' }))
  await bob.page.getByText('is no longer you').waitFor()
  assert.equal(await answered(late, approve), 200)
  await late.locator('.slip-decided', { hasText: 'Approved.' }).waitFor()
  await visit(dora.page, site, match)
  await scoreOf(dora.page, 'Bob').getByText('46').waitFor()
  await visit(bob.page, site, match)
  await bob.page.getByRole('heading', { name: 'You can’t see this match' }).waitFor()

  // Alice shows her matches and scores to everybody. Bob says that he was Bob all the same, and takes it back while her card is open.
  await visit(hers, site, '/settings/privacy')
  for (const what of ['My matches are seen by', 'My scores are seen by'])
    assert.equal(await answered(hers, () => alices.tap(everybody(hers, what))), 200)
  await visit(bob.page, site, match)
  await bob.finger.tap(bob.page.locator('.match-claims').getByRole('button', { name: 'Bob' }))
  await bob.finger.button('Yes, that is me')
  await bob.page.getByText('You say that you are').waitFor()
  await visit(late, site, '/inbox')
  await slip(late, /Bob\W* says/).waitFor()
  await bob.finger.tap(bob.page.locator('.match-actions').getByRole('button', { name: /back|withdraw/i }))
  await bob.page.locator('.match-claims').getByRole('button', { name: 'Bob' }).waitFor()
  const believe = () => lateFinger.tap(slip(late, /Bob\W* says/).getByRole('button', { name: /^Yes/ }))
  assert.ok([409, 412].includes(await answered(late, believe)))
  await late.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()

  // And forgotten: Bob erases his account. Alice's match keeps its Bob.
  await myData(bob)
  await bob.finger.button('See what happens')
  await bob.finger.button('Erase my account')
  await bob.page.getByLabel('To confirm, type your name').fill('Bob')
  await bob.finger.button('Erase it for good')
  await bob.page.getByRole('heading', { name: 'Your account is erased' }).waitFor()
  for (const page of [hers, dora.page]) {
    await visit(page, site, match)
    await scoreOf(page, 'Bob').getByText('46').waitFor()
  }
})

async function myData({ page, finger }: Guest): Promise<void> {
  await finger.tap(page.locator('.app-me'))
  await finger.link('My data')
  await page.getByRole('heading', { level: 1, name: 'My data' }).waitFor()
}

const everybody = (page: Page, what: string) =>
  page.getByRole('radiogroup', { name: what }).getByLabel('everybody here')
