/** No page and no endpoint of the provider fails, whatever a form, a query or a JSON body contains. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { newSession } from '../../src/identity/sessions/store.ts'
import { PASSWORD, type WebSite, openSite } from './site.ts'
import { Visitor } from './visitor.ts'

let site: WebSite
before(async () => {
  site = await openSite({ signUp: 'open' })
})
after(() => site.close())

const ID = '0199b3a0-6c3e-7d7b-8c55-0d1f6f3c2a90'

/** The fields of the form at each path. */
const FORMS: Record<string, string[]> = {
  '/sign-in': ['name', 'password', 'next'],
  '/sign-in/recovery': ['name', 'code'],
  '/link': ['code'],
  '/join': ['name', 'password'],
  '/account/name': ['name'],
  '/account/email': ['email'],
  '/account/password': ['password'],
  '/account/password/remove': [],
  '/account/recovery-codes': [],
  '/account/passkeys/ID': ['name'],
  '/account/passkeys/ID/remove': [],
  '/account/sessions/ID/end': [],
  '/account/sessions/end-others': [],
  '/account/tokens/new': ['name', 'days', 'extent', 'scope'],
  '/account/tokens/ID/end': [],
  '/account/apps/end': ['client'],
  '/oauth/consent/ID': ['answer'],
  '/oauth/device': ['xsrf', 'user_code', 'confirm', 'abort'],
  '/oauth/authorize': ['client_id', 'redirect_uri', 'state'],
  '/oauth/logout/confirm': ['xsrf', 'logout'],
  '/oauth/token': [
    'grant_type',
    'client_id',
    'client_secret',
    'client_assertion',
    'client_assertion_type',
    'code',
    'code_verifier',
    'redirect_uri',
    'refresh_token',
    'device_code',
    'scope',
    'resource',
  ],
  '/oauth/device-authorization': ['client_id', 'scope', 'resource', 'claims', 'max_age'],
  '/oauth/revoke': ['client_id', 'token', 'token_type_hint'],
  '/oauth/introspect': ['client_id', 'token', 'token_type_hint'],
}

const QUERIES: Record<string, string[]> = {
  '/sign-in': ['next', 'again'],
  '/account': ['changed'],
  '/oauth/authorize': [
    'client_id',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'state',
    'nonce',
    'code_challenge',
    'code_challenge_method',
    'prompt',
    'max_age',
    'claims',
    'id_token_hint',
    'login_hint',
    'ui_locales',
    'acr_values',
    'resource',
    'request',
    'request_uri',
  ],
  '/oauth/device': ['user_code'],
  '/oauth/logout': ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state', 'logout_hint'],
  '/oauth/authorize/ID': ['x'],
  '/oauth/device/ID': ['x'],
  '/oauth/consent/ID': ['x'],
  '/oauth/logout/success': ['client_id'],
}

const JSONS: Record<string, string[]> = {
  '/sign-in/passkey': ['credential', 'next'],
  '/join/passkey/options': ['name'],
  '/join/passkey': ['name', 'accountId', 'credential'],
  '/account/passkeys/new/options': ['x'],
  '/account/passkeys/new': ['credential'],
}

const TEXTS = [
  '',
  ' ',
  '\0',
  '\u202eevil',
  'x'.repeat(1_001),
  'é'.repeat(3_000),
  '<script>alert(1)</script>',
  `'; drop table accounts; --`,
  '%',
  '%00',
  '__proto__',
  'constructor',
  '\r\nset-cookie: scorebook=x',
  '//evil.example',
  'https://evil.example/callback',
  'javascript:alert(1)',
  '-1',
  '1e400',
  'null',
  '{"a":[]}',
  'a.b.c',
  'eyJhbGciOiJub25lIn0.e30.',
  '💥',
  'none login consent',
  ID,
]

const VALUES: unknown[] = [
  ...TEXTS,
  '\ud800',
  null,
  7,
  1e308,
  true,
  [],
  {},
  { id: {}, rawId: [], response: null },
  { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} },
  {
    id: 'AAAA',
    rawId: 'BBBB',
    type: 'public-key',
    response: {
      clientDataJSON: 'e30',
      attestationObject: 'oA',
      authenticatorData: 'AA',
      signature: '',
      userHandle: '',
    },
    clientExtensionResults: {},
  },
]

const LIKELY: Record<string, string> = {
  name: 'Alma',
  password: PASSWORD,
  client_id: 'scorebook-cli',
  grant_type: 'refresh_token',
  response_type: 'code',
  code_challenge_method: 'S256',
  extent: 'read',
  days: '3',
}

/**
 * A signed-in person and a stranger. Each request comes from another address, because the budget of one would soon be used up.
 */
