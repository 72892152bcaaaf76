/**
 * docs/who-was-who.md on phones, from the operator's link to the erased account. Everything happens in the pages, as a new user would
 * do it: no step needs the API, and an address is opened only from a code or a link that somebody kept. Meanwhile things change
 * under the fingers: a card was decided on another device, what it asked was withdrawn, and the person who asked is no longer at the
 * table.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

const matchesIn = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Matches' })

/** Taps through the matches to the only one of this game. */
async function opens({ page, finger }: Guest): Promise<void> {
  await finger.tap(matchesIn(page))
  await finger.tap(page.locator('.lines.matches').getByText('Harbour Lights'))
  await page.getByRole('heading', { level: 1, name: 'Harbour Lights' }).waitFor()
}

async function inbox({ page, finger }: Guest): Promise<void> {
  await finger.tap(page.getByRole('link', { name: /^Inbox/ }))
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
}

async function enters({ page, finger }: Guest, scores: Record<string, string>): Promise<void> {
  await finger.link('Correct it')
  for (const [name, score] of Object.entries(scores)) {
    await finger.tap(page.getByLabel(`Score of ${name}`))
    await finger.type(score)
  }
}

async function corrects(guest: Guest, name: string, score: string): Promise<void> {
  await opens(guest)
  await enters(guest, { [name]: score })
  await guest.finger.button(/^Send to/)
  await guest.page.getByText(/was asked/).waitFor()
}

/** Waits for the service's answer to the decision that `press` sends. */
async function answered(page: Page, press: () => Promise<void>): Promise<number> {
  const answer = page.waitForResponse((one) => one.request().method() === 'PATCH')
  await press()
  return (await answer).status()
}

