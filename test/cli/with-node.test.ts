/** If Node is too old, the command starts the newer Node from its own packages. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NO_SHARED_CODE } from '../../bin/with-node.js'
import { placeFor } from '../served.ts'

const root = new URL('../../', import.meta.url)
const cameAlong = { skip: !['linux', 'win32'].includes(process.platform) && 'No Node comes along here.' }

/** Code that makes the test's Node report an old version. The Node that it starts reports its real version. */
const OLD = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.0.0'}})`
const onOld = (...args: string[]) => ['--import', OLD, ...args]

function ran(args: string[], node = process.execPath): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(node, args, { cwd: root }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('an old Node hands over to the one that came along, and ends as it does', cameAlong, async () => {
  const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
  assert.deepEqual(await ran(onOld('bin/scorebook.js', '--version')), {
    code: 0,
    out: `${version}\n`,
    err: '',
  })
  const wrong = await ran(onOld('bin/scorebook.js', 'sevre'))
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /^sevre is not a command/)
})

/** Finds the first Node in PATH that really is too old, such as the one of a Linux distribution. */
async function oldNode(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const node of folders.map((folder) => join(folder, 'node'))) {
    const { code, out } = await ran(['--version'], node)
    if (code === 0 && Number.parseInt(out.slice(1), 10) < 24) return node
  }
  return undefined
}

test(
  'a Node without the newer features can read the file that starts the newer Node',
  cameAlong,
  async (t) => {
    const node = await oldNode()
    if (node === undefined) return t.skip('No Node before 24 is on the path.')
    const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
    assert.deepEqual(await ran(['bin/scorebook.js', '--version'], node), {
      code: 0,
      out: `${version}\n`,
      err: '',
    })
  },
)

test('a folder without packages prints how to install them, with any version of Node', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'no-packages-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(new URL('bin', root), join(folder, 'bin'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  for (const args of [[join(folder, 'bin/scorebook.js')], onOld(join(folder, 'bin/scorebook.js'))])
    assert.deepEqual(await ran([...args, 'serve']), {
      code: 2,
      out: '',
      err: 'The packages are not installed. Run `npm ci` first, in the folder of Scorebook.\n',
    })
})

test('without packages of development the built JavaScript runs, and without that too it says what to install', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'))
  t.after(() => rm(folder, { recursive: true }))
  await cp(new URL('bin', root), join(folder, 'bin'), { recursive: true })
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await write('package.json', '{"type": "module"}')
  await write('node_modules/pg/index.js', '')
  await write('src/main.ts', `console.log('source')`)
  const start = () => ran([join(folder, 'bin/scorebook.js')])
  assert.deepEqual(await start(), {
    code: 2,
    out: '',
    err: 'Scorebook is not built, and without its packages of development it cannot be. Run `npm ci` without `--omit=dev`.\n',
  })
  await write('dist/src/main.js', `console.log('built')`)
  assert.equal((await start()).out, 'built\n')
  await write('node_modules/esbuild/index.js', '')
  assert.equal((await start()).out, 'source\n')
  await rm(join(folder, 'src'), { recursive: true })
  assert.equal((await start()).out, 'built\n')
})

test('npm on Node 18 leaves out no library of a platform', async () => {
  const { packages } = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'))
  const optional = Object.entries<{ optional?: true; dev?: true; engines?: { node?: string } }>(
    packages,
  ).filter(([, one]) => one.optional && !one.dev)
  assert.ok(optional.length > 10)
  for (const [name, { engines }] of optional)
    assert.match(engines?.node ?? '>=18', /(^|\|\| ?)(\^18\.|>= ?1[0-8]\b|>=0)/, name)
})

test('the scripts of package.json run with whatever Node npm runs on', async () => {
  const { bin, scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
  assert.equal(bin.scorebook, 'bin/scorebook.js')
  for (const [name, script] of Object.entries<string>(scripts)) {
    assert.doesNotMatch(script, /\bnode (?!bin\/)/, `${name} hands over`)
  }
})

/** Calls JavaScript from WebAssembly more than 1,000 times. */
const CALLS = `
  import { stripTypeScriptTypes } from 'node:module'
  for (let n = 0; n < 400; n++) stripTypeScriptTypes('const x: number = 1\\n'.repeat(200))
  console.log(process.execArgv.join(' '))`

test('V8 compiles no code for calls from WebAssembly, which threads would share', cameAlong, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'calls-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'calls.js')
  await writeFile(file, CALLS)
  const log = join(folder, 'code.log')
  const compiled = async (...args: string[]) => {
    await ran(['--no-warnings', '--log-code', '--no-logfile-per-isolate', `--logfile=${log}`, ...args])
    return (await readFile(log, 'utf8')).includes(',wasm-to-js,')
  }
  assert.equal(await compiled(file), true)
  assert.equal(await compiled('bin/run.js', relative(fileURLToPath(root), file)), false)
  const { out } = await ran(onOld('bin/run.js', relative(fileURLToPath(root), file)))
  assert.equal(out, `${NO_SHARED_CODE}\n`)
})

test('a signal to the old Node is passed on to the newer one', cameAlong, async (t) => {
  const { env, url } = await placeFor(t)
  const args = onOld('bin/scorebook.js', 'serve')
  const child: ChildProcess = spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  const exited = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    assert.equal(child.exitCode, null)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGINT')
  assert.deepEqual(await exited, [0, null])
})
