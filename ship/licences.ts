/**
 * The licences of all packages, as one text. `npm run licences` writes it to a file; each package of Scorebook has one for what it
 * brings.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import lock from '../package-lock.json' with { type: 'json' }
import packageFile from '../package.json' with { type: 'json' }

const root = new URL('../', import.meta.url)

/** Packages of development whose code is in the web app or in `dist/vendor`. */
const BUILT_IN = [
  '@preact/signals',
  '@scalar/fastify-api-reference',
  'eld',
  'intl-messageformat',
  'preact',
] as const satisfies (keyof typeof packageFile.devDependencies)[]

interface Locked {
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const packages = lock.packages as Record<string, Locked>

/** A licence in full, and the packages that have it. */
interface Licence {
  text: string
  names: string[]
}

/** `shipped` are the packages with which Scorebook runs; without it, the packages of development are there too. */
export async function licencesText({ shipped }: { shipped: boolean }): Promise<string> {
  const { dependencies, optionalDependencies, devDependencies } = packageFile
  const paths = shipped
    ? shippedPaths()
    : [
        ...reachedFrom(Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })),
      ].toSorted()
  const unknown = paths.filter((path) => packages[path]?.license === undefined)
  if (unknown.length > 0) throw new Error(`These packages name no licence: ${unknown.join(', ')}.`)
  const licences = new Map<string, Licence>()
  for (const path of paths) {
    const { version, license = '' } = packages[path] ?? {}
    const text = (await textIn(path)) ?? `${license}. The package has no text of its licence.`
    const licence = licences.get(text) ?? { text, names: [] }
    licence.names.push(`${nameOf(path)} ${version} (${license})`)
    licences.set(text, licence)
  }
  const parts = [...licences.values()].map(({ text, names }) => `${names.join('\n')}\n\n${text}`)
  const about = `The licences of the ${paths.length} packages ${shipped ? 'with which Scorebook runs' : 'of Scorebook, those of development too'}`
  return `${[about, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

export const shippedPackages = (): { name: string; version: string }[] =>
  shippedPaths().map((path) => ({ name: nameOf(path), version: packages[path]?.version ?? '' }))

/** The places in the lock of the packages with which Scorebook runs: those that are installed with it, and those that are built in. */
function shippedPaths(): string[] {
  const { dependencies, optionalDependencies } = packageFile
  return [
    ...reachedFrom([...Object.keys({ ...dependencies, ...optionalDependencies }), ...BUILT_IN]),
  ].toSorted()
}

/** The places in the lock of these packages and of all that they depend on. */
function reachedFrom(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const path = placeOf(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) visit(other, path)
  }
  for (const name of names) visit(name, '')
  return found
}

/** Where Node finds the package: below the one that needs it, or nearer to the root. */
function placeOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`
    if (packages[path]) return path
    if (at === '') return undefined
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Undefined if the package has no such file, or if it is for another platform and so not installed. */
async function textIn(path: string): Promise<string | undefined> {
  const folder = new URL(`${path}/`, root)
  const files = await readdir(folder).catch(() => [])
  const own = files.filter((name) => /^(licen[cs]e|copying|notice)(\.(md|txt|\w+))?$/i.test(name)).toSorted()
  const texts = await Promise.all(own.map((name) => readFile(new URL(name, folder), 'utf8')))
  const text = texts.map((one) => one.replaceAll('\r\n', '\n').trim()).join('\n\n')
  return text === '' ? undefined : text
}

if (process.argv[1] === import.meta.filename) {
  const file = resolve(process.argv[2] ?? 'release/LICENCES.txt')
  await mkdir(dirname(file), { recursive: true })
  const text = await licencesText({ shipped: false })
  await writeFile(file, text)
  process.stdout.write(`${file}: ${text.slice(0, text.indexOf('\n'))}.\n`)
}
