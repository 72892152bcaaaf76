/** The client's package, as somebody gets it: packed by npm, and installed into a fresh folder. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as Client from '../../../client/src/index.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Packed {
  filename: string
  shasum: string
  unpackedSize: number
  files: { path: string; size: number }[]
}

/** `npm pack` compiles the package first. */
export async function pack(into: string): Promise<Packed> {
  const { out } = await run('npm', ['pack', '--json', '--pack-destination', into], {
    cwd: join(root, 'client'),
  })
  const [packed] = JSON.parse(out.slice(out.indexOf('[\n'))) as Packed[]
  assert.ok(packed, out)
  return packed
}

export interface Installed {
  folder: string
  packed: Packed
  client: typeof Client
}

/** The folder goes with the owner's tests. */
export async function installed(owner: { after: (end: () => Promise<void>) => void }): Promise<Installed> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'scorebook-client-')))
  owner.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const packed = await pack(folder)
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'fresh', private: true, type: 'module' }),
  )
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed.filename}`], {
    cwd: folder,
  })
  const client = (await import(
    new URL(`file://${folder}/node_modules/scorebook-client/dist/index.js`).href
  )) as typeof Client
  return { folder, packed, client }
}

/** Runs a program to its end. A failure is an error with what it printed. */
export function run(
  file: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<{ out: string }> {
  return new Promise((resolve, reject) => {
    execFile(file, args, { timeout: 120_000, maxBuffer: 2 ** 26, ...options }, (error, out, err) =>
      error
        ? reject(new Error(`${file} ${args.join(' ')}\n${out}\n${err}`, { cause: error }))
        : resolve({ out }),
    )
  })
}
