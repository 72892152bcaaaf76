/** What a PostgreSQL server says about itself: is it a standby, and how far is it in the log of changes? */
import { sql } from './sql.ts'

export type State = {
  standby: boolean
  system: string
  /** When the server was started. If this changes, the server was restarted, or the address leads to another server. */
  started: string
  /** The timeline of a primary, which rises with each promotion. Null for a standby. */
  timeline: number | null
  /** In bytes: how far a primary has written its log, or how far a standby has replayed it. */
  position: string
  follows: number | null
}

/** A position that comes after all earlier commits. With `synchronous_commit = off`, the flushed position would be too early. */
export const POSITION = sql`((case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end) - '0/0'::pg_lsn)::text`

/** Sent after a read at the primary. Everything that the read has seen comes before this position. */
export const POSITION_AFTER_READ = sql<{ position: string }>`select ${POSITION} as position`

export const STATE = sql<State>`
  select pg_is_in_recovery() as standby, (select system_identifier::text from pg_control_system()) as system,
    pg_postmaster_start_time()::text as started,
    case when not pg_is_in_recovery()
      then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
    case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text else ${POSITION} end as position,
    (select max(id) from timelines) as follows`

/**
 * What a standby reports before a read. It must be a statement of its own, so that it runs before the read takes its snapshot.
 */
export type Guard = Pick<State, 'standby' | 'position' | 'follows'>
export const GUARD = sql<Guard>`
  select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position,
    (select max(id) from timelines) as follows`
