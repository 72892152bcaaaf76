/** Checks for `doctor` whether a database can serve Scorebook, and says what to do. */
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

interface Fitness {
  version: string
  collation: string
  faults: string[]
}

type Facts = {
  version: string
  encoding: string
  collation: string
  /** The version of the collation when the indexes were made. */
  made: string | null
  /** The version of the collation that the system has now. */
  actual: string | null
  database: string
  account: string
  schema: string | null
  standby: boolean
  readOnly: boolean
  makesTables: boolean
  makesExtensions: boolean
  /** Without temporary tables, rankings cannot be imported. */
  makesTemporary: boolean
  /** The tables that the account may not read or change. */
  refused: string[]
  connections: number
}

interface Needs {
  pending: number
  connections: number
}

/** Looks only at our own tables, because the schema can have others. */
const FACTS = sql<Facts>`
  select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
    coalesce(datlocale, datcollate) as collation, datcollversion as made, pg_database_collation_actual_version(oid) as actual,
    quote_ident(datname) as database, quote_ident(current_user) as account, quote_ident(current_schema()) as schema,
    pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "makesTables",
    has_database_privilege(datname, 'create') or exists (select from pg_extension where extname = 'pg_trgm') as "makesExtensions",
    has_database_privilege(datname, 'temporary') as "makesTemporary",
    (select coalesce(json_agg(quote_ident(t.relname) order by t.relname), '[]')
      from pg_class t join pg_class m on m.oid = to_regclass('schema_migrations')
        and m.relowner = t.relowner and m.relnamespace = t.relnamespace
      where t.relkind in ('r', 'p') and not (has_table_privilege(t.oid, 'select') and has_table_privilege(t.oid, 'insert')
        and has_table_privilege(t.oid, 'update') and has_table_privilege(t.oid, 'delete'))) as refused,
    (select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int, nullif(datconnlimit, -1), nullif(rolconnlimit, -1))
      from pg_roles where rolname = current_user) as connections
  from pg_database where datname = current_database()`

export async function fitnessOf(db: Queryable, needs: Needs): Promise<Fitness> {
  const [facts] = await db.many(FACTS)
  if (!facts) throw new Error('the database is not in pg_database.')
  return { version: facts.version, collation: facts.collation, faults: faultsIn(facts, needs) }
}

function faultsIn(facts: Facts, { pending, connections }: Needs): string[] {
  const { database, account, schema, refused } = facts
  const faults: string[] = []
  if (facts.encoding !== 'UTF8')
    faults.push(
      `it is encoded in ${facts.encoding}; Scorebook needs one in UTF8. Create one with \`create database scorebook encoding 'UTF8' template template0\`, and name that.`,
    )
  if (facts.standby) faults.push('it is a standby and takes no changes; name the primary.')
  else if (facts.readOnly)
    faults.push(
      `it takes no changes, because default_transaction_read_only is on; \`alter database ${database} reset default_transaction_read_only\`, or reset it for the role ${account} or in the server's settings.`,
    )
  if (schema === null)
    faults.push(
      `the search_path of ${account} names no existing schema; \`alter role ${account} reset search_path\`.`,
    )
  else if (pending > 0 && !facts.makesTables)
    faults.push(
      `the account ${account} may not make tables; \`grant create on schema ${schema} to ${account}\`, or make it the owner of the database.`,
    )
  if (pending > 0 && !facts.makesExtensions)
    faults.push(
      `the account ${account} may not make the extension pg_trgm; \`create extension pg_trgm\` as an administrator, or \`grant create on database ${database} to ${account}\`.`,
    )
  if (!facts.makesTemporary)
    faults.push(
      `the account ${account} may not make temporary tables; \`grant temporary on database ${database} to ${account}\`.`,
    )
  if (refused.length > 0)
    faults.push(
      `the account ${account} may not read and change ${refused.length} tables, such as ${refused[0]}; \`grant select, insert, update, delete on all tables in schema ${schema} to ${account}\`, or use the account that made them.`,
    )
  if (facts.made !== null && facts.actual !== null && facts.made !== facts.actual)
    faults.push(
      `version ${facts.made} of the collation ${facts.collation} made its indexes of texts, but the system now has version ${facts.actual}, which can sort differently; \`reindex database ${database}\`, then \`alter database ${database} refresh collation version\`.`,
    )
  if (facts.connections < connections)
    faults.push(
      `it lets ${account} have ${facts.connections} connections, and an instance with these settings opens up to ${connections}; raise max_connections, or the limit of the role or of the database.`,
    )
  return faults
}
