/** The list of the ranking: it is sorted by rank, its key is `catalogId`, and ids are exact. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Person, type Service, testService, violations } from '../support.ts'

let service: Service
let editor: Person
const TOTAL = 25

before(async () => {
  service = await testService()
  editor = await service.as('editor', { roles: ['catalog-editor'] })
  const rows = Array.from({ length: TOTAL }, (_, n) => {
    const rank = n % 5 === 4 ? 0 : n + 1
    return `${1000 + n},${n % 2 ? 'b' : 'A'}-${n % 3},${1990 + n},${rank},${n * 10},${n % 2}`
  })
  const csv = `id,name,yearpublished,rank,usersrated,is_expansion\n${rows.join('\n')}\n`
  const reply = await editor.post('/pipeline/import-rankings', csv, { 'content-type': 'text/csv' })
  assert.deepEqual(reply.body, { storedRows: TOTAL, unreadableRows: 0 })
  await editor.post('/pipeline/enrich', { catalogIds: [1000, 77] })
})
after(() => service.close())

const ids = async (query: Record<string, string>) => {
  const reply = await editor.get(`/rankings?${new URLSearchParams({ limit: '100', ...query })}`)
  assert.equal(reply.status, 200, reply.text)
  return reply.body.items.map(({ catalogId }: { catalogId: number }) => catalogId)
}

test('the list is sorted by rank, and entries without a rank come last', async () => {
  const found = await ids({})
  const unranked = [4, 9, 14, 19, 24].map((n) => 1000 + n)
  assert.deepEqual(found.slice(-5), unranked)
  assert.deepEqual(found.slice(0, 5), [1000, 1001, 1002, 1003, 1005])
  assert.equal(found.length, TOTAL, 'an id that was only asked for is no entry')
})

for (const sort of [
  'rank',
  'rank:DESC',
  'name',
  'name:DESC',
  'catalogId',
  'catalogId:DESC',
  'name,rank:DESC',
]) {
  test(`walked by ${sort} there and back, each entry appears once`, async () => {
    const there: number[][] = []
    const back: number[][] = []
    const page = async (cursor?: string) =>
      (await editor.get(`/rankings?${new URLSearchParams({ sort, limit: '4', ...(cursor && { cursor }) })}`))
        .body
    const idsIn = ({ items }: { items: { catalogId: number }[] }) => items.map(({ catalogId }) => catalogId)
    let found = await page()
    there.push(idsIn(found))
    while (found.nextCursor !== null) {
      found = await page(found.nextCursor)
      there.push(idsIn(found))
    }
    while (found.prevCursor !== null) {
      found = await page(found.prevCursor)
      back.unshift(idsIn(found))
    }
    assert.equal(new Set(there.flat()).size, TOTAL)
    assert.deepEqual(back, there.slice(0, -1))
  })
}

test('filters count what the list has', async () => {
  for (const [filter, expected] of [
    ["name=='a-*'", 13],
    ['isExpansion==true', 12],
    ['rank=null=true', 5],
    ['rank=le=3;usersRated=ge=10', 2],
    ['catalogId=in=(1000,1001,77)', 2],
    ['candidateId=null=true', TOTAL],
    ['importedAt=gt=2020-01-01T00:00:00Z', TOTAL],
    ['yearPublished==1990', 1],
  ] as const) {
    const query = new URLSearchParams({ filter })
    assert.equal((await editor.get(`/rankings/count?${query}`)).body.count, expected, filter)
    assert.equal((await ids({ filter })).length, expected, filter)
  }
})

test('what cannot be asked is refused', async () => {
  for (const query of [
    'sort=usersRated',
    'sort=createdAt',
    'filter=average==5',
    'filter=rank==1.5',
    'cursor=x',
  ])
    assert.equal((await editor.get(`/rankings?${query}`)).status, 400, query)
  for (const [id, code] of [
    ['chess', 'INVALID_FORMAT'],
    ['01000', 'INVALID_FORMAT'],
    ['-1', 'INVALID_FORMAT'],
    ['9223372036854775808', 'OUT_OF_RANGE'],
  ])
    assert.deepEqual(violations(await editor.get(`/rankings/${id}`)), [`catalogId ${code}`])
  const unknown = await editor.get('/rankings/9223372036854775807')
  assert.equal(unknown.status, 404)
  assert.equal(unknown.body.detail, 'There is no such ranking, or it was deleted.')
})

test('1 to 100 different ids are asked for at once', async () => {
  const enrich = (catalogIds: unknown) => editor.post('/pipeline/enrich', { catalogIds })
  assert.deepEqual(violations(await enrich([])), ['catalogIds TOO_FEW_ITEMS'])
  const many = Array.from({ length: 101 }, (_, n) => n + 1)
  assert.deepEqual(violations(await enrich(many)), ['catalogIds TOO_MANY_ITEMS'])
  assert.deepEqual(violations(await enrich([5, 6, 5])), ['catalogIds[2] DUPLICATE_ITEM'])
  assert.deepEqual(violations(await enrich([5, 0, 'x'])), [
    'catalogIds[1] OUT_OF_RANGE',
    'catalogIds[2] INVALID_TYPE',
  ])
  assert.deepEqual((await enrich(many.slice(1))).body, { queued: 100, known: 0 })
})
