/** The background work that checks what the service needs, as `scorebook doctor` does, and makes backups that operators ask for. */
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Config } from '../../config.ts'
import { type Background, type Warn, startWork } from '../../db/background.ts'
import { checkedAt } from '../../db/backup/checked.ts'
import { createBackup } from '../../db/backup/create.ts'
import { backupsIn } from '../../db/backup/folder.ts'
import type { Connection, Database } from '../../db/database.ts'
import type { EmbeddedServer } from '../../db/embedded/server.ts'
import { DatabaseUnavailable } from '../../db/unavailable.ts'
import { MOST_BACKUPS } from '../../system/checkups/schema.ts'
import * as store from '../../system/checkups/store.ts'
import { saidOf } from '../explain.ts'
import { type Check, checksOf } from './doctor-checks.ts'

interface Checkups {
  config: Config
  db: Database
  server: { connection: Connection; embedded?: EmbeddedServer }
  warn: Warn
  look?: number
  /** In milliseconds: how long one check may take. */
  patience?: number
}

/** The pause between two looks at what somebody asks for, in milliseconds. */
const LOOK = 2_000
/** A self-hosted model may have to load first. */
const PATIENCE = 60_000

export function startCheckups({ look = LOOK, ...checkups }: Checkups): Background {
  return startWork({
    name: 'the checks of the service',
    every: look,
    warn: checkups.warn,
    async round(stopping) {
      await makeWantedBackup(checkups, stopping)
      const due = await checkups.db.maybe(store.take)
      if (due) await examine(checkups, due.asked, stopping)
    },
  })
}

async function makeWantedBackup({ config, db, server, warn }: Checkups, signal: AbortSignal): Promise<void> {
  const { embedded } = server
  if (!embedded || !(await db.maybe(store.wantedBackup))) return
  const { folder } = config.backup
  try {
    const { backup } = await createBackup(embedded, {
      folder,
      reason: 'by-hand',
      version: packageFile.version,
      signal,
    })
    warn('A backup was made, because an operator asked for it.', { backup: backup.name }, 'info')
    await db.many(store.backupEnded())
  } catch (error) {
    // A stop is no failure: the next start makes the backup.
    if (signal.aborted || error instanceof DatabaseUnavailable) throw error
    warn('The backup that an operator asked for failed.', { err: error, folder })
    await db.many(store.backupEnded(saidOf(error)))
  }
}

/** A stop ends the look at once, and the next start begins it again. */
async function examine(
  { config, db, server, patience = PATIENCE }: Checkups,
  asked: boolean,
  stopping: AbortSignal,
): Promise<void> {
  const looking = { asked, patience, stopping }
  const [first, ...others] = checksOf(config, (work) => work(db, server.connection))
  if (!first) return
  const ofDatabase = await lookAt(first, looking)
  const isAway = ofDatabase.state === 'FAULT'
  const rest = stopping.aborted
    ? []
    : await Promise.all(
        others.map(async (check) =>
          check.needs && isAway
            ? unchecked(check, 'Not checked, because the database has a fault.')
            : lookAt(check, looking),
        ),
      )
  if (stopping.aborted) {
    await db.many(store.giveBack(asked))
    return
  }
  const backups = server.embedded && (await backupsFound(config))
  await db.many(store.keep(hostname(), [ofDatabase, ...rest], backups))
}

/** A check that does not end within its time is a fault too, and holds up no other. */
async function lookAt(
  check: Check,
  { asked, patience, stopping }: { asked: boolean; patience: number; stopping: AbortSignal },
): Promise<store.Checked> {
  const { name, when, look, isNote } = check
  if (when === 'COMMAND') return unchecked(check, 'Only `scorebook doctor` looks at this.')
  if (when === 'ASKED' && !asked)
    return unchecked(check, 'The service looks at this only when somebody asks it to.')
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, stopping])
  try {
    const says = await Promise.race([
      look(),
      sleep(patience, undefined, { signal, ref: false }).then(() => {
        throw new Error(`it did not answer within ${patience / 1000} s.`)
      }),
    ])
    return { name, state: isNote ? 'NOTE' : 'OK', says }
  } catch (error) {
    return { name, state: 'FAULT', says: saidOf(error) }
  } finally {
    ending.abort()
  }
}

const unchecked = ({ name }: Check, says: string): store.Checked => ({ name, state: 'UNCHECKED', says })

/** What cannot be read is a fault of the check of backups, and is not listed. */
async function backupsFound({ backup: { enabled, folder } }: Config): Promise<store.BackupsFound> {
  const { backups } = await backupsIn(folder).catch(() => ({ backups: [] }))
  const newest = backups.toReversed().slice(0, MOST_BACKUPS)
  const made = await Promise.all(
    newest.map(async (one): Promise<store.BackupsFound['made'][number]> => {
      const { name, endedAt, files } = one
      const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
      const checked = await checkedAt(one)
      return checked === undefined ? { name, endedAt, bytes } : { name, endedAt, bytes, checkedAt: checked }
    }),
  )
  return { enabled, folder, made }
}
