/** Operators invite people and end links, and add, renew and remove apps and services, by keyboard alone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD, openDesk } from '../../pages/site.ts'
import { deskOf, shareApp, skip, visit } from '../../web/site.ts'
import { done } from '../../web/table.ts'

const site = shareApp()

const operator = (name: string) => site.person(name, ['player', 'admin'])

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) })

/** What the token endpoint answers to a service with this secret. */
async function tokenStatus(id: string, secret: string): Promise<number> {
  const reply = await fetch(`${site.url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  await reply.text()
  return reply.status
}

const linesOf = (page: Page) => page.getByRole('list', { name: 'Links so far' }).getByRole('listitem')

test('an invitation is made, lets somebody in, and is listed as used', { skip }, async (t) => {
  const { page, complaints } = await deskOf(t, site, await operator('Olga'))
  await visit(page, site, '/operator')
  await page.getByRole('link', { name: 'Invitations' }).press('Enter')
  await button(page, 'Make an invitation').press('Enter')
  const url = await page.locator('#invitation-link').inputValue()
  assert.match(url, /\/link#[\w-]{43}$/)
  const line = linesOf(page).first()
  assert.match(
    await line.innerText(),
    /Invitation\s+open · until .* · for 1 person · Player · made by .Olga./,
  )

  const { context, page: guest } = await openDesk(site.browser, {
    passkeys: false,
    suggests: false,
    locale: 'en',
  })
  t.after(() => context.close())
  await guest.goto(url)
  await guest.getByLabel('Your name').fill('Gustav')
  await guest.getByLabel('Password').fill(PASSWORD)
  await button(guest, 'Go on with this password').press('Enter')
  await guest.waitForURL((at) => !['/link', '/join'].includes(at.pathname))
  await page.reload()
  await line.getByText(/^used · Player/).waitFor()
  assert.equal(await button(page, /^End: Invitation/).count(), 0)
  assert.deepEqual(complaints, [])
})

test('an open link of somebody else is found and ended, and then lets nobody in', { skip }, async (t) => {
  const olaf = await operator('Olaf')
  const { url } = done(await olaf.post('/accounts/links', { kind: 'INVITATION', uses: 3 }))
  const { page } = await deskOf(t, site, await operator('Oda'))
  await visit(page, site, '/operator/invitations')
  await button(page, 'Only open ones').press('Enter')
  await linesOf(page)
    .filter({ hasText: /made by .Olaf/ })
    .getByRole('button')
    .press('Enter')
  await page.getByText('The link no longer works.').waitFor()
  await linesOf(page)
    .filter({ hasText: /made by .Olaf/ })
    .waitFor({ state: 'detached' })
  const context = await site.browser.newContext()
  t.after(() => context.close())
  const guest = await context.newPage()
  await guest.goto(url)
  await guest.getByRole('heading').first().waitFor()
  assert.equal(await guest.getByLabel('Your name').count(), 0)
})

test('a number that the service refuses is named at its field', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await operator('Olga'))
  await visit(page, site, '/operator/invitations')
  await page.getByLabel('How many people it lets in').fill('many')
  await button(page, 'Make an invitation').press('Enter')
  await page.locator('#invitation-uses-fault').waitFor()
  assert.equal(await page.locator('#invitation-uses').getAttribute('aria-invalid'), 'true')
  assert.equal(await page.locator('#invitation-link').count(), 0)
})

test(
  'a service is added, gets a token with its secret, then a new secret, and is removed',
  { skip },
  async (t) => {
    const { page, complaints } = await deskOf(t, site, await operator('Olga'))
    await visit(page, site, '/operator/clients')
    await page.getByText('No app or service was added yet.').waitFor()
    await page.getByText('Add an app or a service').press('Enter')
    await page.getByLabel('Name', { exact: true }).fill('Nightly export')
    await page.getByLabel('Kind').selectOption('SERVICE')
    await page.getByRole('checkbox', { name: 'Catalogue program' }).press('Space')
    await button(page, 'Add').press('Enter')
    await page.getByText(/Nightly export.? may get access tokens now\./).waitFor()
    const id = await page.locator('#client-id').inputValue()
    const first = await page.locator('#client-secret').inputValue()
    assert.equal(await tokenStatus(id, first), 200)
    await button(page, /^Renew the secret of .?Nightly export/).press('Enter')
    await page.locator('dialog').getByRole('button', { name: 'Renew the secret' }).press('Enter')
    const second = await page.locator(`[id="secret-${id}"]`).inputValue()
    assert.notEqual(second, first)
    assert.equal(await tokenStatus(id, first), 401)
    assert.equal(await tokenStatus(id, second), 200)
    await button(page, /^Remove .?Nightly export/).press('Enter')
    await page.locator('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByText(/Nightly export.? gets no access tokens any more\./).waitFor()
    await page.getByText('No app or service was added yet.').waitFor()
    assert.equal(await tokenStatus(id, second), 401)
    assert.deepEqual(complaints, [])
  },
)

test('an app whose address is missing is refused with a sentence', { skip }, async (t) => {
  const { page } = await deskOf(t, site, await operator('Olga'))
  await visit(page, site, '/operator/clients')
  await page.getByText('Add an app or a service').press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Score sheets')
  await button(page, 'Add').press('Enter')
  await page.locator('#client-redirectUris-fault').waitFor()
  assert.equal(await page.locator('#client-id').count(), 0)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Score sheets')
})
