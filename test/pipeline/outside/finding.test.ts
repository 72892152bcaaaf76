/** Finds rulebooks on publishers' sites and with search services, against servers that speak their protocols. */
import assert from 'node:assert/strict'
import { after, before, mock, suite, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Down, Failed, Stopped } from '../../../src/pipeline/outside/failures.ts'
import { type OutsideSettings, servicesOf } from '../../../src/pipeline/outside/connect.ts'
import { SUBSCRIPTION, type SearchServer, braveServer, searxngServer } from '../servers/search.ts'
import { type Page, plain, siteServer } from '../servers/site.ts'

// The clock stands still, so that waits can be compared to the second.
before(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }))
after(() => mock.timers.reset())

const signal = new AbortController().signal
const GAME = { displayName: 'Harbour "Lights"', yearPublished: 2019 }

const finderOf = (rulebooks: NonNullable<OutsideSettings['rulebooks']>) => {
  const find = servicesOf({ rulebooks }).rulebooks?.find
  assert.ok(find)
  return find
}

const urlsOf = (found: { url: string }[]) => found.map(({ url }) => url)

const seconds = (least: number, most: number) => (error: unknown) => {
  assert.ok(error instanceof Stopped)
  const until = ((error.until?.getTime() ?? 0) - Date.now()) / 1000
  assert.ok(until >= least && until <= most, `${until} s`)
  return true
}

const SERVICES = {
  searxng: async () => {
    const server = await searxngServer()
    return { server, search: { service: 'searxng', baseUrl: `${server.baseUrl}/` } as const }
  },
  brave: async () => {
    const server = await braveServer()
    return { server, search: { service: 'brave', baseUrl: server.baseUrl, apiKey: SUBSCRIPTION } as const }
  },
}

for (const [name, start] of Object.entries(SERVICES))
  suite(`a search with ${name}`, () => {
    test('asks for the game by name and year, and has PDFs first, each address once, https alone', async () => {
      const { server, search } = await start()
      server.results = [
        { url: 'https://forum.example.org/t/1', title: 'A question' },
        { url: 'https://rules.example.org/lights.pdf', title: ' The\u0000 ru\u200bles' },
        { url: 'https://forum.example.org/t/1', title: 'Again' },
        { url: 'http://rules.example.org/insecure.pdf', title: 'Insecure' },
        { url: 'https://192.168.0.1/router.pdf', title: 'Not on the internet' },
        { url: 'not a url', title: 'Nothing' },
        { url: `https://rules.example.org/${'a'.repeat(2000)}`, title: 'Long' },
      ]
      assert.deepEqual(await finderOf({ search })(GAME, signal), [
        { url: 'https://rules.example.org/lights.pdf', title: 'The rules' },
        { url: 'https://forum.example.org/t/1', title: 'A question' },
      ])
      assert.deepEqual(server.queries, ['"Harbour Lights" 2019 board game rulebook rules pdf'])
    })

    test('has what is on publishers’ sites before all', async () => {
      const { server, search } = await start()
      server.results = [
        { url: 'https://other.example.org/lights.pdf', title: 'Elsewhere' },
        { url: 'https://www.publisher.invalid/lights', title: 'The publisher' },
        { url: 'https://notpublisher.invalid/lights', title: 'A namesake' },
      ]
      const find = finderOf({ search, publishers: ['publisher.invalid'] })
      assert.equal((await find(GAME, signal))[0]?.title, 'The publisher')
    })

    test('without results has none, with many ten', async () => {
      const { server, search } = await start()
      assert.deepEqual(await finderOf({ search })(GAME, signal), [])
      server.results = Array.from({ length: 20 }, (_, index) => ({
        url: `https://x.example.org/${index}`,
        title: 'x',
      }))
      assert.equal((await finderOf({ search })(GAME, signal)).length, 10)
    })

    test('that is refused or too frequent stops us', async () => {
      const { server, search } = await start()
      const find = finderOf({ search })
      server.instead.push({ status: 429, headers: { 'retry-after': '30' } }, { status: 403 }, { status: 401 })
      await assert.rejects(find(GAME, signal), name === 'searxng' ? seconds(28, 31) : seconds(55, 61))
      await assert.rejects(find(GAME, signal), seconds(3500, 3601))
      await assert.rejects(find(GAME, signal), seconds(3500, 3601))
    })

    test('that fails is down', async () => {
      const { server, search } = await start()
      server.instead.push(
        { status: 502 },
        { status: 200, body: '<!doctype html>' },
        { status: 200, body: { web: 1 } },
      )
      for (const _ of server.instead.slice()) await assert.rejects(finderOf({ search })(GAME, signal), Down)
    })

    test('for a name as long as can be is one that is taken', async () => {
      const { server, search } = await start()
      await finderOf({ search })({ displayName: 'x'.repeat(255) }, signal)
      assert.equal(server.queries.length, 1)
    })
  })

