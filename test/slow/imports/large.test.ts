/** Large imports: 10,000 plays in a minute, and a worker that is killed makes nothing twice. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import { sql } from '../../../src/db/sql.ts'
import { startImports } from '../../../src/imports/work.ts'
import { bgStats, importFile, start } from '../../imports/files.ts'
import { newGame } from '../../resources/games/recipes.ts'
import { type Person, idOf } from '../../support.ts'
import { testWorld } from '../../world.ts'

const { service, world } = await testWorld()

const GAMES = Array.from({ length: 40 }, (_, n) => `Large import ${n}`)
for (const displayName of GAMES) {
  const made = await world.editor.post('/games', { ...newGame(), displayName })
  assert.equal(made.status, 201, made.text)
}
const PEOPLE = ['Me', ...Array.from({ length: 60 }, (_, n) => `Friend ${n}`)]

const fileOf = (plays: number) =>
  bgStats(
    PEOPLE,
    GAMES.map((name) => ({ name })),
    Array.from({ length: plays }, (_, n) => ({
      uuid: `play ${n}`,
      date: `20${10 + (n % 15)}-0${1 + (n % 9)}-1${n % 10} 2${n % 4}:00:00`,
      game: GAMES[n % GAMES.length] ?? '',
      scores: [0, 1, 2, 3].map((seat) => ({
        player: seat === 0 ? 'Me' : (PEOPLE[1 + ((n * 7 + seat * 13) % 60)] ?? ''),
        score: String((n * 31 + seat * 17) % 120),
        winner: false,
      })),
    })),
  )

async function ended(me: Person, id: string) {
  for (;;) {
    const { body } = await me.get(`/imports/${id}`)
    if (body.state !== 'RUNNING') return body
    await sleep(200)
  }
}

test('10,000 plays become matches, and others are answered meanwhile', async (t) => {
  const me = await world.newcomer()
  const file = fileOf(10_000)
  const begun = performance.now()
  const made = await importFile(me, file)
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.plays, [{ status: 'NEW', plays: 10_000 }])
  const dryRun = performance.now() - begun
  const since = performance.now()
  assert.equal((await start(me, made.body.id)).status, 200)
  const work = startImports(
    service.db,
    (message, facts) => assert.fail(`${message} ${JSON.stringify(facts)}`),
    50,
  )
  t.after(() => work.stop())
  const waits: number[] = []
  const other = await world.newcomer()
  const over = ended(me, made.body.id)
  const rest = new AbortController()
  void over.finally(() => rest.abort())
  while (!rest.signal.aborted) {
    const asked = performance.now()
    assert.equal((await other.get('/matches')).status, 200)
    waits.push(performance.now() - asked)
    await sleep(100)
  }
  const done = await over
  const seconds = (performance.now() - since) / 1000
  assert.equal(done.state, 'DONE', JSON.stringify(done))
  assert.equal(done.playsDone, 10_000)
  assert.equal((await me.get('/matches/count')).body.count, 10_000)
  t.diagnostic(
    `file ${(file.length / 1e6).toFixed(1)} MB, dry run ${Math.round(dryRun)} ms, matches ${seconds.toFixed(1)} s, ` +
      `longest of ${waits.length} reads meanwhile ${Math.round(Math.max(...waits))} ms`,
  )
  assert.ok(seconds < 240, `${seconds} s`)
  const again = await importFile(me, file)
  assert.deepEqual(again.body.plays, [{ status: 'SAME', plays: 10_000 }])
})

test('a worker that is killed again and again makes every match once', async () => {
  const me = await world.newcomer()
  const plays = 1_000
  const { id } = (await importFile(me, fileOf(plays))).body
  assert.equal((await start(me, id)).status, 200)
  const program = fileURLToPath(new URL('worker-process.ts', import.meta.url))
  let kills = 0
  for (let state = 'RUNNING'; state === 'RUNNING';) {
    const child = spawn(process.execPath, [program, JSON.stringify(service.connection)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    await sleep(kills * 200 + Math.random() * 300) // longer each time, so that it ends on any machine
    child.kill('SIGKILL')
    await exited
    kills++
    ;({ state } = (await me.get(`/imports/${id}`)).body)
    const { matches, links } = await service.db.one(sql<{ matches: number; links: number }>`
      select (select count(*)::int from matches where recorder_id = ${await idOf(me)}) as matches,
        (select count(*)::int from import_links where owner_id = ${await idOf(me)}) as links`)
    assert.equal(matches, links, 'a match has its link')
  }
  assert.ok(kills > 1, 'it was killed on the way')
  const done = await ended(me, id)
  assert.equal(done.state, 'DONE')
  assert.equal(done.playsDone, plays)
  assert.equal((await me.get('/matches/count')).body.count, plays)
})
