/** PostgreSQL's logs name a statement by the function that writes it, or by the operation of a list. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Sql, prepared, raw, sql } from '../../src/db/sql.ts'
import { reserveKey } from '../../src/http/lifecycle/idempotency.ts'
import { type Service, testService } from '../support.ts'

let service: Service

before(async () => {
  service = await testService()
})
after(() => service.close())

/** The prepared statements of the only reader, by name. */
const names = async (): Promise<Record<string, string>> => {
  const rows = await service.db.many(sql<{ name: string; statement: string }>`
    select name, statement from pg_prepared_statements`)
  return Object.fromEntries(rows.map(({ name, statement }) => [name, statement]))
}

test('a list and its count are named after their operations, a read after its store', async () => {
  const ann = await service.as('Ann')
  const { status } = await ann.get('/games?limit=1')
  assert.equal(status, 200)
  await ann.get('/games/count')
  await ann.get('/users/me')
  const found = await names()
  assert.match(found['listGames'] ?? '', /limit/)
  assert.match(found['countGames'] ?? '', /count\(\*\)/)
  assert.ok(
    Object.keys(found).some((name) => /^users\.\w+$/.test(name)),
    Object.keys(found).join(),
  )
})

test('the statements of a change are named after what writes them', async () => {
  await service.db.transaction(async (tx) => {
    const [insert, state] = reserveKey('018f0000-0000-7000-8000-000000000001', newUuid, Buffer.from('x'))
    await Promise.all([tx.many(insert), tx.one(state)])
    const rows = await tx.many(sql<{ name: string }>`
      select name from pg_prepared_statements where statement like '%idempotency_keys%'`)
    const found = rows.map(({ name }) => name)
    assert.ok(found.includes('lifecycle.idempotency.reserveKey'), found.join())
    assert.ok(found.includes('lifecycle.idempotency.reserveKey.2'), found.join())
    await tx.rollback()
  })
})

const newUuid = '018f0000-0000-7000-8000-000000000002'

const aFunctionWithANameThatIsLongerThanAnythingThatPostgreSQLKeepsOfOne = (n: number): Sql =>
  prepared(sql`select ${n}::int as n ${raw(`/* ${n} */`)}`, 'capped')

test('many texts of one function have different names of at most 63 bytes', async () => {
  for (let n = 0; n < 12; n++)
    await service.db.one(aFunctionWithANameThatIsLongerThanAnythingThatPostgreSQLKeepsOfOne(n))
  const found = Object.entries(await names()).filter(([, statement]) => statement.includes('/*'))
  assert.equal(found.length, 12)
  for (const [name] of found) {
    assert.match(name, /^statement-names\.test\.aFunctionWithAName/)
    assert.ok(name.length <= 63, name)
  }
})
