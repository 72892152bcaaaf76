/**
 * Stores the bundled app for the next start, because bundling takes half a second. The name of the file is a hash of the sources.
 */
import { hash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { Operation } from '../../http/operation/operation.ts'
import { assets } from '../assets.ts'
import { type Bundle, bundle } from './bundle.ts'
import { readBuilt } from './built.ts'

/** Everything from which the bundle is made: the app, the service with its operations, and the versions of packages. */
const SOURCES = { folders: ['web', 'src'], file: 'package-lock.json' }
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PREFIX = 'web-app-'
/** How many bundles are stored. Two versions of the service may run in turns. */
const MOST = 5

const StoredBundle = z.strictObject({
  script: z.string(),
  style: z.string(),
  fonts: z.array(z.string()),
  reserved: z.array(z.string()),
  routes: z.array(z.strictObject({ path: z.string(), preloads: z.array(z.string()) })),
  serviceWorker: z.string().optional(),
  /** The path, type and content of each file. Fonts are left out, because pages outside of the app have them too. */
  files: z.array(z.tuple([z.string(), z.string(), z.string()])),
})

/**
 * Returns the app of the package, a stored bundle, or bundles the app. If no folder can be written to, the app is bundled at every
 * start.
 */
export async function cachedBundle(
  operations: readonly Operation[],
  folder: string | undefined = getCompileCacheDir(),
): Promise<Bundle> {
  const built = restored((await readBuilt('app.json')) ?? '')
  if (built) return built
  const key = folder === undefined ? undefined : keyOfSources()
  if (folder === undefined || key === undefined) return bundle(operations)
  const file = join(folder, `${PREFIX}${key}.json`)
  const cached = restored(await readFile(file, 'utf8').catch(() => ''))
  if (cached) return cached
  const made = await bundle(operations)
  // If a source has changed meanwhile, the bundle is not stored: it may contain the old source or the new one.
  if (key === keyOfSources()) await store(made, folder, file).catch(() => {})
  return made
}

/** Undefined if a source is missing. An installation without npm has no `package-lock.json`. */
export function keyOfSources(root = ROOT): string | undefined {
  try {
    const names = SOURCES.folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(root.length)),
    )
    const contents = [...names.toSorted(), SOURCES.file].map(
      (name) => `${name} ${hash('sha256', readFileSync(join(root, name)), 'base64')}`,
    )
    return hash('sha256', contents.join('\n'), 'hex').slice(0, 32)
  } catch {
    return undefined
  }
}

function restored(text: string): Bundle | undefined {
  const { data } = StoredBundle.safeParse(parsed(text))
  if (!data) return undefined
  const { files, serviceWorker, ...rest } = data
  const { fonts, byPath } = assets()
  const ours = fonts.flatMap((path) => {
    const font = byPath.get(path)
    return font ? [[path, font] as const] : []
  })
  const scripts = files.map(([path, type, content]) => [path, { type, content }] as const)
  return { ...rest, serviceWorker, files: new Map([...ours, ...scripts]) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The bundle as text. `restored` reads it. */
export function textOf({ files, ...rest }: Bundle): string {
  const texts = [...files].flatMap(([path, { type, content }]) =>
    typeof content === 'string' ? [[path, type, content]] : [],
  )
  return JSON.stringify({ ...rest, files: texts })
}

async function store(made: Bundle, folder: string, file: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    await writeFile(draft, textOf(made), { mode: 0o644 })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX))
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = aged.toSorted((one, other) => other.at - one.at).slice(MOST)
  await Promise.all(old.map(({ name }) => rm(join(folder, name), { force: true })))
}
