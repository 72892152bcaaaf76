/** The SQL of checkups: what was found last, and what somebody asked for. */
import { type Sql, sql } from '../../db/sql.ts'
import type { Found, Shown } from '../../http/operation/operation.ts'
import type { CHECK_STATES } from './schema.ts'

export interface Checked {
  name: string
  state: (typeof CHECK_STATES)[number]
  says: string
}

export interface BackupsFound {
  enabled: boolean
  folder: string
  made: { name: string; endedAt: string; bytes: number; checkedAt?: string }[]
}

/** In minutes: the pause between two looks that nobody asked for. */
export const PAUSE = 10
/** In minutes. A look takes less, because each check has a limit; an instance that stopped during one blocks no other for longer. */
const LEASE = 10

const isUnderWay = sql`(c.asked or coalesce(c.lease_until > now(), false) or c.checked_at is null)`

export const show = sql<Shown & Found>`
  select json_object(
    'checkedAt': rfc3339(c.checked_at),
    'machine': c.machine,
    'underWay': ${isUnderWay},
    'checks': c.checks,
    'backups': case when c.backups is not null then json_object(
      'enabled': c.backups -> 'enabled',
      'folder': c.backups -> 'folder',
      'asked': c.backup_asked_at is not null,
      'failure': c.backup_failure,
      'made': c.backups -> 'made'
      absent on null) end
    absent on null)::text as body
  from checkups c`

export const lock = sql<{ makesBackups: boolean }>`
  select backups is not null as "makesBackups" from checkups for update`

export const ask: Sql = sql`update checkups set asked = true, due_at = now()`

export const askForBackup: Sql = sql`
  update checkups set backup_asked_at = coalesce(backup_asked_at, now()), backup_failure = null`

/** Takes the next look, if it is due and no other instance has it. */
export const take = sql<{ asked: boolean }>`
  update checkups c set lease_until = now() + make_interval(mins => ${LEASE}), asked = false
  from (select asked from checkups where due_at <= now() and coalesce(lease_until <= now(), true) for update skip locked) before
  returning before.asked`

export const keep = (
  machine: string,
  checks: readonly Checked[],
  backups: BackupsFound | undefined,
): Sql => sql`
  update checkups set checked_at = now(), machine = ${machine}, checks = ${JSON.stringify(checks)}::json,
    backups = ${backups === undefined ? null : JSON.stringify(backups)}::json, lease_until = null,
    due_at = case when asked then now() else now() + make_interval(mins => ${PAUSE}) end`

/** Gives back a look that did not end. */
export const giveBack = (asked: boolean): Sql => sql`
  update checkups set asked = asked or ${asked}, lease_until = null`

/** Selects a row if somebody waits for a backup. */
export const wantedBackup: Sql = sql`select 1 from checkups where backup_asked_at is not null`

/** The look that follows shows the new backup. */
export const backupEnded = (failure?: string): Sql => sql`
  update checkups set backup_asked_at = null, backup_failure = ${failure ?? null}::text, due_at = now()`
