/** The keys that have no text in a locale, and what the queue of a translator reads at 50,000 translations. */
import assert from 'node:assert/strict'
import { createSecretKey, randomBytes } from 'node:crypto'
import { before, test } from 'node:test'
import { buffersOf, explain, nodesOf } from '../../bench/explain.ts'
import { raw, sql } from '../../src/db/sql.ts'
import type { Collection } from '../../src/http/filter/collection.ts'
import { countQuery, listQuery } from '../../src/http/filter/query.ts'
import { countStatement, listStatement } from '../../src/http/filter/statement.ts'
import { missing } from '../../src/messages/keys/store.ts'
import { ofApplication } from '../../src/messages/translations/store.ts'
import { present } from '../support.ts'
import { testWorld } from '../world.ts'
import { newApplication } from './recipes.ts'

const { service, world } = await testWorld()
const owner = world.editor
const { db } = service

let app: string

const key = (name: string) => ({ key: name, baseText: `Text of ${name}`, arguments: [] })
const keysOf = async (locale: string, query = 'sort=key') => {
  const { body } = await owner.get(`${app}/locales/${locale}/missing?${query}`)
  return body.items.map((item: { key: string }) => item.key)
}
const load = async (...names: string[]) => {
  const reply = await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys: names.map(key) })
  assert.equal(reply.status, 200, reply.text)
}

before(async () => {
  app = `/applications/${(await newApplication(owner)).id}`
  await load('a', 'b', 'c', 'd', 'e')
})

test('a key is missing in a locale until it has a draft, and again when the draft is discarded', async () => {
  assert.deepEqual(await keysOf('fr'), ['a', 'b', 'c', 'd', 'e'])
  const path = `${app}/keys/b/translations/fr`
  const { etag } = await owner.put(path, { text: 'B' })
  assert.deepEqual(await keysOf('fr'), ['a', 'c', 'd', 'e'])
  assert.deepEqual(await keysOf('de'), ['a', 'b', 'c', 'd', 'e'])
  assert.equal((await owner.delete(path, etag)).status, 204)
  assert.deepEqual(await keysOf('fr'), ['a', 'b', 'c', 'd', 'e'])
})

test('the list and the count agree with the progress of the locale', async () => {
  await owner.post(`${app}/translations/it/import`, {
    translations: ['a', 'b'].map((name) => ({ key: name, text: 'x' })),
  })
  await owner.post(`${app}/translations/publish`, { locale: 'it', keys: ['a'] })
  const { items } = (await owner.get(`${app}/locales`)).body
  const { missing: number } = items.find(({ locale }: { locale: string }) => locale === 'it')
  assert.equal(number, 3)
  assert.equal((await owner.get(`${app}/locales/it/missing/count`)).body.count, number)
  assert.deepEqual(await keysOf('it'), ['c', 'd', 'e'])
})

test('an obsolete key is not missing, and nothing is missing in the base locale', async () => {
  await load('a', 'b', 'c', 'd')
  assert.deepEqual(await keysOf('it'), ['c', 'd'])
  assert.deepEqual(await keysOf('en'), [])
  assert.equal((await owner.get(`${app}/locales/en/missing/count`)).body.count, 0)
  await load('a', 'b', 'c', 'd', 'e')
})

test('the list is walked, sorted and filtered', async () => {
  const first = (await owner.get(`${app}/locales/pl/missing?sort=key:DESC&limit=3`)).body
  assert.deepEqual(
    first.items.map((item: { key: string }) => item.key),
    ['e', 'd', 'c'],
  )
  assert.deepEqual(await keysOf('pl', `sort=key:DESC&limit=3&cursor=${first.nextCursor}`), ['b', 'a'])
  assert.deepEqual(await keysOf('pl', 'filter=key==c'), ['c'])
  assert.equal((await owner.get(`${app}/locales/pl/missing?filter=status==ACTIVE`)).status, 400)
  assert.equal((await owner.get('/applications/nowhere/locales/pl/missing')).status, 404)
  assert.equal((await owner.get(`${app}/locales/Polish/missing`)).status, 400)
})

const LARGE = 'large'
const KEYS = 10_000
/** How many of the last keys have no text in Polish. */
const LACKING = 30

before(async () => {
  assert.equal(
    (await owner.post('/applications', { applicationId: LARGE, displayName: 'Large', baseLocale: 'en' }))
      .status,
    201,
  )
  for (const statement of [
    sql`
      insert into message_keys (application_id, key, base_text, arguments)
      select ${LARGE}, 'area' || n % 20 || '.text' || lpad(n::text, 5, '0'), repeat('word ', 8) || n, '[]'
      from generate_series(1, ${KEYS}::int) n`,
    sql`
      insert into translations (application_id, key, locale, published_text, published_arguments, published_fits, outdated)
      select ${LARGE}, k.key, l.locale, repeat('Wort ', 8), '{}', k.n % 1000 <> 0, k.n % 500 = 0
      from (select key, row_number() over (order by key) as n from message_keys where application_id = ${LARGE}) k,
        unnest(array['ar', 'de', 'fr', 'it', 'pl']) as l (locale)
      where l.locale <> 'pl' or k.n <= ${KEYS - LACKING}::int`,
    raw('vacuum analyze'),
  ])
    await db.many(statement)
})

/** The queues of one locale, with the most buffers of 8 kB that a page and its count may read: a fifth more than we measured. */
const QUEUES: [name: string, filter: string | undefined, most: { page: number; count: number }][] = [
  ['missing', undefined, { page: 5_100, count: 5_050 }],
  ['invalid', 'locale==pl;invalid==true', { page: 660, count: 640 }],
  ['outdated', 'locale==pl;outdated==true', { page: 720, count: 680 }],
  ['drafts', 'locale==pl;status=in=(DRAFT,PUBLISHED_WITH_DRAFT)', { page: 610, count: 610 }],
  ['all', 'locale==pl', { page: 320, count: 36_500 }],
]

const params = { applicationId: LARGE, locale: 'pl' }

for (const [name, filter, most] of QUEUES)
  test(`the queue of what is ${name} reads one locale by an index`, async () => {
    const collection: Collection<{ params: typeof params }> = filter === undefined ? missing : ofApplication
    const rows = collection.rows({ params })
    const asked = new Map(Object.entries(filter === undefined ? {} : { filter }))
    const ordered = new Map([...asked, ['sort', 'key'], ['limit', '50']])
    const page = listQuery(collection, ordered, '', createSecretKey(randomBytes(32)))
    const statements = {
      page: listStatement(rows, present(page.value)),
      count: countStatement(rows, present(countQuery(collection, asked).value)),
    }
    for (const what of ['page', 'count'] as const) {
      const { Plan } = await explain(db, statements[what])
      const scans = nodesOf(Plan).map(
        (node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name'] ?? ''}`,
      )
      const buffers = buffersOf(Plan)
      assert.ok(!scans.some((scan) => /^Seq Scan (message_keys|translations)/.test(scan)), scans.join(', '))
      assert.ok(buffers <= most[what], `${what}: ${buffers} buffers: ${scans.join(', ')}`)
    }
  })
