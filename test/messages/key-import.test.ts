/** The import of keys: it counts, leaves unchanged keys alone, changes translations, and is done completely or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor

const NUMBER = { name: 'n', type: 'NUMBER' }
const STRING = { name: 'n', type: 'STRING' }

const key = (name: string, baseText = name, declared: object[] = [], more: object = {}) => ({
  key: name,
  baseText,
  arguments: declared,
  ...more,
})

/** Makes an application, with functions that use it. */
async function catalog() {
  const path = `/applications/${(await newApplication(owner)).id}`
  return {
    path,
    load: (keys: object[], query = '') =>
      owner.post(`${path}/keys/import${query}`, { baseLocale: 'en', keys }),
    read: (name: string) => owner.get(`${path}/keys/${name}`),
    translate: async (name: string, text: string, publish = true, locale = 'de') => {
      const at = `${path}/keys/${name}/translations/${locale}`
      const before = await owner.get(at)
      const made = await owner.put(at, { text }, before.status === 200 ? before.etag : undefined)
      assert.ok([200, 201].includes(made.status), made.text)
      return publish ? owner.post(`${at}/publish`, undefined, { 'if-match': made.etag }) : made
    },
    translation: (name: string, locale = 'de') => owner.get(`${path}/keys/${name}/translations/${locale}`),
    messages: async (locale = 'de') => (await owner.get(`${path}/messages/${locale}`)).body.messages,
  }
}

const counts = (
  added: number,
  updated: number,
  obsoleted: number,
  unchanged: number,
  invalidated: object[] = [],
) => ({
  added,
  updated,
  obsoleted,
  unchanged,
  invalidated,
})

test('keys are added, updated, made obsolete, and left alone', async () => {
  const { load, read } = await catalog()
  const first = await load([key('a'), key('b'), key('c'), key('d')])
  assert.deepEqual(first.body, counts(4, 0, 0, 0))
  const a = await read('a')
  assert.deepEqual([a.body.status, a.body.baseText, a.body.arguments], ['ACTIVE', 'a', []])
  const second = await load([key('a'), key('b', 'B'), key('c', 'c', [], { description: 'C' }), key('e')])
  assert.deepEqual(second.body, counts(1, 2, 1, 1))
  assert.equal((await read('a')).etag, a.etag)
  assert.equal((await read('b')).body.baseText, 'B')
  assert.equal((await read('c')).body.description, 'C')
  const gone = await read('d')
  assert.equal(gone.body.status, 'OBSOLETE')
  assert.ok(gone.body.obsoletedAt >= gone.body.createdAt)
  const third = await load([key('d'), key('b', 'B', [NUMBER]), key('c', 'c')])
  assert.deepEqual(third.body, counts(0, 3, 2, 0))
  const back = await read('d')
  assert.deepEqual([back.body.status, 'obsoletedAt' in back.body], ['ACTIVE', false])
  assert.equal(back.body.createdAt, gone.body.createdAt)
  assert.equal('description' in (await read('c')).body, false)
})

test('the same import again changes nothing, and no ETag', async () => {
  const { load, read, translate, translation } = await catalog()
  const keys = [key('a', '{n}', [NUMBER]), key('b', 'b', [], { description: 'b' }), key('gone')]
  await load(keys)
  await translate('a', '{n, number}')
  await load(keys.slice(0, 2))
  const before = [await read('a'), await read('b'), await read('gone'), await translation('a')]
  const again = await load(keys.slice(0, 2))
  assert.deepEqual(again.body, counts(0, 0, 0, 2))
  const after = [await read('a'), await read('b'), await read('gone'), await translation('a')]
  assert.deepEqual(
    after.map(({ etag, text }) => etag + text),
    before.map(({ etag, text }) => etag + text),
  )
})

