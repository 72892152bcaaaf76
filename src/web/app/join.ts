/**
 * Joins the many small files into which esbuild splits what several pages share: it makes one for each set of pages, of which most
 * have some hundred bytes. What is small, or needed at the start anyway, goes into the first script; pages import it from there.
 */
import type { BuildOptions, Metafile, OutputFile, Plugin, build as Build } from 'esbuild'
import { hashed } from '../hashed.ts'

export interface Joined {
  /** The scripts by name. */
  files: Map<string, string>
  /** What each script imports at once, by name. */
  imports: Map<string, string[]>
  /** The script of an entry, such as `web/main.tsx`. */
  ofEntry: (entry: string) => string | undefined
}

/** In bytes, before it is minified: a request costs more than such a file. */
const SMALL = 4_096

/** Stands for the version in all names until every content is known, as the files name one another in circles. */
const VERSION = '@@version@@'

/** The first script, before it has its name. */
const FIRST = 'first'

/** `outputs` and `facts` are of a build with `splitting`; `main` is the entry of the first script. */
export async function join(
  build: typeof Build,
  options: BuildOptions,
  { outputFiles: outputs, metafile }: { outputFiles: OutputFile[]; metafile: Metafile },
  main: string,
): Promise<Joined> {
  const texts = new Map(outputs.map(({ path, text }) => [nameOf(path), text]))
  const facts = new Map(Object.entries(metafile.outputs).map(([path, fact]) => [nameOf(path), fact]))
  const byEntry = new Map([...facts].map(([name, { entryPoint = '' }]) => [entryPoint, name]))
  const start = byEntry.get(main) ?? ''
  const common = commonOf(facts, start)
  const rest = [...facts.keys()].filter((name) => !common.has(name))
  const names = new Map(
    rest.map((name, n) => [name, `${name.slice(0, name.lastIndexOf('-'))}-${n}-${VERSION}.js`]),
  )
  names.set(start, `main-${VERSION}.js`)
  const external = (name: string) => ({ path: `./${names.get(name)}`, external: true })

  const exportsOf = (name: string) => facts.get(name)?.exports ?? []
  /** The first script has what each file in it exports, under a name of its own. */
  const ofFirst = () => {
    const lines = [...common]
      .filter((name) => name !== start && exportsOf(name).length > 0)
      .map((name) => exporting(name, (exported) => `${exported} as ${alias(name, exported)}`, `./${name}`))
    return [`import './${start}'`, ...lines].join('\n')
  }
  const exporting = (name: string, as: (exported: string) => string, from: string) =>
    `export {${exportsOf(name).map(as).join(', ')}} from '${from}'`

  const joining: Plugin = {
    name: 'join',
    setup(plugin) {
      plugin.onResolve({ filter: /./ }, ({ path, kind, importer, namespace }) => {
        const name = nameOf(path)
        if (kind === 'entry-point') return { path: name, namespace: 'split' }
        if (name === FIRST) return external(start)
        if (kind === 'dynamic-import' || !common.has(name)) return external(name)
        const isWithin = namespace === 'split' && (importer === FIRST || common.has(importer))
        return { path: name, namespace: isWithin ? 'split' : 'in first' }
      })
      plugin.onLoad({ filter: /./, namespace: 'split' }, ({ path }) => ({
        contents: path === FIRST ? ofFirst() : (texts.get(path) ?? ''),
      }))
      plugin.onLoad({ filter: /./, namespace: 'in first' }, ({ path }) => ({
        contents: exporting(path, (exported) => `${alias(path, exported)} as ${exported}`, FIRST),
      }))
    },
  }
  const made = await build({
    ...options,
    outdir: 'assets',
    metafile: true,
    entryPoints: [FIRST, ...rest].map((name) => ({
      in: name,
      out: (names.get(name === FIRST ? start : name) ?? '').slice(0, -'.js'.length),
    })),
    plugins: [joining],
  })
  const files = made.outputFiles ?? []
  const version = hashed(files.map(({ text }) => text).join('\n'))
  const final = (text: string) => text.replaceAll(VERSION, version)
  return {
    files: new Map(files.map(({ path, text }) => [final(nameOf(path)), final(text)])),
    imports: new Map(
      Object.entries(made.metafile.outputs).map(([path, { imports }]) => [
        final(nameOf(path)),
        imports.filter(({ kind }) => kind === 'import-statement').map((one) => final(nameOf(one.path))),
      ]),
    ),
    ofEntry(entry) {
      const name = names.get(byEntry.get(entry) ?? '')
      return name === undefined ? undefined : final(name)
    },
  }
}

/** What the first script has: its own imports, and every small file that imports nothing but what is there. */
function commonOf(facts: ReadonlyMap<string, Metafile['outputs'][string]>, start: string): Set<string> {
  const common = new Set<string>()
  const importsOf = (name: string) =>
    (facts.get(name)?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => nameOf(path))
  const take = (name: string) => {
    if (common.has(name)) return
    common.add(name)
    for (const other of importsOf(name)) take(other)
  }
  take(start)
  for (let before = -1; before !== common.size;) {
    before = common.size
    for (const [name, { bytes, entryPoint }] of facts)
      if (bytes < SMALL && entryPoint === undefined && importsOf(name).every((other) => common.has(other)))
        common.add(name)
  }
  return common
}

const alias = (name: string, exported: string) => `${name.replaceAll(/\W/g, '_')}__${exported}`

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
