/** Empties a database: drops what the migrations made, and makes it again, in one transaction. */
import type pg from 'pg'
import { LOCK, readMigrations, runMigration, withClient } from './migrate.ts'
import type { Connection } from './hosts.ts'
import { servicesOn } from './services-on.ts'

/** The message says why the database was left as it is, and what would be right. */
export class CannotReset extends Error {
  override name = 'CannotReset'
}

/** Reads in the transaction. */
export type Ask = (statement: string) => Promise<Record<string, unknown>[]>

/** `allowed` throws if the database must stay. It runs in the transaction that empties the database, when nobody else can write. */
export async function resetDatabase(
  connection: Connection,
  allowed: (ask: Ask) => Promise<void> = async () => {},
): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('begin')
    try {
      await client.query(`select pg_advisory_xact_lock(${LOCK})`)
      await mustBeAlone(client)
      const { tables, functions } = await made(client)
      if (tables.length > 0) await lockTables(client, tables)
      await allowed(async (statement) => (await client.query<Record<string, unknown>>(statement)).rows)
      if (tables.length > 0) await client.query(`drop table ${tables.join(', ')}`)
      if (functions.length > 0) await client.query(`drop function ${functions.join(', ')}`)
      for (const migration of await readMigrations()) await runMigration(client, migration)
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

/** The tables and functions of this database's schema, without those of extensions, quoted. A table of others is an obstacle. */
async function made(client: pg.Client): Promise<{ tables: string[]; functions: string[] }> {
  const ours = await namesInMigrations()
  const { rows: tables } = await client.query<{ name: string; quoted: string }>(`
    select c.relname as name, c.oid::regclass::text as quoted from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`)
  const strange = tables.filter(({ name }) => !ours.has(name)).map(({ name }) => name)
  if (strange.length > 0)
    throw new CannotReset(
      `The database has tables that are not Scorebook's: ${strange.join(', ')}. Empty it by hand, or give Scorebook a database of its own.`,
    )
  const { rows: functions } = await client.query<{ name: string; quoted: string }>(`
    select p.proname as name, p.oid::regprocedure::text as quoted from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
  return {
    tables: tables.map(({ quoted }) => quoted),
    functions: functions.filter(({ name }) => ours.has(name)).map(({ quoted }) => quoted),
  }
}

async function namesInMigrations(): Promise<Set<string>> {
  const texts = (await readMigrations()).map(({ text }) => text)
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^create (?:table|function) (\w+)/gm)].map(([, name = '']) => name),
  )
  return new Set(['schema_migrations', ...names])
}

async function mustBeAlone(client: pg.Client): Promise<void> {
  const names = await servicesOn(client)
  if (names.length > 0)
    throw new CannotReset(
      `A Scorebook uses the database (${names.join(', ')}). Stop every instance first: they would go on with people who are gone.`,
    )
}

async function lockTables(client: pg.Client, tables: string[]): Promise<void> {
  try {
    await client.query(`set local lock_timeout = '10s'`)
    await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
  } catch (error) {
    throw new CannotReset('Somebody uses the database, and has not ended within 10 s. Stop every service.', {
      cause: error,
    })
  }
}

export const databaseNameOf = (connection: Connection): Promise<string> =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    return rows[0]?.name ?? ''
  })