test('a dry run answers what the import would do, and writes nothing', async () => {
  const { load, read, translate, translation, path } = await catalog()
  await load([key('a', '{n}', [NUMBER]), key('b')])
  await translate('a', '{n, number}')
  const before = [await read('a'), await read('b'), await translation('a')]
  const next = [key('a', '{n}', [STRING]), key('c')]
  const dry = await load(next, '?dryRun=true')
  const expected = counts(1, 1, 1, 0, [{ key: 'a', locale: 'de' }])
  assert.deepEqual(dry.body, expected)
  const after = [await read('a'), await read('b'), await translation('a')]
  assert.deepEqual(
    after.map(({ etag, text }) => etag + text),
    before.map(({ etag, text }) => etag + text),
  )
  assert.equal((await read('c')).status, 404)
  assert.deepEqual((await load(next, '?dryRun=false')).body, expected)
  for (const query of ['dryRun=1', 'dryRun=', 'dryRun=TRUE', 'dryRun']) {
    const refused = await owner.post(`${path}/keys/import?${query}`, { baseLocale: 'en', keys: [] })
    assert.deepEqual(violations(refused), ['dryRun INVALID_TYPE'])
  }
})

test('a translation that no longer fits is reported once, kept, and not served', async () => {
  const { load, translate, translation, messages } = await catalog()
  const base = '{n, plural, one {# card} other {# cards}}'
  await load([key('a', base, [NUMBER]), key('b', '{n}', [NUMBER])])
  await translate('a', '{n} Karten')
  await translate('a', '{n, number} Karten', true, 'fr')
  await translate('b', '{n, number}', false)
  const fr = await translation('a', 'fr')
  const changed = await load([key('a', '{n} cards', [STRING]), key('b', 'none')])
  assert.deepEqual(changed.body.invalidated, [
    { key: 'a', locale: 'fr' },
    { key: 'b', locale: 'de' },
  ])
  const invalid = await translation('a', 'fr')
  assert.notEqual(invalid.etag, fr.etag)
  assert.deepEqual(
    [invalid.body.invalid, invalid.body.outdated, invalid.body.publishedText],
    [true, true, '{n, number} Karten'],
  )
  assert.deepEqual(invalid.body.problems, [
    {
      code: 'ARGUMENT_TYPE_MISMATCH',
      argument: 'n',
      message: 'The published text uses {n} as NUMBER, but it is STRING.',
    },
  ])
  const draft = (await translation('b')).body
  assert.deepEqual(draft.problems, [
    {
      code: 'UNKNOWN_ARGUMENT',
      argument: 'n',
      message: 'The draft uses {n}, which is not among the arguments of the key.',
    },
  ])
  assert.equal((await messages('fr'))['a'], '{n} cards')
  assert.equal((await messages('de'))['a'], '{n} Karten', 'what fits any type fits still')

  const again = await load([key('a', '{n} cards!', [STRING]), key('b', 'none')])
  assert.deepEqual(again.body.invalidated, [], 'they were invalid before')
  const back = await load([key('a', base, [NUMBER]), key('b', '{n}', [NUMBER])])
  assert.deepEqual(back.body.invalidated, [])
  const healed = (await translation('a', 'fr')).body
  assert.deepEqual([healed.invalid, healed.outdated, healed.problems], [false, false, []])
  assert.equal((await messages('fr'))['a'], '{n, number} Karten')
})

test('a draft beside a published text: each is reported when it stops fitting', async () => {
  const { load, translate, translation } = await catalog()
  const [m, n] = ['m', 'n'].map((name) => ({ name, type: 'NUMBER' })) as [object, object]
  await load([key('a', 'a', [m, n])])
  await translate('a', '{m}')
  await translate('a', '{n}', false)
  const place = [{ key: 'a', locale: 'de' }]
  assert.deepEqual((await load([key('a', 'a', [n])])).body.invalidated, place)
  assert.deepEqual((await load([key('a', 'a', [])])).body.invalidated, place, 'the draft now')
  const { body } = await translation('a')
  assert.deepEqual(
    body.problems.map(({ argument, message }: Record<string, string>) => [argument, message?.slice(0, 9)]),
    [
      ['n', 'The draft'],
      ['m', 'The publi'],
    ],
  )
  const { etag } = await translation('a')
  await load([key('a', 'a', [{ name: 'm', type: 'DATE' }])])
  assert.notEqual(
    (await translation('a')).etag,
    etag,
    'the problems changed, though it is as invalid as before',
  )
})

