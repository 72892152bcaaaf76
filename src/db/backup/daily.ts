/** The backup of each day, which one process of a service makes, and the log that is kept for points in time; or neither. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { messageOf } from '../embedded/errors.ts'
import type { EmbeddedServer } from '../embedded/server.ts'
import type { Log } from '../embedded/supervision.ts'
import { createBackup } from './create.ts'
import { backupsIn, lastOf } from './folder.ts'
import { lineageOf } from './lineage.ts'
import { forgetLineage, forgetLog, lineagesIn, logFolder } from './archived-log.ts'
import { LogKeeper, letLogGo } from './log-keeper.ts'

export interface Daily {
  /** Otherwise no backup is made, and no log is kept. */
  enabled: boolean
  folder: string
  /** Of the day, in UTC. */
  hour: number
  keepLog: boolean
  version: string
  log: Log
}

const LOOK_MS = 60_000
/** After a backup that failed, in milliseconds. */
const AGAIN_MS = 15 * 60_000
const DAY_MS = 86_400_000
/** A point in time may lie so many days back. */
const LOG_DAYS = 7

export function startDaily(
  server: Pick<EmbeddedServer, 'administrator' | 'folder'>,
  daily: Daily,
): { stop: () => Promise<void> } {
  const { enabled, folder, hour, keepLog, version, log } = daily
  const ending = new AbortController()
  const keeper = enabled && keepLog ? new LogKeeper(server, folder, log) : undefined
  keeper?.start()
  const letting = keeper
    ? undefined
    : letLogGo(server).catch((error: unknown) =>
        log('warn', `PostgreSQL may keep its log in vain: ${messageOf(error)}.`),
      )
  let failedAt = -Infinity
  let work: Promise<void> | undefined
  const look = async () => {
    try {
      if (performance.now() - failedAt < AGAIN_MS || !(await isDue(server.folder, folder, hour, new Date())))
        return
      const since = performance.now()
      const { backup, removed, trouble } = await createBackup(server, {
        folder,
        reason: 'daily',
        version,
        signal: ending.signal,
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
      if (!ending.signal.aborted) log('error', messageOf(error), { folder })
    }
  }
  const begin = () => (work ??= look().finally(() => (work = undefined)))
  const timer = enabled ? setInterval(() => void begin(), LOOK_MS).unref() : undefined
  if (enabled) void begin()
  return {
    async stop() {
      ending.abort()
      clearInterval(timer)
      await Promise.all([work, keeper?.stop(), letting])
    },
  }
}

/** Whether the hour has come since the last daily backup of this data folder, or since the database was made. */
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

/** When it was that hour the last time. */
function lastTime(hour: number, now: Date): number {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return today <= now.getTime() ? today : today - DAY_MS
}

/**
 * The log before the oldest backup of the last days is of no use, and of another data folder all of it where the last backup of that is
 * older, be it that this one was restored or upgraded from it.
 */
export async function forget(folder: string, dataFolder: string): Promise<void> {
  const { backups } = await backupsIn(folder)
  const ours = await lineageOf(dataFolder)
  const since = Date.now() - LOG_DAYS * DAY_MS
  for (const lineage of await lineagesIn(folder)) {
    const its = backups.filter((backup) => backup.lineage === lineage)
    const oldest =
      its.find(({ startedAt }) => Date.parse(startedAt) > since) ??
      (lineage === ours ? its.at(-1) : undefined)
    if (oldest) await forgetLog(logFolder(folder, lineage), oldest)
    else if (lineage !== ours) await forgetLineage(folder, lineage, since)
  }
}
