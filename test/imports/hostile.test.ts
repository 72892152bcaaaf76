/** Hostile files end in one sentence and leave nothing, and nobody but its owner learns of an import. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { type Person, newKey, violations } from '../support.ts'
import { testWorld } from '../world.ts'
import { JSON_FILE, bgStats, importFile } from './files.ts'
import { smallFile } from './recipes.ts'

const { service, world } = await testWorld()

const rows = async () => {
  const { total } = await service.db.one(
    sql<{ total: number }>`
      select ((select count(*) from imports) + (select count(*) from import_plays) + (select count(*) from import_questions))::int
        as total`,
  )
  return total
}

const HOSTILE: [string, string | Buffer][] = [
  ['nothing', ''],
  ['half a file', smallFile().slice(0, -40)],
  ['a zip named json', Buffer.from('504b030414000000080000002100', 'hex')],
  ['deep JSON', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['deep objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['UTF-16', Buffer.from(`\ufeff${smallFile()}`, 'utf16le').subarray(1)],
  ['broken UTF-8', Buffer.concat([Buffer.from(smallFile().slice(0, 50)), Buffer.from([0xc3, 0x28])])],
  ['another JSON', '{"plays": 3}'],
  [
    'XML with entities',
    `<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><plays>&b;</plays>`,
  ],
  [
    'an outside entity',
    '<?xml version="1.0"?><!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><plays>&x;</plays>',
  ],
  ['a page', '<!doctype html><title>Sign in</title>'],
]

for (const [what, file] of HOSTILE) {
  test(`${what} gets one sentence, and nothing is kept`, async () => {
    const me = await world.newcomer()
    const before = await rows()
    const reply = await me.post('/imports', file, JSON_FILE)
    assert.equal(reply.status, 400, reply.text)
    assert.equal(violations(reply).length, 1)
    const [{ message }] = reply.body.errors
    assert.match(message, /^[^\n]{10,300}\.$/)
    assert.doesNotMatch(message, /undefined|\[object|at position/)
    assert.equal(await rows(), before)
  })
}

test('a file above 64 MiB is refused by its length alone', async () => {
  const me = await world.newcomer()
  const reply = await me.post('/imports', Buffer.alloc(64 * 1_048_576 + 1, 32), JSON_FILE)
  assert.equal(reply.status, 413)
})

before(() => service.app.listen({ port: 0, host: '127.0.0.1' }))

/** In megabytes. */
const HUGE = 200

/** The memory that the whole process may take beyond what it has before the file, in megabytes. */
const MOST_MEMORY = 160

/** Sends spaces over a real connection, and returns the answer and the most memory meanwhile, in megabytes. */
async function sendHuge(me: Person, headers: Record<string, string | number>) {
  const part = Buffer.alloc(1_000_000, 32)
  const { port } = service.app.server.address() as AddressInfo
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  let sent = 0
  const sending = request(`http://127.0.0.1:${port}/api/v1/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${me.token}`, ...newKey(), ...JSON_FILE, ...headers },
  })
  const over = new AbortController()
  sending.on('error', () => over.abort()) // the service closes the connection when it has answered
  sending.on('response', () => over.abort())
  const answering = Promise.race([
    once(sending, 'response').then(async ([answer]) => {
      let text = ''
      for await (const some of answer) text += String(some)
      return { status: answer.statusCode as number, text }
    }),
    once(sending, 'close').then(() => undefined),
  ]).catch(() => undefined)
  for (; sent < HUGE && !over.signal.aborted; sent++) {
    const goesOn = sending.write(part)
    if (!goesOn) await Promise.race([once(sending, 'drain'), answering])
    await new Promise(setImmediate)
    most = Math.max(most, process.memoryUsage().rss)
  }
  if (!over.signal.aborted) sending.end()
  const reply = await answering
  sending.destroy()
  return { reply, sent, memory: (most - before) / 1e6 }
}

