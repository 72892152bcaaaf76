/**
 * Facts about PostgreSQL for the support bundle. They contain no statement, no row, no address, and no setting of an extension.
 */
import type { Connection } from './hosts.ts'
import { appliedTo, withClient } from './migrate.ts'

export async function supportFacts(connection: Connection): Promise<object> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ facts: object }>(FACTS)
    return { ...rows[0]?.facts, migrations: [...(await appliedTo(client)).keys()] }
  })
}

const FACTS = `
  select json_build_object(
    'version', version(),
    'bytes', pg_database_size(current_database()),
    'settings', (select json_object_agg(name, setting) from pg_settings
      where source not in ('default', 'client', 'session') and name !~ '[.]|file|directory|directories|conninfo|command|ssl|listen|hosts'),
    'connections', (select coalesce(json_agg(c), '[]') from (
      select case when application_name like 'scorebook %' then split_part(application_name, ' ', 2) else 'of others' end as role, state, wait_event_type, count(*) as n,
        round(max(extract(epoch from clock_timestamp() - xact_start))::numeric, 1) as oldest_transaction
      from pg_stat_activity where backend_type = 'client backend' group by 1, 2, 3 order by 4 desc) c),
    'tables', (select coalesce(json_agg(t), '[]') from (
      select s.relname as name, pg_total_relation_size(s.relid) as bytes, n_live_tup as rows, n_dead_tup as dead, seq_scan, idx_scan,
        last_autovacuum, last_autoanalyze
      from pg_stat_user_tables s order by 2 desc) t),
    'slots', (select coalesce(json_agg(s), '[]') from (
      select slot_type, active, wal_status, pg_wal_lsn_diff(
        case when pg_is_in_recovery() then pg_last_wal_receive_lsn() else pg_current_wal_lsn() end, restart_lsn) as bytes_kept from pg_replication_slots) s)
  ) as facts`
