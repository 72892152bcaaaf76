/** Applications: their ids, their base locale, and how complete their translations are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newApplication, newCatalog } from './recipes.ts'
import { testWorld } from '../world.ts'
import { violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor

const application = (applicationId: string) => ({ applicationId, displayName: 'Table', baseLocale: 'en' })

test('an application is made under the id that was chosen for it', async () => {
  const body = { ...application('a1'), description: 'Scores at the table.' }
  const made = await owner.post('/applications', body)
  assert.equal(made.status, 201)
  assert.equal(made.headers['location'], '/api/v1/applications/a1')
  const { createdAt, updatedAt, ...rest } = made.body
  assert.deepEqual(rest, body)
  assert.equal(createdAt, updatedAt)
  const read = await owner.get('/applications/a1')
  assert.deepEqual([read.text, read.etag], [made.text, made.etag])
  const again = await owner.post('/applications', body)
  assert.equal(again.status, 409)
})

for (const id of ['a', 'A1', '1a', '-a', 'a_b', 'ä1', 'count', `a${'b'.repeat(63)}`, 'a b', '', 'a\n']) {
  test(`${JSON.stringify(id)} is no id of an application`, async () => {
    const refused = await owner.post('/applications', application(id))
    assert.deepEqual(violations(refused), ['applicationId INVALID_FORMAT'])
  })
}

for (const id of ['ab', 'a-', 'counts', 'keys', `a${'b'.repeat(62)}`]) {
  test(`${id} is one`, async () => {
    assert.equal((await owner.post('/applications', application(id))).status, 201)
    assert.equal((await owner.get(`/applications/${id}`)).status, 200)
  })
}

for (const baseLocale of [
  'EN',
  'en-us',
  'en_US',
  'e',
  'engl',
  'zh-hant',
  'en-US-x',
  'en-',
  'en-1',
  'de-Latn-DE-1996',
]) {
  test(`${baseLocale} is no locale`, async () => {
    const refused = await owner.post('/applications', { ...application('never'), baseLocale })
    assert.deepEqual(violations(refused), ['baseLocale INVALID_FORMAT'])
  })
}

for (const baseLocale of ['en', 'fil', 'en-US', 'zh-Hant', 'zh-Hant-TW', 'es-419']) {
  test(`${baseLocale} is one`, async () => {
    const body = { ...application(`in-${baseLocale.toLowerCase()}`), baseLocale }
    assert.equal((await owner.post('/applications', body)).status, 201)
  })
}

test('a change keeps what it does not name, and null clears the description', async () => {
  const { id, etag } = await newApplication(owner)
  const path = `/applications/${id}`
  const one = await owner.patch(path, { description: 'Scores' }, etag)
  const two = await owner.patch(path, { displayName: ' Companion ' }, one.etag)
  assert.equal(two.body.displayName, 'Companion')
  assert.equal(two.body.description, 'Scores')
  const three = await owner.patch(path, { description: null }, two.etag)
  assert.equal('description' in three.body, false)
  assert.equal((await owner.patch(path, { applicationId: 'other' }, three.etag)).status, 400)
})

test('the base locale changes while there are no keys, by PATCH and with the first import', async () => {
  const { id, etag } = await newApplication(owner)
  const path = `/applications/${id}`
  const french = await owner.patch(path, { baseLocale: 'fr' }, etag)
  assert.equal(french.body.baseLocale, 'fr')
  const empty = await owner.post(`${path}/keys/import`, { baseLocale: 'de', keys: [] })
  assert.equal(empty.status, 200)
  const german = await owner.get(path)
  assert.equal(german.body.baseLocale, 'de')
  assert.notEqual(german.etag, french.etag)
  const dry = await owner.post(`${path}/keys/import?dryRun=true`, newCatalog())
  assert.equal(dry.body.added, 2)
  assert.equal((await owner.get(path)).etag, german.etag)
  assert.equal((await owner.post(`${path}/keys/import`, newCatalog())).status, 200)
  const english = await owner.get(path)
  assert.equal(english.body.baseLocale, 'en')

  const other = await owner.post(`${path}/keys/import`, { baseLocale: 'de', keys: [] })
  assert.equal(other.status, 409)
  assert.equal((await owner.patch(path, { baseLocale: 'de' }, english.etag)).status, 409)
  const same = await owner.patch(path, { baseLocale: 'en', displayName: 'Same' }, english.etag)
  assert.equal(same.status, 200)
  await owner.post(`${path}/keys/import`, { baseLocale: 'en', keys: [] })
  const obsolete = await owner.post(`${path}/keys/import`, { baseLocale: 'de', keys: [] })
  assert.equal(obsolete.status, 409, 'obsolete keys are keys')
})

test('the progress of a locale adds up, whatever becomes of its translations', async () => {
  const { id } = await newApplication(owner)
  const path = `/applications/${id}`
  const keys = ['a', 'b', 'c', 'd'].map((key) => ({ key, baseText: key, arguments: [] as object[] }))
  const load = (some: object[]) => owner.post(`${path}/keys/import`, { baseLocale: 'en', keys: some })
  const progress = async () => (await owner.get(`${path}/locales`)).body.items
  await load(keys)
  assert.deepEqual(await progress(), [])
  const translations = ['a', 'b', 'c'].map((key) => ({ key, text: `${key}!` }))
  await owner.post(`${path}/translations/fr/import`, { translations: translations.slice(0, 1) })
  await owner.post(`${path}/translations/de/import`, { translations })
  await owner.post(`${path}/translations/publish`, { locale: 'de', keys: ['a', 'b'] })
  await owner.post(`${path}/translations/de/import`, { translations: [{ key: 'b', text: 'newer' }] })
  const none = { published: 0, draft: 0, invalid: 0, outdated: 0 }
  assert.deepEqual(await progress(), [
    { ...none, locale: 'de', total: 4, published: 2, draft: 1, missing: 1 },
    { ...none, locale: 'fr', total: 4, draft: 1, missing: 3 },
  ])
  await load(keys.slice(1).map((key) => ({ ...key, baseText: 'other' })))
  assert.deepEqual(await progress(), [
    { ...none, locale: 'de', total: 3, published: 1, draft: 1, missing: 1, outdated: 2 },
    { ...none, locale: 'fr', total: 3, missing: 3 },
  ])
  assert.equal((await owner.get('/applications/nowhere/locales')).status, 404)
})
