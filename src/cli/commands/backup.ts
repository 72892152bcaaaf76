/** `scorebook backup`: makes, lists, checks and restores backups of the embedded PostgreSQL. */
import { resolve } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { type Config, readConfig } from '../../config.ts'
import { checkBackup } from '../../db/backup/check.ts'
import { noteCheck } from '../../db/backup/checked.ts'
import { createBackup } from '../../db/backup/create.ts'
import { type Backup, backupsIn, findBackup } from '../../db/backup/folder.ts'
import { lastMomentOf } from '../../db/backup/archived-log.ts'
import { type Target, restoreBackup } from '../../db/backup/restore.ts'
import { memoryOf } from '../../db/embedded/memory.ts'
import {
  type Command,
  type CommandContext,
  JSON_OPTION,
  type Output,
  UsageError,
  type Values,
  actionIn,
  table,
  printOutput,
  textOf,
} from '../command.ts'
import type { SignOutCounts } from '../../identity/accounts/sign-out-all.ts'
import { onlyErrors, openEmbedded } from '../open-database.ts'
import { linesOf, signOutRestored } from '../sign-out-all.ts'

export const backup: Command = {
  name: 'backup',
  summary: 'Make, list, check and restore backups of the embedded PostgreSQL',
  about: `Actions
  create          Makes a backup now, while the service runs or not; it stays until somebody removes its folder
  list            Every backup, the oldest first, and how far back a point in time may lie
  check [NAME]    Restores the backup into a temporary folder (TMPDIR), starts it there, and reads every table and index
  restore [NAME]  Restores the backup into a folder without a database

Without NAME the newest backup is meant, with --at the newest that ended before that time. A running service makes one each
day by itself (SCOREBOOK_BACKUP…), and one is made before migrations.`,
  options: {
    to: {
      type: 'string',
      value: 'FOLDER',
      help: 'For restore: the new data folder; by default SCOREBOOK_DATA_DIR',
    },
    at: {
      type: 'string',
      value: 'TIME',
      help: 'For restore and check: the state at this time, such as 2026-01-15T19:30:00Z, or latest; only if SCOREBOOK_BACKUP_LOG was on',
    },
    'sign-out-all': {
      type: 'boolean',
      help: 'For a restore after a breach: end all sessions, tokens, links and recovery codes, and the access of all apps',
    },
    json: JSON_OPTION,
  },
  arguments: [
    { name: 'action', help: 'create, list, check or restore' },
    { name: 'name', help: 'The name of the backup, as list shows it', optional: true },
  ],
  async run(values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const { name, action } = actionIn(values, ACTIONS)
    if (values['sign-out-all'] === true && name !== 'restore')
      throw new UsageError(`\`scorebook backup ${name}\` takes no --sign-out-all.`)
    printOutput(await action(values, config, cwd), values, print)
  },
}

const ACTIONS: Record<
  string,
  (values: Values, config: Config, cwd: CommandContext['cwd']) => Promise<Output>
