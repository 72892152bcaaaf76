/** A first visit to each path: what the page requests before its data arrive, and how far its parts move afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { readRoutes } from '../../../src/pages/app/routes.ts'
import { type AppPerson, shareApp, signedInDesk, skip } from '../../web/site.ts'
import { placesOf } from '../../web/table.ts'

/** The largest allowed layout shift, as browsers compute it. */
const SHIFT = 0.02

const site = shareApp()

test(
  'a first visit has its data after two rounds and two calls, asks for each file once, and its parts stay where they are',
  { skip },
  async (t) => {
    const bea = await site.person('Bea', ['player', 'admin'])
    const pathOf = await placesOf(site, bea)
    const asked: string[] = []
    site.app.server.on('request', ({ url = '' }: { url?: string }) => asked.push(url))
    const faults: string[] = []
    for (const { path } of await readRoutes()) {
      const at = pathOf(path)
      asked.length = 0
      const { calls, later, shifts } = await firstVisit(bea, at)
      const moved = shifts.reduce((sum, { value }) => sum + value, 0)
      t.diagnostic(
        `${path}: layout shift ${moved.toFixed(3)}; ${calls.length} calls before the data, ${later.length} after it`,
      )
      // This includes the requests of the service worker.
      const files = asked.filter((one) => one.startsWith('/assets/'))
      const twice = files.filter((one, n) => files.indexOf(one) !== n)
      if (twice.length > 0) faults.push(`${path} asks twice for ${twice.join(' and ')}`)
      const sessions = asked.filter((one) => one === '/web/session').length
      if (sessions !== 1) faults.push(`${path} asks ${sessions} times who is signed in`)
      if (calls.length > 2) faults.push(`${path} calls ${calls.join(' and ')}`)
      if (moved > SHIFT) faults.push(`the parts of ${path} move by ${moved}: ${JSON.stringify(shifts)}`)
    }
    assert.deepEqual(faults, [])
  },
)

/**
 * The most bytes of a first visit over the network, compressed and with headers, until the page asks for nothing more. The
 * service worker does not count. Any change may move a file of shared code to another script, which is worth one percent.
 */
const BUDGET = { '/': 57_800, '/record': 50_500, others: 81_500, styles: 12_600, fonts: 50_000 }

test('what a browser loads on a first visit keeps to its budget', { skip }, async (t) => {
  const bea = await site.person('Bea', ['player', 'admin'])
  const pathOf = await placesOf(site, bea)
  const faults: string[] = []
  for (const { path } of await readRoutes()) {
    const { scripts, styles, fonts, files } = await bytesOf(bea, pathOf(path))
    t.diagnostic(
      `${path}: ${scripts} bytes of scripts in ${files} files, ${styles} of styles, ${fonts} of fonts`,
    )
    const most = path === '/' || path === '/record' ? BUDGET[path] : BUDGET.others
    if (scripts === 0 || scripts > most) faults.push(`${path} loads ${scripts} bytes of scripts`)
    if (styles === 0 || styles > BUDGET.styles) faults.push(`${path} loads ${styles} bytes of styles`)
    if (fonts === 0 || fonts > BUDGET.fonts) faults.push(`${path} loads ${fonts} bytes of fonts`)
  }
  assert.deepEqual(faults, [])
})

async function bytesOf(who: AppPerson, path: string) {
  const desk = await signedInDesk(site.browser, who, {
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  })
  try {
    const { page } = desk
    const cdp = await page.context().newCDPSession(page)
    const types = new Map<string, string>()
    const bytes: Record<string, number> = {}
    let files = 0
    cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? ''
      bytes[type] = (bytes[type] ?? 0) + encodedDataLength
      if (type === 'Script') files++
    })
    await cdp.send('Network.enable')
    await page.goto(site.url + path)
    await page.locator(WITH_DATA).waitFor()
    await page.waitForLoadState('networkidle')
    return {
      scripts: bytes['Script'] ?? 0,
      styles: bytes['Stylesheet'] ?? 0,
      fonts: bytes['Font'] ?? 0,
      files,
    }
  } finally {
    await desk.context.close()
  }
}

