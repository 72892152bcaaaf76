/**
 * Makes the files of a release in a folder: the package, a tarball for each architecture, what is in them, and the sums of all, signed
 * if there is a key. `npm run release -- FOLDER --arch x64 --key FILE`; docs/release.md says how they are checked.
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import packageFile from '../package.json' with { type: 'json' }
import { ARCHITECTURES, tarball } from './tarball.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    arch: { type: 'string', multiple: true, default: [...ARCHITECTURES] },
    key: { type: 'string' },
  },
})
const into = resolve(positionals[0] ?? 'release')
const architectures = ARCHITECTURES.filter((one) => values.arch.includes(one))
const base = `${packageFile.name}-${packageFile.version}`
const SUMS = 'SHA256SUMS'
/** What the signature is for: a signature of the same key for anything else does not pass for one of a release. */
const NAMESPACE = 'scorebook-release'

await mkdir(into, { recursive: true })
if ((await readdir(into)).length > 0) throw new Error(`${into} is not empty; name a new folder.`)
execFileSync('npm', ['pack', '--pack-destination', into], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
})
for (const arch of architectures) {
  const name = `${base}-linux-${arch}`
  await tarball({ arch, packed: join(into, `${base}.tgz`), name, into, epoch: epochOf() })
}
await copyFile(join(root, 'dist/sbom.cdx.json'), join(into, `${base}.cdx.json`))
await copyFile(join(root, 'dist/LICENCES.txt'), join(into, `${base}-licences.txt`))
await writeSums()
if (values.key !== undefined) sign(values.key)
process.stdout.write(await readFile(join(into, SUMS), 'utf8'))

/** The time of the commit, unless SOURCE_DATE_EPOCH names another. */
function epochOf(): number {
  const given = process.env['SOURCE_DATE_EPOCH']
  const epoch = Number(
    given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }),
  )
  if (!Number.isSafeInteger(epoch))
    throw new Error(`SOURCE_DATE_EPOCH is ${given}; it must be seconds since 1970.`)
  return epoch
}

async function writeSums(): Promise<void> {
  const names = (await readdir(into)).toSorted()
  const lines = await Promise.all(
    names.map(async (name) => `${hash('sha256', await readFile(join(into, name)))}  ${name}\n`),
  )
  await writeFile(join(into, SUMS), lines.join(''))
}

/** Writes `SHA256SUMS.sig` with a key of SSH. */
function sign(key: string): void {
  const args = ['-Y', 'sign', '-f', resolve(key), '-n', NAMESPACE, join(into, SUMS)]
  execFileSync('ssh-keygen', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
