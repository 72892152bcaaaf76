/** Makes the files of a release by `npm run release`, in a copy of the checkout: the tests leave no `dist` behind. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Ran {
  code: number
  out: string
  err: string
}

export function run(
  file: string,
  args: string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; input?: string },
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { timeout: 900_000, maxBuffer: 2 ** 26, ...options },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? 1) : 0, out, err }),
    )
    child.stdin?.end(options.input ?? '')
  })
}

/** A folder below /var/tmp, because a release is too large for a file system in memory. */
export const makeFolder = (): Promise<string> =>
  mkdtemp(join(existsSync('/var/tmp') ? '/var/tmp' : tmpdir(), 'release-'))

/** Copies the files that git knows or would add, and links the packages. */
async function checkoutIn(folder: string): Promise<string> {
  const { out } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const copy = join(folder, 'checkout')
  for (const path of out
    .trim()
    .split('\n')
    .filter((one) => one !== 'node_modules' && existsSync(join(root, one)))) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await cp(join(root, path), join(copy, path))
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

export interface Release {
  folder: string
  checkout: string
  /** Such as `scorebook-0.2.0`. */
  base: string
}

export async function release(
  owner: { after: (end: () => Promise<void>) => void },
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Release> {
  const work = await makeFolder()
  owner.after(() => rm(work, { recursive: true, force: true, maxRetries: 5 }))
  const checkout = await checkoutIn(work)
  const folder = join(work, 'files')
  const ran = await run('npm', ['run', '-s', 'release', '--', folder, ...args], {
    cwd: checkout,
    env: { ...process.env, SOURCE_DATE_EPOCH: '1790000000', ...env },
  })
  if (ran.code !== 0) throw new Error(`npm run release ended with ${ran.code}.\n${ran.out}\n${ran.err}`)
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')) as {
    version: string
  }
  return { folder, checkout, base: `scorebook-${version}` }
}
