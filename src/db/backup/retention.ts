/** Decides which backups to keep: for daily ones the newest of seven days, four weeks and six months. */
import type { Backup, Reason } from './folder.ts'

type RetentionFacts = Pick<Backup, 'name' | 'reason' | 'startedAt' | 'system'>

const DAYS = 7
const WEEKS = 4
const MONTHS = 6
/** How many backups from before a migration we keep, and how many from before an upgrade. */
const BEFORE = 3

/**
 * The backups that can be removed after `made`. Backups by hand stay until somebody removes them. Backups with a later date than
 * `made` stay, because one of the dates is wrong, and so do backups of other databases.
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

/** The newest backup of each period. */
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
/** Weeks begin on Monday, and 1 January 1970 was a Thursday. */
const weekOf = ({ startedAt }: RetentionFacts) => Math.floor((Date.parse(startedAt) / 86_400_000 + 3) / 7)
