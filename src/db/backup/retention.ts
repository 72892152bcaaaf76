/**
 * Decides which backups to keep. Of the daily backups, it keeps the newest of each day for seven days, of each week for four
 * weeks, and of each month for six months.
 */
import type { Backup, Reason } from './folder.ts'

type RetentionFacts = Pick<Backup, 'name' | 'reason' | 'startedAt' | 'system'>

export const DAYS = 7
export const WEEKS = 4
export const MONTHS = 6
/** How many backups from before a migration we keep. We keep as many from before an upgrade. */
export const BEFORE = 3

/**
 * Returns the backups that can be removed after `made` was made. It never returns a backup made by hand, a backup of another
 * database, or a backup with a later date than `made`, because one of the two dates is wrong.
 */
export function removable<B extends RetentionFacts>(backups: readonly B[], made: RetentionFacts): B[] {
  const newestFirst = backups
    .filter(({ system, startedAt }) => system === made.system && startedAt <= made.startedAt)
    .toSorted((one, other) => Date.parse(other.startedAt) - Date.parse(one.startedAt))
  const of = (reason: Reason) => newestFirst.filter((backup) => backup.reason === reason)
  const daily = of('daily')
  const kept = new Set<B>([
    ...newestFirst.filter(({ name }) => name === made.name),
    ...of('by-hand'),
    ...of('before-migration').slice(0, BEFORE),
    ...of('before-upgrade').slice(0, BEFORE),
    ...newestOfEach(daily, dayOf).slice(0, DAYS),
    ...newestOfEach(daily, weekOf).slice(0, WEEKS),
    ...newestOfEach(daily, monthOf).slice(0, MONTHS),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

function newestOfEach<B extends RetentionFacts>(
  newestFirst: B[],
  periodOf: (backup: B) => string | number,
): B[] {
  const newest = new Map<string | number, B>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()]
}

const dayOf = ({ startedAt }: RetentionFacts) => startedAt.slice(0, 10)
const monthOf = ({ startedAt }: RetentionFacts) => startedAt.slice(0, 7)
/** Numbers the weeks. They begin on Monday, and 1 January 1970 was a Thursday. */
const weekOf = ({ startedAt }: RetentionFacts) => Math.floor((Date.parse(startedAt) / 86_400_000 + 3) / 7)
