/** The shell of the app and its files over HTTP: which paths answer with it, its headers, and which paths are a 404. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { readRoutes } from '../../src/pages/app/routes.ts'
import { Visitor } from '../pages/visitor.ts'
import { PASSWORD } from '../pages/site.ts'
import { type AppSite, openApp } from './site.ts'

let site: AppSite
before(async () => {
  site = await openApp()
})
after(() => site.close())

const example = (path: string) => path.replaceAll(/:\w+/g, '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a10')

const get = (path: string, headers: Record<string, string> = {}) =>
  site.app.inject({ method: 'GET', url: path, headers: { 'sec-fetch-site': 'none', ...headers } })

test('every path of the app has the shell with its own scripts, and all scripts exist', async () => {
  for (const { path } of await readRoutes()) {
    if (path === '/') continue
    const shell = await get(example(path))
    assert.equal(shell.statusCode, 200, path)
    const files = [...shell.body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    assert.ok(files.some((file) => /main-\w+\.js$/.test(file)) && files.some((file) => file.endsWith('.css')))
    for (const file of files) {
      const found = await get(file)
      assert.equal(found.statusCode, 200, file)
      assert.equal(found.headers['cache-control'], 'public, max-age=31536000, immutable')
    }
  }
})

test('the start is the app for whoever is signed in, and leads others to sign in', async () => {
  await site.account('Sina', { password: PASSWORD })
  const visitor = new Visitor(site.app)
  assert.equal((await visitor.get('/')).path, '/sign-in')
  const inside = await visitor.signIn('Sina', PASSWORD)
  assert.equal(inside.path, '/')
  assert.match(inside.text, /<script type="module" src="\/assets\/main-/)
  // After a link on another site, the browser sends no cookie. So only the app can find out who is signed in.
  const fromElsewhere = await get('/', { 'sec-fetch-site': 'cross-site' })
  assert.equal(fromElsewhere.statusCode, 200)
})

test('the shell forbids what an injected script would need', async () => {
  const { headers } = await get('/', { 'sec-fetch-site': 'cross-site' })
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types scorebook$/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.equal(headers['referrer-policy'], 'same-origin')
  assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  assert.match(String(headers['permissions-policy']), /camera=\(\)/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cache-control'], 'no-cache')
})

test('a browser finds what it needs to install the app: icons, a start page, and what opens at once', async () => {
  const shell = await get('/matches')
  const [, at = ''] = /<link rel="manifest" href="([^"]+)"/.exec(shell.body) ?? []
  const answer = await get(at)
  assert.match(String(answer.headers['content-type']), /^application\/manifest\+json/)
  assert.equal((await get(at, { 'if-none-match': String(answer.headers['etag']) })).statusCode, 304)
  const manifest = answer.json()
  assert.deepEqual([manifest.name, manifest.display, manifest.start_url], ['Scorebook', 'standalone', '/'])
  const [, ofApple = ''] = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(shell.body) ?? []
  const icons: { src: string; sizes: string }[] = [{ src: ofApple, sizes: '180x180' }, ...manifest.icons]
  for (const { src, sizes } of icons) {
    const { rawPayload, headers } = await get(src)
    assert.equal(headers['content-type'], 'image/png', src)
    const { format, width, height, hasAlpha } = await sharp(rawPayload).metadata()
    assert.deepEqual([format, `${width}x${height}`, hasAlpha], ['png', sizes, false])
  }
  assert.ok(manifest.icons.some(({ purpose }: { purpose: string }) => purpose === 'maskable'))
  const paths = new Set((await readRoutes()).map(({ path }) => path))
  for (const { url } of manifest.shortcuts) assert.ok(paths.has(url), url)
})

test('the shell is revalidated, and compressed once it is worth it', async () => {
  const first = await get('/', { 'sec-fetch-site': 'cross-site', 'accept-encoding': 'br' })
  assert.equal(first.headers['content-encoding'], 'br')
  const again = await get('/', {
    'sec-fetch-site': 'cross-site',
    'accept-encoding': 'br',
    'if-none-match': String(first.headers['etag']),
  })
  assert.equal(again.statusCode, 304)
})

test('any other path is a real 404, an unknown file too', async () => {
  const files = ['/assets/main-00000000.js', '/assets/..%2Fpackage.json', '/assets/%2e%2e/package.json']
  for (const path of ['/nowhere', '/matches/1/nowhere', '/index.html', '/web', ...files]) {
    const answer = await get(path)
    assert.equal(answer.statusCode, 404, path)
    assert.doesNotMatch(answer.body, /<script/, path)
  }
})
