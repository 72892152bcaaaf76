/**
 * Bundles the app with esbuild, in memory. The name of each file has a hash of its content, so all instances have the same files.
 */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BuildFailure, BuildOptions, OutputFile, Plugin } from 'esbuild'
import type { Operation } from '../../http/operation/operation.ts'
import { type Asset, assets } from '../assets.ts'
import { hashed } from '../hashed.ts'
import { CannotBundle } from './cannot-bundle.ts'
import { type JoinedScripts, join as joinScripts } from './join.ts'
import { type Route, readRoutes } from './routes.ts'

export interface Bundle {
  files: ReadonlyMap<string, Asset>
  script: string
  style: string
  fonts: readonly string[]
  /** Scripts of reserved pages. Only people with the scope of such a page download them, and the service worker does not. */
  reserved: readonly string[]
  routes: readonly BundledRoute[]
  serviceWorker: string | undefined
}

/** A path of the app, and the scripts that its page needs besides the first script. */
export interface BundledRoute {
  path: string
  preloads: readonly string[]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const MAIN = 'web/main.tsx'
const STYLE = 'web/styles/index.css'
const WORKER = 'web/service-worker.ts'

export async function bundle(operations: readonly Operation[]): Promise<Bundle> {
  const { build, formatMessages, stop } = await import('esbuild').catch((error: unknown) => {
    throw new CannotBundle(
      'The web app can be bundled only in a checkout with the packages of development; a package brings it ready made.',
      { cause: error },
    )
  })
  try {
    const routes = await readRoutes()
    const reserved = new Set(routes.filter(({ isReserved }) => isReserved).map(({ page }) => page))
    const built = await build({
      ...COMMON,
      minify: false,
      minifySyntax: true,
      entryPoints: [MAIN],
      splitting: true,
      outdir: 'assets',
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      plugins: operationTables(operations, reserved),
    })
    const joined = await joinScripts(build, COMMON, built, { main: MAIN, reserved })
    const style = await build({
      ...COMMON,
      entryPoints: [STYLE],
      outdir: 'assets',
      entryNames: '[name]-[hash]',
      plugins: [ourFonts],
    })
    const app = appOf(joined, style.outputFiles, routes)
    if (!existsSync(new URL(`../../../${WORKER}`, import.meta.url)))
      return { ...app, serviceWorker: undefined }
    const worker = await build({
      ...COMMON,
      entryPoints: [WORKER],
      outdir: 'assets',
      format: 'iife',
      plugins: [assetList(app)],
    })
    return { ...app, serviceWorker: worker.outputFiles[0]?.text }
  } catch (error) {
    if (!isBuildFailure(error)) throw error
    const lines = await formatMessages(error.errors, { kind: 'error', color: false })
    throw new CannotBundle(`The web app cannot be bundled:\n${lines.join('').trim()}`, { cause: error })
  } finally {
    await stop()
  }
}

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  metafile: true,
  format: 'esm',
  target: ['es2022', 'chrome123', 'firefox125', 'safari17.5'],
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'silent',
} satisfies BuildOptions

const isBuildFailure = (error: unknown): error is BuildFailure =>
  error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors)

function appOf(
  { files: scripts, imports, loads, ofEntry }: JoinedScripts,
  styles: OutputFile[],
  routes: readonly Route[],
): Omit<Bundle, 'serviceWorker'> {
  const { fonts, byPath } = assets()
  const files = new Map<string, Asset>(fonts.map((font) => [font, byPath.get(font) as Asset]))
  for (const [name, content] of scripts)
    files.set(`/assets/${name}`, { type: 'text/javascript; charset=utf-8', content })
  const [style] = styles.map(({ path, text }) => {
    const name = `/assets/${path.slice(path.lastIndexOf('/') + 1)}`
    files.set(name, { type: 'text/css; charset=utf-8', content: text })
    return name
  })
  const main = ofEntry(MAIN)
  if (main === undefined || style === undefined)
    throw new CannotBundle('The web app has no first script or no style.')
  const reservedPages = new Set(
    routes.filter(({ isReserved }) => isReserved).map(({ page }) => ofEntry(page)),
  )
  const open = openTo(main, { imports, loads, reservedPages })
  const reserved = [...scripts.keys()].filter((name) => !open.has(name))
  return {
    files,
    reserved: reserved.map((name) => `/assets/${name}`),
    script: `/assets/${main}`,
    style,
    fonts,
    routes: routes.map(({ path, page }) => {
      const own = ofEntry(page)
      if (own === undefined) throw new CannotBundle(`The web app has no ${page}.`)
      const needed = neededBy(own, imports)
      needed.delete(main)
      return { path, preloads: [...needed.intersection(open)].map((name) => `/assets/${name}`) }
    }),
  }
}

/** The file, and everything that it imports statically, directly or through other files. */
function neededBy(file: string, imports: JoinedScripts['imports'], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const other of imports.get(file) ?? []) neededBy(other, imports, found)
  return found
}

interface Edges extends Pick<JoinedScripts, 'imports' | 'loads'> {
  reservedPages: ReadonlySet<string | undefined>
}

