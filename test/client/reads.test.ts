/** Reads of the client over real HTTP: lists, answers that are no JSON, tokens, redirects and signals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Offline,
  Problem,
  countMatches,
  createGhostPlayer,
  exportMatchesAsCsv,
  getGameImage,
  getMatch,
  getMe,
  listGhostPlayers,
} from '../../client/src/index.ts'
import { present } from '../support.ts'
import { servedWorld } from './served.ts'

const { world, between, as } = await servedWorld()
const { alice } = world

test('a list is read to its end, page by page, over faults in the middle', async () => {
  const somebody = await world.newcomer()
  const scorebook = as(somebody)
  const names = Array.from({ length: 25 }, (_, index) => `Ghost ${String(index).padStart(2, '0')}`)
  for (const displayName of names) await scorebook.call(createGhostPlayer, { body: { displayName } })
  const proxy = between()
  proxy.faults.push('pass', 'cut', 'pass', { status: 503, headers: {} })
  const place = { query: { limit: 10, sort: 'name', filter: 'isSelf==false' } }
  const items = await Array.fromAsync(
    scorebook.items(listGhostPlayers, place),
    ({ displayName }) => displayName,
  )
  assert.deepEqual(items, names)
  const pages = await Array.fromAsync(scorebook.pages(listGhostPlayers, place), (page) => page.items.length)
  assert.deepEqual(pages, [10, 10, 5])
})

test('a list is read no further than the loop goes', async () => {
  const proxy = between()
  for await (const { id } of as(alice).items(listGhostPlayers, { query: { limit: 1 } })) {
    assert.ok(id)
    break
  }
  assert.equal(proxy.seen.length, 1)
})

test('an image is a Blob', async () => {
  const { id: gameId } = await world.picturedGame()
  const image = await as(alice).call(getGameImage, { params: { gameId } })
  assert.equal(image.type, 'image/webp')
  assert.match(await image.text(), /^RIFF/)
})

test('a table of matches is a Blob', async () => {
  const table = await as(alice).call(exportMatchesAsCsv)
  assert.match(table.type, /^text\/csv/)
  assert.match(await table.text(), /^\uFEFF?match_id,/)
})

test('a refusal is a problem with its sentence, violations and request id', async () => {
  const call = as(alice).call(countMatches, { query: { filter: 'colour==red' } })
  const problem = await call.catch((error: unknown) => error)
  assert.ok(problem instanceof Problem)
  assert.deepEqual([problem.status, problem.type], [400, 'validation'])
  assert.equal(problem.violations[0]?.code, 'INVALID_SEARCH')
  assert.match(problem.message, /\.$/)
  assert.match(present(problem.requestId), /./)
})

test('what is no problem document is a problem with its status', async () => {
  between().faults.push({ status: 418, headers: { 'content-type': 'text/html' } })
  await assert.rejects(as(alice).call(countMatches), { name: 'Problem', status: 418 })
})

test('a page in place of an answer is a problem', async () => {
  const headers = { 'content-type': 'text/html' }
  const scorebook = as(alice, { fetch: async () => new Response('<h1>Welcome!</h1>', { headers }) })
  await assert.rejects(scorebook.call(getMe), { name: 'Problem', message: /no JSON/ })
})

test('a missing parameter is a mistake, and nothing is sent', async () => {
  const proxy = between()
  await assert.rejects(as(alice).call(getMatch, { params: { matchId: '' } }), /parameter matchId/)
  assert.equal(proxy.seen.length, 0)
})

test('a token function is asked before each request, and once more after a 401', async () => {
  const proxy = between()
  const refused: (string | undefined)[] = []
  const token = (old?: string) => {
    refused.push(old)
    return old === undefined ? 'stale' : Promise.resolve(alice.token)
  }
  const scorebook = as(alice, { token })
  assert.ok((await scorebook.call(getMe)).id)
  assert.deepEqual(refused, [undefined, 'stale'])
  assert.deepEqual(proxy.sent('authorization'), ['Bearer stale', `Bearer ${alice.token}`])
})

test('a second 401 is the answer, and so is the first if there is no other token', async () => {
  const proxy = between()
  let asked = 0
  await assert.rejects(as(alice, { token: () => `stale ${asked++}` }).call(getMe), { status: 401 })
  assert.equal(proxy.seen.length, 2)
  await assert.rejects(as(alice, { token: () => 'stale' }).call(getMe), { status: 401 })
  assert.equal(proxy.seen.length, 3)
  await assert.rejects(as(alice, { token: 'stale' }).call(getMe), { status: 401 })
  assert.equal(proxy.seen.length, 4)
})

test('what a token function throws is what the call throws', async () => {
  const token = () => Promise.reject(new Error('Nobody is signed in.'))
  await assert.rejects(as(alice, { token }).call(getMe), /Nobody is signed in/)
})

test('a redirect is not followed, so no other server gets the token', async () => {
  const proxy = between()
  proxy.faults.push({ status: 307, headers: { location: '/elsewhere' } })
  await assert.rejects(as(alice).call(getMe), {
    name: 'Problem',
    status: 307,
    message: /redirects to \/elsewhere/,
  })
  assert.equal(proxy.seen.length, 1)
})

test('a redirect in a browser, which hides where it leads, is no answer', async () => {
  const fetch: typeof globalThis.fetch = async () => Response.error()
  await assert.rejects(
    as(alice, { fetch, retryFor: 0 }).call(getMe),
    (error: unknown) => error instanceof Offline && /redirects/.test(String(error.cause)),
  )
})

test('an app whose person signs in again sends the same change once more, with the same key', async () => {
  const proxy = between()
  const times: number[] = []
  const refused = { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } }
  proxy.faults.push(refused, refused)
  const signedIn = as(alice, {
    token: undefined,
    identify(refusal) {
      if (refusal) {
        times.push(refusal.times)
        assert.match(present(refusal.headers.get('www-authenticate')), /invalid_token/)
        assert.equal(refusal.options.retryFor, undefined)
      }
      return { authorization: `Bearer ${alice.token}` }
    },
  })
  const { id } = await signedIn.call(createGhostPlayer, { body: { displayName: 'Signed in again' } })
  assert.ok(id)
  assert.deepEqual(times, [1, 2])
  const keys = proxy.sent('idempotency-key')
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
  proxy.faults.push({ status: 401, headers: {} })
  const declines = as(alice, { token: undefined, identify: (refusal) => (refusal ? undefined : {}) })
  await assert.rejects(declines.call(getMe), { name: 'Problem', status: 401 })
  // A function that does not look at what was refused does not ask the service for ever.
  let asked = 0
  const ignores = as(alice, {
    token: undefined,
    identify() {
      asked++
      return { authorization: 'Bearer nonsense' }
    },
  })
  await assert.rejects(ignores.call(getMe), { name: 'Problem', status: 401 })
  assert.equal(asked, 11)
})

test('a signal ends a request that hangs, and a pause', async () => {
  const proxy = between()
  proxy.faults.push('swallow')
  const hanging = new AbortController()
  const call = as(alice).call(getMe, { signal: hanging.signal })
  while (proxy.seen.length === 0) await new Promise(setImmediate)
  hanging.abort(new Error('Enough.'))
  await assert.rejects(call, /Enough/)
  const pausing = new AbortController()
  proxy.faults.push({ status: 503, headers: { 'retry-after': '20' } })
  const onRetry = () => pausing.abort(new Error('Not that long.'))
  await assert.rejects(as(alice, { onRetry }).call(getMe, { signal: pausing.signal }), /Not that long/)
})

test('a try that hangs is given up, and the next one answers', async () => {
  const proxy = between()
  proxy.faults.push('swallow')
  assert.ok((await as(alice, { timeout: 1_000 }).call(getMe)).id)
  assert.equal(proxy.seen.length, 2)
})

test('a hook may say that no further try helps', async () => {
  const proxy = between()
  proxy.faults.push('lose')
  await assert.rejects(as(alice, { onRetry: () => false }).call(getMe), { name: 'Offline' })
  assert.equal(proxy.seen.length, 1)
  proxy.faults.push('lose', 'lose', 'lose')
  await assert.rejects(as(alice, { onRetry: ({ tries }) => tries < 2 }).call(getMe), { name: 'Offline' })
  assert.equal(proxy.seen.length, 3)
  proxy.faults.length = 0
})

test('a read names the newest change that the client has seen, so a standby shows it', async () => {
  const positions = ['9', '10', '7']
  const sent: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    sent.push(new Headers(init?.headers).get('scorebook-position'))
    const headers = { 'content-type': 'application/json', 'scorebook-position': positions.shift() ?? '' }
    return new Response('{}', { headers })
  }
  const scorebook = as(alice, { fetch })
  const make = () => scorebook.call(createGhostPlayer, { body: { displayName: 'Seen' } })
  for (const step of [make, make, make]) await step()
  await scorebook.call(getMe)
  assert.deepEqual(sent, [null, null, null, '10'])
})

test('headers of the caller are sent with each request', async () => {
  const proxy = between()
  const id = crypto.randomUUID()
  await as(alice, { headers: () => ({ 'x-request-id': id }) }).call(getMe)
  assert.deepEqual(proxy.sent('x-request-id'), [id])
})
