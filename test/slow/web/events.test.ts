/** What others change appears without a reload, in all tabs. */
import assert from 'node:assert/strict'
import type { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { evenings } from '../../web/evenings.ts'
import { deskOf, visit, shareApp, skip, withoutPolls } from '../../web/site.ts'
import { done } from '../../web/table.ts'

const site = shareApp()

test('who asks to join in one browser appears in another, without a poll', { skip }, async (t) => {
  const { communityId } = await evenings(site, 'Carmen', 3)
  const host = await deskOf(t, site, await site.person('Carmen'))
  await withoutPolls(host.context)
  const guest = await deskOf(t, site, await site.person('Ada'))
  const path = `/communities/${communityId}`
  const following = host.page.waitForResponse((response) => response.url().endsWith('/web/api/v1/events'))
  await visit(host.page, site, path)
  assert.equal((await following).status(), 200)
  assert.equal(await host.page.getByText('Ada', { exact: true }).count(), 0)
  await visit(guest.page, site, path)
  await guest.page.getByRole('button', { name: /^(Join|Ask to join)$/ }).click()
  await host.page.getByText('Ada', { exact: true }).first().waitFor()
  assert.deepEqual([host.complaints, guest.complaints], [[], []])
})

test(
  'eight tabs share one stream, and the next tab goes on with it when the first is hidden',
  { skip },
  async (t) => {
    const { communityId } = await evenings(site, 'Olga', 3)
    const open = new Set<object>()
    site.app.server.on('request', (request: { url?: string }, response: EventEmitter) => {
      if (request.url !== '/web/api/v1/events') return
      open.add(request)
      response.on('close', () => open.delete(request))
    })
    const { page: first, context } = await deskOf(t, site, await site.person('Olga'))
    await withoutPolls(context)
    const path = `/communities/${communityId}`
    await visit(first, site, path)
    await locksAre(first, { held: 1, pending: 0 })
    const others: Page[] = []
    // There are more tabs than the six connections that a browser opens to one host.
    while (others.length < 7) {
      const other = await context.newPage()
      await visit(other, site, path)
      others.push(other)
    }
    await locksAre(first, { held: 1, pending: 7 })
    await asksToJoin('Paula', communityId)
    await Promise.all([first, ...others].map((tab) => tab.getByText('Paula', { exact: true }).waitFor()))
    assert.equal(open.size, 1)
    await first.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))`)
    await asksToJoin('Quentin', communityId)
    await Promise.all(others.map((tab) => tab.getByText('Quentin', { exact: true }).waitFor()))
    await locksAre(first, { held: 1, pending: 6 })
    assert.equal(open.size, 1)
    assert.equal(await first.getByText('Quentin', { exact: true }).count(), 0)
  },
)

test('what happens after a page is read and before its stream opens appears too', { skip }, async (t) => {
  const { communityId } = await evenings(site, 'Rita', 3)
  const { page, context } = await deskOf(t, site, await site.person('Rita'))
  await withoutPolls(context)
  const happened = Promise.withResolvers<void>()
  await page.route('**/web/api/v1/events', async (route) => {
    await happened.promise
    await route.continue()
  })
  await visit(page, site, `/communities/${communityId}`)
  await asksToJoin('Sven', communityId)
  happened.resolve()
  await page.getByText('Sven', { exact: true }).waitFor()
})

const asksToJoin = async (name: string, communityId: string) =>
  done(await (await site.person(name)).post(`/communities/${communityId}/membership-requests`))

interface Locks {
  held: number
  pending: number
}

/** Waits until `held` tabs read the stream, and `pending` tabs wait to take it over. */
async function locksAre(page: Page, wanted: Locks): Promise<void> {
  for (let tries = 0; ; tries++) {
    const found = await page.evaluate<Locks>(`navigator.locks.query().then((locks) => {
      const count = (some) => some.filter(({ name }) => name.startsWith('scorebook-events')).length
      return { held: count(locks.held), pending: count(locks.pending) }
    })`)
    const isSo = found.held === wanted.held && found.pending === wanted.pending
    if (isSo || tries === 1_200) return assert.deepEqual(found, wanted)
    await sleep(50)
  }
}