/** The scripts that the script can load without a reserved page. */
function openTo(script: string, edges: Edges, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found
  found.add(script)
  const later = (edges.loads.get(script) ?? []).filter((name) => !edges.reservedPages.has(name))
  for (const other of [...(edges.imports.get(script) ?? []), ...later]) openTo(other, edges, found)
  return found
}

/**
 * The module `scorebook:operations`: for each operation that the app names, what a call must know about it. Reserved pages bring
 * the operations that only their folders name.
 */
function operationTables(operations: readonly Operation[], reserved: ReadonlySet<string>): Plugin[] {
  const folders = new Set(Array.from(reserved, (page) => dirname(page)))
  const naming = namedInApp((file) => folders.has(dirname(file)))
  const tableOf = async (which: 'open' | 'reserved') => {
    const named = (await naming)[which]
    return JSON.stringify(
      Object.fromEntries(operations.filter(({ id }) => named.has(id)).map((one) => rowOf(one, operations))),
    )
  }
  return [
    virtual(OPEN, async () => `export const operations = ${await tableOf('open')}`),
    virtual(
      RESERVED,
      async () =>
        `import { operations } from '${OPEN}'; Object.assign(operations, ${await tableOf('reserved')})`,
    ),
    {
      name: 'reserved pages',
      setup(plugin) {
        plugin.onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
          if (!reserved.has(relative(root, path).replaceAll('\\', '/'))) return undefined
          return { contents: `import '${RESERVED}'; ${await readFile(path, 'utf8')}`, loader: 'tsx' }
        })
      },
    },
  ]
}

const OPEN = 'scorebook:operations'
const RESERVED = 'scorebook:reserved-operations'

/** What the app must know about an operation (`web/virtual.d.ts`). */
export function rowOf(
  { id, method, path, ifMatch, stream, bytes }: Operation,
  all: readonly Operation[],
): [id: string, facts: (string | number | null)[]] {
  const media = bytes === undefined ? stream : '' // the body itself knows its type
  const up = ifMatch ? stepsToVersion(path, all) : undefined
  if (media !== undefined) return [id, [method, path, up ?? null, media]]
  return [id, up === undefined ? [method, path] : [method, path, up]]
}

/**
 * From `/matches/{matchId}/finalize` it is one step to `/matches/{matchId}`, which has a version. The ETag of an image is a hash of
 * its bytes, and no version.
 */
function stepsToVersion(path: string, all: readonly Operation[]): number {
  const parts = path.split('/')
  const isVersioned = (at: string) =>
    all.some(
      ({ method, path: its, responds: { etag, revalidates } }) =>
        method === 'GET' && its === at && etag && !revalidates,
    )
  for (let up = 0; up < parts.length - 1; up++)
    if (isVersioned(parts.slice(0, parts.length - up).join('/'))) return up
  throw new Error(`No resource of ${path} has an ETag.`)
}

/** The module `scorebook:assets`: the names of the files that the service worker caches. */
const assetList = ({ files, reserved, script, style, routes }: Omit<Bundle, 'serviceWorker'>): Plugin =>
  virtual('scorebook:assets', () => {
    const all = [...files.keys()].toSorted()
    const names = all.filter((name) => !reserved.includes(name))
    const preloads = Object.fromEntries(routes.map((route) => [route.path, route.preloads]))
    const version = hashed([...all, script, style, ...Object.keys(preloads)].join('\n'))
    return Object.entries({ version, files: names, preloads })
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  })

/** The words in quotes in the app's open files, and those that only its reserved files have. */
async function namedInApp(
  isReserved: (file: string) => boolean,
): Promise<Record<'open' | 'reserved', Set<string>>> {
  const names = await readdir(join(root, 'web'), { recursive: true })
  const files = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `web/${name.replaceAll('\\', '/')}`)
  const words = await Promise.all(
    files.map(async (file) =>
      Array.from((await readFile(join(root, file), 'utf8')).matchAll(/'(\w+)'/g), ([, word = '']) => word),
    ),
  )
  const open = new Set(words.filter((_, n) => !isReserved(files[n] ?? '')).flat())
  return { open, reserved: new Set(words.flat()).difference(open) }
}

const virtual = (name: string, contents: () => string | Promise<string>): Plugin => ({
  name,
  setup(build) {
    const filter = new RegExp(`^${name}$`)
    build.onResolve({ filter }, () => ({ path: name, namespace: 'scorebook' }))
    build.onLoad({ filter, namespace: 'scorebook' }, async () => ({
      contents: await contents(),
      loader: 'js',
    }))
  },
})

/** Keeps the names of fonts, so that browsers load them only once for all pages. */
const ourFonts: Plugin = {
  name: 'fonts',
  setup(build) {
    build.onResolve({ filter: /^\/fonts\// }, ({ path }) => {
      const name = path.slice('/fonts/'.length, -'.woff2'.length)
      const font = assets().fonts.find((one) => one.startsWith(`/assets/${name}-`))
      return font === undefined
        ? { errors: [{ text: `There is no font ${name}.` }] }
        : { path: font, external: true }
    })
  },
}
