/**
 * Builds `dist`: the service in JavaScript, because Node runs no TypeScript below `node_modules`, the web app ready made, and what
 * else a package brings. `npm pack` runs it. The same sources give the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import packageFile from '../package.json' with { type: 'json' }
import { operations } from '../src/api.ts'
import { textOf } from '../src/pages/app/bundle-cache.ts'
import { bundle } from '../src/pages/app/bundle.ts'
import type { BuiltFile } from '../src/pages/app/built.ts'
import { readTexts } from '../src/pages/app/texts.ts'
import { licencesText } from './licences.ts'
import { sbomText } from './sbom.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')

/** The service needs only one file of these packages. That file is built in, and the package is not installed with ours. */
const VENDORED = { '@scalar/fastify-api-reference': 'scalar.js', 'eld/extrasmall': 'eld.js' }

async function buildAll(): Promise<void> {
  await rm(dist, { recursive: true, force: true })
  compile()
  await vendor()
  for (const path of await filesIn('src', 'client')) await adapt(path)
  await copyRest()
  await writeApp()
  await write('LICENCES.txt', await licencesText({ shipped: true }))
  await write('sbom.cdx.json', sbomText())
  await evenModes()
}

function compile(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'ship')], { stdio: 'inherit' })
}

async function vendor(): Promise<void> {
  for (const [specifier, file] of Object.entries(VENDORED))
    await build({
      absWorkingDir: root,
      stdin: { contents: `export * from '${specifier}'; ${reexport(specifier)}`, resolveDir: root },
      outfile: join(dist, 'vendor', file),
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      external: ['fastify'],
      legalComments: 'eof',
      banner: { js: REQUIRE },
      logLevel: 'warning',
    })
}

const reexport = (specifier: string) =>
  specifier.startsWith('@scalar/') ? `export { default } from '${specifier}'` : ''

/** Packages in CommonJS call `require`, which a module does not have. */
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`

/** Relative paths to TypeScript that the compiler leaves as they are, such as the file of a worker, and the vendored packages. */
async function adapt(path: string): Promise<void> {
  const text = await readFile(join(dist, path), 'utf8')
  let adapted = text.replaceAll(/'(\.{1,2}\/[\w./-]+)\.ts'/g, "'$1.js'")
  for (const [specifier, file] of Object.entries(VENDORED))
    adapted = adapted.replaceAll(`'${specifier}'`, `'${relative(dirname(path), join('vendor', file))}'`)
  if (adapted !== text) await writeFile(join(dist, path), adapted)
}

async function filesIn(...folders: string[]): Promise<string[]> {
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(dist, folder), { recursive: true })).map((name) => join(folder, name)),
    ),
  )
  return found.flat().filter((path) => path.endsWith('.js'))
}

/** What the service reads at run time. `dist` is a whole project, so every path in the code leads to the same place as before. */
async function copyRest(): Promise<void> {
  const { name, version, type } = packageFile
  await write('package.json', `${JSON.stringify({ name, version, type, private: true }, null, 2)}\n`)
  await copy('CHANGELOG.md', () => true)
  await copy('bin', (path) => basename(path) !== 'scorebook.js')
  await copy('migrations', (path) => path.endsWith('.sql'))
  await copy('docs', (path) => path.endsWith('.md'))
  for (const folder of ['styles', 'scripts', 'fonts', 'icons']) await copy(`web/${folder}`, () => true)
}

const copy = async (path: string, isNeeded: (path: string) => boolean) => {
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  for (const file of files.length > 0 ? files.filter(isNeeded) : [join(root, path)])
    await cp(file, join(dist, relative(root, file)))
}

async function writeApp(): Promise<void> {
  const files: Record<BuiltFile, string> = {
    'app.json': textOf(await bundle(operations)),
    'texts.json': JSON.stringify(await readTexts()),
  }
  for (const [name, text] of Object.entries(files)) await write(`web/${name}`, text)
}

/** Gives packed files the same modes, whatever the umask is: npm packs the modes that it finds. */
async function evenModes(): Promise<void> {
  for (const path of [...packageFile.files, 'README.md', 'package.json']) {
    const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
    for (const file of files.length > 0 ? files : [join(root, path)]) {
      if (!existsSync(file)) continue // an image is built without pages such as README
      const { mode } = await stat(file)
      await chmod(file, mode & 0o100 ? 0o755 : 0o644)
    }
  }
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(dist, path)), { recursive: true })
  await writeFile(join(dist, path), text)
}

await buildAll()
