/** `scorebook login` and `logout`, with the embedded provider and with an outside issuer. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { accessToken, renewed } from '../../src/cli/client/sign-in-file.ts'
import { main } from '../../src/cli/main.ts'
import { inTurn } from '../../src/cli/client/user-folder.ts'
import { sql } from '../../src/db/sql.ts'
import { type ProviderService, providerService } from '../identity/provider/service.ts'
import { enterCode } from './device-person.ts'

let service: ProviderService
let folder: string
let env: NodeJS.ProcessEnv
before(async () => {
  ;[service, folder] = await Promise.all([providerService(), mkdtemp(join(tmpdir(), 'login-'))])
  env = { SCOREBOOK_BASE_URL: service.url, XDG_CONFIG_HOME: join(folder, 'config') }
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

interface Ran {
  code: number
  out: string
  err: string
}

/** Runs a command. After each printed line, `seen` gets everything that was printed so far. */
async function run(args: string[], seen: (out: string) => void = () => {}, settings = env): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await main(args, {
    env: settings,
    cwd: folder,
    print(line) {
      out.push(line)
      seen(out.join('\n'))
    },
    complain: (line) => err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Signs in. A new person enters the code in the browser. */
const signedIn = async (...args: string[]) => signedInAs(await service.person(), ...args)

/** Runs `login` while `enter` enters the code. If `enter` fails, this fails too, so that nobody waits for the command. */
async function loginBy(enter: (out: string) => Promise<void>, ...args: string[]): Promise<Ran> {
  const entered = Promise.withResolvers<void>()
  let isEntering = false
  const ran = run(['login', ...args], (out) => {
    if (isEntering || !out.includes('Waiting')) return
    isEntering = true
    enter(out).then(entered.resolve, entered.reject)
  })
  const [result] = await Promise.all([ran, entered.promise])
  return result
}

async function signedInAs(someone: Awaited<ReturnType<ProviderService['person']>>, ...args: string[]) {
  const ran = await loginBy((out) => enterCode(someone.browser, out), ...args)
  assert.equal(ran.code, 0, ran.err)
  return { ...someone, ran }
}

interface Kept {
  service: string
  accessToken: string
  refreshToken: string
  expiresAt: number
}

const keptAt = () =>
  join(folder, 'config', 'scorebook', 'sign-ins', `${encodeURIComponent(service.url)}.json`)
const kept = async () => JSON.parse(await readFile(keptAt(), 'utf8')) as Kept
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

/** Makes the stored token expire. */
async function age(): Promise<void> {
  await writeFile(keptAt(), JSON.stringify({ ...(await kept()), expiresAt: Date.now() - 1 }))
}

test('somebody signs in by a code, uses the API, and signs out', async () => {
  const { name, ran } = await signedIn()
  assert.ok(ran.out.endsWith(`You are signed in to ${service.url} as ${name}.`), ran.out)
  const { accessToken: token, refreshToken } = await kept()
  for (const secret of [token, refreshToken]) assert.ok(!`${ran.out}${ran.err}`.includes(secret))
  assert.equal(await modeOf(keptAt()), '600')
  assert.equal(await modeOf(join(folder, 'config', 'scorebook')), '700')
  assert.deepEqual((await run(['api', 'get', '/users/me', '-f', 'displayName'])).out, name)
  assert.deepEqual(await run(['logout']), { code: 0, out: `You are signed out of ${service.url}.`, err: '' })
  await assert.rejects(stat(keptAt()))
  const answer = await fetch(`${service.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: 'scorebook-cli',
    }),
  })
  assert.equal(((await answer.json()) as { error: string }).error, 'invalid_grant')
  const again = await run(['logout'])
  assert.deepEqual([again.code, again.out], [1, ''])
})

test('a token has the scopes that were asked for', async () => {
  await signedIn('--scope', 'game-read', '--scope', 'user-read')
  assert.equal((await run(['api', 'get', '/games'])).code, 0)
  assert.equal((await run(['api', 'get', '/groups'])).code, 1)
})

test('a token that ends is renewed once, however many ask at once', async () => {
  await signedIn()
  const { refreshToken } = await kept()
  await age()
  const got = await Promise.all([1, 2, 3, 4, 5].map(() => accessToken(env, service.url)))
  assert.equal(new Set(got).size, 1)
  assert.notEqual((await kept()).refreshToken, refreshToken)
  assert.equal((await run(['api', 'get', '/users/me'])).code, 0)
})

test('a token that the service refuses is renewed, and the request sent again', async () => {
  await signedIn()
  await writeFile(keptAt(), JSON.stringify({ ...(await kept()), accessToken: 'not.a.token' }))
  assert.equal((await run(['api', 'get', '/users/me'])).code, 0)
  assert.notEqual((await kept()).accessToken, 'not.a.token')
})

test('a sign-in that was ended elsewhere is reported and forgotten', async () => {
  const { accountId } = await signedIn()
  await service.db.many(sql`delete from oidc_artifacts where account_id = ${accountId}`)
  await age()
  const ran = await run(['api', 'get', '/users/me'])
  assert.deepEqual([ran.code, ran.out], [1, ''])
  assert.match(ran.err, /^Your sign-in to .* has ended\. Run `scorebook login` again\.$/)
  assert.match((await run(['api', 'get', '/users/me'])).err, /^You are not signed in/)
})

test('a new sign-in ends the former one, and nothing else', async () => {
  const someone = await signedIn()
  const former = await kept()
  await signedInAs(someone)
  await age()
  assert.equal((await run(['api', 'get', '/users/me'])).code, 0)
  await writeFile(keptAt(), JSON.stringify({ ...former, expiresAt: 1 }))
  await assert.rejects(accessToken(env, service.url), /has ended/)
})

test('tokens are not used if others may read them, if they are damaged, or if they are for another service', async () => {
  await signedIn()
  await chmod(keptAt(), 0o644)
  await assert.rejects(accessToken(env, service.url), /may be read by others.*mode 644/)
  await chmod(keptAt(), 0o600)
  const own = await kept()
  await writeFile(keptAt(), JSON.stringify({ ...own, service: 'https://elsewhere.example.org' }))
  await assert.rejects(accessToken(env, service.url), /is damaged/)
  await writeFile(keptAt(), '{')
  await assert.rejects(accessToken(env, service.url), /is damaged/)
  await writeFile(keptAt(), JSON.stringify(own))
  assert.equal((await run(['logout'])).code, 0)
})

test('a sign-in that the person refuses stores nothing', async () => {
  const { browser } = await service.person()
  const ran = await loginBy((out) => enterCode(browser, out, 'deny'))
  assert.deepEqual([ran.code, ran.err], [1, 'The sign-in was refused in the browser. Nothing was stored.'])
  await assert.rejects(stat(keptAt()))
})

test('a refused sign-in leaves the earlier one in place, and of two at the same time one remains', async () => {
  const { browser, accountId } = await signedIn()
  const former = await kept()
  // A new page for a code invalidates the browser's older pages, so a person enters one code after the other.
  let hand = Promise.resolve()
  const login = async (answer?: string) => {
    const { code } = await loginBy((out) => (hand = hand.then(() => enterCode(browser, out, answer))))
    return code
  }
  assert.equal(await login('deny'), 1)
  assert.deepEqual(await kept(), former)
  assert.deepEqual(await Promise.all([login(), login()]), [0, 0])
  const grants = await service.db.many(
    sql`select from oidc_artifacts where model = 'Grant' and account_id = ${accountId}`,
  )
  assert.equal(grants.length, 1)
  await age()
  assert.ok(await accessToken(env, service.url))
  assert.equal((await run(['logout'])).code, 0)
})

test('the lock of a killed process is removed, and only one process works at a time', async () => {
  const path = join(folder, 'config', 'scorebook', 'locks', 'one')
  await inTurn(path, async () => {})
  await writeFile(`${path}.lock`, `4194304 ${hostname()} mark`) // no Linux process can have this number
  let working = 0
  await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() =>
      inTurn(path, async () => {
        assert.equal(++working, 1)
        await new Promise((resolve) => setImmediate(resolve))
        working--
      }),
    ),
  )
  assert.deepEqual(await readdir(join(folder, 'config', 'scorebook', 'locks')), [])
})

/** An outside issuer whose token endpoint gives these answers, one after the other. */
async function issuerAnswering(
  t: { after: (end: () => void) => void },
  answers: [status: number, body: object][],
  more: Record<string, string> = {},
) {
  const forms: Record<string, string>[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString()
    const say = (status: number, value: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url?.startsWith('/.well-known/'))
      return say(200, {
        issuer: url,
        token_endpoint: `${url}/token`,
        device_authorization_endpoint: `${url}/device`,
        ...more,
      })
    forms.push(Object.fromEntries(new URLSearchParams(body)))
    if (request.url === '/device')
      return say(200, {
        device_code: 'd',
        user_code: 'BCDF\u001b[2J',
        verification_uri: `${url}/enter`,
        expires_in: 30,
        interval: 0.1,
      })
    const [status, value] = answers.shift() ?? [400, { error: 'expired_token' }]
    return say(status, value)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, forms }
}

test('at an outside issuer the code expires with a sentence, and its text does not steer the terminal', async (t) => {
  const { url, forms } = await issuerAnswering(t, [
    [400, { error: 'authorization_pending' }],
    [503, {}],
  ])
  const ran = await run(['login', '--issuer', url, '--client-id', 'mine', '--scope', 'scorebook'])
  assert.match(ran.err, /^Nobody entered the code in time\. Run `scorebook login` again/)
  assert.match(ran.out, /enter the code BCDF\\x1b\[2J\./)
  assert.equal(forms.length, 4)
  assert.deepEqual(forms[0], { client_id: 'mine', scope: 'openid offline_access scorebook' })
})

test('the login names the API that the token is for to an outside issuer', async (t) => {
  const { url, forms } = await issuerAnswering(t, [[400, { error: 'access_denied' }]])
  const args = [
    'login',
    '--issuer',
    url,
    '--audience',
    'scorebook',
    '--resource',
    'https://scorebook.example.org',
  ]
  assert.match((await run(args)).err, /refused in the browser/)
  const [device, token] = forms
  assert.equal(device?.['audience'], 'scorebook')
  for (const form of [device, token]) assert.equal(form?.['resource'], 'https://scorebook.example.org')
  for (const wrong of [
    ['--resource', 'scorebook', '--issuer', url],
    ['--audience', 'scorebook'],
  ])
    assert.equal((await run(['login', ...wrong])).code, 2, wrong.join(' '))
})

test('where nothing can be kept, nobody is asked to sign in', async (t) => {
  const { url, forms } = await issuerAnswering(t, [])
  await writeFile(join(folder, 'no-folder'), '')
  const ran = await run(['login', '--issuer', url], undefined, {
    ...env,
    XDG_CONFIG_HOME: join(folder, 'no-folder'),
  })
  assert.deepEqual([ran.code, ran.out, forms.length], [1, '', 0])
  assert.match(ran.err, /^The system refuses it: ENOTDIR/)
})

test('a token of an outside issuer that the service does not take is reported and not kept', async (t) => {
  const { url } = await issuerAnswering(t, [[200, { access_token: 'theirs', token_type: 'Bearer' }]])
  const ran = await run(['login', '--issuer', url])
  assert.match(ran.err, /refuses the token \(401\), so nothing was stored\./)
  await assert.rejects(stat(keptAt()))
})

test('endpoints elsewhere and issuers of another name are refused', async (t) => {
  const insecure = await issuerAnswering(t, [], { token_endpoint: 'http://192.0.2.1/token' })
  assert.match(
    (await run(['login', '--issuer', insecure.url])).err,
    /names a token_endpoint that is not https/,
  )
  const other = await issuerAnswering(t, [], { issuer: 'https://other.example.org' })
  assert.match((await run(['login', '--issuer', other.url])).err, /not the discovery document/)
  const foreign = await issuerAnswering(t, [], { token_endpoint: 'https://other.example.org/token' })
  const settings = { ...env, SCOREBOOK_BASE_URL: foreign.url }
  assert.match((await run(['login'], undefined, settings)).err, /names a token_endpoint that is elsewhere/)
  const plain = { ...env, SCOREBOOK_BASE_URL: 'http://scorebook.example.org' }
  const ran = await run(['login'], undefined, plain)
  assert.deepEqual([ran.code, /is plain http on another machine/.test(ran.err)], [2, true])
})

test('if the issuer does not answer a renewal, the token stays stored', async () => {
  await signedIn()
  const own = await kept()
  await writeFile(
    keptAt(),
    JSON.stringify({ ...own, tokenEndpoint: 'http://127.0.0.1:9/token', expiresAt: 1 }),
  )
  await assert.rejects(renewed(env, service.url, own.accessToken), /cannot be reached/)
  assert.equal((await kept()).refreshToken, own.refreshToken)
  await writeFile(keptAt(), JSON.stringify(own))
})
