/** `scorebook api`: what it sends, what it prints, and how it fails. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { after, before, mock, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { api } from '../../src/cli/commands/api.ts'
import { type CommandContext, readOptions } from '../../src/cli/command.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { sql } from '../../src/db/sql.ts'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let alice: Person
let env: NodeJS.ProcessEnv
let folder: string

before(async () => {
  ;[service, folder] = await Promise.all([testService(), mkdtemp(join(tmpdir(), 'api-'))])
  const port = await freePort()
  await service.app.listen({ host: '127.0.0.1', port })
  alice = await service.as('alice')
  env = {
    SCOREBOOK_BASE_URL: `http://127.0.0.1:${port}`,
    SCOREBOOK_TOKEN: alice.token,
    XDG_CONFIG_HOME: folder,
  }
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

interface Ran {
  printed: string
  complained: string
  code: number
}

const run = (...args: string[]) => runWith(env, ...args)

/** Runs the command in the test's process, and so collects everything that this process writes to standard error. */
async function runWith(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<Ran> {
  const [lines, complaints]: [string[], string[]] = [[], []]
  const context: CommandContext = { env: settings, cwd: folder, print: (line) => lines.push(line) }
  const write = mock.method(process.stderr, 'write', (text: string) => complaints.push(text) > 0)
  try {
    const code = await api.run(readOptions(api, args), context)
    return { printed: lines.join('\n'), complained: complaints.join(''), code: code ?? 0 }
  } finally {
    write.mock.restore()
  }
}

const newGroup = async (displayName = 'Friends') =>
  (await run('post', '/groups', '-d', JSON.stringify({ displayName }), '--field', 'id')).printed

test('control characters in an answer do not reach a terminal, and a program gets them unchanged', async () => {
  const id = await newGroup('Mates')
  await service.db.many(sql`update groups set display_name = ${'one\u001b[2J\u009b\ntwo'} where id = ${id}`)
  const shown = async () => {
    const ways = [
      [`/groups/${id}`, '--field', 'displayName'],
      [`/groups/${id}`],
      ['/groups', '--filter', `id==${id}`, '--all'],
    ]
    const all: string[] = []
    for (const way of ways) all.push((await run('get', ...way)).printed)
    return all
  }
  for (const text of await shown()) assert.match(text, /\u009b/)
  const terminal = Object.getOwnPropertyDescriptor(process.stdout, 'isTTY')
  Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true })
  try {
    const [field, ...whole] = await shown()
    assert.equal(field, 'one\\x1b[2J\\x9b\ntwo')
    for (const text of whole) assert.doesNotMatch(text, /[^\P{Cc}\n]/u)
  } finally {
    if (terminal) Object.defineProperty(process.stdout, 'isTTY', terminal)
    else Reflect.deleteProperty(process.stdout, 'isTTY')
  }
})

test('a change has a key of its own, and a field of the answer is printed', async () => {
  const [first, second] = [await newGroup(), await newGroup()]
  assert.match(first, /^[0-9a-f-]{36}$/)
  assert.notEqual(first, second)
  const listed = await run('get', '/groups', '--filter', `id==${first}`, '-f', 'items[0].displayName')
  assert.deepEqual(listed, { printed: 'Friends', complained: '', code: 0 })
})

test('a change names the version that was seen last, so it does not overwrite another change', async () => {
  const id = await newGroup()
  const path = `/groups/${id}`
  assert.equal((await run('patch', path, '-d', '{"displayName": "Foes"}')).code, 0)
  assert.equal((await run('patch', `/api/v1${path}`, '-d', '{"displayName": "Mates"}')).code, 0)
  await alice.patch(path, { displayName: 'Others' }, '"3"')
  const late = await run('patch', path, '-d', '{"displayName": "Foes"}')
  assert.deepEqual([late.code, late.printed], [1, ''])
  assert.match(late.complained, /^Changed meanwhile \(412\): .*read it again/)
  assert.equal((await run('get', path, '--answer-header', 'ETag')).printed, '"4"')
  assert.equal((await run('delete', path)).code, 0)
})

