/** The lists of applications, keys and translations, in every sort and with every filter. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { newApplication } from './recipes.ts'
import { testWorld } from '../world.ts'
import { type Reply, violations } from '../support.ts'

const { world } = await testWorld()
const owner = world.editor
let app: string

const LOCALES = ['de', 'fr', 'pt-BR', 'zh-Hant', 'zh-Hant-TW']
const TOTAL = 40
const N = [{ name: 'n', type: 'NUMBER' }]

before(async () => {
  for (let n = 0; n < 25; n++) await newApplication(owner, n % 2 ? 'en' : 'de')
  app = `/applications/${(await newApplication(owner)).id}`
  const key = (n: number) => ({
    key: `${n % 2 ? 'Menu' : 'menu'}.item${n}`,
    baseText: `text ${n}`,
    arguments: N,
    ...(n % 4 ? { description: `Number ${n}` } : {}),
  })
  const keys = Array.from({ length: TOTAL }, (_, n) => key(n))
  const load = async (some: object[]) =>
    assert.equal((await owner.post(`${app}/keys/import`, { baseLocale: 'en', keys: some })).status, 200)
  await load(keys)
  for (const locale of LOCALES) {
    const translations = keys.map((one) => ({ key: one.key, text: `{n, number} ${locale}` }))
    await owner.post(`${app}/translations/${locale}/import`, { translations })
  }
  await owner.post(`${app}/translations/publish`, { locale: 'de' })
  await owner.post(`${app}/translations/de/import`, {
    translations: keys.slice(0, 5).map((one) => ({ key: one.key, text: 'newer' })),
  })
  // Imports only the first 36 keys, so that the last four become obsolete. One key gets another type, and one another text.
  const changed = keys
    .slice(0, 36)
    .map((one, n) => (n === 7 ? { ...one, arguments: [{ name: 'n', type: 'DATE' }] } : one))
  await load(changed.map((one, n) => (n === 9 ? { ...one, baseText: 'other' } : one)))
})

const nameOf = (item: Record<string, string>) =>
  [item['applicationId'], item['key'], item['locale']].join(' ')

async function walk(path: string, query: Record<string, string>): Promise<string[]> {
  const pages: string[][] = []
  let reply = await page(path, query)
  for (;;) {
    pages.push(reply.body.items.map(nameOf))
    if (reply.body.nextCursor === null) break
    reply = await page(path, { ...query, cursor: reply.body.nextCursor })
  }
  for (let index = pages.length - 2; reply.body.prevCursor !== null; index--) {
    reply = await page(path, { ...query, cursor: reply.body.prevCursor })
    assert.deepEqual(reply.body.items.map(nameOf), pages[index])
  }
  return pages.flat()
}

async function page(path: string, query: Record<string, string>): Promise<Reply> {
  const reply = await owner.get(`${path}?${new URLSearchParams(query)}`)
  assert.equal(reply.status, 200, reply.text)
  return reply
}

const lists: [name: string, path: () => string, sorts: string[], total: number | undefined][] = [
  ['applications', () => '/applications', ['applicationId', 'name', 'createdAt', 'updatedAt'], 26],
  ['keys', () => `${app}/keys`, ['key', 'createdAt', 'updatedAt'], TOTAL],
  ['all translations', () => `${app}/translations`, ['key', 'createdAt'], 36 * 5],
  ['translations of a key', () => `${app}/keys/menu.item0/translations`, ['locale', 'createdAt'], 5],
]

for (const [name, path, sorts, total] of lists) {
  test(`the list of ${name} is walked there and back in every sort`, async () => {
    const { count } = (await owner.get(`${path()}/count`)).body
    assert.equal(count, total)
    const orders = [...sorts.flatMap((sort) => [sort, `${sort}:DESC`]), `${sorts[0]}:DESC,${sorts[1]}`]
    for (const sort of orders) {
      const found = await walk(path(), { sort, limit: '7' })
      assert.equal(new Set(found).size, count, sort)
      assert.equal(found.length, count, sort)
    }
    const byName = await walk(path(), { sort: sorts[0] ?? '', limit: '100' })
    const folded = byName.map((one) => one.toLowerCase())
    if (name !== 'applications') assert.deepEqual(folded, folded.toSorted())
    assert.deepEqual(await walk(path(), {}), await walk(path(), { sort: 'createdAt:DESC', limit: '3' }))
  })

  test(`the list of ${name} refuses what it cannot be asked`, async () => {
    const others = [
      'id',
      'version',
      'application',
      'text',
      'draftText',
      'draftedBy',
      'baseText',
      'arguments',
      '__proto__',
    ]
    for (const field of others) {
      for (const query of [{ filter: `${field}=null=true` }, { sort: field }]) {
        const refused = await owner.get(`${path()}?${new URLSearchParams(query as Record<string, string>)}`)
        assert.deepEqual(violations(refused), ['query INVALID_SEARCH'], JSON.stringify(query))
      }
    }
    const { body } = await owner.get(`${path()}?filter=id==x`)
    assert.doesNotMatch(body.detail, /[,;] id,/)
  })
}

/** Filters, with the number of items that each finds. */
const filters: [path: () => string, filter: string, found: number][] = [
  [() => '/applications', 'baseLocale==de', 13],
  [() => '/applications', 'applicationId==COMPANION-1*', 11],
  [() => '/applications', "name=='*companion'", 26],
  [() => '/applications', "name!='*companion'", 0],
  [() => `${app}/keys`, 'status==OBSOLETE', 4],
  [() => `${app}/keys`, 'status==ACTIVE', 36],
  [() => `${app}/keys`, 'status!=ACTIVE', 4],
  [() => `${app}/keys`, 'key==MENU.item1*', 11],
  [() => `${app}/keys`, 'key==menu.item7', 1],
  [() => `${app}/keys`, 'key=in=(menu.item1,menu.item2,menu.other)', 2],
  [() => `${app}/keys`, 'description=null=true', 10],
  [() => `${app}/keys`, "description=='number 1*'", 9],
  [() => `${app}/keys`, 'createdAt=gt=2000-01-01T00:00:00Z;updatedAt=lt=2000-01-01T00:00:00Z', 0],
  [() => `${app}/translations`, 'locale==de', 36],
  [() => `${app}/translations`, 'locale==zh-*', 72],
  [() => `${app}/translations`, 'locale=in=(de,fr)', 72],
  [() => `${app}/translations`, 'status==PUBLISHED', 31],
  [() => `${app}/translations`, 'status==PUBLISHED_WITH_DRAFT', 5],
  [() => `${app}/translations`, 'status=out=(DRAFT)', 36],
  [() => `${app}/translations`, 'invalid==true', 5],
  [() => `${app}/translations`, 'invalid==true;locale==fr', 1],
  [() => `${app}/translations`, 'outdated==true', 5],
  [() => `${app}/translations`, 'outdated==false;invalid==false', 170],
  [() => `${app}/translations`, 'invalid==true,outdated==true', 10],
  [() => `${app}/translations`, 'key==menu.item3', 5],
  [() => `${app}/translations`, 'key==menu.item38', 0],
  [() => `${app}/keys/menu.item0/translations`, 'status==DRAFT', 4],
  [() => `${app}/keys/Menu.item7/translations`, 'invalid==true', 5],
  [() => `${app}/keys/menu.item38/translations`, 'invalid==false', 5],
]

