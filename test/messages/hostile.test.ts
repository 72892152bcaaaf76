/** Hostile and senseless requests about texts: each answer says what is wrong, and nothing is lost. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { operations } from '../../src/api.ts'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { ROUNDS } from '../races/statuses.ts'
import { newKey, violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor
let app: string

before(async () => {
  app = `/applications/${(await newApplication(owner)).id}`
  const keys = [{ key: 'a', baseText: '{n}', arguments: [{ name: 'n', type: 'NUMBER' }] }]
  assert.equal((await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys })).status, 200)
  assert.equal((await owner.put(`${app}/keys/a/translations/de`, { text: '{n, number}' })).status, 201)
})

const NAMES = ['key', 'text', 'baseText', 'arguments', 'name', 'type', '__proto__', 'constructor', 'length']
const TEXTS = [
  'a',
  'de',
  'en',
  'ANY',
  '{n}',
  '{',
  '',
  '\u0000',
  '\ud800',
  '🎲',
  'x'.repeat(4001),
  '__proto__',
]
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...TEXTS, null, true, 0, -0, 1e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 4 }),
  ),
})).value

const CHANGES: [method: 'POST' | 'PUT' | 'PATCH', path: string, properties: string[]][] = [
  ['POST', '/applications', ['applicationId', 'displayName', 'baseLocale', 'description']],
  ['PATCH', '/', ['displayName', 'description']],
  ['POST', '/keys/import?dryRun=true', ['baseLocale', 'keys']],
  ['PUT', '/keys/a/translations/fr', ['text']],
  ['POST', '/translations/publish', ['locale', 'keys']],
  ['POST', '/translations/fr/import', ['translations']],
  ['POST', '/keys/preview', ['baseLocale', 'keys']],
  ['POST', '/locales/fr/import/json', ['applicationId', 'baseLocale', 'locale', 'translations']],
]

for (const [method, path, properties] of CHANGES) {
  test(`${method} ${path} with any values is done or refused`, async () => {
    const bodies = fc.record(Object.fromEntries(properties.map((name) => [name, anything])), {
      requiredKeys: [],
    })
    const whole = path === '/applications' ? path : app + path.replace(/\/$/, '')
    await fc.assert(
      fc.asyncProperty(fc.oneof(bodies, anything), async (body) => {
        const { status, text } = await owner.send(method, whole, body, { ...newKey(), 'if-match': '*' })
        assert.ok(status < 500 && status !== 401 && status !== 403, `${status} ${text}`)
      }),
      { numRuns: 6 * ROUNDS, seed: 7 },
    )
  })
}

const SEGMENTS =
  'count keys translations messages locales import publish a de zh-Hant-TW __proto__ %00 %ff %F0%9F%8E%B2 ..%2f * DE a.b'
    .split(' ')
    .concat("'", ' ', '', 'k'.repeat(300))

test('paths of any segments lead somewhere or nowhere', async () => {
  const segments = fc.constantFrom(...SEGMENTS)
  const paths = fc.array(segments, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`)
  const methods = fc.constantFrom(...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const))
  await fc.assert(
    fc.asyncProperty(methods, paths, fc.boolean(), async (method, path, below) => {
      const whole = below ? app + path : `/applications${path}`
      const { status, text } = await owner.send(method, whole, undefined, { ...newKey(), 'if-match': '*' })
      assert.ok(status < 500, `${method} ${whole}: ${status} ${text}`)
    }),
    { numRuns: 30 * ROUNDS, seed: 7 },
  )
})

const PIECES =
  "{ } ' # , | n other one =1 offset:1 plural select selectordinal number date time :: .00 yMd currency/EUR @@ <b> short"
    .split(' ')
    .concat(
      ' ',
      '\u200e',
      '🎲',
      '\ud83c',
      '__proto__',
      '{n}',
      '{n, number}',
      '{n, plural, other{',
      '}}',
      '{n, number, ::',
    )

test('texts of any pieces are taken or refused, by all who take texts alike', async () => {
  const texts = fc
    .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const declared = [{ name: 'n', type: 'NUMBER' }]
      const keys = [{ key: 'a', baseText: text, arguments: declared }]
      const imported = await owner.post(`${app}/keys/import?dryRun=true`, { baseLocale: 'en', keys })
      const path = `${app}/keys/a/translations/fr`
      const known = await owner.get(path)
      const put = await owner.put(path, { text }, known.status === 200 ? known.etag : undefined)
      const many = await owner.post(`${app}/translations/es/import`, { translations: [{ key: 'a', text }] })
      const good = imported.status === 200
      const wrong = `${text}: ${imported.text} ${put.text} ${many.text}`
      assert.ok(good ? put.status === 200 || put.status === 201 : put.status === 400, wrong)
      if (many.status === 200) assert.equal(many.body.rejected.length === 0, good, wrong)
      else assert.deepEqual([many.status, imported.status], [400, 400], wrong) // half of a surrogate pair
      if (!good) assert.deepEqual(codes(put), codes(imported), wrong)
    }),
    { numRuns: 12 * ROUNDS, seed: 7 },
  )
})

const codes = (reply: Parameters<typeof violations>[0]) =>
  violations(reply).map((violation) => violation.split(' ')[1])

test('what was there before is there still', async () => {
  const { body } = await owner.get(`${app}/keys/a/translations/de`)
  assert.equal(body.draftText ?? body.publishedText, '{n, number}')
  assert.equal((await owner.get(`${app}/keys/a`)).body.baseText, '{n}')
  assert.equal((await owner.get(`${app}/keys/count`)).body.count, 1)
})

test('a body may be as large as a catalogue where catalogues come, and nowhere else', () => {
  const large = operations.filter(({ bodyLimit }) => bodyLimit > 1_048_576).map(({ id }) => id)
  const imports = [
    'createImport',
    'importKeys',
    'importRankings',
    'importTranslationFile',
    'importTranslations',
    'importXliff',
    'previewKeys',
    'publishTranslations',
  ]
  assert.deepEqual(large.toSorted(), [...imports, 'putGameImage'])
})