for (const [how, headers] of [
  ['with its length', { 'content-length': HUGE * 1_000_000 }],
  ['in chunks of unknown number', { 'transfer-encoding': 'chunked' }],
] as const)
  test(`${HUGE} MB that are really sent, ${how}, end in one sentence, without their memory`, async (t) => {
    const me = await world.newcomer()
    const count = await rows()
    const { reply, sent, memory } = await sendHuge(me, headers)
    t.diagnostic(`${sent} MB sent before the answer, ${Math.round(memory)} MB more memory`)
    assert.equal(reply?.status, 413, reply?.text)
    const { detail } = JSON.parse(reply.text) as { detail: string }
    assert.match(detail, /^[^\n]{10,300}\.$/)
    assert.ok(memory < MOST_MEMORY, `${memory} MB`)
    assert.equal(await rows(), count)
    assert.equal((await importFile(me, smallFile())).status, 201, 'the next file is read')
  })

test('names and texts that a database or a page would stumble over become harmless', async () => {
  const me = await world.newcomer()
  const wild = 'A\u0000n\u202ena\n<b>\ud800=1+1'
  const made = await importFile(
    me,
    bgStats(
      ['Me', wild],
      [{ name: wild }],
      [{ uuid: 'u\u0000u', game: wild, scores: [{ player: wild, team: wild }] }],
    ),
  )
  assert.equal(made.status, 201, made.text)
  const { body } = await me.get(`/imports/${made.body.id}/questions`)
  for (const { name } of body.items) assert.doesNotMatch(name, /[\p{Cc}\u2028-\u202e]|\p{Cs}/u)
})

test('ids in a circle end in one match, and say so', async () => {
  const me = await world.newcomer()
  const file = JSON.parse(smallFile()) as { games: object[]; plays: object[]; players: object[] }
  const circle = (id: number, other: number) => ({
    id,
    uuid: `circle ${id}`,
    name: `Circle ${id}`,
    isBaseGame: 0,
    isExpansion: 1,
    baseGameRefId: other,
    expansions: [{ gameRefId: other, expansionPlays: [{ gameRefId: id }] }],
  })
  const [play] = file.plays
  const round = {
    ...file,
    games: [...file.games, circle(8, 9), circle(9, 8)],
    plays: [
      {
        ...play,
        uuid: 'round',
        gameRefId: 8,
        expansionPlays: [{ gameRefId: 8 }, { gameRefId: 9, expansionPlays: [{ gameRefId: 8 }] }],
      },
    ],
  }
  const made = await importFile(me, JSON.stringify(round))
  assert.equal(made.status, 201, made.text)
  assert.deepEqual(made.body.plays, [{ status: 'WAITS_FOR_GAME', plays: 1 }])
  const [{ notes }] = (await me.get(`/imports/${made.body.id}/plays`)).body.items
  assert.ok(notes.some(({ kind }: { kind: string }) => kind === 'EXPANSION_AS_GAME'))
})

test('a stranger with a valid token gets 404 everywhere, and sees no import in a list', async () => {
  const me = await world.newcomer()
  const made = await importFile(me, smallFile())
  const stranger = await world.newcomer()
  const path = `/imports/${made.body.id}`
  const { etag } = made
  const replies = await Promise.all([
    stranger.get(path),
    stranger.get(`${path}/questions`),
    stranger.get(`${path}/questions/count`),
    stranger.get(`${path}/plays`),
    stranger.get(`${path}/plays/count`),
    stranger.patch(path, { timeZone: 'UTC' }, etag),
    stranger.post(`${path}/start`, undefined, { 'if-match': etag }),
    stranger.delete(path, etag),
    world.root.get(path),
  ])
  assert.deepEqual(
    replies.map(({ status }) => status),
    replies.map(() => 404),
  )
  assert.deepEqual((await stranger.get('/imports')).body.items, [])
})

test('nobody has more than 50 imports', async () => {
  const me = await world.newcomer()
  const { id } = (await importFile(me, smallFile())).body
  await service.db.many(sql`
    insert into imports (id, owner_id, format, time_zone, state, counts, file_digest)
    select overlay(uuidv7()::text placing substr(i.id::text, 16, 3) from 16)::uuid, i.owner_id, i.format, i.time_zone, i.state,
      i.counts, i.file_digest
    from imports i, generate_series(1, 49) where i.id = ${id}`)
  const reply = await importFile(me, smallFile())
  assert.equal(reply.status, 409)
  assert.match(reply.body.detail, /50 imports already/)
})
