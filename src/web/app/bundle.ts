/** Bundles the app with esbuild: in memory, with names that follow from the content, so that every instance has the same files. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BuildFailure, BuildOptions, Metafile, OutputFile, Plugin } from 'esbuild'
import type { Operation } from '../../http/operation.ts'
import { type Asset, assets } from '../assets.ts'
import { hashed } from '../hashed.ts'
import { CannotBundle } from './cannot-bundle.ts'
import { type Route, readRoutes } from './routes.ts'

/** The app as the service sends it; it can be sent to another process too. */
export interface Bundle {
  /** What is below `/assets`, by path. */
  files: ReadonlyMap<string, Asset>
  script: string
  style: string
  fonts: readonly string[]
  routes: readonly BundledRoute[]
  /** Undefined where there is none. */
  serviceWorker: string | undefined
}

/** A path of the app, and the scripts that its page is made of beside the first one. */
export interface BundledRoute {
  path: string
  preloads: readonly string[]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const ENTRIES = ['web/main.tsx', 'web/styles/index.css']
const WORKER = 'web/service-worker.ts'

export async function bundle(operations: readonly Operation[]): Promise<Bundle> {
  const { build, formatMessages, stop } = await import('esbuild')
  try {
    const [built, routes] = await Promise.all([
      build({
        ...COMMON,
        entryPoints: ENTRIES,
        splitting: true,
        outdir: 'assets',
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        publicPath: '/assets',
        plugins: [operationTable(operations), ourFonts],
      }),
      readRoutes(),
    ])
    const app = appOf(built.outputFiles, built.metafile, routes)
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
  outputs: OutputFile[],
  { outputs: facts }: Metafile,
  routes: readonly Route[],
): Omit<Bundle, 'serviceWorker'> {
  const { fonts, byPath } = assets()
  const files = new Map<string, Asset>(fonts.map((font) => [font, byPath.get(font) as Asset]))
  for (const { path, text } of outputs) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
    files.set(`/assets/${name}`, { type, content: text })
  }
  const outputOf = (entry: string): string => {
    const found = Object.entries(facts).find(([, { entryPoint }]) => entryPoint === entry)
    if (!found) throw new CannotBundle(`The web app has no ${entry}.`)
    return found[0]
  }
  const [main = '', index = ''] = ENTRIES.map(outputOf)
  const first = neededBy(main, facts)
  return {
    files,
    script: `/${main}`,
    style: `/${index}`,
    fonts,
    routes: routes.map(({ path, page }) => {
      const needed = new Set([...first, ...neededBy(outputOf(page), facts)])
      needed.delete(main)
      return { path, preloads: [...needed].map((file) => `/${file}`) }
    }),
  }
}

/** A file and what it imports at once, and so on. */
function neededBy(file: string, facts: Metafile['outputs'], found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const { path, kind } of facts[file]?.imports ?? [])
    if (kind === 'import-statement') neededBy(path, facts, found)
  return found
}

/** `scorebook:operations`: what a call needs to know at run time. */
const operationTable = (operations: readonly Operation[]): Plugin =>
  virtual('scorebook:operations', () => {
    const rows = operations.map(({ id, method, path, ifMatch, stream }) => [
      id,
      [
        method,
        path,
        ...(ifMatch || stream !== undefined ? [ifMatch] : []),
        ...(stream === undefined ? [] : [stream]),
      ],
    ])
    return `export const operations = ${JSON.stringify(Object.fromEntries(rows))}`
  })

/** `scorebook:assets`, for the service worker. */
const assetList = ({ files, script, style, routes }: Omit<Bundle, 'serviceWorker'>): Plugin =>
  virtual('scorebook:assets', () => {
    const names = [...files.keys()].toSorted()
    const paths = routes.map(({ path }) => path)
    const version = hashed([...names, script, style, ...paths].join('\n'))
    return Object.entries({ version, files: names, paths })
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  })

/** A module that is made here. */
const virtual = (name: string, contents: () => string): Plugin => ({
  name,
  setup(build) {
    const filter = new RegExp(`^${name}$`)
    build.onResolve({ filter }, () => ({ path: name, namespace: 'scorebook' }))
    build.onLoad({ filter, namespace: 'scorebook' }, () => ({ contents: contents(), loader: 'js' }))
  },
})

/** The fonts are those of the other pages, under the same names, so that a browser loads them once. */
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
