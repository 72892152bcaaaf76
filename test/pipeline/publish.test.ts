/** The step PUBLISH: an approved candidate enters the engine exactly once, whatever fails between the engine and the pipeline. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { EngineCall } from '../../src/pipeline/engine.ts'
import { DatabaseUnavailable } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { unavailable } from '../../src/http/problem.ts'
import { type Bench, COMPLETE, act, made, never, testPipeline, timePasses } from './pipeline.ts'

let bench: Bench
before(async () => {
  bench = await testPipeline()
})
after(() => bench.close())

const approved = async (more: object = {}) => {
  const { body } = await made(bench, { ...COMPLETE, ...more })
  const reply = await act(bench, body.id, 'approve')
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const shown = async (id: string) => (await bench.candidate(id)).body
const gamesOf = async (catalogId: number) =>
  (await bench.editor.get(`/games?filter=sourceRef==catalog:${catalogId}`)).body.items

/** An instance dies after the engine has answered, and keeps its lease. */
async function dieAfterTheEngine(count = 1): Promise<EngineCall[]> {
  const calls: EngineCall[] = []
  for (let n = 0; n < count; n++) {
    const answered = Promise.withResolvers<void>()
    const turns = bench.instance({
      async engine(call) {
        calls.push(call)
        await bench.engine(call)
        answered.resolve()
        return new Promise(() => {})
      },
    })
    void turns.PUBLISH?.(never)
    await answered.promise
    await timePasses(bench)
  }
  return calls
}

test('an approved game is made in the engine, with its source reference', async () => {
  const { id, catalogId } = await approved({
    tags: ['a', 'b'],
    imageUrl: 'https://i.example/a.jpg',
    minAge: 8,
  })
  assert.equal(await bench.turn('PUBLISH'), true)
  const { status, stage, gameId, failureReason } = await shown(id)
  assert.deepEqual([status, stage, failureReason], ['PUBLISHED', 'INTERPRETED', undefined])
  const { createdAt, updatedAt, ...game } = (await bench.editor.get(`/games/${gameId}`)).body
  assert.ok(createdAt && updatedAt)
  assert.deepEqual(game, {
    id: gameId,
    displayName: 'Harbour Lights',
    ...COMPLETE,
    tags: ['a', 'b'],
    imageUrl: 'https://i.example/a.jpg',
    expansions: [],
    sourceRef: `catalog:${catalogId}`,
  })
  assert.equal(await bench.turn('PUBLISH'), false)
})

test('approved again with new values, the game is updated; what was cleared is cleared', async () => {
  const { id } = await approved({ imageUrl: 'https://i.example/a.jpg' })
  await bench.turn('PUBLISH')
  const { gameId } = await shown(id)
  await act(bench, id, 'approve', { imageUrl: null, scoreType: 'WIN_LOSS', displayName: 'Other' })
  assert.equal((await shown(id)).status, 'APPROVED')
  await bench.turn('PUBLISH')
  assert.equal((await shown(id)).status, 'PUBLISHED')
  const { imageUrl, scoreType, winCondition, displayName } = (await bench.editor.get(`/games/${gameId}`)).body
  assert.deepEqual(
    [imageUrl, scoreType, winCondition, displayName],
    [undefined, 'WIN_LOSS', undefined, 'Other'],
  )
})

test('a process that ends between the answer of the engine and its own commit makes nothing twice', async () => {
  const { id, catalogId } = await approved()
  const calls = await dieAfterTheEngine(2)
  assert.equal((await shown(id)).status, 'APPROVED')
  assert.equal((await gamesOf(catalogId)).length, 1)
  await bench.all('PUBLISH')
  const { status, gameId } = await shown(id)
  assert.equal(status, 'PUBLISHED')
  assert.deepEqual(
    (await gamesOf(catalogId)).map((game: { id: string }) => game.id),
    [gameId],
  )
  assert.deepEqual(calls[0], calls[1], 'the very same call is sent again')
  const before = await bench.editor.get(`/games/${gameId}`)
  await act(bench, id, 'approve', { maxPlayers: 6 })
  await dieAfterTheEngine()
  await bench.all('PUBLISH')
  const game = await bench.editor.get(`/games/${gameId}`)
  assert.equal(game.body.maxPlayers, 6)
  assert.equal(Number(game.etag.slice(1, -1)), Number(before.etag.slice(1, -1)) + 1, 'it was updated once')
  assert.equal((await shown(id)).status, 'PUBLISHED')
})

test('approved again while the engine is called, it stays APPROVED and is published again', async () => {
  const { id, catalogId } = await approved()
  const turns = bench.instance({
    async engine(call) {
      const answer = await bench.engine(call)
      assert.equal((await act(bench, id, 'approve', { maxPlayers: 7 })).status, 200)
      return answer
    },
  })
  await turns.PUBLISH?.(never)
  const { status, gameId } = await shown(id)
  assert.equal(status, 'APPROVED')
  await bench.all('PUBLISH')
  assert.equal((await shown(id)).status, 'PUBLISHED')
  assert.deepEqual(
    (await gamesOf(catalogId)).map((game: { id: string; maxPlayers: number }) => [game.id, game.maxPlayers]),
    [[gameId, 7]],
  )
})

test('a new approval after a crash does not change the call that was begun', async () => {
  const { id, catalogId } = await approved()
  await dieAfterTheEngine()
  await act(bench, id, 'approve', { maxPlayers: 8 })
  await bench.all('PUBLISH')
  assert.equal((await shown(id)).status, 'PUBLISHED')
  assert.deepEqual(
    (await gamesOf(catalogId)).map((game: { maxPlayers: number }) => game.maxPlayers),
    [8],
  )
})

