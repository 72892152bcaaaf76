/** One click signs in as a person of the demo, but only on the machine itself, and only as long as there is no other account. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { type TestContext, after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { fillWithDemo } from '../../src/demo/fill.ts'
import { PEOPLE } from '../../src/demo/people.ts'
import { testDatabase } from '../database.ts'
import { type SiteOptions, type WebSite, openSite } from './site.ts'

const UNTIL = new Date('2026-11-21T00:00:00Z')

/** A database that is filled once. Every test begins with a clone. */
let filled: Awaited<ReturnType<typeof testDatabase>>
before(async () => {
  filled = await testDatabase()
  await fillWithDemo(filled.db, UNTIL)
  await filled.db.close()
})
after(() => filled.close())

async function demoSite(t: TestContext, options: SiteOptions = { host: '127.0.0.1' }): Promise<WebSite> {
  const site = await openSite({ ...options, template: filled.name })
  t.after(() => site.close())
  return site
}

const hostOf = ({ url }: WebSite) => new URL(url).host

interface How {
  from?: string
  headers?: Record<string, string>
}

/** The names of the people on the page. */
async function listed(site: WebSite, { from = '127.0.0.1', headers = {} }: How = {}): Promise<string[]> {
  const { statusCode, body } = await site.app.inject({
    url: '/sign-in',
    remoteAddress: from,
    headers: { host: hostOf(site), ...headers },
  })
  assert.equal(statusCode, 200)
  return [...body.matchAll(/Be (\w+)<\/button>/g)].map(([, name]) => name ?? '')
}

/** Presses a person's button like a browser on this machine. `from` and `headers` change the request. */
async function press(
  site: WebSite,
  account: string,
  { from = '127.0.0.1', headers = {} }: How = {},
): Promise<{ status: number; signedIn: boolean; location: string | undefined }> {
  const { statusCode, headers: answered } = await site.app.inject({
    method: 'POST',
    url: '/sign-in/demo',
    remoteAddress: from,
    payload: new URLSearchParams({ account, next: '/account/sessions' }).toString(),
    headers: {
      host: hostOf(site),
      origin: site.url,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
  const cookies = [answered['set-cookie'] ?? []].flat()
  return {
    status: statusCode,
    signedIn: cookies.some((line) => /^scorebook=[\w-]+/.test(line)),
    location: answered.location,
  }
}

const idOf = async (site: WebSite, name: string): Promise<string> =>
  (await site.db.one(sql<{ id: string }>`select id from accounts where name = ${name}`)).id

const sessions = async (site: WebSite): Promise<string[]> =>
  (await site.db.many(sql<{ method: string }>`select method from sessions`)).map(({ method }) => method)

const REFUSED = { status: 403, signedIn: false, location: undefined }

test('the page lists the people, and a click signs in and goes on', async (t) => {
  const site = await demoSite(t)
  assert.deepEqual(await listed(site), PEOPLE)
  assert.deepEqual(await press(site, await idOf(site, 'Alma')), {
    status: 303,
    signedIn: true,
    location: '/account/sessions',
  })
  assert.deepEqual(await sessions(site), ['DEMO'])
  const audit = await site.db.many(sql`
    select e.kind, e.details ->> 'method' as method from audit_events e join accounts a on a.id = e.account_id
    where a.name = 'Alma' and e.kind not like 'INVITATION%'`)
  assert.deepEqual(audit, [{ kind: 'SIGNED_IN', method: 'DEMO' }])
})

test('it works over a real connection of this machine, by either protocol', async (t) => {
  const site = await demoSite(t)
  const { port } = new URL(site.url)
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    path: '/sign-in',
    headers: { host: `localhost:${port}` },
  }).end()
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  assert.match(text, /Be Alma/)
  for (const from of ['::1', '::ffff:127.0.0.1', '127.8.8.8'])
    assert.deepEqual(await listed(site, { from }), PEOPLE, from)
})

test('nobody of another machine, of another name or behind a proxy sees them or gets in', async (t) => {
  const site = await demoSite(t)
  const { port } = new URL(site.url)
  const alma = await idOf(site, 'Alma')
  const hows: How[] = [
    { from: '192.0.2.7' },
    { from: '10.0.0.1' },
    { from: '::ffff:192.0.2.7' },
    { from: '::2' },
    { from: '128.0.0.1' },
    // Another domain that leads to this machine (DNS rebinding), and other names of this machine.
    { headers: { host: `evil.example:${port}` } },
    { headers: { host: 'localhost' } },
    { headers: { host: `localhost:${Number(port) + 1}` } },
    { headers: { host: `127.0.0.1:${port}` } },
    { headers: { host: `localhost.evil.example:${port}` } },
    { headers: { host: '' } },
    // Requests that came through proxies and tunnels on this machine.
    { headers: { 'x-forwarded-for': '192.0.2.7' } },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
    { headers: { 'x-forwarded-proto': 'https' } },
    { headers: { 'x-forwarded-host': `localhost:${port}` } },
    { headers: { forwarded: 'for=127.0.0.1' } },
    { headers: { via: '1.1 tunnel' } },
    { headers: { 'x-real-ip': '127.0.0.1' } },
    { headers: { 'cf-connecting-ip': '127.0.0.1' } },
    { headers: { 'true-client-ip': '127.0.0.1' } },
    { headers: { 'tailscale-user-login': 'alma@example.org' } },
    { headers: { 'x-appengine-user-ip': '127.0.0.1' } },
    { headers: { 'client-ip': '127.0.0.1' } },
    { headers: { 'x-nginx-proxy': 'true' } },
    { headers: { 'x-of-a-tunnel-of-tomorrow': '1' } },
  ]
  for (const how of hows) {
    const { headers: { host, ...headers } = {} } = how
    if (host !== '') assert.deepEqual(await listed(site, how), [], JSON.stringify(how))
    const pressed = await press(site, alma, host === '' ? { headers: { ...headers, host: ' ' } } : how)
    assert.deepEqual(pressed, REFUSED, JSON.stringify(how))
  }
  assert.deepEqual(await sessions(site), [])
})

test('a form of another page, and a request of no page, sign nobody in', async (t) => {
  const site = await demoSite(t)
  const alma = await idOf(site, 'Alma')
  const { port } = new URL(site.url)
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://localhost:${Number(port) + 1}` },
    { origin: `http://127.0.0.1:${port}` },
    { origin: '' },
  ])
    assert.deepEqual(await press(site, alma, { headers }), REFUSED, JSON.stringify(headers))
  const token = { authorization: 'Bearer abc', 'sec-fetch-site': 'cross-site' }
  assert.deepEqual(await press(site, alma, { from: '192.0.2.7', headers: token }), REFUSED)
  const link = await site.app.inject({
    url: `/sign-in/demo?account=${alma}`,
    remoteAddress: '127.0.0.1',
    headers: { host: hostOf(site) },
  })
  assert.equal(link.headers['set-cookie'], undefined, 'a link signs nobody in')
  assert.deepEqual(await sessions(site), [])
})

