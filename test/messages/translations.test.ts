/** Every operation on a translation, in every state of the translation and of its key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { type Reply, person, violations } from '../support.ts'

const { service, world } = await testWorld()
const owner = world.editor

const ARGUMENTS = [{ name: 'n', type: 'NUMBER' }]
const OTHER_ARGUMENTS = [{ name: 'n', type: 'DATE' }]

/** A key in a new application, and functions that bring its translation into a state. */
async function stage() {
  const app = `/applications/${(await newApplication(owner)).id}`
  const path = `${app}/keys/a/translations/de`
  const load = async (keys: object[]) =>
    assert.equal((await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys })).status, 200)
  const key = (declared = ARGUMENTS, baseText = 'a') => ({ key: 'a', baseText, arguments: declared })
  const read = () => owner.get(path)
  const etag = async () => (await read()).etag || '*'
  const act = async (action: string) =>
    owner.post(`${path}/${action}`, undefined, { 'if-match': await etag() })
  const write = async (text: string) => {
    const { status, etag: tag } = await read()
    return owner.put(path, { text }, status === 200 ? tag : undefined)
  }
  await load([key()])
  return { app, path, load, key, read, act, write, discard: async () => owner.delete(path, await etag()) }
}
type Stage = Awaited<ReturnType<typeof stage>>

/** The steps that lead to each state. */
const STATES: Record<string, (stage: Stage) => Promise<unknown>> = {
  nothing: async () => {},
  draft: ({ write }) => write('d {n, number}'),
  published: async ({ write, act }) => {
    await write('p {n, number}')
    await act('publish')
  },
  both: async (stage) => {
    await STATES['published']?.(stage)
    await stage.write('d {n, number}')
  },
  'invalid draft': async (stage) => {
    await STATES['draft']?.(stage)
    await stage.load([stage.key(OTHER_ARGUMENTS)])
  },
  'invalid published': async (stage) => {
    await STATES['published']?.(stage)
    await stage.load([stage.key(OTHER_ARGUMENTS)])
  },
  'invalid both': async (stage) => {
    await STATES['both']?.(stage)
    await stage.load([stage.key(OTHER_ARGUMENTS)])
  },
  'invalid published, mended draft': async (stage) => {
    await STATES['invalid published']?.(stage)
    await stage.write('d {n, date}')
  },
  discarded: async (stage) => {
    await STATES['draft']?.(stage)
    await stage.discard()
  },
  'draft of an obsolete key': async (stage) => {
    await STATES['draft']?.(stage)
    await stage.load([])
  },
  'both of an obsolete key': async (stage) => {
    await STATES['both']?.(stage)
    await stage.load([])
  },
  'nothing of an obsolete key': async (stage) => stage.load([]),
}

type Action = 'write' | 'discard' | 'publish' | 'unpublish'
const ACTIONS: Record<Action, (stage: Stage) => Promise<Reply>> = {
  write: ({ write }) => write('new {n}'),
  discard: ({ discard }) => discard(),
  publish: ({ act }) => act('publish'),
  unpublish: ({ act }) => act('unpublish'),
}

/** The status of the answer, then the translation afterwards: draft, published text and state, or 404 if there is none. */
type Outcome = [
  status: number,
  ...after: [draft: string | null, published: string | null, state: string] | [404],
]

const D = 'd {n, number}'
const P = 'p {n, number}'
const N = 'new {n}'
const M = 'd {n, date}'
const kept = (status: number, state: keyof typeof AFTER): Outcome => [status, ...AFTER[state]]
const AFTER = {
  nothing: [404],
  draft: [D, null, 'DRAFT'],
  published: [null, P, 'PUBLISHED'],
  both: [D, P, 'PUBLISHED_WITH_DRAFT'],
  mended: [M, P, 'PUBLISHED_WITH_DRAFT'],
} satisfies Record<string, [404] | [string | null, string | null, string]>