async function everybody() {
  const name = `Person ${crypto.randomUUID()}`
  const id = await site.account(name)
  const { secret } = await signedIn(id)
  let requests = 0
  return [true, false].map(
    (known) => async (method: 'GET' | 'POST', path: string, type: string, body?: string) => {
      requests++
      const response = await site.app.inject({
        method,
        url: path,
        remoteAddress: `198.51.${requests >> 8}.${requests & 255}`,
        headers: {
          'sec-fetch-site': 'same-origin',
          accept: 'text/html',
          ...(body === undefined ? {} : { 'content-type': type }),
          ...(known
            ? { cookie: `scorebook=${secret}; scorebook_consent=${ID}; scorebook_resume=${ID}` }
            : {}),
        },
        ...(body === undefined ? {} : { payload: body }),
      })
      assert.ok(
        response.statusCode < 500,
        `${method} ${path} ${body}: ${response.statusCode} ${response.body}`,
      )
      const { location } = response.headers
      if (location !== undefined)
        assert.ok(
          new URL(location, site.url).origin === site.url,
          `${method} ${path} ${body} leads to ${location}`,
        )
      if (String(response.headers['content-type']).startsWith('text/html'))
        assert.doesNotMatch(response.body, /<script>alert|drop table accounts; --</)
    },
  )
}

async function signedIn(accountId: string) {
  const { statement, secret } = newSession({
    accountId,
    method: 'PASSWORD',
    address: '192.0.2.1',
    userAgent: 'Test',
  })
  await site.db.many(statement)
  return { secret }
}

const FORM = 'application/x-www-form-urlencoded'
const pathOf = (path: string, id = ID) => path.replace('ID', encodeURIComponent(id))
/** A password hash takes 0.2 s, so these paths get fewer requests. */
const hashes = new Set(['/sign-in', '/join', '/account/password'])

const IS_FOR_CLIENTS = /^\/oauth\/(token|device-authorization|revoke|introspect)$/

for (const forClients of [false, true])
  test(`forms of ${forClients ? 'clients' : 'pages'}`, async () => {
    const [person, stranger] = await everybody()
    for (const [path, fields] of Object.entries(FORMS).filter(
      ([path]) => IS_FOR_CLIENTS.test(path) === forClients,
    )) {
      const one = (forClients ? stranger : person) ?? assert.fail()
      for (const field of fields)
        for (const text of hashes.has(path) ? TEXTS.filter((_, n) => n % 8 === 0) : TEXTS) {
          const filled = Object.fromEntries(fields.map((name) => [name, LIKELY[name] ?? 'x']))
          await one('POST', pathOf(path), FORM, new URLSearchParams({ ...filled, [field]: text }).toString())
        }
      for (const body of ['', '%', '%ff=%ff', '=&=&=', `a${'&a'.repeat(5_000)}`, 'name[]=1&name=2&name=3'])
        await one('POST', pathOf(path), FORM, body)
      for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
        await one('POST', pathOf(path), type, '{"name": 1}')
      await stranger?.(
        'POST',
        pathOf(path),
        FORM,
        new URLSearchParams(fields.map((name): [string, string] => [name, 'x'])).toString(),
      )
    }
  })

test('queries, and ids in paths', async () => {
  const send = await everybody()
  for (const one of send) {
    for (const [path, fields] of Object.entries(QUERIES))
      for (const field of fields)
        for (const text of TEXTS) {
          const filled = Object.fromEntries(fields.map((name) => [name, LIKELY[name] ?? 'x']))
          const query = new URLSearchParams({ ...filled, [field]: text }).toString()
          await one('GET', `${pathOf(path)}?${query}`, '')
        }
    for (const path of [...Object.keys(FORMS), ...Object.keys(QUERIES)].filter((path) => path.includes('ID')))
      for (const id of ['%', 'x'.repeat(2_000), '..', '\0', ';', '💥', 'null']) {
        await one('GET', pathOf(path, id), '')
        await one('POST', pathOf(path, id), FORM, '')
      }
  }
})

test('JSON', async () => {
  const send = await everybody()
  for (const one of send)
    for (const [path, fields] of Object.entries(JSONS)) {
      for (const field of fields)
        for (const value of VALUES) {
          const filled = Object.fromEntries(fields.map((name) => [name, LIKELY[name] ?? 'x']))
          await one('POST', path, 'application/json', JSON.stringify({ ...filled, [field]: value }))
        }
      for (const body of [
        '',
        '{',
        'null',
        '7',
        '[]',
        '"x"',
        '{"a":'.repeat(500),
        '{"name":"a","name":"b"}',
        '\ufeff{}',
      ])
        await one('POST', path, 'application/json', body)
    }
})

test('nothing of it is logged as a failure, and everybody can still sign in', async () => {
  const failures = site.log.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)
  assert.deepEqual(failures, [])
  await site.account('Zoe', { password: PASSWORD })
  assert.equal((await new Visitor(site.app, '203.0.113.200').signIn('Zoe', PASSWORD)).path, '/account')
  const odd = await site.db.many(sql`select from accounts where name ~ '[[:cntrl:]]'`)
  assert.equal(odd.length, 0)
})
