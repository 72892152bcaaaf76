/** `scorebook import`: the dry run, the suggestions, the matches, and refusals. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { readOptions } from '../../src/cli/command.ts'
import { importCommand } from '../../src/cli/commands/import.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { startImports } from '../../src/imports/work.ts'
import { bgStats, importFile, start } from '../imports/files.ts'
import { newGame } from '../resources/games/recipes.ts'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let alice: Person
let folder: string
let baseUrl: string

before(async () => {
  ;[service, folder] = await Promise.all([testService(), mkdtemp(join(tmpdir(), 'import-'))])
  const port = await freePort()
  await service.app.listen({ host: '127.0.0.1', port })
  baseUrl = `http://127.0.0.1:${port}`
  alice = await service.as('alice')
  const editor = await service.as('editor', { roles: ['admin'] })
  assert.equal((await editor.post('/games', { ...newGame(), displayName: 'Typed In' })).status, 201)
  const file = bgStats(
    ['Me', 'Anna Kurz'],
    [{ name: 'Typed In' }],
    [
      {
        uuid: 'one',
        game: 'Typed In',
        scores: [
          { player: 'Me', score: '3' },
          { player: 'Anna Kurz', score: '2' },
        ],
      },
    ],
  )
  await writeFile(join(folder, 'plays.json'), file)
  await writeFile(join(folder, 'broken.json'), file.slice(0, -10))
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

async function run(args: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const env = { SCOREBOOK_BASE_URL: baseUrl, SCOREBOOK_TOKEN: alice.token, XDG_CONFIG_HOME: folder }
  const write = mock.method(process.stderr, 'write', (text: string) => complaints.push(text) > 0)
  try {
    const code = await importCommand.run(readOptions(importCommand, args), {
      env,
      cwd: folder,
      print: (line) => lines.push(line),
    })
    return { code: code ?? 0, printed: lines.join('\n'), complained: complaints.join('') }
  } finally {
    write.mock.restore()
  }
}

test('a dry run says what the file would make, and leaves nothing', async () => {
  const { code, printed } = await run(['plays.json', '--dry-run'])
  assert.equal(code, 0)
  assert.match(printed, /1 new matches\n/)
  assert.match(printed, /people: 1 known, 1 new, 0 unsure, 0 left out/)
  assert.equal((await alice.get('/imports/count')).body.count, 0)
})

test('--yes takes the suggestions, and a second run makes nothing again', async () => {
  const { status } = await alice.post('/ghost-players', { displayName: 'Anna' })
  assert.equal(status, 201)
  const work = startImports(
    service.db,
    (message, facts) => assert.fail(`${message} ${JSON.stringify(facts)}`),
    20,
  )
  try {
    const { code, printed, complained } = await run(['plays.json', '--yes', '--time-zone', 'Asia/Tokyo'])
    assert.equal(code, 0, printed + complained)
    assert.match(printed, /Anna Kurz: a new ghost player/)
    assert.match(printed, /1 imported/)
    const [match] = (await alice.get('/matches')).body.items
    assert.equal(match.playedAt, '2024-05-01T11:00:00Z')
    assert.match((await run(['plays.json', '--yes'])).printed, /1 imported before/)
    assert.equal((await alice.get('/matches/count')).body.count, 1)
  } finally {
    await work.stop()
  }
})

test('the same command after an interruption finds its import, whether it asks or runs', async () => {
  const file = bgStats(
    ['Me', 'Zita'],
    [{ name: 'Typed In' }],
    [1, 2].map((n) => ({
      uuid: `resumed ${n}`,
      game: 'Typed In',
      scores: [{ player: 'Me', score: `${n}` }, { player: 'Zita' }],
    })),
  )
  await writeFile(join(folder, 'long.json'), file)
  const before = (await alice.get('/imports/count')).body.count as number
  const { id } = (await importFile(alice, file)).body
  const matches = (await alice.get('/matches/count')).body.count as number
  const { etag } = await alice.get(`/imports/${id}`)
  const work = startImports(service.db, () => {}, 20)
  try {
    const asked = await run(['long.json', '--yes', '--time-zone', 'Asia/Tokyo'])
    assert.equal(asked.code, 0, asked.complained)
    assert.match(
      asked.printed,
      /^You already started an import of this file\. It continues where it stopped\.\nThe file would make:/,
    )
    assert.match(asked.printed, /2 imported$/)
    assert.equal((await alice.get(`/imports/${id}`)).body.timeZone, 'Asia/Tokyo')
    assert.equal((await alice.get('/imports/count')).body.count, before + 1)
    assert.equal((await alice.get('/matches/count')).body.count, matches + 2)
    assert.notEqual((await alice.get(`/imports/${id}`)).etag, etag)
  } finally {
    await work.stop()
  }
})

test('a running import is shown to its end, and nothing is sent again', async () => {
  const file = bgStats(
    ['Me', 'Yves'],
    [{ name: 'Typed In' }],
    [{ uuid: 'running', game: 'Typed In', scores: [{ player: 'Me' }, { player: 'Yves' }] }],
  )
  await writeFile(join(folder, 'running.json'), file)
  const { id } = (await importFile(alice, file)).body
  assert.equal((await start(alice, id)).status, 200)
  const imports = (await alice.get('/imports/count')).body.count as number
  const shown = run(['running.json', '--yes'])
  const work = startImports(service.db, () => {}, 20)
  try {
    const { code, printed } = await shown
    assert.equal(code, 0)
    assert.match(
      printed,
      /^You already started an import of this file\. It continues where it stopped\.\n +1 imported$/,
    )
    assert.equal((await alice.get('/imports/count')).body.count, imports)
  } finally {
    await work.stop()
  }
})

test('a file that cannot be read is a sentence', async () => {
  const { code, complained } = await run(['broken.json'])
  assert.equal(code, 1)
  assert.match(complained, /\(400\)/)
  await assert.rejects(run(['nowhere.json']), /nowhere\.json cannot be read: there is no such file/)
})