test('a version that was not seen is read first, from the whole resource if the change is to a part', async () => {
  const { body: group } = await alice.post('/groups', { displayName: 'Friends' })
  assert.equal((await run('patch', `/groups/${group.id}`, '-d', '{"displayName": "Foes"}')).code, 0)
  const admin = await service.as('editor', { roles: ['player', 'catalog-editor'] })
  const game = await admin.post('/games', {
    displayName: 'Harbour Lights',
    description: 'Piers.',
    minPlayers: 1,
    maxPlayers: 4,
    tags: [],
    scoreType: 'SCORE',
    winCondition: 'HIGHER_WINS',
  })
  const me = (await alice.get('/users/me')).body
  const match = await alice.post('/matches', {
    gameId: game.body.id,
    playedAt: '2026-01-15T20:30:00Z',
    participants: [{ ghostPlayerId: me.selfGhostPlayer.id, score: 1 }],
  })
  const done = await run('post', `/matches/${match.body.id}/finalize`, '-f', 'status')
  assert.deepEqual(done, { printed: 'FINALIZED', complained: '', code: 0 })
  const changed = await run('patch', `/matches/${match.body.id}`, '-d', '{"editRequestsEnabled": false}')
  assert.equal(changed.code, 0, changed.complained)
})

test('versions that one person saw do not count for another person on the same machine', async () => {
  const id = await newGroup()
  const bob = await service.as('bob')
  const other = await runWith(
    { ...env, SCOREBOOK_TOKEN: bob.token },
    'patch',
    `/groups/${id}`,
    '-d',
    '{"displayName": "x"}',
  )
  assert.match(other.complained, /^(Not found \(404\)|Not allowed \(403\))/)
})

test('a PUT makes what is not there, and replaces what is', async () => {
  const olga = await service.as('olga', { roles: ['application-owner', 'translator'] })
  await olga.post('/applications', { applicationId: 'app-one', displayName: 'App', baseLocale: 'en' })
  const keys = [{ key: 'menu.new', baseText: 'New', arguments: [] }]
  await olga.post('/applications/app-one/keys/import', { baseLocale: 'en', keys })
  const own = { ...env, SCOREBOOK_TOKEN: olga.token }
  const path = '/applications/app-one/keys/menu.new/translations/de'
  assert.equal((await runWith(own, 'get', '/applications/app-one')).code, 0)
  for (const text of ['Neu', 'Neue'])
    assert.equal((await runWith(own, 'put', path, '-d', `{"text": "${text}"}`)).code, 0)
  assert.equal((await runWith(own, 'get', path, '-f', 'draftText')).printed, 'Neue')
})

test('a list is read to its end, with one item per line', async () => {
  const carol = { ...env, SCOREBOOK_TOKEN: (await service.as('carol')).token }
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    await runWith(carol, 'post', '/groups', '-d', `{"displayName": "${name}"}`)
  const all = await runWith(carol, 'get', '/groups', '--all', '--limit', '2', '--sort', 'createdAt')
  const names = all.printed
    .split('\n')
    .map((line) => (JSON.parse(line) as { displayName: string }).displayName)
  assert.deepEqual(names, ['A', 'B', 'C', 'D', 'E'])
  const fields = await runWith(
    carol,
    'get',
    '/groups?sort=createdAt:DESC',
    '--all',
    '--limit',
    '2',
    '-f',
    'displayName',
  )
  assert.equal(fields.printed, 'E\nD\nC\nB\nA')
})

