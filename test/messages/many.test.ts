/** Importing and publishing many translations: what cannot be done is reported, and the rest is done. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor

const N = [{ name: 'n', type: 'NUMBER' }]
const key = (name: string, declared: object[] = []) => ({ key: name, baseText: name, arguments: declared })

async function stage(keys: object[] = ['a', 'b', 'c', 'd'].map((name) => key(name, N))) {
  const app = `/applications/${(await newApplication(owner)).id}`
  const load = (some: object[]) => owner.post(`${app}/keys/import`, { baseLocale: 'en', keys: some })
  await load(keys)
  return {
    app,
    load,
    translate: (texts: Record<string, string>, locale = 'de') =>
      owner.post(`${app}/translations/${locale}/import`, {
        translations: Object.entries(texts).map(([name, text]) => ({ key: name, text })),
      }),
    publish: (body: object = {}) => owner.post(`${app}/translations/publish`, body),
    read: (name: string, locale = 'de') => owner.get(`${app}/keys/${name}/translations/${locale}`),
  }
}

test('an import of translations writes drafts, and reports what it did not take', async () => {
  const { translate, load, read } = await stage()
  await load(['a', 'b', 'c'].map((name) => key(name, N)))
  const first = await translate({ a: 'A', b: 'B {n}', c: '{n, date}', d: 'D', e: 'E' })
  assert.deepEqual(first.body, {
    added: 2,
    updated: 0,
    unchanged: 0,
    rejected: [
      { key: 'c', code: 'ARGUMENT_TYPE_MISMATCH', message: 'The text uses {n} as DATE, but it is NUMBER.' },
      { key: 'd', code: 'OBSOLETE', message: 'The key is obsolete.' },
      { key: 'e', code: 'INVALID_REFERENCE', message: 'The application has no such key.' },
    ],
  })
  assert.equal((await read('a')).body.status, 'DRAFT')
  assert.equal((await read('c')).status, 404)
  const a = await read('a')
  const second = await translate({ a: 'A', b: 'B!', c: '{' })
  assert.deepEqual([second.body.added, second.body.updated, second.body.unchanged], [0, 1, 1])
  assert.equal(second.body.rejected[0].code, 'INVALID_MESSAGE')
  assert.match(second.body.rejected[0].message, /^The text is not ICU MessageFormat: /)
  assert.equal((await read('a')).etag, a.etag)
  assert.equal((await read('b')).body.draftText, 'B!')
  assert.equal((await translate({ c: '{m}' })).body.rejected[0].code, 'UNKNOWN_ARGUMENT')
})

test('what is published stays, and the text that is published is no new draft', async () => {
  const { translate, publish, read } = await stage()
  await translate({ a: 'A', b: 'B' })
  await publish()
  const again = await translate({ a: 'A', b: 'B2' })
  assert.deepEqual(again.body, { added: 0, updated: 1, unchanged: 1, rejected: [] })
  const [a, b] = [(await read('a')).body, (await read('b')).body]
  assert.deepEqual(
    [a.status, b.status, b.publishedText, b.draftText],
    ['PUBLISHED', 'PUBLISHED_WITH_DRAFT', 'B', 'B2'],
  )
})

test('an import mends what did not fit, and starts again what was discarded', async () => {
  const { translate, load, read, app } = await stage()
  await translate({ a: '{n, number}', b: 'B' })
  const made = await read('b')
  await owner.delete(`${app}/keys/b/translations/de`, made.etag)
  await load(['a', 'b'].map((name) => key(name, [{ name: 'n', type: 'DATE' }])))
  assert.equal((await read('a')).body.invalid, true)
  assert.deepEqual((await translate({ a: '{n, date}', b: 'B' })).body, {
    added: 1,
    updated: 1,
    unchanged: 0,
    rejected: [],
  })
  const [a, b] = [await read('a'), await read('b')]
  assert.deepEqual([a.body.invalid, a.body.problems], [false, []])
  assert.notEqual(b.etag, made.etag)
})

for (const [what, translations, violation] of [
  [
    'a key twice',
    [
      { key: 'a', text: 'x' },
      { key: 'a', text: 'y' },
    ],
    'translations[1].key DUPLICATE_ITEM',
  ],
  ['a text that is empty', [{ key: 'a', text: '' }], 'translations[0].text VALUE_TOO_SHORT'],
  [
    'a text of 4001 characters',
    [{ key: 'a', text: 'x'.repeat(4001) }],
    'translations[0].text VALUE_TOO_LONG',
  ],
  ['a key of another form', [{ key: 'a b', text: 'x' }], 'translations[0].key INVALID_FORMAT'],
  ['no text', [{ key: 'a' }], 'translations[0].text REQUIRED'],
  [
    '10,001 of them',
    Array.from({ length: 10_001 }, (_, n) => ({ key: `k${n}`, text: 'x' })),
    'translations TOO_MANY_ITEMS',
  ],
] as const) {
  test(`an import of translations with ${what} is refused as a whole`, async () => {
    const { app, read } = await stage()
    const refused = await owner.post(`${app}/translations/de/import`, { translations })
    assert.deepEqual(violations(refused), [violation])
    assert.equal((await read('a')).status, 404)
  })
}

test('all drafts are published, or only the drafts of a locale, of keys, or of both', async () => {
  const texts = { a: 'A', b: 'B', c: 'C' }
  for (const [selection, published, left] of [
    [{}, 6, 0],
    [{ locale: 'de' }, 3, 3],
    [{ keys: ['a', 'b'] }, 4, 2],
    [{ locale: 'fr', keys: ['a'] }, 1, 5],
    [{ keys: [] }, 0, 6],
    [{ locale: 'es' }, 0, 6],
    [{ locale: 'en' }, 0, 6],
  ] as const) {
    const { app, translate, publish } = await stage()
    await translate(texts, 'de')
    await translate(texts, 'fr')
    assert.deepEqual((await publish(selection)).body, { published, skipped: [] }, JSON.stringify(selection))
    const drafts = await owner.get(`${app}/translations/count?filter=status==DRAFT`)
    assert.equal(drafts.body.count, left)
    assert.equal((await publish()).body.published, left)
  }
})

test('what cannot be published is skipped, each with its reason', async () => {
  const { translate, publish, load, read } = await stage()
  await translate({ a: '{n, number}', b: 'B', c: 'C' })
  await translate({ a: 'A' }, 'fr')
  await load([key('a'), key('b'), key('d')])
  const skipped = [
    { key: 'a', locale: 'de', code: 'INVALID' },
    { key: 'c', locale: 'de', code: 'OBSOLETE' },
  ]
  const all = await publish()
  assert.deepEqual(all.body, { published: 2, skipped })
  assert.equal((await read('a')).body.status, 'DRAFT')
  const named = await publish({ locale: 'de', keys: ['a', 'b', 'c', 'd'] })
  assert.deepEqual(named.body, {
    published: 0,
    skipped: [
      skipped[0],
      { key: 'b', locale: 'de', code: 'NO_DRAFT' },
      skipped[1],
      { key: 'd', locale: 'de', code: 'NO_DRAFT' },
    ],
  })
})

test('a publication names keys that there are, once, and nothing else', async () => {
  const { publish, translate } = await stage()
  await translate({ a: 'A' })
  assert.deepEqual(violations(await publish({ keys: ['a', 'x', 'b', 'y'] })), [
    'keys[1] INVALID_REFERENCE',
    'keys[3] INVALID_REFERENCE',
  ])
  assert.deepEqual(violations(await publish({ keys: ['a', 'a'] })), ['keys[1] DUPLICATE_ITEM'])
  assert.deepEqual(violations(await publish({ locale: 'german' })), ['locale INVALID_FORMAT'])
  assert.deepEqual(violations(await publish({ all: true })), ['all UNKNOWN_PROPERTY'])
  assert.equal((await publish({ keys: ['a'] })).body.published, 1)
})

test('10,000 keys of 200 characters are published with one request', async () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `${'k'.repeat(194)}.${String(n).padStart(5, '0')}`)
  const { publish, translate } = await stage(names.map((name) => key(name)))
  await translate({ [names[0] ?? '']: 'x' })
  assert.equal((await publish({ keys: names })).body.published, 1)
})
