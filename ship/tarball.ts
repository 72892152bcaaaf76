/** Makes the tarball for Linux, with the packages, Node and PostgreSQL in it. It needs npm and GNU tar. */
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

export const ARCHITECTURES = ['x64', 'arm64'] as const
type Architecture = (typeof ARCHITECTURES)[number]

interface Order {
  arch: Architecture
  /** The package that `npm pack` has made. */
  packed: string
  /** The name of the folder in the tarball, and of the tarball. */
  name: string
  into: string
  /** The time of each file, in seconds since 1970. */
  epoch: number
}

/** Returns the path of the tarball. */
export async function tarball({ arch, packed, name, into, epoch }: Order): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), 'tarball-'))
  try {
    const folder = join(work, name)
    await mkdir(folder)
    run('tar', ['--extract', `--file=${packed}`, '--strip-components=1', `--directory=${folder}`], work)
    await cp(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
    // npm takes the packages of the other platform too, so an x64 machine makes the tarball for arm64.
    const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    run('npm', ['ci', '--omit=dev', ...platform, ...quiet], folder)
    await keepNodeOnly(join(folder, `node_modules/node-linux-${arch}`))
    await writeFile(join(folder, 'scorebook'), launcher(arch))
    await chmod(join(folder, 'scorebook'), 0o755)
    const file = join(into, `${name}.tar.gz`)
    const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner']
    const modes = ['--mode=u+rw,go-w,a+rX', '--format=gnu']
    run(
      'tar',
      ['--create', `--file=${file}`, '--use-compress-program=gzip -n', ...same, ...modes, name],
      work,
    )
    return file
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The package of Node also has its headers, npm and pages for people: 70 of its 190 MB. */
async function keepNodeOnly(folder: string): Promise<void> {
  const node = join(folder, 'node')
  await rename(join(folder, 'bin/node'), node)
  for (const name of await readdir(folder))
    if (!/^(node|package\.json|LICENSE)$/.test(name)) await rm(join(folder, name), { recursive: true })
  await mkdir(join(folder, 'bin'))
  await rename(node, join(folder, 'bin/node'))
}

const launcher = (arch: Architecture) => `#!/bin/sh
# Runs Scorebook with the Node beside it, also through a link from another folder.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/node-linux-${arch}/bin/node" "$here/bin/scorebook.js" "$@"
`

/** The language of this machine must not change the order of the files. */
const run = (program: string, args: string[], cwd: string) =>
  execFileSync(program, args, {
    cwd,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
