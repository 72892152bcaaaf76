/** Trying the failed steps of many candidates again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { MOST_RETRIED } from '../../src/pipeline/candidates/retry-many.ts'
import { sql } from '../../src/db/sql.ts'
import { violations } from '../support.ts'
import { type Bench, COMPLETE, act, made, testPipeline } from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())
const fails = (id: string) =>
  bench.service.db.many(sql`
    update candidates set stage = 'FAILED', failure_reason = 'No rulebook.' where id = ${id}`)
const retry = (body?: object, query = '') => bench.editor.post(`/candidates/retry${query}`, body)

test('the candidates that match and have failed are tried again, and no others', async () => {
  const [failed, other, fine] = [
    await made(bench),
    await made(bench, { displayName: 'Other' }),
    await made(bench),
  ]
  for (const { body } of [failed, other]) await fails(body.id)
  const filter = `name=="Harbour Lights";id=in=(${failed.body.id},${other.body.id},${fine.body.id})`
  const counts = { matching: 2, retryable: 1 }
  const dry = await retry({ filter }, '?dryRun=true')
  assert.deepEqual([dry.status, dry.body], [200, { ...counts, retried: 0 }])
  assert.equal((await bench.candidate(failed.body.id)).body.stage, 'FAILED')
  assert.deepEqual((await retry({ filter })).body, { ...counts, retried: 1 })
  const { body } = await bench.candidate(failed.body.id)
  assert.deepEqual([body.stage, body.failureReason], ['PENDING_RULES', undefined])
  assert.equal((await bench.candidate(other.body.id)).body.stage, 'FAILED')
  const noted = (await bench.editor.get(`/candidates/${failed.body.id}/activity?filter=kind==RETRIED`)).body
    .items
  assert.equal(noted[0].user.displayName, 'editor')
  assert.deepEqual((await retry({ filter })).body, { matching: 2, retryable: 0, retried: 0 })
})

test('it does to each candidate what its own retry does', async () => {
  const withText = async () => {
    const { body } = await made(bench)
    await bench.service.db.many(sql`
      with source as (
        insert into rule_sources (candidate_id, url, origin) values (${body.id}, 'https://a.example/', 'SEARCH') returning id)
      insert into rule_texts (source_id, candidate_id, text) select id, ${body.id}, 'The text.' from source`)
    await fails(body.id)
    return body.id
  }
  const blocked = async () => {
    const { body } = await made(bench, COMPLETE)
    assert.equal((await act(bench, body.id, 'approve')).status, 200)
    await bench.service.db.many(sql`update candidates set blocked = true where id = ${body.id}`)
    return body.id
  }
  const fail = async () => {
    const { body } = await made(bench)
    await fails(body.id)
    return body.id
  }
  for (const make of [withText, blocked, fail])
    for (const step of [undefined, 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH']) {
      const [one, other] = [await make(), await make()]
      const body = step === undefined ? {} : { step }
      const alone = await act(bench, one, 'retry', body)
      const together = await retry({ ...body, filter: `id==${other}` })
      assert.equal(together.body.retried, alone.status === 200 ? 1 : 0, `${make.name} ${step}`)
      const stage = async (id: string) => {
        const { stage, status, failureReason } = (await bench.candidate(id)).body
        return [stage, status, failureReason]
      }
      assert.deepEqual(await stage(other), await stage(one), `${make.name} ${step}`)
    }
})

test('a wrong filter is refused with its place', async () => {
  const wrong = await retry({ filter: 'colour==red' })
  assert.deepEqual([wrong.status, violations(wrong)], [400, ['filter INVALID_SEARCH']])
  assert.equal((await retry({}, '?dryRun=yes')).status, 400)
})

test('one request retries a thousand, and says how many there are', async () => {
  await bench.service.db.many(sql`
    insert into candidates (catalog_id, display_name, stage)
    select 9000000 + n, 'Many', 'FAILED' from generate_series(1, ${MOST_RETRIED + 5}) n`)
  const filter = 'name==Many'
  assert.deepEqual((await retry({ filter })).body, { matching: 1005, retryable: 1005, retried: 1000 })
  assert.deepEqual((await retry({ filter })).body, { matching: 1005, retryable: 5, retried: 5 })
})
