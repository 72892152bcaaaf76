/** The import of a ranking: either every row is stored or counted as unreadable, or nothing is stored. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from '../../src/db/sql.ts'
import { uuidv7 } from '../../src/db/uuid.ts'
import { type Person, type Reply, type Service, testService, violations } from '../support.ts'

let service: Service
let editor: Person

before(async () => {
  service = await testService()
  editor = await service.as('editor', { roles: ['catalog-editor'] })
})
beforeEach(() => service.db.many(sql`delete from catalog_entries`))
after(() => service.close())

const HEADER =
  'id,name,yearpublished,rank,bayesaverage,average,usersrated,is_expansion,abstracts_rank,cgs_rank,childrensgames_rank,familygames_rank,partygames_rank,strategygames_rank,thematic_rank,wargames_rank'

const upload = (csv: string | Buffer, headers: Record<string, string> = {}): Promise<Reply> =>
  editor.send('POST', '/pipeline/import-rankings', csv, {
    'content-type': 'text/csv',
    'idempotency-key': uuidv7(),
    ...headers,
  })

const stored = async () => (await editor.get('/rankings/count')).body.count

test('rows are stored with all that they say', async () => {
  const row = '4711,"Harbour, ""Lights""\tII",2019,12,8.04,8.31,20514,0,,,,,,9,,'
  const reply = await upload(`${HEADER}\n${row}\n4712,Rising Tides,0,0,5.5,6.25,31,1,,,,,,,,\n`)
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body, { storedRows: 2, unreadableRows: 0 })
  const { importedAt, ...one } = (await editor.get('/rankings/4711')).body
  assert.ok(Date.parse(importedAt) > Date.now() - 60_000)
  assert.deepEqual(one, {
    catalogId: 4711,
    displayName: 'Harbour, "Lights"\tII',
    yearPublished: 2019,
    rank: 12,
    bayesAverage: 8.04,
    average: 8.31,
    usersRated: 20514,
    isExpansion: false,
    familyRanks: { strategygames: 9 },
  })
  const other = (await editor.get('/rankings/4712')).body
  assert.equal(other.rank, undefined)
  assert.equal(other.yearPublished, undefined)
  assert.equal(other.isExpansion, true)
})

test('an unreadable row costs itself alone, and stored and unreadable rows are all rows', async () => {
  const rows = ['1,A,2000,1,5,5,5,0,,,,,,,,', '2,"B,2000,2,5,5,5,0,,,,,,,,', '3,C,2000,3,5,5,5,0,,,,,,,,']
  const more = ['3,C again,2000,3,5,5,5,0,,,,,,,,', 'x,D,2000,4,5,5,5,0,,,,,,,,', '4,,2000,4,5,5,5,0,,,,,,,,']
  const reply = await upload(`\uFEFF${[HEADER, ...rows, ...more].join('\r\n')}`)
  assert.deepEqual(reply.body, { storedRows: 2, unreadableRows: 4 })
  assert.equal(await stored(), 2)
})

test('a name of any length costs no import', async () => {
  const long = randomBytes(20_000).toString('base64')
  const reply = await upload(`id,name,rank\n1,A,1\n2,${long},2\n`)
  assert.deepEqual(reply.body, { storedRows: 2, unreadableRows: 0 }, reply.text)
  assert.equal((await editor.get('/rankings/2')).body.displayName, long.slice(0, 255))
})

test('importing again changes what the export has, and leaves what it has not', async () => {
  await upload('id,name,rank,is_expansion\n1,A,1,1\n2,B,2,0\n')
  const before = await editor.get('/rankings/1')
  const reply = await upload(
    'ID,Name,Year,Rank,Average,Bayes average,Users rated,URL,Thumbnail\n1,A2,2001,7,6,5,4,/a,t\n',
  )
  assert.deepEqual(reply.body, { storedRows: 1, unreadableRows: 0 })
  const again = await editor.get('/rankings/1')
  assert.notEqual(again.etag, before.etag)
  assert.equal(again.body.displayName, 'A2')
  assert.equal(again.body.rank, 7)
  assert.equal(again.body.isExpansion, true, 'the older header does not say, so what is known stays')
  assert.equal((await editor.get('/rankings/2')).body.rank, 2)
})

for (const [what, csv] of [
  ['an empty file', ''],
  ['a header that lacks a column', 'id,name\n1,A\n'],
  ['Latin-1', Buffer.from('id,name,rank\n1,A,1\n2,Caf\xe9,2\n', 'latin1')],
] as const) {
  test(`${what} is refused, and nothing is stored`, async () => {
    const reply = await upload(csv)
    assert.equal(reply.status, 400, reply.text)
    assert.match(violations(reply).join(), /^body /)
    assert.equal(await stored(), 0)
  })
}

test('a header alone stores nothing and is no fault', async () => {
  assert.deepEqual((await upload(`${HEADER}\n`)).body, { storedRows: 0, unreadableRows: 0 })
})

test('a file of another type is refused', async () => {
  const other = await upload('id,name,rank\n', { 'content-type': 'application/json' })
  assert.equal(other.status, 415)
  assert.equal(await stored(), 0)
})

test('a file that is said to be in UTF-8, or in nothing, is taken; one in another charset is refused', async () => {
  const csv = 'id,name,rank\n1,A,1\n'
  const taken = [
    'Text/CSV; charset=utf-8',
    'text/csv;charset="UTF-8"',
    'text/csv; header=present',
    'text/csv;',
  ]
  for (const type of taken) assert.equal((await upload(csv, { 'content-type': type })).status, 200, type)
  await service.db.many(sql`delete from catalog_entries`)
  const refused = [
    'text/csv; charset=iso-8859-1',
    'text/csv;CHARSET=ISO-8859-1',
    'text/csv; header=present; charset="windows-1252"',
    'text/csv; charset=utf-16',
    'text/csv; charset=',
    'text/csv; charset=utf-8; charset=latin1',
  ]
  for (const type of refused) {
    const reply = await upload(csv, { 'content-type': type })
    assert.equal(reply.status, 415, type)
    assert.match(reply.body.detail, /must be text\/csv in UTF-8/)
  }
  assert.equal(await stored(), 0)
})

test('a charset is refused before anything is read, with and without a Content-Length', async () => {
  await overTheWire(async (_post, address) => {
    for (const length of ['content-length: 1000000', 'transfer-encoding: chunked']) {
      const socket = connect(Number(address.port), address.hostname)
      socket.write(`POST /api/v1/pipeline/import-rankings HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${editor.token}\r
idempotency-key: ${uuidv7()}\r\ncontent-type: text/csv; charset=latin1\r\n${length}\r\n\r\n`)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      assert.match(answer.toString(), /^HTTP\/1.1 415 /)
      socket.destroy()
    }
  })
})

const MEBIBYTE = 1_048_576

/** Sends a request over the network, for cases that `inject` cannot make. */
async function overTheWire(
  send: (post: (body: Readable, size?: number) => Promise<number>, address: URL) => Promise<void>,
) {
  const { app } = service
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
  await send(
    (body, size) =>
      new Promise((resolve, reject) => {
        const sent = request(
          `${app.listeningOrigin}/api/v1/pipeline/import-rankings`,
          {
            method: 'POST',
            agent: false,
            headers: {
              authorization: `Bearer ${editor.token}`,
              'idempotency-key': uuidv7(),
              'content-type': 'text/csv',
              ...(size === undefined ? {} : { 'content-length': size }),
            },
          },
          (response) => resolve(response.resume().statusCode ?? 0),
        )
        sent.on('error', reject)
        body.on('error', () => sent.destroy(new Error('cut')))
        body.pipe(sent)
      }),
    new URL(app.listeningOrigin),
  )
}

