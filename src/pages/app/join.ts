/** Joins small files of shared code, so that pages need fewer requests. `groups.ts` says which files to join. */
import type { BuildOptions, Metafile, OutputFile, Plugin, build as Build } from 'esbuild'
import { hashed } from '../hashed.ts'
import { type Part, grouped } from './groups.ts'

export interface JoinedScripts {
  files: Map<string, string>
  imports: Map<string, string[]>
  /** For each script, the scripts that it loads later. */
  loads: Map<string, string[]>
  /** The script that was made from an entry, such as `web/main.tsx`. */
  ofEntry: (entry: string) => string | undefined
}

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>

/** A placeholder for the hash in a file's name. The files contain each other's names, so all contents must be known first. */
const VERSION = '@@version@@'

interface Entries {
  /** The entry of the first script, such as `web/main.tsx`. */
  main: string
  reserved: ReadonlySet<string>
}

/** `outputs` and `facts` come from a build with `splitting`. */
export async function join(
  build: typeof Build,
  options: BuildOptions,
  { outputFiles: outputs, metafile }: { outputFiles: OutputFile[]; metafile: Metafile },
  { main, reserved }: Entries,
): Promise<JoinedScripts> {
  const texts = new Map(outputs.map(({ path, text }) => [nameOf(path), text]))
  const facts: Outputs = new Map(Object.entries(metafile.outputs).map(([path, fact]) => [nameOf(path), fact]))
  const byEntry = new Map([...facts].map(([name, { entryPoint = '' }]) => [entryPoint, name]))
  const parts = new Map([...facts].map(([name, fact]) => [name, partOf(fact, reserved)]))
  const groups = grouped(parts, byEntry.get(main) ?? '')
  const groupOf = new Map(groups.flatMap((group) => group.map((name) => [name, group])))
  const files = new Map(groups.map((group, n) => [group, fileOf(group, n, facts)]))
  const fileWith = (name: string) => files.get(groupOf.get(name) ?? []) ?? ''

  const exportsOf = (name: string) => facts.get(name)?.exports ?? []
  const isElsewhere = (name: string, importer: string) => groupOf.get(name) !== groupOf.get(importer)

  /** In the joined file, only names that other files import must be unique. */
  const shared = new Set(
    [...parts].flatMap(([importer, { imports }]) => imports.filter((name) => isElsewhere(name, importer))),
  )
  const aliases = new Map(
    [...shared]
      .flatMap((name) => exportsOf(name).map((exported) => `${name} ${exported}`))
      .map((one, n) => [one, `_${n.toString(36)}`]),
  )
  const aliasOf = (name: string, exported: string) => aliases.get(`${name} ${exported}`)
  const contentOf = (group: readonly string[]) =>
    group.map((name) => {
      const own = facts.get(name)?.entryPoint === undefined ? [] : exportsOf(name)
      const given = shared.has(name) ? exportsOf(name).map((one) => `${one} as ${aliasOf(name, one)}`) : []
      return `import './${name}'; export {${[...own, ...given].join(', ')}} from './${name}'`
    })

  const joining: Plugin = {
    name: 'join',
    setup(plugin) {
      plugin.onResolve({ filter: /./ }, ({ path, kind, importer, namespace }) => {
        const name = nameOf(path)
        if (kind === 'entry-point') return { path: name, namespace: 'group' }
        if (kind === 'dynamic-import' || namespace === 'shared')
          return { path: `./${fileWith(name)}`, external: true }
        const isOutside = namespace === 'part' && isElsewhere(name, importer)
        return { path: name, namespace: isOutside ? 'shared' : 'part' }
      })
      plugin.onLoad({ filter: /./, namespace: 'group' }, ({ path }) => ({
        contents: contentOf(groupOf.get(path) ?? []).join('\n'),
      }))
      plugin.onLoad({ filter: /./, namespace: 'part' }, ({ path }) => ({ contents: texts.get(path) ?? '' }))
      plugin.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => {
        const names = exportsOf(path).map((one) => `${aliasOf(path, one)} as ${one}`)
        return { contents: `export {${names.join(', ')}} from './${path}'` }
      })
    },
  }
  const made = await build({
    ...options,
    outdir: 'assets',
    metafile: true,
    entryPoints: [...files].map(([[name = ''], file]) => ({ in: name, out: file.slice(0, -'.js'.length) })),
    plugins: [joining],
  })
  const written = (made.outputFiles ?? []).map(({ path, text }) => ({ path, text: importingOnce(text) }))
  const version = hashed(written.map(({ text }) => text).join('\n'))
  const final = (text: string) => text.replaceAll(VERSION, version)
  return {
    files: new Map(written.map(({ path, text }) => [final(nameOf(path)), final(text)])),
    imports: edges(made.metafile, 'import-statement', final),
    loads: edges(made.metafile, 'dynamic-import', final),
    ofEntry(entry) {
      const name = byEntry.get(entry)
      return name === undefined ? undefined : final(fileWith(name))
    },
  }
}

/** One import statement for each other file. The bundler writes one for each part of the file that has joined another. */
function importingOnce(text: string): string {
  const names = new Map<string, string[]>()
  for (const [, some = '', from = ''] of text.matchAll(IMPORT))
    names.set(from, [...(names.get(from) ?? []), ...(some === '' ? [] : [some])])
  const isWritten = new Set<string>()
  return text.replaceAll(IMPORT, (_, _some, from: string) => {
    if (isWritten.has(from)) return ''
    isWritten.add(from)
    const all = names.get(from) ?? []
    return all.length === 0 ? `import"${from}";` : `import{${all.join(',')}}from"${from}";`
  })
}

/** The bundler writes this without spaces, and only our own files have the placeholder in their names. */
const IMPORT = new RegExp(`import(?:\\{([^}]*)\\}from)?"(\\./[\\w-]+-${VERSION}\\.js)";`, 'g')

/** For each file, the files that it imports in this way. */
const edges = ({ outputs }: Metafile, way: string, final: (name: string) => string): Map<string, string[]> =>
  new Map(
    Object.entries(outputs).map(([path, { imports }]) => [
      final(nameOf(path)),
      imports.filter(({ kind }) => kind === way).map((one) => final(nameOf(one.path))),
    ]),
  )

function partOf(
  { bytes, imports, entryPoint }: Metafile['outputs'][string],
  reserved: ReadonlySet<string>,
): Part {
  const of = (kind: string) => imports.filter((one) => one.kind === kind).map(({ path }) => nameOf(path))
  return {
    bytes,
    imports: of('import-statement'),
    loads: of('dynamic-import'),
    isEntry: entryPoint !== undefined,
    isReserved: entryPoint !== undefined && reserved.has(entryPoint),
  }
}

/** The name of a joined file. If the group has a page, it is named after the page. */
function fileOf(group: readonly string[], n: number, facts: Outputs): string {
  const named = group.find((name) => facts.get(name)?.entryPoint !== undefined) ?? group[0] ?? ''
  const base = named.slice(0, named.lastIndexOf('-'))
  return n === 0 ? `${base}-${VERSION}.js` : `${base}-${n}-${VERSION}.js`
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
