/** `scorebook support-bundle`: what somebody who helps must know of a service, in one file without secrets and personal data. */
import { open, readFile } from 'node:fs/promises'
import { availableParallelism, release, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import packageFile from '../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../config.ts'
import { type Name, SETTINGS } from '../config/settings.ts'
import { backupsIn } from '../db/backup/folder.ts'
import { supportFacts } from '../db/support-facts.ts'
import { type Command, CommandFailed, textOf } from './command.ts'
import { examine } from './doctor.ts'
import { sentenceOf } from './explain.ts'
import { onlyErrors, openServer } from './open-database.ts'

export const supportBundle: Command = {
  name: 'support-bundle',
  summary: 'Write a file for somebody who helps, without secrets and personal data',
  about:
    'One JSON file: versions, which settings are set (values only where they can hold no secret), what `scorebook doctor` says, sizes\n' +
    'and settings of the database, its connections without their statements, backups, and the end of the embedded PostgreSQL’s log,\n' +
    'which has no contents of rows. Read it before you send it.',
  options: {
    to: {
      type: 'string',
      value: 'FILE',
      help: 'Where to write it; by default scorebook-support-TIME.json here',
    },
  },
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const time = new Date().toISOString()
    const file = resolve(
      cwd,
      textOf(values, 'to') ?? `scorebook-support-${time.slice(0, 19).replaceAll(':', '-')}.json`,
    )
    const doctor: string[] = []
    await examine(config, (line) => doctor.push(withoutPasswords(line)))
    const bundle = {
      time,
      scorebook: packageFile.version,
      node: process.versions.node,
      system: `${process.platform} ${process.arch} ${release()}`,
      cores: availableParallelism(),
      memoryMB: Math.round(totalmem() / 1_048_576),
      settings: settingsIn(env),
      doctor,
      database: await databaseOf(config),
      backups: (await backupsIn(config.backup.folder).catch(() => ({ backups: [] }))).backups.map(
        ({ name }) => name,
      ),
      postgresLog:
        config.databaseUrl === undefined ? await endOfLog(join(config.dataDir, 'postgresql.log')) : undefined,
    }
    await write(file, `${JSON.stringify(bundle, null, 2)}\n`)
    print(`${file} is written. Read it before you send it to somebody.`)
  },
}

/** Names alone of what may be a secret, or name a person: every setting that is not known to be harmless. */
const HARMLESS: ReadonlySet<string> = new Set<Name>([
  'SCOREBOOK_HOST',
  'SCOREBOOK_PORT',
  'SCOREBOOK_PROCESSES',
  'SCOREBOOK_STOP_DELAY',
  'SCOREBOOK_METRICS_HOST',
  'SCOREBOOK_METRICS_PORT',
  'SCOREBOOK_KEY_DAYS',
  'SCOREBOOK_POSTGRES_SHARED_BUFFERS',
  'SCOREBOOK_POSTGRES_WORK_MEM',
  'SCOREBOOK_POSTGRES_MAX_WAL_SIZE',
  'SCOREBOOK_BACKUP',
  'SCOREBOOK_BACKUP_HOUR',
  'SCOREBOOK_BACKUP_LOG',
  'SCOREBOOK_PLAIN_SIGN_IN',
  'SCOREBOOK_SIGN_UP',
  'SCOREBOOK_AUDIT_DAYS',
  'SCOREBOOK_LOG_LEVEL',
  'SCOREBOOK_PIPELINE',
])

const settingsIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    [...Object.keys(SETTINGS), ...Object.keys(env).filter((name) => name.startsWith('OTEL_'))]
      .filter((name) => env[name])
      .map((name) => [name, HARMLESS.has(name) ? (env[name] ?? '') : 'set']),
  )

/** What stands between a scheme and an at sign. */
const withoutPasswords = (line: string) => line.replace(/(\w+:\/\/)[^\s/@]*@/g, '$1…@')

async function databaseOf(config: Config): Promise<unknown> {
  try {
    const server = await openServer(config, onlyErrors)
    try {
      return await supportFacts(server.connection)
    } finally {
      await server.close()
    }
  } catch (error) {
    return { failed: withoutPasswords(sentenceOf(error) ?? String(error)) }
  }
}

const LINES = 200

async function endOfLog(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-LINES)
}

/** Never over a file that is there. */
async function write(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandFailed(
      `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}. Name another file with --to.`,
      { cause: error },
    )
  })
  await handle.writeFile(text)
  await handle.close()
}