test('outdated shows another base text, until it is the same again or the translation is rewritten', async () => {
  const { load, translate, translation } = await catalog()
  await load([key('a', 'one')])
  await translate('a', 'eins')
  const { etag } = await translation('a')
  await load([key('a', 'one', [NUMBER])])
  assert.equal(
    (await translation('a')).etag,
    etag,
    'another argument is nothing to a text that does not use it',
  )
  await load([key('a', 'two', [NUMBER])])
  assert.equal((await translation('a')).body.outdated, true)
  await translate('a', 'zwei', false)
  assert.equal((await translation('a')).body.outdated, false)
  await load([key('a', 'one')])
  assert.equal((await translation('a')).body.outdated, true, 'the draft was written for the other')
  const at = await translation('a')
  await owner.delete(`/applications/${at.body.applicationId}/keys/a/translations/de`, at.etag)
  assert.equal((await translation('a')).body.outdated, false, 'the published text was written for this one')
})

test('a key that was dropped and is back has its translations again, and they are judged afresh', async () => {
  const { load, translate, translation, messages, path } = await catalog()
  await load([key('a', '{n}', [NUMBER]), key('b', 'b')])
  await translate('a', '{n, number}')
  await translate('b', 'B')
  const work = async () => (await owner.get(`${path}/translations/count`)).body.count
  assert.equal(await work(), 2)
  await load([])
  assert.deepEqual(await messages(), {})
  assert.equal(await work(), 0)
  assert.equal((await translation('a')).body.publishedText, '{n, number}')
  const same = await load([key('a', '{n}', [NUMBER]), key('b', 'b')])
  assert.deepEqual(same.body, counts(0, 2, 0, 0))
  assert.deepEqual(await messages(), { a: '{n, number}', b: 'B' })
  assert.equal(await work(), 2)
  await load([])
  const other = await load([key('a', '{n}', [STRING]), key('b', 'other')])
  assert.deepEqual(other.body, counts(0, 2, 0, 0, [{ key: 'a', locale: 'de' }]))
  const [a, b] = [(await translation('a')).body, (await translation('b')).body]
  assert.deepEqual([a.invalid, a.outdated, b.invalid, b.outdated], [true, false, false, true])
  assert.deepEqual(await messages(), { a: '{n}', b: 'B' })
})

const faults: [what: string, keys: object[], violation: string][] = [
  ['a key of another form', [key('a'), key('a b')], 'keys[1].key INVALID_FORMAT'],
  ['a key that ends in a dot', [key('a.')], 'keys[0].key INVALID_FORMAT'],
  ['a key of 201 characters', [key('k'.repeat(201), '')], 'keys[0].key VALUE_TOO_LONG'],
  ['a key twice', [key('a'), key('b'), key('a')], 'keys[2].key DUPLICATE_ITEM'],
  ['a text that is no ICU', [key('a'), key('b', '{')], 'keys[1].baseText INVALID_MESSAGE'],
  ['a used argument that is missing', [key('a', '{n}')], 'keys[0].baseText UNKNOWN_ARGUMENT'],
  [
    'an argument of another type',
    [key('a', '{n, date}', [NUMBER])],
    'keys[0].baseText ARGUMENT_TYPE_MISMATCH',
  ],
  ['an argument twice', [key('a', 'a', [NUMBER, STRING])], 'keys[0].arguments[1].name DUPLICATE_ITEM'],
  [
    'an argument with a dash',
    [key('a', 'a', [{ name: 'a-b', type: 'ANY' }])],
    'keys[0].arguments[0].name INVALID_FORMAT',
  ],
  [
    'an argument of 201 characters',
    [key('a', 'a', [{ name: 'n'.repeat(201), type: 'ANY' }])],
    'keys[0].arguments[0].name VALUE_TOO_LONG',
  ],
  [
    'more arguments than a text has room for',
    [
      key(
        'a',
        'a',
        Array.from({ length: 1334 }, (_, n) => ({ name: `n${n}`, type: 'ANY' })),
      ),
    ],
    'keys[0].arguments TOO_MANY_ITEMS',
  ],
  ['an argument of no type', [key('a', 'a', [{ name: 'n' }])], 'keys[0].arguments[0].type REQUIRED'],
  [
    'an unknown type',
    [key('a', 'a', [{ name: 'n', type: 'number' }])],
    'keys[0].arguments[0].type INVALID_VALUE',
  ],
  ['no arguments', [{ key: 'a', baseText: 'a' }], 'keys[0].arguments REQUIRED'],
  ['no text', [{ key: 'a', arguments: [] }], 'keys[0].baseText REQUIRED'],
  [
    'a long description',
    [key('a', 'a', [], { description: 'd'.repeat(1001) })],
    'keys[0].description VALUE_TOO_LONG',
  ],
  ['another property', [key('a', 'a', [], { status: 'ACTIVE' })], 'keys[0].status UNKNOWN_PROPERTY'],
  ['a null', [key('a', 'a', [], { description: null })], 'keys[0].description INVALID_TYPE'],
]