test('what is larger than 64 MiB is refused, announced or not; a connection that is cut stores nothing', async () => {
  const rows = Buffer.from(`1,${'A'.repeat(1000)},1\n`.repeat(1100)).subarray(0, MEBIBYTE)
  const large = function* () {
    yield Buffer.from('id,name,rank\n')
    for (let n = 0; n < 64; n++) yield rows
  }
  await overTheWire(async (post) => {
    assert.equal(await post(Readable.from(['id,name']), 64 * MEBIBYTE + 1), 413)
    assert.equal(await post(Readable.from(large())), 413)
    assert.equal(await stored(), 0)
    const cut = async function* () {
      yield Buffer.from('id,name,rank\n')
      for (let n = 0; n < 40_000; n++) yield Buffer.from(`${n + 1},A,1\n`)
      throw new Error('cut')
    }
    // On a busy machine, the import may be refused before the connection is cut.
    const answered = await post(Readable.from(cut())).catch(() => 'cut')
    assert.ok(answered === 'cut' || Number(answered) >= 400, String(answered))
    assert.equal(await stored(), 0)
    // The lock of the interrupted import becomes free.
    for (let attempt = 0; ; attempt++) {
      const reply = await upload('id,name,rank\n1,A,1\n')
      if (reply.status === 200 || attempt === 600) {
        assert.equal(reply.status, 200)
        break
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
})

test('a client that reads the answer when it has sent all gets it, also where it was refused at once', async () => {
  await overTheWire(async (_post, address) => {
    const socket = connect(Number(address.port), address.hostname)
    const refused = 'no,header,of,ours\n'.padEnd(20 * MEBIBYTE, 'a')
    const head = `POST /api/v1/pipeline/import-rankings HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${editor.token}\r
idempotency-key: ${uuidv7()}\r\ncontent-type: text/csv\r\ncontent-length: ${refused.length}\r\n\r\n`
    const whole = Promise.withResolvers<void>()
    socket.write(head + refused, (error) => (error ? whole.reject(error) : whole.resolve()))
    const stuck = setTimeout(() => socket.destroy(new Error('It was not read.')), 60_000)
    await whole.promise
    clearTimeout(stuck)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1.1 400 /)
    socket.destroy()
  })
})

test('of two imports at once one is answered to wait', async () => {
  const answers = await service.db.transaction(async (tx) => {
    await tx.many(sql`select from ranking_import_turn for update`)
    return upload('id,name,rank\n1,A,1\n')
  })
  assert.equal(answers.status, 409)
  assert.equal(await stored(), 0)
  assert.equal((await upload('id,name,rank\n1,A,1\n')).status, 200)
})

test('a retry gets the same answer, another file under the same key is refused', async () => {
  const key = { 'idempotency-key': uuidv7() }
  const csv = 'id,name,rank\n1,A,1\n'
  const first = await upload(csv, key)
  await service.db.many(sql`delete from catalog_entries`)
  const again = await upload(csv, key)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert.equal(await stored(), 0, 'it was not done again')
  assert.equal((await upload(`${csv}2,B,2\n`, key)).status, 422)
})

/** Real exports, if the folder exists. We may not keep them in the repository. */
const samples = globSync('../shared/samples/{catalog,imports}/boardgames_ranks*.csv', {
  cwd: new URL('../../', import.meta.url).pathname,
})
for (const sample of samples) {
  test(`of ${sample} every row is stored or counted`, async () => {
    const csv = await readFile(new URL(`../../${sample}`, import.meta.url))
    const rows = csv.toString().trimEnd().split('\n').length - 1
    const { body } = await upload(csv)
    assert.equal(body.storedRows + body.unreadableRows, rows)
    assert.ok(body.storedRows > rows * 0.9)
    assert.equal(await stored(), body.storedRows)
  })
}
