/**
 * A Debian with PostgreSQL 18, Patroni and etcd, as a root file system. It is made once by mmdebstrap, and kept outside of the
 * repository.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { missingOf } from './ship/tools.ts'

/** Debian's first suite that has all of these. Patroni does not ask for the last two by itself, but for etcd it needs them. */
const SUITE = 'forky'
const PACKAGES = ['postgresql-18', 'etcd-server', 'tini', 'patroni', 'python3-etcd', 'python3-dnspython']

const settings = process.env
const MIRROR = settings['SCOREBOOK_TEST_MIRROR'] ?? 'http://deb.debian.org/debian'
const CACHE = join(settings['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'scorebook-test')

/** It takes 20 s with a mirror nearby. */
const PATIENCE = 900_000

/** Why the root can't be made on this machine, or can't be used. */
export class NoDebian extends Error {}

/** Returns the folder of the root, and makes it if it is not there yet. */
export async function debianRoot(tell: (line: string) => void): Promise<string> {
  const missing = missingOf(['mmdebstrap', 'unshare', 'nsenter', 'chroot', 'setpriv', 'ip', 'bridge'], {
    root: true,
  })
  if (missing !== '') throw new NoDebian(missing)
  const digest = createHash('sha256').update(PACKAGES.join()).digest('hex').slice(0, 12)
  const root = join(CACHE, `${SUITE}-${digest}`)
  if (existsSync(root)) return root
  tell(`making ${root} from ${MIRROR}`)
  await mkdir(CACHE, { recursive: true })
  const folder = await mkdtemp(join(CACHE, 'making-'))
  const made = join(folder, 'root')
  try {
    await promisify(execFile)(
      'mmdebstrap',
      [
        '--variant=minbase',
        '--dpkgopt=force-unsafe-io',
        // A mirror that was frozen on some day is as good. Its signatures are checked all the same.
        '--aptopt=Acquire::Check-Valid-Until "false"',
        `--include=${PACKAGES.join()}`,
        SUITE,
        made,
        MIRROR,
      ],
      { maxBuffer: 1e8, timeout: PATIENCE },
    ).catch((error: unknown) => {
      const { stderr } = error as { stderr?: string }
      const why = stderr?.match(/^(Err|E):.+(\n .+)?$/m)?.[0] ?? (error as Error).message
      throw new NoDebian(`mmdebstrap could not make Debian ${SUITE} from ${MIRROR}: ${why}`, { cause: error })
    })
    await writeFile(join(made, 'etc/hosts'), '127.0.0.1 localhost\n')
    await rename(made, root).catch(() => {}) // another run has made it meanwhile
    return root
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
