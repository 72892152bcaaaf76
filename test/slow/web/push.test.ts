/** A story of two people in Chromium: one turns push messages on, and the other proposes a correction. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import type { BrowserContext, CDPSession } from 'playwright-core'
import { sql } from '../../../src/db/sql.ts'
import { startPush } from '../../../src/notifications/push/work.ts'
import { newDevice, pushService } from '../../notifications/push-service.ts'
import { claim, done, newGame, newMatch, newStandIn, selfOf } from '../../web/table.ts'
import { deskOf, shareApp, skip, until, visit } from '../../web/site.ts'
import { pushBrowser } from '../../web/push-browser.ts'

const site = shareApp()

interface Shown {
  title: string
  body: string
  tag: string
}

/**
 * Gives the worker a push message, as the browser's own push service does, and returns what it shows. Chromium's headless shell
 * refuses notifications to every site, so here alone the worker's `showNotification` is replaced.
 */
async function shownFor(context: BrowserContext, cdp: CDPSession, data: string): Promise<Shown> {
  const ids: string[] = []
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId))
  })
  await cdp.send('ServiceWorker.disable')
  await cdp.send('ServiceWorker.enable')
  while (ids.length === 0) await sleep(50)
  const [worker] = context.serviceWorkers()
  assert.ok(worker)
  await worker.evaluate(`void (globalThis.shown = new Promise((resolve) => {
    registration.showNotification = async (title, { body, tag }) => resolve({ title, body, tag })
  }))`)
  const shown = worker.evaluate<Shown>('globalThis.shown')
  const registrationId = ids.at(-1) ?? ''
  await cdp.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data })
  return shown
}

test('somebody turns push messages on, gets one about a correction, and signs out', { skip }, async (t) => {
  const server = await pushService()
  const work = startPush({
    db: site.db,
    contact: 'mailto:operator@example.org',
    loopbackPorts: [server.port],
    ca: server.ca,
    warn: (message) => t.diagnostic(message),
    look: 100,
  })
  t.after(async () => {
    await work.stop()
    await server.close()
    assert.deepEqual(server.faults, [])
  })
  const [alma, bruno] = await Promise.all([site.person('Alma'), site.person('Bruno')])
  const standIn = await newStandIn(alma, 'Bruno')
  const game = await newGame(site, 'Ember Keepers')
  const match = await newMatch(alma, game, [
    { id: await selfOf(alma), score: 40 },
    { id: standIn, score: 30 },
  ])
  await claim(alma, standIn, bruno)

  const { page, context, complaints } = await deskOf(t, site, alma)
  await context.grantPermissions(['notifications'], { origin: site.url })
  const browser = server.browser()
  await pushBrowser(page, { ...browser, endpoint: newDevice().endpoint })
  await visit(page, site, '/settings/notifications')
  while (await page.getByText('no mail and no push messages').isVisible()) await page.reload()
  await page.getByText('This device shows no push messages.').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('This device shows push messages from now on.').waitFor()
  await page.getByText(/\(this device\)/).waitFor()
  await page.getByText('You have chosen nothing here').waitFor()
  await page.getByLabel('Corrections of my matches').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  // The API takes no address of this machine.
  await site.db.many(sql`update push_devices set endpoint = ${browser.endpoint}`)

  const { body } = await bruno.get(`/matches/${match}`)
  const participant = body.participants.find(
    ({ ghostPlayer }: { ghostPlayer: { id: string } }) => ghostPlayer.id === standIn,
  )
  const changes = { participantChanges: [{ matchParticipantId: participant.id, score: 45 }] }
  done(await bruno.post(`/matches/${match}/edits`, changes), 201)
  const { message } = await server.next()
  assert.deepEqual(message, { title: 'In your inbox', body: '1 correction', lang: 'en' })

  const cdp = await context.newCDPSession(page)
  assert.deepEqual(await shownFor(context, cdp, JSON.stringify(message)), {
    title: 'In your inbox',
    body: '1 correction',
    tag: 'inbox',
  })
  const unread = await shownFor(context, cdp, 'no JSON')
  assert.deepEqual(unread, { title: 'Scorebook', body: '', tag: 'inbox' }, 'something is shown in any case')

  await visit(page, site, '/settings/notifications')
  await page.getByText('This device shows push messages.').waitFor()
  await visit(page, site, '/settings')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/signed-out')
  await until(page, `sessionStorage.getItem('test-subscription') === null`)
  const devices = await site.db.many(sql`select from push_devices`)
  assert.equal(devices.length, 0, 'the device ended with its session')
  assert.deepEqual(complaints, [])
})

test('the page says why this browser shows no push messages', { skip }, async (t) => {
  const nia = await site.person('Nia')
  const { page } = await deskOf(t, site, nia)
  await site.db.many(sql`update push_head set public_key = 'x', pushing_until = now() + interval '1 hour'`)
  for (const [script, text] of [
    [
      `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`,
      'have refused push messages',
    ],
    [
      `Object.defineProperty(Notification, 'permission', { get: () => 'default' }); delete globalThis.PushManager`,
      'This browser cannot show push messages',
    ],
    [
      `delete globalThis.PushManager; Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })`,
      'put the app on the home screen first',
    ],
    [`Object.defineProperty(globalThis, 'isSecureContext', { get: () => false })`, 'only over https'],
  ] as const) {
    const other = await page.context().newPage()
    await other.addInitScript(script)
    await visit(other, site, '/settings/notifications')
    await other.getByText(text).waitFor()
    await other.close()
  }
})

test('somebody removes another device, and turns this one off', { skip }, async (t) => {
  const olga = await site.person('Olga')
  await site.db.many(sql`update push_head set public_key = ${KEY}, pushing_until = now() + interval '1 hour'`)
  done(await olga.post('/users/me/notifications/devices', { ...newDevice(), name: 'Kitchen tablet' }), 201)
  const { page, context } = await deskOf(t, site, olga)
  await context.grantPermissions(['notifications'], { origin: site.url })
  await pushBrowser(page, newDevice())
  await visit(page, site, '/settings/notifications')
  await page.getByRole('button', { name: 'Remove Kitchen tablet' }).click()
  await page.getByText('Kitchen tablet shows no push messages any more.').waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('This device shows push messages from now on.').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('This device shows no push messages any more.').waitFor()
  assert.equal((await olga.get('/users/me/notifications/devices/count')).body.count, 0)
})

const KEY = newDevice().keys.p256dh
