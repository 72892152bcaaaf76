/** The running services that use a database. What empties or copies it must be alone. */
import type pg from 'pg'

/** The names of their connections, without those of commands that may run beside. */
export async function servicesOn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'scorebook %'
      and application_name not in ('scorebook migrate', 'scorebook supervision', 'scorebook backup')`)
  return rows.map(({ name }) => name)
}
