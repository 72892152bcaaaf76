/** `scorebook export`: a file that is complete or not there at all. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { type RequestListener, createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, after, before, mock, test } from 'node:test'
import { exportCommand } from '../../src/cli/commands/export.ts'
import { readOptions } from '../../src/cli/command.ts'
import { freePort } from '../../src/db/embedded/address.ts'
import { type Person, type Service, testService } from '../support.ts'

let service: Service
let alice: Person
let folder: string
let baseUrl: string

before(async () => {
  ;[service, folder] = await Promise.all([testService(), mkdtemp(join(tmpdir(), 'export-'))])
  const port = await freePort()
  await service.app.listen({ host: '127.0.0.1', port })
  baseUrl = `http://127.0.0.1:${port}`
  alice = await service.as('alice')
})
after(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

async function run(args: string[], settings: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const complaints: string[] = []
  const env = {
    SCOREBOOK_BASE_URL: baseUrl,
    SCOREBOOK_TOKEN: alice.token,
    XDG_CONFIG_HOME: folder,
    ...settings,
  }
  const write = mock.method(process.stderr, 'write', (text: string) => complaints.push(text) > 0)
  try {
    const code = await exportCommand.run(readOptions(exportCommand, args), {
      env,
      cwd: folder,
      print: (line) => lines.push(line),
    })
    return { code: code ?? 0, printed: lines.join('\n'), complained: complaints.join('') }
  } finally {
    write.mock.restore()
  }
}

test('each format is saved as the service sends it, for its owner alone', async () => {
  for (const [format, path] of [
    ['json', '/users/me/export'],
    ['csv', '/users/me/export/csv'],
    ['bg-stats', '/users/me/export/bg-stats'],
  ]) {
    const file = join(folder, `all.${format}`)
    const { code, printed } = await run([file, ...(format === 'json' ? [] : ['--format', `${format}`])])
    assert.deepEqual([code, printed], [0, `Saved in ${file}.`])
    assert.equal(await readFile(file, 'utf8'), (await alice.get(`${path}`)).text)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  }
})

test('a file that is there stays as it is', async () => {
  await writeFile(join(folder, 'mine'), 'mine')
  await assert.rejects(run(['mine']), /is there already/)
  assert.equal(await readFile(join(folder, 'mine'), 'utf8'), 'mine')
})

test('another format is refused with those that there are', async () => {
  await assert.rejects(run(['x', '--format', 'xml']), /must be one of json, csv, bg-stats, not xml/)
})

test('a refusal is a sentence, and no file', async () => {
  const { code, complained } = await run(['refused'], { SCOREBOOK_TOKEN: 'not-a-token' })
  assert.equal(code, 1)
  assert.match(complained, /\(401\)/)
  assert.ok(!(await readdir(folder)).includes('refused'))
})

test('a document that breaks off leaves no file', async (t) => {
  const broken = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"user" : {', () => response.socket?.end())
  })
  await assert.rejects(run(['broken'], { SCOREBOOK_BASE_URL: broken }), /The export broke off/)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('broken')),
    [],
  )
})

test('the token goes to no other host', async (t) => {
  const seen: unknown[] = []
  const other = await serve(t, (request, response) => {
    seen.push(request.headers.authorization)
    response.end('{}')
  })
  const first = await serve(t, (_request, response) => response.writeHead(302, { location: other }).end())
  await assert.rejects(run(['moved'], { SCOREBOOK_BASE_URL: first }), /cannot be reached/)
  assert.deepEqual(seen, [])
})

async function serve(t: TestContext, listener: RequestListener): Promise<string> {
  const port = await freePort()
  const server = createServer(listener)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${port}`
}