> = {
  async create(_values, config) {
    mustBeEmbedded(config, 'makes')
    const server = await openEmbedded(config, onlyErrors)
    try {
      const { folder } = config.backup
      const { backup: made, trouble } = await createBackup(server, {
        folder,
        reason: 'by-hand',
        version: packageFile.version,
      })
      return {
        lines: [
          `${made.name} was made: ${sizeOf(made)} in ${made.folder}.`,
          ...(trouble === undefined ? [] : [trouble]),
        ],
        json: shown(made),
      }
    } finally {
      await server.stop()
    }
  },
  async list(_values, { backup: { folder } }) {
    const { backups, unreadable } = await backupsIn(folder)
    const reaches = await Promise.all(backups.map((one) => lastMomentOf(one, folder)))
    const rows = backups.map((one, n): [string, string] => {
      const reach = reaches[n]
      return [
        one.name,
        `${sizeOf(one)}, PostgreSQL ${one.postgres}${reach ? `, and any time until ${reach.toISOString()}` : ''}`,
      ]
    })
    return {
      lines: [
        ...(rows.length > 0 ? table(rows).split('\n') : [`There is no backup in ${folder}.`]),
        ...unreadable.map(({ name, why }) => `  ${name} cannot be read: ${why}`),
      ],
      json: {
        folder,
        backups: backups.map((one, n) => shown(one, reaches[n])),
        unreadable,
      },
    }
  },
  async check(values, config) {
    const { folder: backups } = config.backup
    const at = targetIn(values)
    const found = await findBackup(backups, textOf(values, 'name'), timeOf(at))
    const { tables, indexes } = await checkBackup(found, { backups, at, memory: memoryOf(config.memory) })
    await noteCheck(found)
    const rows = tables.reduce((sum, one) => sum + one.rows, 0)
    return {
      lines: [
        `${found.name} is good: it was restored and started, and ${tables.length} tables with ${rows} rows and ${indexes} indexes were read.`,
      ],
      json: { ...shown(found), tables, indexes },
    }
  },
  async restore(values, config, cwd) {
    const { folder: backups } = config.backup
    const at = targetIn(values)
    const found = await findBackup(backups, textOf(values, 'name'), timeOf(at))
    const to = resolve(cwd, textOf(values, 'to') ?? config.dataDir)
    let signedOut: SignOutCounts | undefined
    const { lastChange, breaksOff } = await restoreBackup(found, {
      to,
      at,
      backups,
      memory: memoryOf(config.memory),
      ...(values['sign-out-all'] === true
        ? { atEnd: async (connection) => void (signedOut = await signOutRestored(connection)) }
        : {}),
    })
    const as = at === undefined ? '' : at === 'latest' ? ', with the archived log' : `, as of ${at}`
    const last = lastChange
      ? `: its last change is from ${lastChange.toISOString()}`
      : ', which has no change'
    return {
      lines: [
        `${found.name} is restored to ${to}${as}${at === undefined ? '' : last}.`,
        ...(at === 'latest' && breaksOff !== undefined
          ? [
              `The log ends there, because its segment ${breaksOff} is missing or damaged. The log after it cannot be used; a later backup may have more.`,
            ]
          : []),
        ...(signedOut ? linesOf(signedOut) : []),
        ...(to === config.dataDir ? [] : [`Set SCOREBOOK_DATA_DIR=${to} to run the service with it.`]),
      ],
      json: { ...shown(found), to, at, lastChange, breaksOff, signedOut },
    }
  },
}

function mustBeEmbedded({ databaseUrl }: Config, what: string): void {
  if (databaseUrl === undefined) return
  throw new UsageError(
    `SCOREBOOK_DATABASE_URL is set: Scorebook ${what} backups of its embedded PostgreSQL alone. Use the means of the PostgreSQL that it names, such as pg_dump, pg_basebackup, or backups of its provider.`,
  )
}

function targetIn(values: Values): Target | undefined {
  const given = textOf(values, 'at')
  if (given === undefined || given === 'latest') return given
  const [, day] =
    /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(given) ?? []
  if (day !== undefined && isDay(day) && !Number.isNaN(Date.parse(given))) return given
  throw new UsageError(
    `--at must be latest, or a time with its zone such as 2026-01-15T19:30:00Z, not '${given}'.`,
  )
}

/** False for a day that does not exist. JavaScript reads 30 February as 2 March. */
const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

const timeOf = (at: Target | undefined) => (at === undefined || at === 'latest' ? undefined : new Date(at))

const shown = (
  { name, folder, reason, startedAt, endedAt, scorebook, postgres, unpacked, files }: Backup,
  pointsUntil?: Date,
) => ({
  name,
  folder,
  reason,
  startedAt,
  endedAt,
  scorebook,
  postgres,
  bytes: bytesOf(files),
  unpackedBytes: unpacked,
  pointsUntil,
})

const bytesOf = (files: Backup['files']) => Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)

const sizeOf = ({ files, unpacked }: Pick<Backup, 'files' | 'unpacked'>) =>
  `${megabytes(bytesOf(files))} (${megabytes(unpacked)} unpacked)`

const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MiB`
