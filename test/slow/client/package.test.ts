/** The client's package in a fresh folder: what is in it, its types, and programs in Node, workers, Deno and browsers. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { createInterface } from 'node:readline'
import { openBrowser, withoutBrowser } from '../../pages/site.ts'
import { type Place, call, placeFor, serve } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'
import { type Installed, installed, pack, root, run } from './package.ts'

/** The origin of a page that may call the service. */
const pageServer = createServer()
let origin: string
let place: Place
let token: string
let made: Installed

/** What a hook registers would end with the hook. */
const ends: (() => Promise<void>)[] = []
const owner = { after: (end: () => Promise<void>) => void ends.push(end) }
after(async () => {
  pageServer.closeAllConnections()
  pageServer.close()
  for (const end of ends) await end()
})

before(async () => {
  pageServer.listen(0, '127.0.0.1')
  await once(pageServer, 'listening')
  origin = `http://127.0.0.1:${(pageServer.address() as AddressInfo).port}`
  place = await placeFor(owner, { SCOREBOOK_CORS_ORIGINS: origin })
  made = await installed(owner)
  await serve(place).ready()
  token = await tokenOf('ann', 'admin')
})

const tokenOf = async (user: string, ...roles: string[]) => {
  const { code, out, err } = await call(place, [
    'token',
    '--user',
    user,
    ...['player', ...roles].flatMap((role) => ['--role', role]),
  ])
  assert.equal(code, 0, err)
  return out.trim()
}

test('the tarball has JavaScript with types and source maps, and is the same each time', async (t) => {
  const { packed, folder } = made
  const paths = packed.files.map(({ path }) => path)
  t.diagnostic(`${paths.length} files, ${packed.unpackedSize} bytes unpacked`)
  for (const path of paths)
    assert.match(path, /^(package\.json|README\.md|src\/.*\.ts|dist\/.*\.(js|d\.ts)(\.map)?)$/)
  const at = join(folder, 'node_modules/scorebook-client')
  for (const path of paths.filter((one) => one.endsWith('.map'))) {
    const { sources } = JSON.parse(await readFile(join(at, path), 'utf8')) as { sources: string[] }
    assert.ok(sources.length > 0)
    for (const source of sources) readFileSync(join(at, dirname(path), source))
  }
  for (const path of paths.filter((one) => /\.(js|d\.ts)$/.test(one))) {
    const text = await readFile(join(at, path), 'utf8')
    assert.match(text, /\/\/# sourceMappingURL=/, path)
    for (const [, from = ''] of text.matchAll(/from '([^']+)'/g))
      assert.match(from, /^\.\.?\/.*\.(js|ts)$/, path)
  }
  assert.deepEqual(
    await readdir(join(folder, 'node_modules')).then((names) => names.filter((one) => !one.startsWith('.'))),
    ['scorebook-client'],
  )
  const again = await mkdtemp(join(tmpdir(), 'scorebook-client-'))
  t.after(() => rm(again, { recursive: true }))
  assert.equal((await pack(again)).shasum, packed.shasum)
})

/** What an editor and a compiler must accept, and refuse. */
const PROGRAM = `
import { connect, createMatch, followEvents, getMatch, listMatches, updateMatch, PreconditionFailed, type Match } from 'scorebook-client'
const scorebook = connect({ url: 'https://scorebook.example.org', token: async (refused) => refused ?? 'secret' })
const match: Match = await scorebook.call(createMatch, {
  body: { gameId: 'a', playedAt: '2026-01-15T19:30:00Z', participants: [{ ghostPlayerId: 'b', outcome: 'WIN' }] },
})
for await (const { game, participants } of scorebook.items(listMatches, { query: { limit: 10 } })) game.displayName + participants.length
for await (const page of scorebook.pages(listMatches)) page.nextCursor
for await (const { kind } of scorebook.follow(followEvents)) kind === 'match.created'
try {
  await scorebook.call(updateMatch, { params: { matchId: match.id }, body: { playsetId: null } })
} catch (error) {
  if (error instanceof PreconditionFailed && error.of(updateMatch)) error.fresh?.body.participants[0]?.score?.toFixed(1)
}
// @ts-expect-error -- the path needs its parameter
void scorebook.call(getMatch)
// @ts-expect-error -- a match has a time
void scorebook.call(createMatch, { body: { gameId: 'a', participants: [] } })
// @ts-expect-error -- an outcome is WIN or LOSS
void scorebook.call(createMatch, { body: { gameId: 'a', playedAt: 'b', participants: [{ ghostPlayerId: 'c', outcome: 'DRAW' }] } })
// @ts-expect-error -- a stream never ends
void scorebook.call(followEvents)
// @ts-expect-error -- a match is no list
void scorebook.items(getMatch, { params: { matchId: 'a' } })
// @ts-expect-error -- there is no such parameter
void scorebook.call(listMatches, { query: { colour: 'red' } })
`

for (const [compiler, module] of [
  ['typescript', 'nodenext'],
  ['typescript-6', 'nodenext'],
  ['typescript-6', 'preserve'],
] as const)
  test(`a program compiles strictly with ${compiler} and ${module}, and with the types of the package alone`, async () => {
    await writeFile(join(made.folder, 'program.ts'), PROGRAM)
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
      module,
    }
    const project = JSON.stringify({ compilerOptions, files: ['program.ts'] })
    await writeFile(join(made.folder, 'tsconfig.json'), project)
    await run(process.execPath, [join(root, `node_modules/${compiler}/bin/tsc`)], {
      cwd: made.folder,
    })
  })

