/** The step ENRICH_FROM_CATALOG: the first rows in the specification's table of transitions. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Failed, Stopped, Unusable } from '../../src/pipeline/outside/failures.ts'
import { sql } from '../../src/db/sql.ts'
import { type Bench, made, newId, testPipeline, thing, timePasses } from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

const STEP = 'ENRICH_FROM_CATALOG'

const importCsv = async (csv: string) => {
  const reply = await bench.editor.post('/pipeline/import-rankings', csv, { 'content-type': 'text/csv' })
  assert.equal(reply.status, 200, reply.text)
}
const enrich = async (...catalogIds: number[]) =>
  (await bench.editor.post('/pipeline/enrich', { catalogIds })).body
const status = async () => (await bench.editor.get('/pipeline/status')).body
const byCatalogId = async (catalogId: number) =>
  (await bench.editor.get(`/candidates?filter=catalogId==${catalogId}`)).body.items[0]

test('an entry of the ranking that is a game becomes a candidate, and is linked', async () => {
  const id = newId()
  bench.services.catalogue = async (ids) =>
    ids.map((one) => thing(one, { rank: 5, imageUrl: 'https://i.example/a.jpg' }))
  await importCsv(`id,name,rank\n${id},Harbour Lights,12\n`)
  assert.equal((await status()).unlinkedRankings, 1)
  assert.equal(await bench.turn(STEP), true)
  const { createdAt, updatedAt, id: candidateId, ...candidate } = await byCatalogId(id)
  assert.equal(createdAt, updatedAt)
  assert.deepEqual(candidate, {
    catalogId: id,
    displayName: `Harbour Lights ${id}`,
    description: 'Build piers.',
    minPlayers: 2,
    maxPlayers: 4,
    playingTime: 90,
    minAge: 10,
    yearPublished: 2019,
    imageUrl: 'https://i.example/a.jpg',
    tags: ['economic'],
    isExpansion: false,
    stage: 'PENDING_RULES',
    status: 'PENDING',
    reliability: 'UNVERIFIED',
    reliabilityChecks: [],
  })
  assert.equal((await status()).unlinkedRankings, 0)
  assert.equal((await bench.editor.get(`/rankings/${id}`)).body.candidateId, candidateId)
  assert.equal(await bench.turn(STEP), false)
})

test('an id that was asked for comes before the ranking, which comes by rank; 20 ids a call', async () => {
  const asked: string[][] = []
  bench.services.catalogue = async (ids) => {
    asked.push([...ids])
    return ids.map((id) => thing(id))
  }
  const ids = Array.from({ length: 22 }, newId)
  await importCsv(`id,name,rank\n${ids.map((id, n) => `${id},G,${n === 0 ? 0 : 100 - n}`).join('\n')}\n`)
  const wanted = newId()
  assert.deepEqual(await enrich(wanted), { queued: 1, known: 0 })
  await bench.all(STEP)
  assert.deepEqual(
    asked.map((call) => call.length),
    [20, 3],
  )
  assert.deepEqual(asked.flat(), [String(wanted), ...ids.slice(1).toReversed().map(String), String(ids[0])])
  assert.deepEqual(await enrich(wanted), { queued: 0, known: 1 })
  assert.equal((await bench.editor.get(`/rankings/${wanted}`)).status, 404, 'it is no entry of the ranking')
})

test('what is missing or no game is marked, and leaves the unlinked rankings', async () => {
  const [missing, other] = [newId(), newId()]
  bench.services.catalogue = async () => [thing(String(other), { type: 'rpgitem' })]
  await importCsv(`id,name,rank\n${missing},A,1\n${other},B,2\n`)
  assert.equal((await status()).unlinkedRankings, 2)
  await bench.all(STEP)
  assert.equal((await status()).unlinkedRankings, 0)
  assert.equal(await byCatalogId(missing), undefined)
  assert.equal(await byCatalogId(other), undefined)
  await importCsv(`id,name,rank\n${missing},A,1\n`)
  assert.equal(await bench.turn(STEP), false, 'it is not asked for again by itself')
  assert.deepEqual(await enrich(missing), { queued: 1, known: 0 })
  bench.services.catalogue = async (ids) => ids.map((id) => thing(id))
  await bench.all(STEP)
  assert.ok(await byCatalogId(missing), 'but where somebody asks')
})

test('what was asked for too early is asked for again once the ranking has it', async () => {
  const id = newId()
  bench.services.catalogue = async () => []
  await enrich(id)
  await bench.all(STEP)
  assert.equal(await byCatalogId(id), undefined)
  bench.services.catalogue = async (ids) => ids.map((one) => thing(one))
  await importCsv(`id,name,rank\n${id},New,7\n`)
  assert.equal((await status()).unlinkedRankings, 1)
  await bench.all(STEP)
  assert.ok(await byCatalogId(id))
})

test('the catalogue fills in what a candidate by hand leaves out; typed values win', async () => {
  const catalogId = newId()
  bench.services.catalogue = async (ids) => ids.map((id) => thing(id))
  const { body, etag } = await made(bench, { catalogId, displayName: 'My name', minPlayers: 3 })
  const patched = await bench.editor.patch(`/candidates/${body.id}`, { minAge: null }, etag)
  await bench.all(STEP)
  const filled = await bench.candidate(body.id)
  assert.notEqual(filled.etag, patched.etag)
  const { displayName, minPlayers, maxPlayers, minAge, yearPublished } = filled.body
  assert.deepEqual(
    { displayName, minPlayers, maxPlayers, minAge, yearPublished },
    { displayName: 'My name', minPlayers: 3, maxPlayers: 4, minAge: undefined, yearPublished: 2019 },
  )
})

test('what was decided is not touched any more', async () => {
  bench.services.catalogue = async (ids) => ids.map((id) => thing(id))
  const { body } = await made(bench)
  const rejected = await bench.editor.post(`/candidates/${body.id}/reject`, undefined, { 'if-match': '*' })
  await bench.all(STEP)
  const now = await bench.candidate(body.id)
  assert.equal(now.text, rejected.text)
  assert.equal(now.etag, rejected.etag)
})

test("an expansion's base is the one that is no expansion with the best rank, and is asked for where it is not known", async () => {
  const [expansion, big, worse, better, unknown, alone] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  await importCsv(
    `id,name,rank,is_expansion\n${big},Big box,1,1\n${worse},Worse,90,0\n${better},Better,80,0\n`,
  )
  const asked: string[] = []
  bench.services.catalogue = async (ids) => {
    asked.push(...ids)
    return ids.map((id) => {
      if (id === String(expansion))
        return thing(id, {
          type: 'boardgameexpansion',
          baseCatalogIds: [big, worse, better].map(String),
        })
      if (id === String(big)) return thing(id, { type: 'boardgameexpansion' })
      if (id === String(alone))
        return thing(id, { type: 'boardgameexpansion', baseCatalogIds: [String(unknown)] })
      return thing(id)
    })
  }
  await enrich(expansion, alone)
  await bench.all(STEP)
  assert.deepEqual((await byCatalogId(expansion)).baseGameCatalogId, better)
  assert.deepEqual((await byCatalogId(alone)).baseGameCatalogId, unknown)
  assert.equal((await byCatalogId(alone)).isExpansion, true)
  assert.ok(asked.includes(String(unknown)))
  assert.equal((await byCatalogId(unknown)).isExpansion, false)
})

test('a service that asks us to wait suspends the step, and the attempt is not counted', async () => {
  const id = newId()
  await enrich(id)
  const until = new Date(Date.now() + 60_000)
  bench.services.catalogue = async () => {
    throw new Stopped('The catalogue asks for fewer calls.', until)
  }
  await bench.turn(STEP)
  const step = (await status()).steps[0]
  assert.deepEqual(step, {
    step: STEP,
    paused: false,
    suspendedUntil: until.toISOString().replace(/0+Z$/, 'Z').replace('.Z', 'Z'),
    suspendReason: 'The catalogue asks for fewer calls.',
    running: false,
  })
  assert.equal(await bench.turn(STEP), false)
  const resumed = await bench.editor.post('/pipeline/resume', { step: STEP })
  assert.deepEqual(resumed.body.steps[0], { step: STEP, paused: false, running: true })
  const [entry] = await bench.service.db.many<{ attempts: number }>(
    sql`select attempts from catalog_entries where catalog_id = ${id}`,
  )
  assert.equal(entry?.attempts, 0)
  bench.services.catalogue = async (ids) => ids.map((one) => thing(one))
  assert.equal(await bench.turn(STEP), true)
  assert.ok(await byCatalogId(id))
})

test('a failed call is tried again later, and after the fifth time in a day', async () => {
  const id = newId()
  await enrich(id)
  let calls = 0
  bench.services.catalogue = async () => {
    calls++
    throw new Failed('The network is down.')
  }
  const wait = async () => {
    const { seconds } = await bench.service.db.one(
      sql<{ seconds: number }>`
        select extract(epoch from due_at - now())::float8 as seconds from catalog_entries where catalog_id = ${id}`,
    )
    return seconds
  }
  const waits: number[] = []
  for (let n = 0; n < 5; n++) {
    await bench.turn(STEP)
    assert.equal(await bench.turn(STEP), false)
    waits.push(await wait())
    await timePasses(bench)
  }
  assert.equal(calls, 5)
  for (const [n, least] of [30, 120, 600, 600, 86_400].entries()) {
    const waited = waits[n] ?? 0
    assert.ok(waited > least - 2 && waited < least * 1.2 + 2, `${n}: ${waited}`)
  }
  bench.services.catalogue = async (ids) => ids.map((one) => thing(one))
  await bench.all(STEP)
  assert.ok(await byCatalogId(id))
})

test('one thing that spoils an answer costs itself, not its neighbours', async () => {
  const [good, bad, fine] = [newId(), newId(), newId()]
  await enrich(good, bad, fine)
  bench.services.catalogue = async (ids) => {
    if (ids.includes(String(bad))) throw new Unusable('The answer has a DOCTYPE.')
    return ids.map((id) => thing(id))
  }
  await bench.all(STEP)
  assert.ok(await byCatalogId(good))
  assert.ok(await byCatalogId(fine))
  assert.equal(await byCatalogId(bad), undefined)
})

test('the pace is kept over all instances', async () => {
  await enrich(newId())
  const settings = { cataloguePause: 5_000 }
  const [one, other] = [bench.instance({ settings }), bench.instance({ settings })]
  bench.services.catalogue = async (ids) => {
    await enrich(newId())
    return ids.map((id) => thing(id))
  }
  const signal = new AbortController().signal
  const turns = await Promise.all([one, other, one, other].map(async (turns) => turns[STEP]?.(signal)))
  assert.equal(turns.filter(Boolean).length, 1)
  await bench.service.db.many(sql`update pipeline_steps set next_call_at = now()`)
  assert.equal(await other[STEP]?.(signal), true)
})
