/**
 * Joins the many small files into which esbuild splits what several pages share: it makes one for each set of pages, of which most
 * have some hundred bytes. What is small, or needed at the start anyway, goes into the first script; pages import it from there.
 */
import type { BuildOptions, Metafile, OutputFile, Plugin, build as Build } from 'esbuild'
import { hashed } from '../hashed.ts'

export interface Joined {
  /** By name. */
  files: Map<string, string>
  /** What each file imports at once, by name. */
  imports: Map<string, string[]>
  /** The file of an entry, such as `web/main.tsx`. */
  ofEntry: (entry: string) => string | undefined
}

/** In bytes, minified: a request costs more than such a file. */
const SMALL = 4_096

/** Stands for the version in all names until every content is known: the files name one another in circles. */
const VERSION = '@@version@@'

export async function join(
  build: typeof Build,
  options: BuildOptions,
  outputs: readonly OutputFile[],
  facts: Metafile['outputs'],
  main: string,
): Promise<Joined> {
  const texts = new Map(outputs.map(({ path, text }) => [nameOf(path), text]))
  const known = new Map(Object.entries(facts).map(([path, fact]) => [nameOf(path), fact]))
  const ofEntry = new Map(
    [...known].flatMap(([name, { entryPoint }]) => (entryPoint === undefined ? [] : [[entryPoint, name]])),
  )
  const first = ofEntry.get(main) ?? ''
  const isScript = (name: string) => name.endsWith('.js')
  const importsOf = (name: string, kind: string) =>
    (known.get(name)?.imports ?? []).filter((one) => one.kind === kind).map(({ path }) => nameOf(path))
  const common = new Set<string>()
  const takeWhole = (name: string) => {
    if (common.has(name)) return
    common.add(name)
    for (const other of importsOf(name, 'import-statement')) takeWhole(other)
  }
  takeWhole(first)
  // What a small file imports must be there too, or the first script would import it from elsewhere.
  for (let before = -1; before !== common.size;) {
    before = common.size
    for (const [name, { bytes, entryPoint }] of known)
      if (isScript(name) && bytes < SMALL && entryPoint === undefined)
        if (importsOf(name, 'import-statement').every((other) => common.has(other))) common.add(name)
  }
  const named = (name: string) =>
    name === first ? `main-${VERSION}.js` : name.replace(/-\w+\.js$/, `-${ordinal(name)}${VERSION}.js`)
  const rest = [...known.keys()].filter((name) => isScript(name) && !common.has(name))
  /** Several pages have a file of the same name. */
  const ordinals = new Map([...texts.keys()].toSorted().map((name, n) => [name, n]))
  function ordinal(name: string): string {
    return `${(ordinals.get(name) ?? 0).toString(36)}-`
  }
  const exportsOf = (name: string) => known.get(name)?.exports ?? []
  const alias = (name: string, exported: string) => `${name.replaceAll(/\W/g, '_')}__${exported}`
  const reexported = (name: string, from: string, into: (exported: string) => string) =>
    `export {${exportsOf(name).map(into).join(', ')}} from ${JSON.stringify(from)}`

  const joining: Plugin = {
    name: 'join',
    setup(plugin) {
      plugin.onResolve({ filter: /./ }, ({ path, kind, importer, namespace }) => {
        if (kind === 'entry-point') return { path, namespace: 'joined' }
        const name = nameOf(path)
        if (name === OWN) return { path: `./${named(first)}`, external: true }
        if (kind === 'dynamic-import' || !common.has(name))
          return { path: `./${named(name)}`, external: true }
        const within = namespace === 'joined' && (common.has(importer) || importer === OWN)
        return { path: name, namespace: within ? 'joined' : 'proxy' }
      })
      plugin.onLoad({ filter: /./, namespace: 'joined' }, ({ path }) => ({
        contents: path === OWN ? whole() : (texts.get(path) ?? ''),
      }))
      plugin.onLoad({ filter: /./, namespace: 'proxy' }, ({ path }) => ({
        contents: reexported(path, OWN, (exported) => `${alias(path, exported)} as ${exported}`),
      }))
    },
  }
  const whole = () =>
    [
      `import ${JSON.stringify(`./${first}`)}`,
      ...[...common]
        .filter((name) => name !== first && exportsOf(name).length > 0)
        .map((name) =>
          reexported(name, `./${name}`, (exported) => `${exported} as ${alias(name, exported)}`),
        ),
    ].join('\n')

  const made = await build({
    ...options,
    splitting: false,
    outdir: 'assets',
    entryPoints: [OWN, ...rest].map((name) => ({
      in: name,
      out: named(name === OWN ? first : name).replace(/\.js$/, ''),
    })),
    plugins: [joining],
  })
  const contents = made.outputFiles ?? []
  const version = hashed(contents.map(({ text }) => text).join('\n'))
  const final = (text: string) => text.replaceAll(VERSION, version)
  return {
    files: new Map(contents.map(({ path, text }) => [final(nameOf(path)), final(text)])),
    imports: new Map(
      Object.entries(made.metafile?.outputs ?? {}).map(([path, { imports }]) => [
        final(nameOf(path)),
        imports.filter(({ kind }) => kind === 'import-statement').map((one) => final(nameOf(one.path))),
      ]),
    ),
    ofEntry: (entry) => {
      const name = ofEntry.get(entry)
      return name === undefined ? undefined : final(named(name))
    },
  }
}

/** The first script, before it has its name. */
const OWN = 'first'

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