/** Records nothing that was there before: each runtime makes a stand-in with its name, and counts it. */
const SCRIPT = `
const made = await scorebook.call(createGhostPlayer, { body: { displayName: name } })
await scorebook.call(updateGhostPlayer, { params: { ghostPlayerId: made.id }, body: { displayName: name + ' again' } })
const names = []
for await (const one of scorebook.items(listGhostPlayers, { query: { limit: 1, filter: "name=='" + name + "*'" } })) names.push(one.displayName)
const events = scorebook.follow(followEvents, { lastEventId: 'mQ2dPZ1x0rT7nZkV9Yw3uA' })
let first
for await (const event of events) { first = event.kind; break }
const problem = await scorebook.call(getMatch, { params: { matchId: made.id } }).catch((error) => error)
const said = JSON.stringify({ names, first, status: problem.status, name: problem.name, requestId: typeof problem.requestId })
`
const NAMES = 'connect, createGhostPlayer, updateGhostPlayer, listGhostPlayers, followEvents, getMatch'

const scriptFor = (from: string, name: string) => `
import { ${NAMES} } from '${from}'
const name = '${name}'
const scorebook = connect({ url: '${place.url}', token: '${token}' })
${SCRIPT}`

const mustHaveSaid = (said: string, name: string) =>
  assert.deepEqual(JSON.parse(said), {
    names: [`${name} again`],
    first: 'reset',
    status: 404,
    name: 'Problem',
    requestId: 'string',
  })

test('a program in Node', async () => {
  await writeFile(join(made.folder, 'node.js'), `${scriptFor('scorebook-client', 'Node')}\nconsole.log(said)`)
  for (const node of new Set([process.execPath, 'node'])) {
    const { out } = await run(node, ['--enable-source-maps', 'node.js'], { cwd: made.folder })
    const { names, ...rest } = JSON.parse(out) as { names: string[] }
    mustHaveSaid(JSON.stringify({ ...rest, names: names.slice(0, 1) }), 'Node')
  }
})

test('a program in a worker thread', async () => {
  const worker = `import { parentPort } from 'node:worker_threads'\n${scriptFor('scorebook-client', 'Thread')}\nparentPort.postMessage(said)`
  await writeFile(join(made.folder, 'thread.js'), worker)
  const main = `import { Worker } from 'node:worker_threads'\nnew Worker('./thread.js').once('message', console.log)`
  await writeFile(join(made.folder, 'threads.js'), main)
  const { out } = await run(process.execPath, ['threads.js'], { cwd: made.folder })
  mustHaveSaid(out, 'Thread')
})

test('a program in Deno', async () => {
  await writeFile(join(made.folder, 'deno.js'), `${scriptFor('scorebook-client', 'Deno')}\nconsole.log(said)`)
  const args = [
    join(root, 'node_modules/deno/bin.cjs'),
    'run',
    '--node-modules-dir=manual',
    '--no-remote',
    '--allow-net',
    'deno.js',
  ]
  const { out } = await run(process.execPath, args, {
    cwd: made.folder,
    env: { ...process.env, DENO_DIR: made.folder },
  })
  mustHaveSaid(out, 'Deno')
})

