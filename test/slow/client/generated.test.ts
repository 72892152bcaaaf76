/** A client that @hey-api/openapi-ts generates from the document: it compiles strictly, and works on the service. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations } from '../../../src/api.ts'
import { call, placeFor, serve } from '../../served.ts'
import { root, run } from './package.ts'

const PROGRAM = `
import { createClient, createConfig } from './client/client/index.ts'
import { countMatches, createGame, createGhostPlayer, createMatch, finalizeMatch, getMatch, getMe, updateMatch } from './client/sdk.gen.ts'
import type { Match } from './client/types.gen.ts'

const [baseUrl = '', auth = ''] = process.argv.slice(2)
const client = createClient(createConfig({ baseUrl, auth }))
const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })
const found = <T>({ data, error }: { data?: T | undefined; error?: unknown }): T => {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
const facts = { minPlayers: 1, maxPlayers: 4, tags: [], scoreType: 'SCORE', winCondition: 'HIGHER_WINS' } as const
const game = found(await createGame({ client, headers: key(), body: { displayName: 'Harbour Lights', description: 'Piers.', ...facts, tags: [] } }))
const me = found(await getMe({ client }))
const ben = found(await createGhostPlayer({ client, headers: key(), body: { displayName: 'Ben' } }))
const participants = [
  { ghostPlayerId: me.selfGhostPlayer.id, score: 42.5, rank: 1, outcome: 'WIN' as const },
  { ghostPlayerId: ben.id, score: 37, rank: 2, outcome: 'LOSS' as const },
]
const draft: Match = found(await createMatch({ client, headers: key(), body: { gameId: game.id, playedAt: '2026-01-15T19:30:00Z', participants } }))
const path = { matchId: draft.id }
const { response } = await getMatch({ client, path })
const etag = response?.headers.get('etag') ?? ''
const final = found(await finalizeMatch({ client, path, headers: { ...key(), 'If-Match': etag } }))
const late = await updateMatch({ client, path, headers: { ...key(), 'If-Match': etag }, body: { editRequestsEnabled: false } })
const counted = found(await countMatches({ client, query: { filter: "gameName=='harbour*'" } }))
console.log(JSON.stringify({ status: final.status, late: late.error?.status, title: late.error?.title, count: counted.count }))
`

test('a generated client compiles strictly, and records a match', { timeout: 600_000 }, async (t) => {
  // Inside the project, because the generated code imports no package and TypeScript finds the types of Node here.
  const folder = await mkdtemp(join(root, 'node_modules', '.generated-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const place = await placeFor(t)
  const service = serve(place)
  const generator = join(root, 'node_modules/@hey-api/openapi-ts/bin/run.js')
  await run(
    process.execPath,
    [
      generator,
      '-i',
      join(root, 'openapi.json'),
      '-o',
      join(folder, 'client'),
      '-p',
      '@hey-api/typescript',
      '@hey-api/sdk',
      '@hey-api/client-fetch',
      '--no-log-file',
    ],
    {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: `--import=${join(root, 'test/slow/client/typescript-6.ts')}` },
    },
  )
  const sdk = await readFile(join(folder, 'client/sdk.gen.ts'), 'utf8')
  const names = [...sdk.matchAll(/^export const (\w+) =/gm)].map(([, name = '']) => name)
  assert.deepEqual(names.toSorted(), operations.map(({ id }) => id).toSorted())
  await writeFile(join(folder, 'program.ts'), PROGRAM)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    module: 'preserve',
    allowImportingTsExtensions: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { cwd: folder })
  await service.ready()
  const {
    code,
    out: token,
    err,
  } = await call(place, ['token', '--user', 'ann', '--role', 'admin', '--role', 'player'])
  assert.equal(code, 0, err)
  const bundle = join(folder, 'program.js')
  const esbuild = join(root, 'node_modules/esbuild/bin/esbuild')
  await run(esbuild, ['program.ts', '--bundle', '--format=esm', '--platform=node', `--outfile=${bundle}`], {
    cwd: folder,
  })
  const { out } = await run(process.execPath, [bundle, place.url, token.trim()], { cwd: folder })
  assert.deepEqual(JSON.parse(out), { status: 'FINALIZED', late: 412, title: 'Changed meanwhile', count: 1 })
})
