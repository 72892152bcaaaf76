/**
 * Runs a file with this Node if it is new enough, else with the Node that npm installed with the package.
 * An old Node must be able to read this file: it is plain JavaScript, and imports no name that an old Node lacks.
 */
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants, homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const OLDEST = 24
const NEEDED = `Scorebook needs Node ${OLDEST} or newer;`
/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

/**
 * V8 compiles code for calls from WebAssembly to JavaScript after 1,000 calls, and all threads share it. In Node 24, V8 sometimes
 * frees it twice and then ends the process: `Check failed: jit_page.has_value()`. This number of calls never comes.
 */
export const NO_SHARED_CODE = '--wasm-wrapper-tiering-budget=2147483647'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * @param {string} file from the root of the project; a package has it in JavaScript (`ship/build.ts`)
 * @param {string[]} args
 * @returns {Promise<void>}
 */
export async function withNode(file, args) {
  if (!isThere('pg')) {
    fail('The packages are not installed. Run `npm ci` first, in the folder of Scorebook.')
    return
  }
  const path = sourceOrBuilt(file)
  if (path === undefined) {
    fail(
      'Scorebook is not built, and without its packages of development it cannot be. Run `npm ci` without `--omit=dev`.',
    )
    return
  }
  if (Number.parseInt(process.versions.node, 10) >= OLDEST) {
    process.argv = [process.execPath, path, ...args]
    setFlagsFromString(NO_SHARED_CODE)
    keepCompiled()
    await import(pathToFileURL(path).href)
    return
  }
  const node = nodeThatCame()
  if (node === undefined) {
    fail(
      `${NEEDED} this is ${process.versions.node}, and npm brings none for ${process.platform} on ${process.arch}. Get one from https://nodejs.org.`,
    )
    return
  }
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}` }
  const child = spawn(node, [NO_SHARED_CODE, path, ...args], { stdio: 'inherit', env })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  child.on('error', (error) =>
    fail(`${NEEDED} this is ${process.versions.node}, and ${node} does not run: ${error.message}.`),
  )
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0)
  })
}

/**
 * The file itself, which needs the packages of development, or its JavaScript (`ship/build.ts`), which is all that a package has.
 * @param {string} file
 */
function sourceOrBuilt(file) {
  const source = join(root, file)
  if (existsSync(source) && isThere('esbuild')) return source
  const built = file.replace(/\.ts$/, '.js')
  return [join(root, built), join(root, 'dist', built)].find((path) => existsSync(path))
}

/**
 * Caches compiled code, because compiling takes half of a start's CPU. Only this account may write there, because the code is
 * run.
 */
function keepCompiled() {
  try {
    const own = process.platform === 'linux' && process.getuid?.() === 0
    const caches = own ? '/var/cache' : process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')
    const folder = join(caches, 'scorebook', 'compiled')
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const { uid, mode } = lstatSync(folder)
    if (process.platform !== 'win32' && (uid !== process.getuid?.() || mode & 0o022)) return
    nodeModule.enableCompileCache(folder)
  } catch {
    // this machine has no home folder, or a read-only one
  }
}

/**
 * Looks for a package in this package and in the package that depends on it.
 * @param {string} name
 */
function isThere(name) {
  try {
    nodeModule.createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** The Node for this system that npm has installed. */
function nodeThatCame() {
  const windows = process.platform === 'win32'
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`
  try {
    const folder = dirname(nodeModule.createRequire(import.meta.url).resolve(`${name}/package.json`))
    return join(folder, 'bin', windows ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

/** @param {string} why */
function fail(why) {
  process.stderr.write(`${why}\n`)
  process.exitCode = 2
}