for (const [what, options] of Object.entries<SiteOptions>({
  'on every interface': { host: '0.0.0.0' },
  'on an address of the network': { host: '192.168.1.5' },
  'on every interface by IPv6': { host: '::' },
  'nobody knows where': {},
  'behind a proxy': { host: '127.0.0.1', trustedProxies: ['127.0.0.1'] },
  'at a name of the network': { host: '127.0.0.1', baseUrl: 'https://scorebook.example.org' },
}))
  test(`a service that listens ${what} signs nobody in by a click`, async (t) => {
    const site = await demoSite(t, options)
    const { host, origin } = new URL(options.baseUrl ?? site.url)
    assert.deepEqual(await listed(site, { headers: { host } }), [])
    assert.deepEqual(await press(site, await idOf(site, 'Alma'), { headers: { host, origin } }), REFUSED)
  })

test('somebody with an account of their own ends it, and a person without a demo never has it', async (t) => {
  const site = await demoSite(t)
  const alma = await idOf(site, 'Alma')
  const owner = await site.account('Olga', { roles: ['player', 'admin'] })
  assert.deepEqual(await listed(site), [])
  assert.deepEqual(await press(site, alma), REFUSED)
  assert.deepEqual(await press(site, owner), REFUSED)
  await site.db.many(sql`delete from accounts where id = ${owner}`)
  assert.deepEqual(await listed(site), PEOPLE)
})

test('a service without the demo lists nobody, and signs nobody in', async (t) => {
  const site = await openSite({ host: '127.0.0.1' })
  t.after(() => site.close())
  assert.deepEqual(await listed(site), [])
  const owner = await site.account('Olga', { roles: ['player', 'admin'] })
  for (const account of [owner, '', 'chess', "' or true --", '00000000-0000-0000-0000-000000000000'])
    assert.deepEqual(await press(site, account), REFUSED)
})

test('a person who was disabled or erased is listed no more', async (t) => {
  const site = await demoSite(t)
  const [alma, bruno] = [await idOf(site, 'Alma'), await idOf(site, 'Bruno')]
  await site.db.many(sql`update accounts set disabled_at = now() where id = ${alma}`)
  await site.db.many(sql`delete from accounts where id = ${bruno}`)
  assert.deepEqual(
    await listed(site),
    PEOPLE.filter((name) => !['Alma', 'Bruno'].includes(name)),
  )
  for (const account of [alma, bruno]) assert.deepEqual(await press(site, account), REFUSED)
})
