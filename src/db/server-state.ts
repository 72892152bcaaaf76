/** What a PostgreSQL server says about itself: whether it is a standby, and its position in the log of changes. */
import { sql } from './sql.ts'

export type State = {
  standby: boolean
  system: string
  /** When the server was started. It separates this run from earlier runs, and from other servers at the same address. */
  started: string
  /** Null for a standby. It rises with each promotion. */
  timeline: number | null
  /** In bytes: for the primary what is safely in its log, for a standby what it has replayed. */
  position: string
  /** The newest timeline in the data. */
  follows: number | null
}

/**
 * If we read this position after a commit, it includes the commit. Standbys get only what is flushed to the disk, but with
 * `synchronous_commit = off` a commit does not wait for the flush and can be beyond the flushed position.
 */
export const POSITION = sql`((case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn)::text`

/** Sent after a read at the primary: everything that the read has seen is before this position. */
export const POSITION_AFTER_READ = sql<{ position: string }>`select ${POSITION} as position`

export const STATE = sql<State>`
  select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
    pg_postmaster_start_time()::text as started,
    case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
    case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text else ${POSITION} end as position,
    (select max(id) from timelines) as follows`

/**
 * Sent before a read, which has a newer snapshot and so sees everything that was replayed by then. It must be a statement of its
 * own: inside the read it would run after PostgreSQL has taken the snapshot.
 */
export type Guard = Pick<State, 'standby' | 'position' | 'follows'>
export const GUARD = sql<Guard>`
  select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
    (select max(id) from timelines) as follows`
