/** 200,000 matches leave in each format: complete, in bounded memory, and without a long statement. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { type Person, type Service, idOf, testService } from '../support.ts'
import { resultColumns, unknownResult } from '../wrong-rows.ts'
import { worldOf } from '../world.ts'
import { newMatch } from '../resources/matches/recipes.ts'

const MATCHES = 200_000
/** In MiB: what the process may grow by. One of the files has 50 to 250. */
const MORE = 120
/** In seconds. */
const LONGEST_STATEMENT = 5

let service: Service
let by: Person
before(async () => {
  service = await testService()
  const world = await worldOf(service)
  by = await world.newcomer()
  const ghost = (await by.post('/ghost-players', { displayName: 'Ghost' })).body.id
  const first = await by.post('/matches', newMatch((await world.game()).id, ghost))
  await by.post(`/matches/${first.body.id}/finalize`, undefined, { 'if-match': '*' })
  await service.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, created_at, finalized_at)
    select uuidv7(), game_id, recorder_id, played_at - n * interval '1 minute', created_at + n * interval '1 second', finalized_at
    from matches, generate_series(2, ${MATCHES}::int) n where id = ${first.body.id}`)
  await service.db.many(sql`
    insert into participants (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
    select uuidv7(), m.id, ${ghost}, 1, m.created_at, m.played_at, m.finalized_at, ${unknownResult(1)} from matches m
    where m.recorder_id = ${await idOf(by)} and m.id <> ${first.body.id}`)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => service.close())

/** Counts how often the text is in the answer, without keeping the answer. */
async function countIn(path: string, wanted: string): Promise<{ count: number; bytes: number }> {
  const { port } = service.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${by.token}` }
  const sent = request({ port, path: `/api/v1${path}`, headers }).end()
  const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
  assert.equal(response.statusCode, 200)
  let [count, bytes, rest] = [0, 0, '']
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    const text = rest + String(chunk)
    count += text.split(wanted).length - 1
    rest = text.slice(Math.max(0, text.length - wanted.length + 1))
  }
  return { count, bytes }
}

const slowest = sql<{ seconds: number }>`
  select coalesce(max(extract(epoch from now() - query_start)), 0)::float8 as seconds from pg_stat_activity
  where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`

const memory = () => {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 2 ** 20
}

for (const [path, wanted] of [
  ['/users/me/export', '"playedAt"'],
  ['/users/me/export/csv', '\r\n'],
  ['/users/me/export/bg-stats', '"playDate":'],
] as const)
  test(`${path} has all matches`, async (t) => {
    await countIn(path, wanted) // the heap first grows to what it needs
    const before = memory()
    let [most, longest] = [before, 0]
    const ending = new AbortController()
    const watching = (async () => {
      while (!ending.signal.aborted) {
        most = Math.max(most, process.memoryUsage.rss() / 2 ** 20)
        longest = Math.max(longest, (await service.db.one(slowest)).seconds)
        await sleep(100)
      }
    })()
    const began = performance.now()
    const { count, bytes } = await countIn(path, wanted)
    const seconds = (performance.now() - began) / 1000
    ending.abort()
    await watching
    t.diagnostic(
      `${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(1)} s; ${Math.round(most - before)} MiB more; ` +
        `the longest statement took ${longest.toFixed(2)} s`,
    )
    assert.ok(count >= MATCHES && count <= MATCHES + 2, `${count} matches`)
    assert.ok(most - before < MORE, `${most - before} MiB more`)
    assert.ok(longest < LONGEST_STATEMENT, `${longest} s`)
  })
