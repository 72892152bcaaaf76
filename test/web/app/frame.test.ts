/** The frame in a browser: who sees it, how one goes through it, and how one comes back when the session has ended. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../site.ts'
import { type AppSite, deskOf, openApp, visit } from './site.ts'

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

const skip = withoutBrowser

test('the start of somebody who is signed in, without a complaint of the browser', { skip }, async (t) => {
  const desk = await deskOf(browser, await site.person('Nia'))
  t.after(() => desk.context.close())
  const asked: string[] = []
  desk.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(desk.page, site, '/')
  assert.equal(await desk.page.title(), 'Hello, Nia · Scorebook')
  assert.equal(asked.filter((path) => path === '/web/session').length, 1, 'the session is asked for once')
  assert.deepEqual(desk.complaints, [])
})
