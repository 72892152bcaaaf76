/** Makes a backup every day and archives the log. Only one process of the service does this. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { type Background, type Warn, startWork } from '../background.ts'
import { messageOf } from '../embedded/errors.ts'
import type { EmbeddedServer } from '../embedded/server.ts'
import type { Log } from '../embedded/supervision.ts'
import { createBackup } from './create.ts'
import { backupsIn, lastOf } from './folder.ts'
import { lineageOf } from './lineage.ts'
import { removeLineage, removeLog, lineagesIn, logFolder } from './archived-log.ts'
import { LogKeeper, dropSlot } from './log-keeper.ts'

interface Daily {
  /** If false, we make no backups and archive no log. */
  enabled: boolean
  folder: string
  /** The hour of the backup, in UTC. */
  hour: number
  keepLog: boolean
  version: string
  log: Log
}

const LOOK_MS = 60_000
/** After a failed backup we wait this long before the next attempt. */
const AGAIN_MS = 15 * 60_000
const DAY_MS = 86_400_000
export const LOG_DAYS = 7

export function startDaily(
  server: Pick<EmbeddedServer, 'administrator' | 'folder'>,
  daily: Daily,
): Background {
  const { enabled, folder, hour, keepLog, version, log } = daily
  const keeper = enabled && keepLog ? new LogKeeper(server, folder, log) : undefined
  keeper?.start()
  const letting = keeper
    ? undefined
    : dropSlot(server).catch((error: unknown) =>
        log('warn', `PostgreSQL may store log that nobody needs: ${messageOf(error)}.`),
      )
  let failedAt = -Infinity
  const round = async (stopping: AbortSignal) => {
    try {
      if (performance.now() - failedAt < AGAIN_MS || !(await isDue(server.folder, folder, hour, new Date())))
        return
      const since = performance.now()
      const { backup, removed, trouble } = await createBackup(server, {
        folder,
        reason: 'daily',
        version,
        signal: stopping,
      })
      await forget(folder, server.folder)
      log('info', 'A backup was made.', {
        backup: backup.name,
        removed: removed.length,
        ms: Math.round(performance.now() - since),
      })
      if (trouble !== undefined) log('warn', trouble, { folder })
    } catch (error) {
      failedAt = performance.now()
      if (!stopping.aborted) log('error', messageOf(error), { folder })
    }
  }
  const warn: Warn = (message, facts, level = 'warn') => log(level, message, facts)
  const backups = enabled ? startWork({ name: 'the daily backup', every: LOOK_MS, warn, round }) : undefined
  return {
    async stop() {
      await Promise.all([backups?.stop(), keeper?.stop(), letting])
    },
  }
}

/**
 * True if no daily backup was made since the clock last showed `hour`. For a new database, the first backup is due the next time
 * that the clock shows `hour`.
 */
export async function isDue(dataFolder: string, folder: string, hour: number, now: Date): Promise<boolean> {
  const lineage = await lineageOf(dataFolder)
  const last = lastOf(
    (await backupsIn(folder)).backups.filter((one) => one.reason === 'daily' && one.lineage === lineage),
    now.getTime(),
  )
  const since = last
    ? Date.parse(last.startedAt)
    : (await stat(path.join(dataFolder, 'cluster', 'PG_VERSION'))).mtimeMs
  return since < lastTime(hour, now)
}

function lastTime(hour: number, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return today <= now.getTime() ? today : today - DAY_MS
}

/** Deletes the parts of the log that no recent backup needs, and the log of other data folders whose backups are all old. */
export async function forget(folder: string, dataFolder: string): Promise<void> {
  const { backups } = await backupsIn(folder)
  const ours = await lineageOf(dataFolder)
  const since = Date.now() - LOG_DAYS * DAY_MS
  for (const lineage of await lineagesIn(folder)) {
    const its = backups.filter((backup) => backup.lineage === lineage)
    const oldest =
      its.find(({ startedAt }) => Date.parse(startedAt) > since) ??
      (lineage === ours ? its.at(-1) : undefined)
    if (oldest) await removeLog(logFolder(folder, lineage), oldest)
    else if (lineage !== ours) await removeLineage(folder, lineage, since)
  }
}
