/** An operator who has never read the docs, by keyboard alone: each case begins at `/operator`, and ends when it is put right. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import * as store from '../../../src/system/checkups/store.ts'
import { startWebhooks } from '../../../src/webhooks/work.ts'
import { person } from '../../support.ts'
import { newCheckup } from '../../web/operator-screens.ts'
import { done } from '../../web/table.ts'
import { deskOf, settled, shareApp, skip, visit } from '../../web/site.ts'
import { waitFor } from '../../wait-for.ts'

const site = shareApp()

/** Moves the focus with Tab until it is on a control with this name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let n = 0; n < 150; n++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate<string>(`{
      const at = document.activeElement
      at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? ''
    }`)
    if (name.test(label.trim())) return
  }
  assert.fail(`Tab does not reach ${name}`)
}

async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

async function operatorAt(t: { after: (end: () => Promise<void>) => void }, name: string) {
  const operator = await site.person(name, ['player', 'admin'])
  const { page, complaints } = await deskOf(t, site, operator)
  await visit(page, site, '/operator')
  return { operator, page, complaints }
}

test('an old backup: a new one is made, and the page shows it', { skip }, async (t) => {
  await newCheckup(site)
  const { page, complaints } = await operatorAt(t, 'Olga')
  await page.getByText('A check fails').waitFor()
  await page
    .getByText(/the last one is of 2026-01-01/)
    .first()
    .waitFor()
  await press(page, /^Make a backup now$/)
  await page
    .getByRole('status')
    .getByText(/The backup is being made/)
    .waitFor()
  // The work of `serve`, which `test/cli/checkups.test.ts` runs.
  await waitFor('what was asked', async () => (await site.db.maybe(store.wantedBackup)) !== undefined)
  await site.db.many(store.backupEnded())
  const made = [{ name: 'new', endedAt: new Date().toISOString(), bytes: 51_000_000 }]
  const fine = { name: 'backups', state: 'OK', says: '1, the last one of today' } as const
  await site.db.many(store.keep('alpha', [fine], { enabled: true, folder: '/backups', made }))
  await page.getByText('51 MB').waitFor()
  await page.getByText('A check fails').waitFor({ state: 'detached' })
  const kinds = await site.db.many(
    sql<{ kind: string }>`select kind from audit_events where kind = 'BACKUP_ASKED'`,
  )
  assert.equal(kinds.length, 1)
  assert.deepEqual(complaints, [])
})

test('a paused pipeline: the step is resumed', { skip }, async (t) => {
  const { operator, page, complaints } = await operatorAt(t, 'Olga')
  await operator.post('/pipeline/pause', { step: 'INTERPRET_RULES' })
  await page.reload()
  await settled(page)
  await page.getByText('Reading rules is paused').waitFor()
  await press(page, /^Resume: Reading rules$/)
  await page.getByText('Reading rules goes on.').waitFor()
  const { steps } = (await operator.get('/pipeline/status')).body as { steps: { paused: boolean }[] }
  assert.ok(steps.every(({ paused }) => !paused))
  assert.deepEqual(complaints, [])
})

test('a disabled account: it is found and enabled', { skip }, async (t) => {
  const { operator, page, complaints } = await operatorAt(t, 'Olga')
  const { accountId } = await site.person('Paco')
  assert.equal((await operator.patch(`/accounts/${accountId}`, { disabled: true }, '*')).status, 200)
  await press(page, /^Accounts and roles$/)
  await page.getByRole('searchbox').waitFor()
  await press(page, /^Disabled$/)
  await page.getByText('1 account').waitFor()
  await press(page, /^Paco$/)
  await page.getByText(/was disabled on/).waitFor()
  await press(page, /^Enable the account$/)
  await page.getByText(/can sign in again/).waitFor()
  const { disabledAt } = (await operator.get(`/accounts/${accountId}`)).body as { disabledAt?: string }
  assert.equal(disabledAt, undefined)
  assert.deepEqual(complaints, [])
})

test('a lost passkey: the link of the operator lets its owner in', { skip }, async (t) => {
  await site.person('Petra')
  const { page, complaints } = await operatorAt(t, 'Olga')
  await press(page, /^Accounts and roles$/)
  await page.getByRole('searchbox').waitFor()
  await tabTo(page, /Name or e-mail address/)
  await page.keyboard.type('petr')
  await page.getByText('1 account').waitFor()
  await press(page, /^Petra$/)
  await press(page, /^Make a link$/)
  const url = await page.locator('#operator-link').inputValue()
  const stranger = await site.browser.newPage()
  t.after(() => stranger.close())
  await stranger.goto(url)
  await stranger.getByText(/Petra/).first().waitFor()
  assert.deepEqual(complaints, [])
})

test('a leaked token: it alone is ended, and works no more', { skip }, async (t) => {
  const { page, complaints } = await operatorAt(t, 'Olga')
  const paula = await site.person('Paula')
  const made = async (name: string) => {
    const body = { name, scopes: ['svc-engine:match-read'], days: 30 }
    return person(site.app, done(await paula.post('/users/me/tokens', body)).token)
  }
  const [leaked, other] = [await made('Leaked'), await made('Other')]
  assert.equal((await leaked.get('/matches')).status, 200)
  await press(page, /^Accounts and roles$/)
  await press(page, /^Paula$/)
  await press(page, /^End the token .*Leaked/)
  await page
    .getByRole('status')
    .getByText(/no longer works/)
    .waitFor()
  await waitFor('the end of the token', async () => (await leaked.get('/matches')).status === 401)
  assert.equal((await other.get('/matches')).status, 200)
  const { items } = (await (await site.person('Olga')).get('/audit?filter=kind==TOKEN_ENDED')).body as {
    items: { actor: { displayName: string } }[]
  }
  assert.deepEqual(
    items.map(({ actor }) => actor.displayName),
    ['Olga'],
  )
  assert.deepEqual(complaints, [])
})

test('a failing webhook: its URL is corrected, and events get through', { skip }, async (t) => {
  const got: string[] = []
  const server = createServer((request, response) => {
    got.push(request.url ?? '')
    response.writeHead(request.url === '/right' ? 204 : 500).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const endpoint = `http://127.0.0.1:${address.port}`
  const work = startWebhooks({
    db: site.db,
    settings: { loopbackPorts: [address.port] },
    warn: () => {},
    look: 50,
  })
  t.after(async () => {
    await work.stop()
    server.closeAllConnections()
    server.close()
  })
  const { operator, page, complaints } = await operatorAt(t, 'Olga')
  await waitFor('the port', async () => {
    const { status } = await operator.post('/webhooks', { url: `${endpoint}/wrong` })
    return status === 201
  })
  const [made] = (await operator.get('/webhooks')).body.items as { id: string }[]
  const id = made?.id ?? ''
  await operator.post(`/webhooks/${id}/test`)
  await waitFor(
    'a failure',
    async () => (await operator.get(`/webhooks/${id}`)).body.lastFailure !== undefined,
  )
  await page.reload()
  await settled(page)
  await page.getByText(/The webhook to .* fails/).waitFor()
  await press(page, /^Webhooks$/)
  await press(page, new RegExp(`^${endpoint}/wrong$`))
  await page.getByText(/Last failure/).waitFor()
  await tabTo(page, /^URL$/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(`${endpoint}/right`)
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/The URL is saved/)
    .waitFor()
  await press(page, /^Send a test$/)
  await waitFor('the right URL', () => got.includes('/right'))
  await visit(page, site, '/operator')
  await page.getByText(/The webhook to .* fails/).waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})