for (const [path, filter, found] of filters) {
  test(`${filter} finds ${found}`, async () => {
    assert.equal((await page(`${path()}/count`, { filter })).body.count, found)
    assert.equal((await walk(path(), { filter, limit: '9' })).length, found)
  })
}

test('a filter takes the values of its field alone', async () => {
  for (const [path, filter] of [
    [`${app}/keys`, 'status==GONE'],
    [`${app}/keys`, 'status==active'],
    [`${app}/keys`, 'status=gt=ACTIVE'],
    [`${app}/translations`, 'status==NONE'],
    [`${app}/translations`, 'invalid==yes'],
    [`${app}/translations`, 'outdated=gt=true'],
    [`${app}/translations`, 'createdAt=gt=2000-01-01T00:00:00Z'],
    [`${app}/keys/menu.item0/translations`, 'key==menu.item0'],
  ]) {
    const refused = await owner.get(`${path}?${new URLSearchParams({ filter: filter ?? '' })}`)
    assert.deepEqual(violations(refused), ['query INVALID_SEARCH'], filter)
  }
})

test('a list has a parent, and a cursor is of one list', async () => {
  for (const path of [
    '/applications/nowhere/keys',
    '/applications/nowhere/translations',
    `${app}/keys/no.such/translations`,
  ]) {
    assert.equal((await owner.get(path)).status, 404)
    assert.equal((await owner.get(`${path}/count`)).status, 404)
  }
  const { id } = await newApplication(owner)
  const empty = await owner.get(`/applications/${id}/keys`)
  assert.deepEqual(empty.body, { limit: 20, prevCursor: null, nextCursor: null, items: [] })
  const cursor = (await page(`${app}/keys`, { limit: '5' })).body.nextCursor
  assert.deepEqual(violations(await owner.get(`${app}/translations?cursor=${cursor}`)), [
    'cursor INVALID_CURSOR',
  ])
})