test('docs/who-was-who: four people, and cards that have ended', { skip }, async (t) => {
  const alice = await phone(t)
  const { page: hers, finger: alices } = alice
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
  const second = await phone(t)
  const { page: late, finger: lateFinger } = second
  await signIn(late, site.url, 'Alice')
  await withoutEvents(late)

  // That was me: each of the two scans a code.
  await opens(alice)
  const bob = await accepts(t, await makeCode(hers), 'Bob')
  await hers
    .getByText(/Accepted by/)
    .first()
    .waitFor()
  const dora = await accepts(t, await makeCode(hers), 'Dora')

  // Dora would rather have won. Alice says no on one device, and yes on the other, where the card is old.
  await corrects(dora, 'Dora', '99')
  for (const device of [alice, second]) {
    await inbox(device)
    await slip(device.page, /Dora\W* corrects/).waitFor()
  }
  await alices.tap(slip(hers, /Dora\W* corrects/).getByRole('button', { name: 'Reject' }))
  await alices.tap(hers.locator('dialog[open]').getByRole('button', { name: 'Reject' }))
  await hers.locator('.slip-decided', { hasText: 'You rejected' }).waitFor()
  const yes = () => lateFinger.tap(slip(late, /Dora\W* corrects/).getByRole('button', { name: 'Approve' }))
  assert.equal(await answered(late, yes), 412)
  await late.locator('.slip-decided', { hasText: 'This has already been decided.' }).waitFor()
  await inbox(dora)
  await dora.page.getByText(/rejected your correction/).waitFor()

  // Bob sends a correction, and withdraws it while Alice's card is open.
  await corrects(bob, 'Bob', '48')
  await slip(hers, /Bob\W* corrects/).waitFor()
  await lateFinger.tap(matchesIn(late))
  await inbox(second)
  await slip(late, /Bob\W* corrects/).waitFor()
  await inbox(bob)
  await bob.finger.button(/^Withdraw:/)
  await hers.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()
  const approve = () => lateFinger.tap(slip(late, /Bob\W* corrects/).getByRole('button', { name: 'Approve' }))
  assert.equal(await answered(late, approve), 404)
  await late.locator('.slip-decided', { hasText: 'withdrew this' }).waitFor()

  // That is not what I had: Bob disputes his result, and Alice sees it on both devices.
  await opens(bob)
  await bob.finger.button('Dispute my result')
  await bob.page.getByLabel('What is wrong with the result?').fill('I had 47 points, not 37.')
  await bob.finger.button('Dispute')
  await bob.page.locator('.seat-objection').waitFor()
  const objection = (page: Page) => slip(page, 'I had 47 points')
  await objection(hers).waitFor()
  await lateFinger.tap(matchesIn(late))
  await inbox(second)
  await objection(late).waitFor()

  // Carol keeps the scores at that table. Alice gives her a code, and Carol, who is new too, corrects the match at once.
  await alices.tap(hers.locator('.app-me'))
  await alices.link('Who corrects my matches')
  const carol = await phone(t)
  await carol.page.goto(await makeCode(hers))
  await carol.page.getByRole('heading', { name: /lets you correct matches without asking/ }).waitFor()
  await carol.page.getByLabel('Your name here').fill('Carol')
  await carol.finger.button(/^Make a passkey/)
  await carol.page.waitForURL(/\/people\//)
  await settled(carol.page)
  // Carol's page is private, so Alice does not learn her name.
  await hers.getByText(/Player\W* may correct my matches without asking/).waitFor()
  await carol.finger.tap(matchesIn(carol.page))
  await carol.page.getByLabel('Whose matches').selectOption({ label: 'All that I may see' })
  await carol.finger.tap(carol.page.locator('.lines.matches').getByText('Harbour Lights'))
  await enters(carol, { Bob: '47' })
  await carol.page.getByText(/Alice\W* lets you correct matches without asking/).waitFor()
  await carol.finger.button('Change it')
  await scoreOf(carol.page, 'Bob').getByText('47').waitFor()
  await bob.page.locator('.seat-objection').waitFor({ state: 'detached' })
  await scoreOf(bob.page, 'Bob').getByText('47').waitFor()
  await inbox(bob)
  await bob.page
    .getByText(/corrected the result of .* that you disputed/)
    .first()
    .waitFor()
  // The old card still has the objection. What it would change has been changed.
  await lateFinger.tap(objection(late).getByRole('button', { name: /^Make this correction/ }))
  await late.locator('.slip-decided', { hasText: 'already' }).waitFor()

  // Not him after all: Bob ends his claim while his next correction is on Alice's card. She may still say yes.
  await corrects(bob, 'Bob', '46')
  await lateFinger.tap(matchesIn(late))
  await inbox(second)
  await slip(late, /Bob\W* corrects/).waitFor()
  await myData(bob)
  await bob.finger.button(/^That is not me:/)
  await bob.finger.tap(bob.page.locator('dialog[open]').getByRole('button', { name: 'That is not me' }))
  await bob.page.getByText('is no longer you').waitFor()
  assert.equal(await answered(late, approve), 200)
  await late.locator('.slip-decided', { hasText: 'Approved.' }).waitFor()
  await opens(dora)
  await scoreOf(dora.page, 'Bob').getByText('46').waitFor()
  await visit(bob.page, site, match) // he has kept the link
  await bob.page.getByRole('heading', { name: 'You can’t see this match' }).waitFor()

  // Alice shows her matches and scores to everybody. Bob says that he was Bob all the same, and takes it back while her card is open.
  await alices.tap(hers.locator('.app-me'))
  await alices.link('Who sees me')
  for (const what of ['My matches are seen by', 'My scores are seen by'])
    assert.equal(await answered(hers, () => alices.tap(everybody(hers, what))), 200)
  await sleep(1_000) // what was read less than a second ago is not read again
  await bob.finger.tap(matchesIn(bob.page))
  await bob.page.getByLabel('Whose matches').selectOption({ label: 'All that I may see' })
  await bob.finger.tap(bob.page.locator('.lines.matches').getByText('Harbour Lights'))
  await bob.finger.tap(bob.page.locator('.match-claims').getByRole('button', { name: 'Bob' }))
  await bob.finger.button('Yes, that is me')
  await bob.page.getByText('You say that you are').waitFor()
  await lateFinger.tap(matchesIn(late))
  await inbox(second)
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
  for (const guest of [alice, dora]) {
    await opens(guest)
    await scoreOf(guest.page, 'Bob').getByText('46').waitFor()
  }
})

async function myData({ page, finger }: Guest): Promise<void> {
  await finger.tap(page.locator('.app-me'))
  await finger.link('My data')
  await page.getByRole('heading', { level: 1, name: 'My data' }).waitFor()
}

const everybody = (page: Page, what: string) =>
  page.getByRole('radiogroup', { name: what }).getByLabel('everybody here')