for (const [what, keys, violation] of faults) {
  test(`an import with ${what} is refused with its path, and nothing is written`, async () => {
    const { load, path } = await catalog()
    const refused = await load([...keys, key('zz')])
    assert.equal(refused.status, 400)
    assert.deepEqual(violations(refused), [violation])
    assert.equal((await owner.get(`${path}/keys/count`)).body.count, 0)
  })
}

test('one answer reports all faults of an import and of its parts', async () => {
  const { path } = await catalog()
  const keys = [key('a b', '{', [STRING, STRING]), key('c', '{x}'), 5, key('c')]
  const refused = await owner.post(`${path}/keys/import`, { baseLocale: 'english', keys })
  assert.deepEqual(violations(refused).toSorted(), [
    'baseLocale INVALID_FORMAT',
    'keys[0].arguments[1].name DUPLICATE_ITEM',
    'keys[0].baseText INVALID_MESSAGE',
    'keys[0].key INVALID_FORMAT',
    'keys[1].baseText UNKNOWN_ARGUMENT',
    'keys[2] INVALID_TYPE',
    'keys[3].key DUPLICATE_ITEM',
  ])
})

test('10,001 keys are too many', async () => {
  const { load } = await catalog()
  const refused = await load(Array.from({ length: 10_001 }, (_, n) => key(`k${n}`)))
  assert.deepEqual(violations(refused), ['keys TOO_MANY_ITEMS'])
})

test('a body of 30 MB is imported, and found unchanged', async () => {
  const { load, read } = await catalog()
  const keys = Array.from({ length: 10_000 }, (_, n) => key(`k${n}`, `${n} ${'🎲'.repeat(750)}`))
  assert.ok(Buffer.byteLength(JSON.stringify(keys)) > 30_000_000)
  assert.deepEqual((await load(keys)).body, counts(10_000, 0, 0, 0))
  assert.equal((await read('k9999')).body.baseText, keys.at(-1)?.baseText)
  assert.deepEqual((await load(keys)).body, counts(0, 0, 0, 10_000))
})

test('keys with names that JavaScript or the paths of the API have', async () => {
  const { load, read, translate, messages, path } = await catalog()
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'count',
    'import',
    '0',
    '10',
    '9',
    'A',
    'a',
  ]
  const longest = `k${'.long'.repeat(39)}.end`.slice(0, 200)
  const loaded = await load([...names, longest].map((name) => key(name)))
  assert.deepEqual(loaded.body, counts(12, 0, 0, 0))
  assert.deepEqual((await load([...names, longest].map((name) => key(name)))).body, counts(0, 0, 0, 12))
  assert.equal((await read(longest)).body.key, longest)
  assert.equal((await read('__proto__')).body.key, '__proto__')
  assert.equal((await read('import')).body.key, 'import', 'though keys are sent to that path')
  const { status, headers } = await owner.delete(`${path}/keys/import`, '*')
  assert.deepEqual([status, headers['allow']], [405, 'POST, GET, HEAD'])
  await translate('__proto__', 'x')
  await translate('count', 'y')
  const served = await owner.get(`${path}/messages/de`)
  assert.match(served.text, /"__proto__" : "x"/)
  assert.equal((await messages())['count'], 'y')
  assert.equal((await owner.get(`${path}/keys/count`)).body.count, 12, 'the number of keys')
  const { body } = await owner.get(`${path}/keys?filter=key==count`)
  assert.equal(body.items[0].key, 'count', 'a key of that name is found by the list')
})