/** Lets the API's answers arrive one by one. Each comes after the page shows all that it can show without it. */
async function firstVisit(
  who: AppPerson,
  path: string,
): Promise<{ calls: string[]; later: string[]; shifts: Shift[] }> {
  const desk = await signedInDesk(site.browser, who, { viewport: { width: 360, height: 740 } })
  try {
    const { page } = desk
    await page.addInitScript({ content: KEEP_SHIFTS + NEVER_GIVE_UP })
    const calls = await holdCalls(page)
    await page.goto(site.url + path)
    await Promise.race([calls.begun, page.locator(WITH_DATA).waitFor()])
    await painted(page)
    const round = calls.held.splice(0)
    const release = async (call: Call) => {
      await calls.release(call)
      await painted(page)
    }
    // The answers come in reverse order, because what is at the top of a page often arrives last.
    for (const call of round.toReversed()) await release(call)
    await page
      .locator(WITH_DATA)
      .waitFor()
      .catch((cause: unknown) => {
        const missing = calls.held.map(whatOf).join(' and ')
        throw new Error(`${path} has no data without ${missing}.`, { cause })
      })
    const later: string[] = []
    for (let call = calls.held.shift(); call; call = calls.held.shift()) {
      later.push(whatOf(call))
      await release(call)
    }
    await page.evaluate('navigator.serviceWorker.ready')
    return { calls: round.map(whatOf), later, shifts: await page.evaluate<Shift[]>('globalThis.shifts') }
  } finally {
    await desk.context.close()
  }
}

interface Call {
  requestId: string
  networkId?: string
  request: { url: string }
}

/**
 * Holds requests to the API with the browser's own protocol, because Playwright's routes would switch its cache off. The stream
 * of events is refused, because it would never end.
 */
async function holdCalls(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const held: Call[] = []
  const begun = Promise.withResolvers<void>()
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const endOf = (id = '') => {
    const end = ends.get(id) ?? Promise.withResolvers<void>()
    ends.set(id, end)
    return end
  }
  cdp.on('Fetch.requestPaused', (call) => {
    if (whatOf(call) === '/web/api/v1/events') {
      // The browser may be closed already.
      cdp
        .send('Fetch.fulfillRequest', { requestId: call.requestId, responseCode: 403 })
        .catch(() => undefined)
      return
    }
    held.push(call)
    begun.resolve()
  })
  cdp.on('Network.loadingFinished', ({ requestId }) => endOf(requestId).resolve())
  cdp.on('Network.loadingFailed', ({ requestId }) => {
    // The page has cancelled this request.
    const at = held.findIndex(({ networkId }) => networkId === requestId)
    if (at >= 0) held.splice(at, 1)
    endOf(requestId).resolve()
  })
  await cdp.send('Network.enable')
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/web/api/v1/*' }] })
  return {
    held,
    begun: begun.promise,
    /** Lets the request go on, and resolves after its answer. */
    async release({ requestId, networkId }: Call) {
      await cdp.send('Fetch.continueRequest', { requestId })
      await endOf(networkId).promise
    },
  }
}

/** True for the page when its main data are there. Further parts may still be loading. */
const WITH_DATA = 'main:not(:has(.skeleton:not(.part .skeleton))) h1'

const whatOf = ({ request: { url } }: Call) => new URL(url).pathname

/** A layout shift: `value` is the share of the screen that moved. */
interface Shift {
  value: number
  /** The beginning of the HTML of each part that moved. */
  parts: string[]
}

const KEEP_SHIFTS = `globalThis.shifts = []
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries())
    if (!hadRecentInput)
      globalThis.shifts.push({ value, parts: sources.map(({ node }) => node?.outerHTML?.slice(0, 60) ?? '') })
}).observe({ type: 'layout-shift', buffered: true })`

/**
 * Lets calls wait for ever. The app otherwise cancels a call after 30 s and shows the page without it, so that a call too many
 * would go unnoticed.
 */
const NEVER_GIVE_UP = `
AbortSignal.timeout = () => new AbortController().signal`

/** Waits until the browser has nothing left to do and has drawn everything. */
const painted = (page: Page) =>
  page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)))))',
  )
