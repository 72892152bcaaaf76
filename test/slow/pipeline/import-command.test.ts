/** `scorebook import-rankings`: its progress, its answer, and that a killed or second process leaves nothing behind. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { after, before, test } from 'node:test'
import { barOf, progressBar } from '../../../src/cli/progress-bar.ts'
import { sql } from '../../../src/db/sql.ts'
import { testDatabase } from '../../database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let folder: string
before(async () => {
  ;[database, folder] = await Promise.all([testDatabase(), mkdtemp(join(tmpdir(), 'scorebook-ranking-'))])
})
after(() => Promise.all([database.close(), rm(folder, { recursive: true })]))

const root = new URL('../../../', import.meta.url).pathname

function command(file: string) {
  const { host, port, user, password, database: name } = database.connection
  const child = spawn(process.execPath, ['src/main.ts', 'import-rankings', file], {
    cwd: root,
    env: {
      ...process.env,
      SCOREBOOK_DATABASE_URL: `postgresql://${user}:${encodeURIComponent(password)}@${encodeURIComponent(host)}:${port}/${name}`,
    },
  })
  after(() => void child.kill('SIGKILL'))
  const output: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    text: Buffer.concat(output).toString(),
  }))
  return { child, ended }
}

const stored = async () =>
  (await database.db.one(sql<{ count: number }>`select count(*)::int as count from catalog_entries`)).count

async function ranking(name: string, rows: number, header = 'id,name,rank'): Promise<string> {
  const file = join(folder, name)
  const lines = Array.from({ length: rows }, (_, n) => `${n + 1},Harbour Lights ${n},${n + 1}`)
  await writeFile(file, `${[header, ...lines].join('\n')}\n`)
  return file
}

test('it says what was stored and what could not be read', async () => {
  const file = await ranking('small.csv', 3)
  await writeFile(file, 'broken,"row\n', { flag: 'a' })
  const { code, text } = await command(file).ended
  assert.deepEqual([code, text], [0, '3 rows stored, 1 could not be read.\n'])
  assert.equal(await stored(), 3)
})

test('a file that cannot be read, and a call without a file, get a sentence', async () => {
  const before = await stored()
  const bad = await command(await ranking('bad.csv', 1, 'id,name')).ended
  assert.equal(bad.code, 2)
  assert.match(bad.text, /lacks the column rank/)
  const missing = await command(join(folder, 'nowhere.csv')).ended
  assert.equal(missing.code, 2)
  assert.match(missing.text, /nowhere\.csv cannot be read: there is no such file/)
  assert.equal(await stored(), before)
})

test('while one is half-way a second one is refused; killed there, it has stored nothing and blocks nobody', async () => {
  const before = await stored()
  const pipe = join(folder, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  const { child, ended } = command(pipe)
  const half = await open(pipe, 'w')
  const rows = Array.from({ length: 20_000 }, (_, n) => `${n + 1},Harbour Lights ${n},${n + 1}`)
  await half.write(`id,name,rank\n${rows.join('\n')}\n`)
  // The pipe takes more only when it has room, so the first rows are now on their way into the table.
  await half.write(`${rows.length + 1},Rising Tides,1\n`)
  const second = await command(await ranking('other.csv', 5)).ended
  assert.equal(second.code, 2)
  assert.match(second.text, /Another import/)
  child.kill('SIGKILL')
  await ended
  await half.close()
  for (let attempt = 0; ; attempt++) {
    const { code, text } = await command(await ranking('other.csv', 5)).ended
    assert.equal(await stored(), code === 0 ? Math.max(before, 5) : before, text)
    if (code === 0) return
    assert.ok(attempt < 5, text)
  }
})

test('the bar fills up on a terminal, and is silent elsewhere', async () => {
  const written: string[] = []
  const terminal = { isTTY: true, write: (text: string) => written.push(text) > 0 }
  const bar = progressBar(400, terminal as unknown as NodeJS.WriteStream)
  const chunks = async function* () {
    for (let n = 0; n < 4; n++) yield new Uint8Array(100)
  }
  let bytes = 0
  for await (const chunk of bar.along(chunks())) bytes += chunk.length
  bar.end()
  assert.equal(bytes, 400)
  assert.deepEqual(
    written.map((text) => /\d+ %/.exec(text)?.[0]),
    ['25 %', '50 %', '75 %', '100 %', '100 %', undefined],
  )
  assert.equal(barOf(50), `[${'#'.repeat(16)}${'.'.repeat(16)}]  50 %`)
  const silent = progressBar(100, { ...terminal, isTTY: false } as unknown as NodeJS.WriteStream)
  written.length = 0
  for await (const _ of silent.along(chunks()));
  silent.end()
  assert.deepEqual(written, [])
})
