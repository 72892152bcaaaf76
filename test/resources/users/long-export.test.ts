/** A long export is complete and in order, waits for its reader, and never looks complete if it is interrupted. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { PAGE } from '../../../src/account/export/pages.ts'
import { sql } from '../../../src/db/sql.ts'
import { paced } from '../../../src/http/operation/paced.ts'
import { type Person, type Service, idOf, testService } from '../../support.ts'
import { type World, worldOf } from '../../world.ts'
import { resultColumns, unknownResult } from '../../wrong-rows.ts'
import { newMatch } from '../matches/recipes.ts'

/** The characters in each match. The document is then longer than what sockets hold unread. */
const LONG = 30_000
const MATCHES = 2 * PAGE + 50

let service: Service
let world: World
let by: Person
let player: Person

before(async () => {
  service = await testService()
  world = await worldOf(service)
  by = await world.newcomer()
  player = await world.newcomer()
  await recorded(by, MATCHES)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => service.close())

/** Records final matches with one ghost player, which `player` has claimed. */
async function recorded(recorder: Person, matches: number, characters = 300): Promise<void> {
  const ghost = (await recorder.post('/ghost-players', { displayName: 'Ghost' })).body.id
  const claim = await player.post('/claim-requests', { ghostPlayerId: ghost })
  await recorder.patch(`/claim-requests/${claim.body.id}`, { status: 'APPROVED' }, '*')
  const first = await recorder.post('/matches', newMatch((await world.game()).id, ghost))
  const { status } = await recorder.post(`/matches/${first.body.id}/finalize`, undefined, { 'if-match': '*' })
  assert.equal(status, 200)
  // Every three matches in a row have the same time, so some pages end between two matches with the same time.
  await service.db.many(sql`
    insert into matches (id, game_id, recorder_id, played_at, created_at, finalized_at)
    select uuidv7(), game_id, recorder_id, played_at, created_at + (n / 3) * interval '1 second', finalized_at
    from matches, generate_series(3, ${matches + 1}::int) n where id = ${first.body.id}`)
  await service.db.many(sql`
    insert into participants (id, match_id, ghost_player_id, position, match_created_at, match_played_at, match_finalized_at, ${resultColumns})
    select uuidv7(), m.id, ${ghost}, 1, m.created_at, m.played_at, m.finalized_at, ${unknownResult(1)} from matches m
    where m.recorder_id = ${await idOf(recorder)} and m.id <> ${first.body.id}`)
  await service.db.many(sql`
    insert into loadouts (id, participant_id, attributes)
    select uuidv7(), mp.id, json_build_object('notes', repeat('x', ${characters}::int)) from participants mp
    where mp.ghost_player_id = ${ghost} and mp.match_id <> ${first.body.id}`)
}

async function asked(someone: Person, headers = {}, method = 'GET'): Promise<IncomingMessage> {
  const { port } = service.app.server.address() as AddressInfo
  const sent = request({
    port,
    method,
    path: '/api/v1/users/me/export',
    headers: { authorization: `Bearer ${someone.token}`, ...headers },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => {}) // the document may be incomplete
  return response
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } catch {
    // the document is incomplete
  }
  return Buffer.concat(chunks)
}

const idsIn = (items: { id: string }[]) => items.map(({ id }) => id)

const idsOf = async (where: ReturnType<typeof sql>): Promise<string[]> =>
  (
    await service.db.many(sql<{ id: string }>`
      select id from matches m where ${where} order by created_at, id`)
  ).map(({ id }) => id)

test('every item of a long list is there once, oldest first, as it is read by itself', async () => {
  const { status, headers, text, body } = await by.get('/users/me/export')
  assert.deepEqual([status, headers['etag'], headers['content-length']], [200, undefined, undefined])
  const expected = await idsOf(sql`m.recorder_id = ${await idOf(by)}`)
  assert.equal(expected.length, MATCHES)
  assert.deepEqual(idsIn(body.recordedMatches), expected)
  assert.deepEqual(JSON.parse(text), body)
  for (const match of [body.recordedMatches[0], body.recordedMatches[PAGE], body.recordedMatches.at(-1)])
    assert.deepEqual(match, (await by.get(`/matches/${match.id}`)).body)
  assert.equal(body.claimEdges.length, 1, 'the lists behind it are there too')
})

test('so are the matches of a player, by all who recorded them', async () => {
  await recorded(await world.newcomer(), PAGE + 10)
  const { playedMatches } = (await player.get('/users/me/export')).body
  const expected = await idsOf(sql`m.id in (
    select mp.match_id from participants mp join claim_edges ce on ce.ghost_player_id = mp.ghost_player_id
    join canonical_players cp on cp.id = ce.canonical_player_id where cp.user_id = ${await idOf(player)})`)
  assert.equal(expected.length, MATCHES + PAGE + 10)
  assert.deepEqual(idsIn(playedMatches), expected)
})

test('it is compressed as it is made, and HEAD makes nothing of it', async () => {
  const [plain, packed] = await Promise.all([
    asked(by).then(bytesOf),
    asked(by, { 'accept-encoding': 'br' }).then(bytesOf),
  ])
  assert.ok(packed.length < plain.length / 5)
  assert.deepEqual(brotliDecompressSync(packed), plain)
  const head = await asked(by, { 'accept-encoding': 'br' }, 'HEAD')
  assert.deepEqual(
    [head.statusCode, head.headers['content-encoding'], (await bytesOf(head)).length],
    [200, 'br', 0],
  )
})

test('an account that is erased during its export gets no further page, and the document breaks off', async () => {
  const gone = await world.newcomer()
  await recorded(gone, MATCHES, LONG)
  const response = await asked(gone)
  const { status } = await gone.delete('/users/me', '*')
  assert.equal(status, 204)
  const got = await bytesOf(response)
  assert.equal(response.complete, false, 'the last chunk never comes')
  assert.throws(() => JSON.parse(got.toString()))
})

test('a reader who pauses keeps no transaction open, and readers who leave free their turns', async () => {
  const gone = await world.newcomer()
  await recorded(gone, MATCHES, LONG)
  const paused = await asked(gone)
  paused.pause()
  const { open } = await service.db.one(sql<{ open: number }>`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and application_name like 'scorebook export %' and xact_start < now() - interval '60 s'`)
  assert.equal(open, 0)
  paused.destroy()
  // These are more exports than one caller may have at once. Each waits for the earlier ones to end.
  for (let n = 0; n < 4; n++) (await asked(gone)).destroy()
  JSON.parse((await bytesOf(await asked(gone))).toString())
})

test('a reader who is too slow is cut off', async () => {
  async function* endless() {
    for (;;) yield 'piece'
  }
  const stream = paced(endless(), 20)
  stream.read()
  const [error] = (await once(stream, 'error')) as [Error]
  assert.match(error.message, /too slowly/)
})