test('a refusal is printed as sentences with each violation, even if a field was asked for', async () => {
  const wrong = await run(
    'post',
    '/matches',
    '-d',
    '{"gameId": "chess", "participants": []}',
    '--field',
    'id',
  )
  assert.deepEqual([wrong.code, wrong.printed], [1, ''])
  assert.match(wrong.complained, /^Invalid request \(400\): .+\.\n( {2}.+\n)+$/)
  for (const field of ['gameId', 'playedAt', 'participants'])
    assert.match(wrong.complained, new RegExp(`^  ${field}\\b`, 'm'))
  const raw = await run('get', '/groups/none', '--json')
  assert.equal((JSON.parse(raw.printed) as { status: number }).status, 400)
  assert.deepEqual([raw.code, raw.complained], [1, ''])
  assert.match((await run('get', '/groups', '--include')).printed, /^HTTP\/1\.1 200 OK\n[^]*\n\n\{"limit":/)
})

test('a wrong call and an unknown path get a message', async () => {
  for (const [args, told] of [
    [['fetch', '/groups'], /METHOD must be one of GET/],
    [['get', 'groups'], /PATH must begin with \//],
    [['get', '/../../livez'], /PATH must lead below/],
    [['get', '/groups', '-q', 'limit'], /--query must be NAME=VALUE, not 'limit'/],
    [['get', '/groups', '-H', 'x'], /--header must be 'NAME: VALUE'/],
    [['get', '/groups', '-H', 'Authorization: Bearer x'], /The token comes from/],
    [['post', '/groups', '--all'], /--all is for lists, which are read with get/],
    [['get', '/users/me', '--all'], /--all is for lists, and this is none/],
    [['post', '/groups', '-d', '@none.json'], /none\.json cannot be read: there is no such file/],
    [['get', '/groups', '-f', 'nothing'], /The answer has no field nothing\./],
    [['get', '/groups', '--token-file', 'none'], /none cannot be read: there is no such file/],
  ] as const)
    await assert.rejects(run(...args), told)
  const away = { ...env, SCOREBOOK_BASE_URL: `http://127.0.0.1:${await freePort()}` }
  await assert.rejects(
    runWith(away, 'get', '/groups'),
    /cannot be reached: nothing listens there\. Start the service/,
  )
  const signedOut = { ...env, SCOREBOOK_TOKEN: undefined }
  await assert.rejects(runWith(signedOut, 'get', '/groups'), /You are not signed in to .*scorebook login/)
})

test('a body and a token come from files', async () => {
  await writeFile(join(folder, 'body.json'), '{"displayName": "From a file"}')
  await writeFile(join(folder, 'token'), `${alice.token}\n`)
  const { SCOREBOOK_TOKEN: _, ...others } = env
  const args = ['post', '/groups', '-d', '@body.json', '--token-file', 'token', '-f', 'displayName']
  assert.equal((await runWith(others, ...args)).printed, 'From a file')
})

test('a body comes from standard input', async () => {
  for (const [data, displayName] of [
    ['-', 'From a pipe'],
    ['@-', 'From another'],
  ] as const) {
    const command = fileURLToPath(new URL('../../bin/scorebook.js', import.meta.url))
    const ran = spawn(execPath, [command, 'api', 'post', '/groups', '-d', data, '-f', 'displayName'], { env })
    ran.stdin.end(JSON.stringify({ displayName }))
    const [printed, complained] = await Promise.all([text(ran.stdout), text(ran.stderr)])
    assert.deepEqual([printed, complained], [`${displayName}\n`, ''])
  }
})

/** Starts a server whose answers the test decides. */
async function standIn(
  t: { after: (end: () => void) => void },
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a call keeps its key when the network or the service is away for a moment', async (t) => {
  const keys: (string | undefined)[] = []
  const url = await standIn(t, (request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    if (keys.length === 1) request.socket.destroy()
    else if (keys.length === 2) response.writeHead(503, { 'retry-after': '1' }).end()
    else response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": "one"}')
  })
  const settings = { ...env, SCOREBOOK_BASE_URL: url }
  assert.equal((await runWith(settings, 'post', '/groups', '-d', '{}', '-f', 'id')).printed, 'one')
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/)
})

test('a redirect is not followed: no other host gets the token', async (t) => {
  const strangers: string[] = []
  const stranger = await standIn(t, (request, response) => {
    strangers.push(String(request.headers.authorization))
    response.end('{}')
  })
  const url = await standIn(t, (_request, response) => {
    response.writeHead(307, { location: `${stranger}/api/v1/groups` }).end()
  })
  const settings = { ...env, SCOREBOOK_BASE_URL: url }
  await assert.rejects(runWith(settings, 'get', '/groups'), (error: Error) => {
    assert.match(error.message, /redirects to .* \(307\), where the token was not sent/)
    assert.ok(!error.message.includes(alice.token))
    return true
  })
  assert.deepEqual(strangers, [])
})

test('the stored versions contain no token', async () => {
  const files = await readdir(join(folder, 'scorebook'), { recursive: true })
  assert.ok(files.some((file) => file.startsWith('etags')))
  assert.ok(!files.some((file) => file.startsWith('sign-ins') && file.endsWith('.json')))
})