test('a page of another origin, and a worker of it', { skip: withoutBrowser }, async (t) => {
  const dist = join(made.folder, 'node_modules/scorebook-client/dist')
  const page = `<script type="module">${scriptFor('/dist/index.js', 'Page')}\ndocument.title = said</script>`
  const worker = `${scriptFor('/dist/index.js', 'Worker')}\npostMessage(said)`
  const caller = `<script>new Worker('/worker.js', { type: 'module' }).onmessage = ({ data }) => (document.title = data)</script>`
  pageServer.on('request', ({ url = '' }, response) => {
    const texts: Record<string, string> = { '/page': page, '/worker.js': worker, '/caller': caller }
    const text =
      texts[url] ?? (url.startsWith('/dist/') ? readFileSync(join(dist, url.slice(5)), 'utf8') : '')
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.writeHead(200, { 'content-type': type }).end(text)
  })
  const browser = await openBrowser()
  t.after(() => browser.close())
  const desk = await browser.newPage()
  desk.on('console', (message) => t.diagnostic(message.text()))
  for (const [path, name] of [
    ['/page', 'Page'],
    ['/caller', 'Worker'],
  ] as const) {
    await desk.goto(origin + path)
    await desk.waitForFunction('document.title !== ""')
    mustHaveSaid(await desk.title(), name)
  }
})

test('the example records a match once, follows events, and goes on where it stopped', async (t) => {
  const { client } = made
  const scorebook = client.connect({ url: place.url, token })
  const body = {
    displayName: 'Harbour Lights',
    description: 'Build piers.',
    minPlayers: 1,
    maxPlayers: 4,
    tags: [],
    scoreType: 'SCORE' as const,
    winCondition: 'HIGHER_WINS' as const,
  }
  await scorebook.call(client.createGame, { body })
  const source = await readFile(join(root, 'examples/scoreboard/scoreboard.ts'), 'utf8')
  assert.ok(source.split('\n').length <= 61, 'the example has at most 60 lines')
  await cp(join(root, 'examples/scoreboard/scoreboard.ts'), join(made.folder, 'scoreboard.ts'))
  const args = ['scoreboard.ts', place.url, 'Harbour Lights', 'Cleo=42.5', 'Ben=37']
  const start = () => {
    const child = spawn(process.execPath, args, {
      cwd: made.folder,
      env: { ...process.env, SCOREBOOK_TOKEN: token },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    const lines: string[] = []
    createInterface(child.stdout).on('line', (line) => lines.push(line))
    return { lines, ended: once(child, 'exit'), child }
  }
  const line = 'Harbour Lights, finalized: Cleo 42.5, Ben 37'
  const first = start()
  await waitFor('the match', () => first.lines.includes(line))
  const [match] = await Array.fromAsync(scorebook.items(client.listMatches))
  const change = (editRequestsEnabled: boolean) =>
    scorebook.call(client.updateMatch, {
      params: { matchId: match?.id ?? '' },
      body: { editRequestsEnabled },
    })
  await scorebook.call(client.getMatch, { params: { matchId: match?.id ?? '' } })
  // The example may begin to follow after the first of these.
  const isShown = () => first.lines.length > 1
  for (let on = false; !isShown(); on = !on) {
    await change(on)
    await waitFor('the event', isShown, 5_000).catch(() => undefined)
  }
  first.child.kill('SIGINT')
  assert.deepEqual(await first.ended, [0, null])
  const second = start()
  await waitFor('the match again', () => second.lines.includes(line))
  second.child.kill('SIGINT')
  await second.ended
  assert.equal((await scorebook.call(client.countMatches)).count, 1)
})

/** Changes before, while and after the service is killed. */
test('nothing is lost and nothing is done twice while the service is killed again and again', async (t) => {
  const own = await placeFor(t)
  let service = serve(own)
  await service.ready()
  const { out } = await call(own, ['token', '--user', 'ann'])
  const { client } = made
  const scorebook = client.connect({ url: own.url, token: out.trim(), retryFor: 120_000 })
  const leaving = new AbortController()
  const events = scorebook.follow(client.followEvents, { signal: leaving.signal })
  const seen: string[] = []
  const following = (async () => {
    for await (const { path = '' } of events) if (path.startsWith('/ghost-players/')) seen.push(path)
  })()
  await waitFor('the stream', () => events.lastEventId !== undefined)
  const ids: string[] = []
  const killing = (async () => {
    for (let kills = 1; kills <= 2; kills++) {
      await waitFor('more changes', () => ids.length >= 20 * kills)
      await service.end('SIGKILL')
      service = serve(own)
      await service.ready()
    }
  })()
  for (let n = 0; n < 60; n++)
    ids.push((await scorebook.call(client.createGhostPlayer, { body: { displayName: `Ghost ${n}` } })).id)
  await killing
  const found = await Array.fromAsync(
    scorebook.items(client.listGhostPlayers, { query: { limit: 50, filter: 'name==Ghost*' } }),
    ({ id }) => id,
  )
  assert.deepEqual(found.toSorted(), ids.toSorted())
  await waitFor('every event', () => ids.every((id) => seen.includes(`/ghost-players/${id}`)))
  assert.equal(seen.length, new Set(seen).size, 'no event comes twice')
  leaving.abort()
  await following
})
