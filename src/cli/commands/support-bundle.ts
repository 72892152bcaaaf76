/**
 * `scorebook support-bundle`: writes a file that shows somebody who helps how a service is set up and how it works, without
 * secrets and personal data.
 */
import { open, readFile } from 'node:fs/promises'
import { availableParallelism, release, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { type Config, readConfig, textsIn } from '../../config.ts'
import type { Texts } from '../../config/settings.ts'
import { backupsIn } from '../../db/backup/folder.ts'
import { supportFacts } from '../../db/support-facts.ts'
import { type Command, CommandFailed, textOf } from '../command.ts'
import { examine } from './doctor.ts'
import { sentenceOf } from '../explain.ts'
import { onlyErrors, openServer } from '../open-database.ts'
import { SHOWN, isKnown, secretsIn, withoutPasswords, withoutSecrets } from '../shown-settings.ts'

export const supportBundle: Command = {
  name: 'support-bundle',
  summary: 'Write a file for somebody who helps, without secrets and personal data',
  about:
    'One JSON file: versions, which settings are set (values only if they cannot be secret), what `scorebook doctor` says, sizes\n' +
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
    const texts = textsIn(env, cwd)
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
      settings: settingsIn(texts),
      doctor,
      database: await databaseOf(config),
      backups: (await backupsIn(config.backup.folder).catch(() => ({ backups: [] }))).backups.map(
        ({ name }) => name,
      ),
      postgresLog:
        config.databaseUrl === undefined ? await endOfLog(join(config.dataDir, 'postgresql.log')) : undefined,
    }
    const secrets = secretsIn(texts, config)
    const hidden = (_key: string, value: unknown): unknown =>
      typeof value === 'string' ? withoutSecrets(value, secrets) : value
    await write(file, `${JSON.stringify(bundle, hidden, 2)}\n`)
    print(`${file} is written. Read it before you send it to somebody.`)
  },
}

const settingsIn = (texts: Texts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]): [string, string][] => {
      if (!text || !(isKnown(name) || name.startsWith('OTEL_'))) return []
      return [[name, isKnown(name) && SHOWN[name] === 'value' ? text : 'set']]
    }),
  )

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

/** Never overwrites a file. */
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
