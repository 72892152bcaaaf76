/** The files of the embedded database. They are made completely or not at all. Before use we check their owner and version. */
import { spawn } from 'node:child_process'
import {
  access,
  appendFile,
  chown,
  constants,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { mustHaveName, serverAccount, type Account } from './account.ts'
import { findBinaries, type Binaries } from './binaries.ts'
import { LINEAGE, finishUpgrade, syncFolder } from './draft.ts'
import { CannotStart, FolderUnusable, cannotRun, codeOf, explain, messageOf } from './errors.ts'
import type { Memory } from './memory.ts'
import { makePassword, readPassword } from './password.ts'
import { endOrphans } from './processes.ts'

export interface Cluster {
  /** Scorebook's data folder. PostgreSQL's own folder `data` is in it. */
  folder: string
  data: string
  log: string
  binaries: Binaries
  /** Undefined if PostgreSQL runs under our own account. */
  account: Account | undefined
  password: string
  memory: Memory
}

export const MAJOR = '18'

/** The programs of an older PostgreSQL, which `upgrade data` needs. */
export interface Programs {
  major: string
  /** The folder with PostgreSQL's package. Without it, we use the package in node_modules. */
  at?: string
}

const OURS: Programs = { major: MAJOR }

export async function openFolder(dir: string): Promise<string> {
  try {
    await mkdir(path.dirname(path.resolve(dir)), { recursive: true })
    await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    if (!(await stat(dir)).isDirectory())
      throw new FolderUnusable(`${dir} is a file, and the data folder must be a folder. Choose another path.`)
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(dir)
  } catch (error) {
    throw explain(dir, error)
  }
}

/** Opens the data folder, and makes the database if there is none. Only one process at a time may call this. */
export async function openCluster(folder: string, memory: Memory, programs = OURS): Promise<Cluster> {
  const data = path.join(folder, 'cluster')
  await finishUpgrade(folder)
  const version = await versionOf(data, programs)
  const account = await serverAccount(data)
  const files = { folder, data, log: path.join(folder, 'postgresql.log'), account, memory }
  const binaries = await findBinaries(folder, account !== undefined, programs.at)
  if (version !== undefined) {
    await letBackupsIn(data)
    return { ...files, binaries, password: await readPassword(folder) }
  }
  const cluster = { ...files, binaries, password: await makePassword(folder) }
  await initialise(cluster)
  return cluster
}

/**
 * The value of the option `-D`. Often PostgreSQL's account may not enter the folder by its path, so its programs are started
 * inside the folder.
 */
export function dataArgument({ account, data }: Pick<Cluster, 'account' | 'data'>): string {
  return account ? '/proc/self/cwd' : data
}

async function versionOf(data: string, { major }: Programs): Promise<string | undefined> {
  try {
    const version = (await readFile(path.join(data, 'PG_VERSION'), 'utf8')).trim()
    if (version === major) return version
    if (Number(version) > Number(major)) throw new FolderUnusable(isNewer(data, version))
    throw new FolderUnusable(
      `${data} has data of PostgreSQL ${version}, and this Scorebook brings PostgreSQL ${major}. Run \`scorebook upgrade data --with FOLDER\`, ` +
        `where FOLDER has the Scorebook that wrote the data, with PostgreSQL ${version} in its node_modules. It makes a backup first.`,
    )
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (codeOf(error) === 'EACCES') {
      throw new FolderUnusable(
        `${data} belongs to another account. Start Scorebook as that account, or as root.`,
      )
    }
    throw error
  }
}

export const isNewer = (data: string, version: string) =>
  `${data} has data of PostgreSQL ${version}, which is newer than the ${MAJOR} that this Scorebook brings. Use the Scorebook that wrote them, or a newer one.`

/** Makes the files in a draft folder, and renames the folder when they are complete. */
async function initialise(cluster: Cluster): Promise<void> {
  const { folder, data, account } = cluster
  if (!account) mustHaveName()
  await removeDrafts(folder)
  const draft = { ...cluster, data: await mkdtemp(path.join(folder, 'cluster.new-')) }
  try {
    if (account) await chownTo(draft.data, account)
    await initdb(draft)
    await addAccounts(draft)
    await writeFile(
      path.join(draft.data, HBA),
      `local all all scram-sha-256\nhost all all samehost scram-sha-256\n${REPLICATION}`,
    )
    await rm(path.join(folder, LINEAGE), { force: true }) // the lineage belongs to an earlier database in this folder
    await rename(draft.data, data)
    await syncFolder(folder)
  } catch (error) {
    await rm(draft.data, { recursive: true, force: true, maxRetries: 5 })
    throw error
  }
}

const HBA = 'pg_hba.conf'
/**
 * Lines that allow base backups and receiving the log. They are needed because `all` in other lines does not include replication.
 */
const REPLICATION =
  'local replication postgres scram-sha-256\nhost replication postgres samehost scram-sha-256\n'

/** Adds the lines for backups, which are missing in data of older versions. */
async function letBackupsIn(data: string): Promise<void> {
  const file = path.join(data, HBA)
  if (!(await readFile(file, 'utf8')).includes(REPLICATION)) await appendFile(file, REPLICATION)
}

async function chownTo(data: string, { uid, gid }: Account): Promise<void> {
  try {
    await chown(data, uid, gid)
  } catch (error) {
    throw new CannotStart(
      `PostgreSQL does not run as root, and root may not give files to the account ${uid} here (${messageOf(error)}). ` +
        'Start Scorebook as an ordinary user.',
      { cause: error },
    )
  }
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('cluster.new-')) continue
    const draft = path.join(folder, name)
    await endOrphans(draft)
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Makes the files with PostgreSQL's `initdb`. All connections are refused until the accounts have passwords. */
async function initdb(cluster: Cluster): Promise<void> {
  // The C libraries of macOS and Windows may not have C.UTF-8. PostgreSQL's own provider always has it.
  const locale =
    process.platform === 'linux' ? ['--locale=C.UTF-8'] : ['--locale=C', '--builtin-locale=C.UTF-8']
  await runIn(cluster, 'initdb', [
    `--pgdata=${dataArgument(cluster)}`,
    '--username=postgres',
    '--auth=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    ...locale,
    '--data-checksums',
  ])
}

/** Scorebook's account owns only the database of Scorebook. We use the account `postgres` to supervise the server. */
async function addAccounts(cluster: Cluster): Promise<void> {
  const statements = [
    `alter role postgres password '${cluster.password}'`,
    `create role scorebook login createdb password '${cluster.password}'`,
    'create database scorebook owner scorebook',
  ]
  const output = await runIn(
    cluster,
    'postgres',
    ['--single', '-D', dataArgument(cluster), '-c', 'log_min_error_statement=panic', 'postgres'],
    `${statements.join(';\n')};\n`,
  )
  if (/ERROR:|FATAL:|PANIC:/.test(output))
    throw new CannotStart(`The database could not be set up: ${output}`)
}

async function runIn(cluster: Cluster, program: string, args: string[], input = ''): Promise<string> {
  const { binaries, account, data } = cluster
  const child = spawn(path.join(binaries.bin, program), args, { cwd: data, env: binaries.env, ...account })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', (error) => reject(cannotRun(program, error)))
  child.on('close', resolve)
  if ((await promise) === 0) return output
  throw new CannotStart(
    `The database could not be made in ${cluster.folder}. ${program} says: ${output.trim().slice(-2000)}`,
  )
}