const OUTCOMES: Record<string, Record<Action, Outcome>> = {
  nothing: {
    write: [201, N, null, 'DRAFT'],
    discard: kept(404, 'nothing'),
    publish: kept(404, 'nothing'),
    unpublish: kept(404, 'nothing'),
  },
  draft: {
    write: [200, N, null, 'DRAFT'],
    discard: [204, 404],
    publish: [200, null, D, 'PUBLISHED'],
    unpublish: kept(409, 'draft'),
  },
  published: {
    write: [200, N, P, 'PUBLISHED_WITH_DRAFT'],
    discard: kept(404, 'published'),
    publish: kept(409, 'published'),
    unpublish: [200, P, null, 'DRAFT'],
  },
  both: {
    write: [200, N, P, 'PUBLISHED_WITH_DRAFT'],
    discard: [204, null, P, 'PUBLISHED'],
    publish: [200, null, D, 'PUBLISHED'],
    unpublish: [200, D, null, 'DRAFT'],
  },
  'invalid draft': {
    write: [200, N, null, 'DRAFT'],
    discard: [204, 404],
    publish: kept(409, 'draft'),
    unpublish: kept(409, 'draft'),
  },
  'invalid published': {
    write: [200, N, P, 'PUBLISHED_WITH_DRAFT'],
    discard: kept(404, 'published'),
    publish: kept(409, 'published'),
    unpublish: [200, P, null, 'DRAFT'],
  },
  'invalid both': {
    write: [200, N, P, 'PUBLISHED_WITH_DRAFT'],
    discard: [204, null, P, 'PUBLISHED'],
    publish: kept(409, 'both'),
    unpublish: [200, D, null, 'DRAFT'],
  },
  'invalid published, mended draft': {
    write: [200, N, P, 'PUBLISHED_WITH_DRAFT'],
    discard: [204, null, P, 'PUBLISHED'],
    publish: [200, null, M, 'PUBLISHED'],
    unpublish: [200, M, null, 'DRAFT'],
  },
  discarded: {
    write: [201, N, null, 'DRAFT'],
    discard: kept(404, 'nothing'),
    publish: kept(404, 'nothing'),
    unpublish: kept(404, 'nothing'),
  },
  'draft of an obsolete key': {
    write: kept(409, 'draft'),
    discard: [204, 404],
    publish: kept(409, 'draft'),
    unpublish: kept(409, 'draft'),
  },
  'both of an obsolete key': {
    write: kept(409, 'both'),
    discard: [204, null, P, 'PUBLISHED'],
    publish: kept(409, 'both'),
    unpublish: kept(409, 'both'),
  },
  'nothing of an obsolete key': {
    write: kept(409, 'nothing'),
    discard: kept(404, 'nothing'),
    publish: kept(404, 'nothing'),
    unpublish: kept(404, 'nothing'),
  },
}

for (const [state, outcomes] of Object.entries(OUTCOMES)) {
  for (const [action, outcome] of Object.entries(outcomes) as [Action, Outcome][]) {
    test(`${state}: ${action} is ${outcome[0]}`, async () => {
      const here = await stage()
      await STATES[state]?.(here)
      const before = await here.read()
      const reply = await ACTIONS[action](here)
      const after = await here.read()
      const { draftText = null, publishedText = null, status } = after.body
      const found = after.status === 404 ? [404] : [draftText, publishedText, status]
      assert.deepEqual([reply.status, ...found], outcome, reply.text)
      if (reply.status >= 400) {
        if (after.status === 200) assert.deepEqual([after.etag, after.text], [before.etag, before.text])
      } else assert.notEqual(after.etag, before.etag)
      if (reply.status === 200 || reply.status === 201)
        assert.deepEqual([reply.text, reply.etag], [after.text, after.etag])
      if (after.status === 200) mustAddUp(after.body)
    })
  }
}

/** Checks that `draftedBy` comes with a draft, `publishedBy` with a published text, and `invalid` with problems. */
function mustAddUp(body: Reply['body']): void {
  assert.equal('draftedBy' in body, 'draftText' in body)
  assert.equal('draftedAt' in body, 'draftText' in body)
  assert.equal('publishedBy' in body, 'publishedText' in body)
  assert.equal('publishedAt' in body, 'publishedText' in body)
  assert.equal(body.invalid, body.problems.length > 0)
}

for (const action of ['discard', 'publish', 'unpublish']) {
  test(`${action} of what is not there is a 404, whatever tag is sent`, async () => {
    const { path } = await stage()
    for (const tag of ['*', '"1"']) {
      const reply =
        action === 'discard'
          ? await owner.delete(path, tag)
          : await owner.post(`${path}/${action}`, undefined, { 'if-match': tag })
      assert.equal(reply.status, 404)
    }
  })
}

test('a draft is made with If-None-Match: *, replaced with If-Match, and neither is the other', async () => {
  const { path } = await stage()
  const put = (headers: Record<string, string>, text = 'x') =>
    owner.send('PUT', path, { text }, { 'idempotency-key': crypto.randomUUID(), ...headers })
  assert.deepEqual(violations(await put({})), ['If-Match REQUIRED'])
  assert.equal((await put({ 'if-match': '*' })).status, 412)
  assert.equal((await put({ 'if-match': '"1"' })).status, 412)
  for (const tag of ['"1"', 'x', '']) {
    assert.match(violations(await put({ 'if-none-match': tag })).join(), /^If-None-Match INVALID_VALUE$/)
  }
  assert.deepEqual(violations(await put({ 'if-none-match': '*', 'if-match': '*' })), [
    'If-None-Match INVALID_VALUE',
  ])
  const made = await put({ 'if-none-match': '*' })
  assert.equal(made.status, 201)
  assert.equal(made.headers['location'], `/api/v1${path}`)
  assert.equal((await put({ 'if-none-match': '*' })).status, 412)
  const replaced = await put({ 'if-match': made.etag }, 'y')
  assert.deepEqual([replaced.status, replaced.headers['location']], [200, undefined])
  assert.equal((await put({ 'if-match': made.etag }, 'z')).status, 412)
  assert.equal((await put({ 'if-match': `"0", ${replaced.etag}` }, 'z')).status, 200)
  assert.equal((await put({ 'if-match': '*' }, 'w')).status, 200)
})

