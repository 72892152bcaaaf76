/** Pages for people load nothing from other origins, and contain what they must say. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { api } from '../src/api.ts'
import { EXAMPLE_KEY } from '../src/http/openapi/components.ts'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { scopesOfRole } from '../src/identity/roles.ts'
import { problemTypes, violationCodes } from '../src/http/problem.ts'
import { BASE_URL, type Service, testService } from './support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

test('the reference comes from our own origin', async () => {
  const page = await service.app.inject('/docs/')
  assert.equal(page.statusCode, 200)
  const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '')
  assert.ok(sources.length > 0)
  for (const source of sources) assert.doesNotMatch(source, /^(https?:)?\/\//)
  assert.doesNotMatch(page.body, /https?:\/\//)
  const script = await service.app.inject('/docs/js/scalar.js')
  assert.equal(script.statusCode, 200)
})

test('the reference may speak to nobody else, and runs no script within the page but its own', async () => {
  const page = await service.app.inject('/docs/')
  const policy = String(page.headers['content-security-policy'])
  const [, inline = ''] = /<script type="text\/javascript">([^]*?)<\/script>/.exec(page.body) ?? []
  const hash = createHash('sha256').update(inline).digest('base64')
  assert.ok(policy.includes(`default-src 'none'; script-src 'self' 'sha256-${hash}';`), policy)
  assert.ok(policy.includes("connect-src 'self';"), policy)
  assert.doesNotMatch(policy, /https?:|\*|unsafe-eval/)
})

test('a request from the reference has a key of its own, unless somebody typed one', async () => {
  const page = await service.app.inject('/docs/')
  const [, inline = ''] = /<script type="text\/javascript">([^]*?)<\/script>/.exec(page.body) ?? []
  let configuration: Started = {}
  const Scalar = { createApiReference: (_place: string, given: Started) => (configuration = given) }
  runInNewContext(inline, { Scalar, crypto, Uint8Array })
  const keyAfter = (key: string) => {
    const headers = new Headers({ 'idempotency-key': key })
    configuration.onBeforeRequest?.({ requestBuilder: { headers } })
    return headers.get('idempotency-key') ?? ''
  }
  const alice = await service.as('alice')
  const made = [keyAfter(EXAMPLE_KEY), keyAfter(EXAMPLE_KEY)]
  assert.equal(new Set([EXAMPLE_KEY, ...made]).size, 3)
  for (const key of made) {
    const reply = await alice.post('/groups', { displayName: 'Friends' }, { 'idempotency-key': key })
    assert.equal(reply.status, 201, reply.text)
  }
  assert.equal(keyAfter('0b8e7d52-0000-4000-8000-000000000001'), '0b8e7d52-0000-4000-8000-000000000001')
  assert.equal(configuration.persistAuth, true)
})

interface Started {
  onBeforeRequest?: (outgoing: { requestBuilder: { headers: Headers } }) => void
  persistAuth?: boolean
}

test('every other answer keeps the strict policy', async () => {
  for (const path of ['/openapi.json', '/livez', '/problems/none', '/favicon.ico']) {
    const { headers } = await service.app.inject(path)
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path)
  }
})

test('the document is served as it is derived', async () => {
  const { body, headers } = await service.app.inject('/openapi.json')
  assert.match(String(headers['content-type']), /^application\/json/)
  const config = { baseUrl: BASE_URL, errorTypeBase: `${BASE_URL}/problems` }
  assert.equal(body, JSON.stringify(openApiDocument(api, scopesOfRole, config)))
})

for (const path of ['/openapi.json', '/docs/', '/docs/js/scalar.js']) {
  test(`${path} is sent once, as long as it stays the same`, async () => {
    const first = await service.app.inject(path)
    const etag = String(first.headers['etag'])
    const again = await service.app.inject({ url: path, headers: { 'if-none-match': `"old", W/${etag}` } })
    assert.equal(again.statusCode, 304)
    assert.equal(again.body, '')
    assert.equal(again.headers['etag'], etag)
    assert.equal(again.headers['content-security-policy'], first.headers['content-security-policy'])
    const other = await service.app.inject({ url: path, headers: { 'if-none-match': '"old"' } })
    assert.equal(other.statusCode, 200)
  })
}

for (const [name, { title }] of Object.entries(problemTypes)) {
  test(`/problems/${name} explains the error`, async () => {
    const page = await service.app.inject(`/problems/${name}`)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, new RegExp(`<h1>${title}</h1>`))
    if (name === 'validation') for (const code of violationCodes) assert.ok(page.body.includes(code))
  })
}

test('an unknown error type is not found, as a problem', async () => {
  const answer = await service.app.inject('/problems/none')
  assert.equal(answer.statusCode, 404)
  assert.match(String(answer.headers['content-type']), /problem\+json/)
})