suite('the limits of Brave', () => {
  const limited = async (headers: Record<string, string>) => {
    const { server, search } = await SERVICES.brave()
    server.instead.push({ status: 429, headers })
    return finderOf({ search })(GAME, signal)
  }

  test('a second and a month are heeded each', async () => {
    const second = { 'x-ratelimit-remaining': '0, 1500', 'x-ratelimit-reset': '1, 1419704' }
    const month = { 'x-ratelimit-remaining': '0, 0', 'x-ratelimit-reset': '1, 1419704' }
    await assert.rejects(limited(second), seconds(0, 2))
    await assert.rejects(limited(month), seconds(86_000, 86_401))
  })

  test('a wrong key is refused, and the error does not contain it', async () => {
    const { baseUrl } = await braveServer()
    const find = finderOf({ search: { service: 'brave', baseUrl, apiKey: 'wrong-secret' } })
    await assert.rejects(find(GAME, signal), (error: unknown) => {
      assert.ok(seconds(3500, 3601)(error))
      assert.ok(!(error as Stopped).reason.includes('wrong-secret'))
      return true
    })
  })
})

suite('a publisher’s site', () => {
  const sitemap = (...locations: string[]) =>
    `<?xml version="1.0"?><urlset>${locations.map((location) => `<url><loc>${location}</loc></url>`).join('')}</urlset>`
  const xml = (body: string | Uint8Array): Page => ({ headers: { 'content-type': 'application/xml' }, body })

  const on = async (pages: (baseUrl: string) => Record<string, Page>, search?: SearchServer) => {
    const site = await siteServer()
    for (const [path, page] of Object.entries(pages(site.baseUrl))) site.pages.set(path, page)
    const find = finderOf({
      publishers: [site.baseUrl],
      loopbackPorts: [site.port],
      ...(search ? { search: { service: 'searxng', baseUrl: search.baseUrl } } : {}),
    })
    return { site, find }
  }

  test('has the rulebooks that its sitemaps name, for the whole name alone', async () => {
    const { site, find } = await on((base) => ({
      '/robots.txt': plain(`Sitemap: ${base}/index.xml`),
      '/index.xml': xml(
        `<sitemapindex><sitemap><loc>${base}/a.xml</loc></sitemap><sitemap><loc>${base}/b.xml.gz</loc></sitemap></sitemapindex>`,
      ),
      '/a.xml': xml(
        sitemap(
          `${base}/games/harbour-lights/rules`,
          `${base}/games/harbour-lights`,
          `${base}/games/harbour-lightship/rules`,
          'https://elsewhere.example.org/harbour-lights-rules.pdf',
        ),
      ),
      '/b.xml.gz': xml(gzipSync(sitemap(`${base}/files/Harbour_Lights_EN.pdf?v=1&amp;x=2`))),
    }))
    assert.deepEqual(urlsOf(await find({ displayName: 'Harbour Lights' }, signal)), [
      `${site.baseUrl}/games/harbour-lights/rules`,
      `${site.baseUrl}/files/Harbour_Lights_EN.pdf?v=1&x=2`,
    ])
    assert.deepEqual(await find({ displayName: '!?' }, signal), [])
    assert.equal(site.asked.filter((path) => path === '/a.xml').length, 1)
  })

  test('has a sitemap at the usual place, and names with accents', async () => {
    const { site, find } = await on((base) => ({
      '/sitemap.xml': xml(sitemap(`${base}/br%C3%BCcken-t%C3%BCrme-anleitung`)),
    }))
    assert.deepEqual(urlsOf(await find({ displayName: 'Brücken & Türme' }, signal)), [
      `${site.baseUrl}/br%C3%BCcken-t%C3%BCrme-anleitung`,
    ])
  })

  test('without a sitemap, or with one that is broken, has nothing, and the search is asked', async () => {
    const search = await searxngServer()
    search.results = [{ url: 'https://rules.example.org/lights.pdf', title: 'The rules' }]
    for (const pages of [
      {},
      { '/sitemap.xml': xml(Buffer.from([0x1f, 0x8b, 0, 0])) },
      { '/sitemap.xml': xml('<') },
    ]) {
      const { find } = await on(() => pages, search)
      assert.deepEqual(urlsOf(await find(GAME, signal)), ['https://rules.example.org/lights.pdf'])
    }
  })

  test('that asks robots to stay away is left alone', async () => {
    const { site, find } = await on(() => ({ '/robots.txt': plain('User-agent: *\nDisallow: /') }))
    assert.deepEqual(await find(GAME, signal), [])
    assert.deepEqual(site.asked, ['/robots.txt'])
  })

  test('that fails is a failed attempt where nothing else is found', async () => {
    const search = await searxngServer()
    const { find } = await on(() => ({ '/sitemap.xml': { status: 503 } }), search)
    await assert.rejects(find(GAME, signal), Failed)
    search.results = [{ url: 'https://rules.example.org/lights.pdf', title: 'The rules' }]
    assert.equal((await find(GAME, signal)).length, 1)
  })

  test('with sitemaps that lead to one another is read to an end', async () => {
    const { site, find } = await on((base) => ({
      '/sitemap.xml': xml(`<sitemapindex>${`<loc>${base}/sitemap.xml</loc>`.repeat(3)}</sitemapindex>`),
    }))
    assert.deepEqual(await find(GAME, signal), [])
    assert.deepEqual(site.asked, ['/robots.txt', '/sitemap.xml'])
  })
})

test('without a search service and publishers nothing is found and nothing fetched', async () => {
  assert.deepEqual(await finderOf({})(GAME, signal), [])
  assert.deepEqual(servicesOf({}), {})
})