test('what the engine has under the source reference is adopted and updated', async () => {
  const { id, catalogId } = await approved({ maxPlayers: 5 })
  const sourceRef = `catalog:${catalogId}`
  const game = await bench.editor.post('/games', { displayName: 'By hand', ...COMPLETE, tags: [], sourceRef })
  await bench.all('PUBLISH')
  const { status, gameId } = await shown(id)
  assert.deepEqual([status, gameId], ['PUBLISHED', game.body.id])
  const now = (await bench.editor.get(`/games/${gameId}`)).body
  assert.deepEqual([now.displayName, now.maxPlayers], ['Harbour Lights', 5])

  const expansion = await made(bench, { isExpansion: true, displayName: 'Rising Tides' })
  const there = await bench.editor.post(`/games/${gameId}/expansions`, {
    displayName: 'By hand',
    description: 'Old.',
    sourceRef: `catalog:${expansion.body.catalogId}`,
  })
  await act(bench, expansion.body.id, 'approve', { gameId })
  await bench.all('PUBLISH')
  const { expansionId } = await shown(expansion.body.id)
  assert.equal(expansionId, there.body.id)
  const { displayName, description } = (await bench.editor.get(`/games/${gameId}/expansions/${expansionId}`))
    .body
  assert.deepEqual([displayName, description], ['Rising Tides', undefined])
})

test('where the memory of keys is over, the source reference keeps it from being made twice', async () => {
  const { id, catalogId } = await approved()
  await dieAfterTheEngine()
  await bench.service.db.many(sql`
    update candidates set engine_call = jsonb_set(engine_call, '{since}', '0') where id = ${id}`)
  await bench.service.db.many(sql`delete from idempotency_keys`)
  await bench.all('PUBLISH')
  assert.equal((await shown(id)).status, 'PUBLISHED')
  assert.equal((await gamesOf(catalogId)).length, 1)
})

test('what the engine refuses is blocked with the reason, and waits for a person', async () => {
  const { id } = await approved()
  const turns = bench.instance({
    engine: async (call) => bench.engine({ ...call, body: { ...call.body, maxPlayers: 0, tags: 'none' } }),
  })
  assert.equal(await turns.PUBLISH?.(never), true)
  const blocked = await shown(id)
  assert.equal(blocked.status, 'APPROVED')
  assert.match(blocked.failureReason, /maxPlayers.*tags/)
  assert.equal(await bench.turn('PUBLISH'), false)
  await timePasses(bench)
  assert.equal(await bench.turn('PUBLISH'), false)
  const refused = await act(bench, id, 'retry', { step: 'COLLECT_RULES' })
  assert.equal(refused.status, 409)
  const retried = await act(bench, id, 'retry', { step: 'PUBLISH' })
  assert.deepEqual([retried.status, retried.body.failureReason], [200, undefined])
  await bench.all('PUBLISH')
  assert.equal((await shown(id)).status, 'PUBLISHED')
})

test('approved again, what was blocked goes on; and a 404 of the engine blocks too', async () => {
  const { id } = await approved()
  const refuse = bench.instance({ engine: async () => ({ done: false, status: 404, reason: 'Gone.' }) })
  await refuse.PUBLISH?.(never)
  assert.equal((await shown(id)).failureReason, 'Gone.')
  const again = await act(bench, id, 'approve')
  assert.equal(again.body.failureReason, undefined)
  await bench.all('PUBLISH')
  assert.equal((await shown(id)).status, 'PUBLISHED')
})

test('while the engine does not answer it is tried again with the same call; the fifth time it is blocked', async () => {
  const { id, catalogId } = await approved()
  const calls: EngineCall[] = []
  const turns = bench.instance({
    async engine(call) {
      calls.push(call)
      throw calls.length % 2 ? unavailable('Not now.') : new DatabaseUnavailable('Not now.')
    },
  })
  for (let n = 0; n < 5; n++) {
    assert.equal((await shown(id)).failureReason, undefined)
    assert.equal(await turns.PUBLISH?.(never), true)
    assert.equal(await turns.PUBLISH?.(never), false)
    await timePasses(bench)
  }
  assert.equal(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
  const blocked = await shown(id)
  assert.equal(blocked.status, 'APPROVED')
  assert.ok(blocked.failureReason)
  await act(bench, id, 'retry')
  await bench.all('PUBLISH')
  assert.equal((await gamesOf(catalogId)).length, 1)
})

test('the service caller may do what it does, and nothing else', async () => {
  const call: EngineCall = {
    operation: 'createGame',
    params: {},
    body: { displayName: 'A' },
    idempotencyKey: '00000000-0000-4000-8000-000000000001',
  }
  const answer = await bench.engine(call)
  assert.deepEqual([answer.done, !answer.done && answer.status], [false, 400])
  const forbidden = await bench.engine({ ...call, operation: 'getMe' as 'createGame' })
  assert.deepEqual([forbidden.done, !forbidden.done && forbidden.status], [false, 403])
})

test('two instances publish each candidate once', async () => {
  const candidates = await Promise.all(Array.from({ length: 12 }, () => approved()))
  const calls: EngineCall[] = []
  const engine = async (call: EngineCall) => {
    calls.push(call)
    return bench.engine(call)
  }
  const instances = [bench.instance({ engine }), bench.instance({ engine })]
  const run = async (turns: (typeof instances)[number]) => {
    for (;;) if (!(await turns.PUBLISH?.(never))) return
  }
  await Promise.all([...instances, ...instances].map(run))
  assert.equal(calls.length, candidates.length)
  for (const { id, catalogId } of candidates) {
    assert.equal((await shown(id)).status, 'PUBLISHED')
    assert.equal((await gamesOf(catalogId)).length, 1)
  }
})
