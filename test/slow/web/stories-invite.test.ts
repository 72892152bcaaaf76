/**
 * Invitation codes in real browsers: somebody without an account claims a stand-in or joins a community. From the code on,
 * everything happens in the pages.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Desk, openDesk } from '../../pages/site.ts'
import { PHONE, acceptFourteen, fourteen, makeCode } from '../../web/code.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'

const site = shareApp()

async function phone(t: { after: (end: () => Promise<void>) => void }): Promise<Desk> {
  const desk = await openDesk(site.browser, PHONE)
  t.after(() => desk.context.close())
  return desk
}

test('Bob scans the code of a match, makes a passkey and sees his 14 matches', { skip }, async (t) => {
  const alice = await fourteen(site, 'Alice')
  const hers = await deskOf(t, site, alice.person, PHONE)
  await visit(hers.page, site, `/matches/${alice.match}`)
  const url = await makeCode(hers.page)
  assert.match(url, /\/invitation#[\w-]{43}$/)

  const { page, complaints } = await phone(t)
  const taps = await acceptFourteen(page, url)
  assert.ok(taps <= 4, `${taps} taps`)
  await hers.page.getByText(/Accepted by/).waitFor()
  assert.deepEqual(complaints, [])

  const late = await phone(t)
  await late.page.goto(url)
  await late.page.getByRole('heading', { name: 'This code no longer works' }).waitFor()
})

test('four join a community by its code, with a password where there is no passkey', { skip }, async (t) => {
  const alma = await site.person('Alma')
  const made = await alma.post('/communities', { displayName: 'Thursdays', joinPolicy: 'REQUIRES_APPROVAL' })
  const hers = await deskOf(t, site, alma, PHONE)
  await visit(hers.page, site, `/communities/${made.body.id}`)
  await hers.page.getByRole('button', { name: 'Invite with a code' }).click()
  await hers.page.getByLabel('For how many people').fill('4')
  const url = await makeCode(hers.page)
  for (const name of ['Bruno', 'Carla', 'Dario', 'Edda']) {
    const { page } = await phone(t)
    await page.goto(url)
    await page.getByText('see each other’s names and pages, whatever their settings say').waitFor()
    await page.getByLabel('Your name here').fill(name)
    await page.getByRole('button', { name: 'A password instead' }).click()
    await page.getByLabel('A password').fill('plum lantern quarry 7')
    await page.getByRole('button', { name: 'Continue and join' }).click()
    await page.waitForURL(/\/communities\//)
    await page.getByRole('heading', { name: 'Thursdays' }).waitFor()
  }
  const { page } = await phone(t)
  await page.goto(url)
  await page.getByRole('heading', { name: 'This code no longer works' }).waitFor()
})

test('somebody with an account gives a code to whoever may correct', { skip }, async (t) => {
  const [grantor, editor] = [await site.person('Gerda'), await site.person('Emil')]
  const hers = await deskOf(t, site, grantor, PHONE)
  await visit(hers.page, site, '/settings/trusted-editors')
  const url = await makeCode(hers.page)
  const { page } = await deskOf(t, site, editor, PHONE)
  await page.goto(url)
  await page.getByRole('heading', { name: /lets you correct matches without asking/ }).waitFor()
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.waitForURL(/\/people\//)
  const { items } = (await editor.get('/trusted-editors')).body
  assert.equal(items.length, 1)
})

test(
  'a code opened on somebody else’s phone names the account, and leads to another',
  { skip },
  async (t) => {
    const alice = await fourteen(site, 'Alice Lends')
    const hers = await deskOf(t, site, alice.person, PHONE)
    await visit(hers.page, site, `/matches/${alice.match}`)
    const facts = hers.page.locator('.match-facts')
    const offer = hers.page.getByRole('heading', { name: 'Let these matches count for' })
    await facts.waitFor()
    const [above, below] = [await offer.boundingBox(), await facts.boundingBox()]
    assert.ok(above && below && above.y < below.y, 'the offer is above the details')
    await hers.page.getByText('And the other 13 matches that you recorded with').waitFor()
    const url = await makeCode(hers.page)

    const dora = await site.person('Dora Lends')
    const { page, complaints } = await deskOf(t, site, dora, PHONE)
    await page.goto(url)
    await page.getByText('After a yes, the matches count for').waitFor()
    await page.locator('.notice', { hasText: 'Dora Lends' }).waitFor()
    assert.equal(await page.getByLabel('Yes, that is me').isChecked(), false)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await page.getByRole('heading', { name: /has recorded 14 matches with .*Is that you/ }).waitFor()
    await page.getByLabel('Yes, that is me').check()
    assert.equal(await page.getByText('Dora Lends').count(), 0)
    await page.getByRole('link', { name: 'I have an account' }).waitFor()
    await page.getByLabel('Your name here').fill('Bob Lends')
    await page.getByLabel('A password').fill('plum lantern quarry 7')
    await page.getByRole('button', { name: 'Continue and see my 14 matches' }).click()
    await page.waitForURL(/\/people\//)
    await page.getByRole('heading', { name: 'Bob Lends' }).waitFor()
    assert.equal((await dora.get('/users/me')).status, 200, 'her account stays')
    assert.deepEqual(complaints, [])
  },
)
