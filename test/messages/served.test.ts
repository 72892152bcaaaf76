/** What a running application fetches: for each key the best available text, and a 304 while nothing has changed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { violations } from '../support.ts'

const { service, world } = await testWorld()
const owner = world.editor

const KEYS = ['a', 'b', 'c', 'd'].map((key) => ({ key, baseText: `base ${key}`, arguments: [] as object[] }))

async function stage(baseLocale = 'en') {
  const app = `/applications/${(await newApplication(owner, baseLocale)).id}`
  const load = (keys: object[]) => owner.post(`${app}/keys/import`, { baseLocale, keys })
  await load(KEYS)
  const draft = (locale: string, ...keys: string[]) =>
    owner.post(`${app}/translations/${locale}/import`, {
      translations: keys.map((key) => ({ key, text: `${locale} ${key}` })),
    })
  return {
    app,
    load,
    draft,
    publish: async (locale: string, ...keys: string[]) => {
      await draft(locale, ...keys)
      await owner.post(`${app}/translations/publish`, { locale })
    },
    get: (locale: string, query = '', headers = {}) =>
      owner.get(`${app}/messages/${locale}${query}`, headers),
    messages: async (locale: string, query = ''): Promise<unknown> => {
      const { status, body, text } = await owner.get(`${app}/messages/${locale}${query}`)
      assert.equal(status, 200, text)
      return body.messages
    },
  }
}

test('a text is looked for along the chain, and ends in the base text', async () => {
  const { publish, messages, draft, get } = await stage()
  await publish('zh', 'a', 'b', 'c')
  await publish('zh-Hant', 'a', 'b')
  await publish('zh-Hant-TW', 'a')
  await draft('zh-Hant-TW', 'b', 'd')
  assert.deepEqual(await messages('zh-Hant-TW'), {
    a: 'zh-Hant-TW a',
    b: 'zh-Hant b',
    c: 'zh c',
    d: 'base d',
  })
  assert.deepEqual(await messages('zh-Hant'), { a: 'zh-Hant a', b: 'zh-Hant b', c: 'zh c', d: 'base d' })
  assert.deepEqual(await messages('zh'), { a: 'zh a', b: 'zh b', c: 'zh c', d: 'base d' })
  assert.deepEqual(await messages('zh-TW'), { a: 'zh a', b: 'zh b', c: 'zh c', d: 'base d' })
  const { a, b, c, d } = (await messages('de')) as Record<string, string>
  assert.deepEqual([a, b, c, d], ['base a', 'base b', 'base c', 'base d'])
  const { body } = await get('zh-Hant-TW')
  assert.deepEqual(Object.keys(body), ['applicationId', 'locale', 'messages'])
  assert.equal(body.locale, 'zh-Hant-TW')
})

test('without fallback there is what the locale itself has', async () => {
  const { publish, messages } = await stage()
  await publish('de', 'a', 'b')
  await publish('de-AT', 'a')
  assert.deepEqual(await messages('de-AT', '?fallback=false'), { a: 'de-AT a' })
  assert.deepEqual(await messages('de-AT', '?fallback=true'), {
    a: 'de-AT a',
    b: 'de b',
    c: 'base c',
    d: 'base d',
  })
  assert.deepEqual(await messages('fr', '?fallback=false'), {})
  assert.deepEqual(Object.keys((await messages('en', '?fallback=false')) as object), ['a', 'b', 'c', 'd'])
})

test('the chain ends where the base locale is', async () => {
  const { publish, messages } = await stage('zh-Hant')
  await publish('zh', 'a', 'b')
  await publish('zh-Hant-TW', 'b')
  assert.deepEqual(await messages('zh-Hant-TW'), { a: 'base a', b: 'zh-Hant-TW b', c: 'base c', d: 'base d' })
  assert.deepEqual(await messages('zh-Hant'), { a: 'base a', b: 'base b', c: 'base c', d: 'base d' })
  assert.deepEqual(await messages('zh'), { a: 'zh a', b: 'zh b', c: 'base c', d: 'base d' })
})

test('obsolete keys are not served, and a text that does not fit is passed over for the next', async () => {
  const { app, load, messages } = await stage()
  const n = (type: string) => [{ name: 'n', type }]
  await load([{ key: 'a', baseText: 'base', arguments: n('NUMBER') }])
  const text = { de: '{n} deutsch', 'de-AT': '{n, number} österreichisch' }
  for (const [locale, one] of Object.entries(text))
    await owner.post(`${app}/translations/${locale}/import`, { translations: [{ key: 'a', text: one }] })
  await owner.post(`${app}/translations/publish`, {})
  assert.deepEqual(await messages('de-AT'), { a: text['de-AT'] })
  await load([{ key: 'a', baseText: 'base', arguments: n('STRING') }])
  assert.deepEqual(await messages('de-AT'), { a: text.de })
  assert.deepEqual(await messages('de-AT', '?fallback=false'), {})
  await load([])
  assert.deepEqual(await messages('de-AT'), {})
})

test('the ETag is of the content: the same content has the same one, and 304', async () => {
  const { publish, get, draft, app } = await stage()
  await publish('de', 'a')
  const first = await get('de')
  assert.match(first.etag, /^"[\w-]{43}"$/)
  assert.equal(first.headers['cache-control'], 'private, no-cache')
  for (const known of [first.etag, `W/${first.etag}`, `"x", ${first.etag}`, '*']) {
    const same = await get('de', '', { 'if-none-match': known })
    assert.deepEqual([same.status, same.text, same.etag], [304, '', first.etag], known)
    assert.equal(same.headers['cache-control'], 'private, no-cache')
    assert.equal(same.headers['content-type'], undefined)
  }
  for (const known of ['"x"', '"1"', '""'])
    assert.equal((await get('de', '', { 'if-none-match': known })).status, 200)
  for (const wrong of ['x', '']) {
    assert.deepEqual(violations(await get('de', '', { 'if-none-match': wrong })), [
      'If-None-Match INVALID_FORMAT',
    ])
  }
  const head = await owner.send('HEAD', `${app}/messages/de`, undefined, { 'if-none-match': first.etag })
  assert.deepEqual([head.status, head.etag], [304, first.etag])

  await draft('de', 'b')
  assert.equal((await get('de')).etag, first.etag, 'a draft is nothing to an application')
  await publish('fr', 'a')
  assert.equal((await get('de')).etag, first.etag, 'nor is another locale')
  await owner.post(`${app}/translations/publish`, { locale: 'de' })
  const second = await get('de', '', { 'if-none-match': first.etag })
  assert.deepEqual([second.status, second.body.messages.b], [200, 'de b'])
  const { etag } = await owner.get(`${app}/keys/b/translations/de`)
  await owner.post(`${app}/keys/b/translations/de/unpublish`, undefined, { 'if-match': etag })
  assert.equal((await get('de')).etag, first.etag, 'and what is as it was has the tag that it had')
})

test('other reads do not answer 304, and stay out of caches', async () => {
  const { app } = await stage()
  const { etag } = await owner.get(`${app}/keys/a`)
  const again = await owner.get(`${app}/keys/a`, { 'if-none-match': etag })
  assert.deepEqual([again.status, again.headers['cache-control']], [200, 'no-store, no-transform'])
})

test('what may be asked of messages', async () => {
  const { app, get } = await stage()
  assert.deepEqual(violations(await get('de', '?fallback=no')), ['fallback INVALID_TYPE'])
  assert.deepEqual(violations(await get('de', '?fallbak=false')), ['fallbak UNKNOWN_PROPERTY'])
  assert.deepEqual(violations(await get('german')), ['locale INVALID_FORMAT'])
  assert.equal((await owner.get('/applications/nowhere/messages/de')).status, 404)
  const player = await service.as('bob')
  assert.equal(
    (await player.get(`${app}/messages/de`)).status,
    200,
    'whoever uses an application reads its texts',
  )
  assert.equal((await player.get(`${app}/keys`)).status, 403)
})