test('a request that makes a translation gets the same answer when it is sent again', async () => {
  const { path } = await stage()
  const headers = { 'if-none-match': '*', 'idempotency-key': crypto.randomUUID() }
  const made = await owner.send('PUT', path, { text: 'x' }, headers)
  const again = await owner.send('PUT', path, { text: 'x' }, headers)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  for (const { status, etag, headers: told, text } of [made, again]) {
    assert.deepEqual([status, etag, told['location'], text], [201, made.etag, `/api/v1${path}`, made.text])
  }
})

test('an ETag is never given twice, though the translation was discarded in between', async () => {
  const { path, discard, write } = await stage()
  const seen = new Set<string>()
  for (let round = 0; round < 5; round++) {
    const { etag, body } = await write(`x${round}`)
    assert.equal(seen.has(etag), false)
    seen.add(etag)
    assert.equal(body.createdAt, body.updatedAt)
    assert.equal((await discard()).status, 204)
    assert.equal((await owner.get(path)).status, 404)
  }
})

test('the base locale has no translations', async () => {
  const { app } = await stage()
  const path = `${app}/keys/a/translations/en`
  assert.equal((await owner.put(path, { text: 'a' })).status, 409)
  assert.equal((await owner.get(path)).status, 404)
  assert.equal((await owner.delete(path, '*')).status, 404)
  const imported = await owner.post(`${app}/translations/en/import`, { translations: [] })
  assert.equal(imported.status, 409)
})

for (const [what, text, violation] of [
  ['nothing', '', 'text VALUE_TOO_SHORT'],
  ['4001 characters', '🎲'.repeat(4001), 'text VALUE_TOO_LONG'],
  ['half a pair', '\ud800', 'text MALFORMED_BODY'],
  ['no ICU', '{', 'text INVALID_MESSAGE'],
  ['an unknown argument', '{m}', 'text UNKNOWN_ARGUMENT'],
  ['another type', '{n, date}', 'text ARGUMENT_TYPE_MISMATCH'],
  ['a number', 5, 'text INVALID_TYPE'],
  ['nothing at all', undefined, 'text REQUIRED'],
] as const) {
  test(`a translation is not ${what}`, async () => {
    const { path, read } = await stage()
    const refused = await owner.put(path, { text })
    assert.deepEqual(violations(refused), [violation])
    assert.equal((await read()).status, 404)
  })
}

test('a translation may leave arguments out, and have 4000 characters', async () => {
  const { write } = await stage()
  assert.equal((await write('🎲'.repeat(4000))).status, 201)
  assert.equal((await write('ohne')).status, 200)
})

test('a refused text is refused after the version and the state were looked at', async () => {
  const { path, write, load } = await stage()
  await write('x')
  assert.equal((await owner.put(path, { text: '{m}' }, '"0"')).status, 412)
  await load([])
  assert.equal((await owner.put(path, { text: '{m}' }, '*')).status, 409)
})

test('a translation shows who drafted and who published it, and nobody where a client did', async () => {
  const { path } = await stage()
  const [tina, olga] = await Promise.all([
    service.as('tina', { roles: ['translator'] }),
    service.as('olga', { roles: ['application-owner'] }),
  ])
  const drafted = await tina.put(path, { text: 'x' })
  assert.equal(drafted.body.draftedBy.displayName, 'tina')
  const refused = await tina.post(`${path}/publish`, undefined, { 'if-match': drafted.etag })
  assert.equal(refused.status, 403)
  const published = await olga.post(`${path}/publish`, undefined, { 'if-match': drafted.etag })
  assert.equal(published.body.publishedBy.displayName, 'olga')
  assert.equal('draftedBy' in published.body, false)
  const { app } = service
  const token = await service.issuer.token('build', { client_id: 'build', roles: ['translator'] })
  const written = await person(app, token).put(path, { text: 'y' }, published.etag)
  assert.equal(written.status, 200)
  assert.deepEqual(['draftedBy' in written.body, 'draftedAt' in written.body], [false, true])
})

test('what somebody wrote is among what is held about them, and stays without their name when they go', async () => {
  const { path, read } = await stage()
  const tina = await service.as('tina leaves', { roles: ['translator', 'player'] })
  const { body } = await tina.put(path, { text: 'x' })
  const held = await tina.get('/users/me/export')
  assert.deepEqual(held.body.translations, [body])
  const { etag } = await tina.get('/users/me')
  assert.equal((await tina.delete('/users/me', etag)).status, 204)
  const kept = (await read()).body
  assert.equal(kept.draftText, 'x')
  assert.notEqual(kept.draftedBy?.displayName, 'tina leaves')
})
