/** The service as a process: killed, started twice, stopped, and told wrong things. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

const root = new URL('../../', import.meta.url)
let folder: string
let env: NodeJS.ProcessEnv
let url: string
const started: ChildProcess[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scorebook-serve-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  env = {
    ...process.env,
    SCOREBOOK_DATA_DIR: folder,
    SCOREBOOK_PORT: String(port),
    SCOREBOOK_LOG_LEVEL: 'error',
  }
})
after(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await run(['migrate']) // adopts what a killed service left, and stops it
  await rm(folder, { recursive: true, force: true })
})

function serve(): ChildProcess {
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  started.push(child)
  return child
}

async function ready(): Promise<number> {
  const since = performance.now()
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return performance.now() - since
    await sleep(50)
  }
  return assert.fail('The service did not become ready.')
}

interface Ran {
  code: number
  out: string
  err: string
}

function run(args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['src/main.ts', ...args],
      { cwd: root, env: { ...env, ...more } },
      (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })
}

test('it keeps what it acknowledged over kill -9, and a second one on its folder is refused', async () => {
  const first = serve()
  await ready()
  const { out } = await run(['token', '--user', 'ann'])
  const elsewhere = await run(['token', '--user', 'ann'], { SCOREBOOK_BASE_URL: 'https://b.example.org' })
  assert.match(elsewhere.err, new RegExp(`takes only tokens that name ${url} as their issuer`))
  const headers = { authorization: `Bearer ${out.trim()}`, 'content-type': 'application/json' }
  const create = (displayName: string) =>
    fetch(`${url}/api/v1/ghost-players`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ displayName }),
    })
  assert.equal((await create('Bob')).status, 201)

  const second = await run(['serve'], { SCOREBOOK_PORT: String(await freePort()) })
  assert.equal(second.code, 1)
  assert.match(second.err, /^SCOREBOOK_DATA_DIR: .* in use by the Scorebook process \d+/)
  const third = await run(['serve'])
  assert.equal(third.code, 1)
  assert.match(third.err, /^SCOREBOOK_PORT: port \d+ of 127.0.0.1 is taken by a Scorebook that runs already/)

  const writing = Promise.allSettled(Array.from({ length: 50 }, (_, n) => create(`n${n}`)))
  await sleep(30)
  first.kill('SIGKILL')
  await once(first, 'exit')
  const acknowledged = (await writing).filter(
    (one) => one.status === 'fulfilled' && one.value.status === 201,
  ).length

  const again = serve()
  const took = await ready()
  assert.ok(took < 60_000, `ready after ${Math.round(took)} ms`)
  const counted = (await (await fetch(`${url}/api/v1/ghost-players/count`, { headers })).json()) as {
    count: number
  }
  assert.ok(counted.count >= 2 + acknowledged, `${counted.count} of ${2 + acknowledged} are there`)
  again.kill('SIGTERM')
  const [code] = await once(again, 'exit')
  assert.equal(code, 0)
})

test('SIGTERM while requests come: what was accepted is answered', async () => {
  const service = serve()
  await ready()
  const { out } = await run(['token', '--user', 'ann'])
  const headers = { authorization: `Bearer ${out.trim()}` }
  let ended = false
  const statuses: number[] = []
  const failures: unknown[] = []
  const client = async () => {
    while (!ended) {
      try {
        statuses.push((await fetch(`${url}/api/v1/users/me`, { headers })).status)
      } catch (error) {
        const cause =
          error instanceof Error && error.cause instanceof Error && 'code' in error.cause
            ? error.cause.code
            : error
        if (cause !== 'ECONNREFUSED') failures.push(cause)
        ended = true
      }
    }
  }
  const clients = [1, 2, 3, 4].map(client)
  await sleep(300)
  const since = performance.now()
  service.kill('SIGTERM')
  const [code] = await once(service, 'exit')
  ended = true
  assert.equal(code, 0)
  assert.ok(performance.now() - since < 60_000, 'kept connections do not hold up the end')
  await Promise.all(clients)
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [],
  )
  assert.ok(statuses.length > 10)
  assert.ok(
    failures.every((code) => code === 'ECONNRESET' || code === 'UND_ERR_SOCKET'),
    String(failures),
  )
})

test('a port that is taken is told in a sentence', async () => {
  const blocker = createServer().listen(Number(new URL(url).port), '127.0.0.1')
  await once(blocker, 'listening')
  const { code, err } = await run(['serve'])
  blocker.close()
  assert.equal(code, 1)
  assert.match(
    err,
    /^SCOREBOOK_PORT: port \d+ of 127\.0\.0\.1 is taken by another program; end it, or set another/,
  )
  assert.doesNotMatch(err, /\n {4}at /)
})

test('what is called wrongly is told with what would be right, and exit code 2', async () => {
  const cases: [args: string[], more: NodeJS.ProcessEnv, told: RegExp][] = [
    [['sevre'], {}, /sevre is not a command; serve, /],
    [['token'], {}, /--user must be a name/],
    [['token', '--user', 'a', '--role', 'king'], {}, /king is not a role; player, /],
    [['token', '--user', 'a', '--scope', 'match-fly'], {}, /svc-engine:match-fly is not a scope/],
    [['token', '--user', 'a', '--hours', '0'], {}, /--hours must be/],
    [['token', '--usr', 'a'], {}, /Unknown option '--usr'.*--help/s],
    [['migrate'], { SCOREBOOK_PROT: '1' }, /SCOREBOOK_PROT is not a setting; SCOREBOOK_PORT may be meant/],
    [
      ['token', '--user', 'a'],
      { SCOREBOOK_AUTH_ISSUERS: '[{"issuer":"https://id.example.org","audience":"a"}]' },
      /tokens come from those issuers/,
    ],
  ]
  for (const [args, more, told] of cases) {
    const { code, err } = await run(args, more)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, told)
  }
})

test('every command has help, and the overview names it', async () => {
  const overview = await run(['--help'])
  const [, listed = ''] = /^Commands\n([^]*?)\n\n/m.exec(overview.out) ?? []
  const names = [...listed.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name ?? '')
  assert.ok(names.length >= 5)
  for (const name of names) {
    const { code, out } = await run([name, '--help'])
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^scorebook ${name}: [\\s\\S]*--help`))
  }
})

test('migrate has nothing to do twice, and doctor finds all well', async () => {
  assert.match((await run(['migrate', '--dry-run'])).out, /Nothing to apply/)
  const { code, out } = await run(['doctor'])
  assert.equal(code, 0, out)
  assert.match(out, /ok {4}Node: 2\d[^]*ok {4}database: PostgreSQL 18[^]*ok {4}port \d+: free/)
})
