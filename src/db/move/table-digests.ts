/** Compares the contents of databases: for each table, the number of rows and a checksum. */
import pg from 'pg'

export interface TableDigest {
  table: string
  rows: number
  /** The sum of the MD5 hashes of all rows. It does not depend on the order of the rows. */
  checksum: string
}

/** With these settings, every server writes a row as the same text, and no time limit stops a long copy. */
export const SAME_TEXT = `
  set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex';
  set extra_float_digits = 1; set lc_monetary = 'C'; set statement_timeout = 0; set lock_timeout = '10s';
  set idle_in_transaction_session_timeout = 0;
  select set_config(name, '0', false) from pg_settings where name = 'transaction_timeout'`

/** The digests of all tables in the schema `public`, ordered by name. */
export async function tableDigests(client: pg.ClientBase): Promise<TableDigest[]> {
  await client.query(SAME_TEXT)
  const digests: TableDigest[] = []
  for (const table of await tablesOf(client)) digests.push(await digestOf(client, table))
  return digests
}

export async function tablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
  return rows.map(({ name }) => name)
}

/** The sum over all rows of half of each MD5 hash: 16 of its 32 digits, read as a number. */
const half = (from: number) => `coalesce(sum(('x' || substr(h, ${from}, 16))::bit(64)::bigint), 0)`

async function digestOf(client: pg.ClientBase, table: string): Promise<TableDigest> {
  const { rows } = await client.query<{ n: string; checksum: string }>(`
    select count(*)::text as n, ${half(1)} || ' ' || ${half(17)} as checksum
    from (select md5(t::text) as h from public.${pg.escapeIdentifier(table)} t) hashed`)
  const [{ n, checksum } = { n: '0', checksum: '' }] = rows
  return { table, rows: Number(n), checksum }
}

/** Returns a sentence for each table that differs. */
export function differences(one: TableDigest[], other: TableDigest[]): string[] {
  const others = new Map(other.map((digest) => [digest.table, digest]))
  const said = one.flatMap(({ table, rows, checksum }) => {
    const its = others.get(table)
    others.delete(table)
    if (its === undefined) return [`${table} is missing.`]
    if (its.rows !== rows) return [`${table} has ${its.rows} rows in place of ${rows}.`]
    return its.checksum === checksum ? [] : [`${table} has other contents.`]
  })
  return [...said, ...[...others.keys()].map((table) => `${table} is there, and should not be.`)]
}
