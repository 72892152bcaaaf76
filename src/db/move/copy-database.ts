/** Copies a database into an empty one, in one transaction. Before the commit, it compares the two databases. */
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { copyInto } from '../copy.ts'
import { CopyOut } from '../copy-out.ts'
import { codeOf, messageOf } from '../embedded/errors.ts'
import type { Connection } from '../hosts.ts'
import {
  CannotConnect,
  type Migration,
  appliedTo,
  readMigrations,
  runMigration,
  withClient,
} from '../migrate.ts'
import { schemaLines } from './schema-digest.ts'
import { NetworkBroke, type Patience, onSoundNetwork } from './sound-network.ts'
import { SAME_TEXT, type TableDigest, differences, tableDigests, tablesOf } from './table-digests.ts'
import { servicesOn } from '../services-on.ts'

/** The database was not copied. The message says why, and what would be right. */
export class CannotMove extends Error {
  override name = 'CannotMove'
}

const isExplained = (error: unknown) => error instanceof CannotMove

/**
 * Copies the database over a network that may fail. Throws the errors of `copyDatabase`, and `CannotMove` if the network breaks
 * or is silent for a minute.
 */
export function moveDatabase(
  from: Connection,
  to: Connection,
  copying?: (table: string) => void,
  patience?: Patience,
): Promise<TableDigest[]> {
  return withClient(from, (source) =>
    withClient(to, async (target) => {
      const parties = [
        { name: 'source', connection: from, client: source },
        { name: 'target', connection: to, client: target },
      ]
      try {
        return await onSoundNetwork(
          parties,
          () => copyDatabase(source, target, copying),
          isExplained,
          patience,
        )
      } catch (error) {
        if (!(error instanceof NetworkBroke)) throw error
        throw new CannotMove(
          `${error.message} Nothing was copied, and both databases are as they were. Move again when the network holds.`,
          { cause: error },
        )
      }
    }).catch((error: unknown) => {
      if (error instanceof CannotConnect) error.given = '--to'
      throw error
    }),
  )
}

/** Copies all tables, and calls `copying` for each one. If the copy fails, the target is unchanged. */
export async function copyDatabase(
  source: pg.Client,
  target: pg.Client,
  copying: (table: string) => void = () => {},
): Promise<TableDigest[]> {
  for (const client of [source, target]) await client.query(SAME_TEXT)
  await mustBeEmpty(target)
  const tables = await tablesOf(source)
  if (tables.length === 0) throw new CannotMove('There is nothing to move: the database has no tables.')
  await mustBeAlone(source)
  await source.query('begin isolation level repeatable read')
  try {
    await letNobodyWrite(source, tables)
    const migrations = await migrationsOf(source)
    await target.query('begin')
    try {
      await makeSchema(target, migrations)
      await mustBeSameSchema(source, target)
      await target.query(`truncate ${tables.map(quoted).join(', ')}`) // because migrations insert rows into some of the tables
      for (const { table, columns } of await inOrder(source)) {
        copying(table)
        await copyTable(source, target, table, columns)
      }
      await copySequences(source, target)
      const [here, there] = await Promise.all([tableDigests(source), tableDigests(target)])
      const faults = [...differences(here, there), ...(await sequenceFaults(source, target))]
      if (faults.length > 0)
        throw new CannotMove(`The copy differs from the source, so it was given up: ${faults.join(' ')}`)
      await mustBeAlone(source) // because the copy would lack everything that a running service writes
      await stored(target)
      await target.query('analyze').catch(() => {}) // without this, the server does it a little later
      return there
    } catch (error) {
      await target.query('rollback').catch(() => {})
      throw error
    }
  } finally {
    await source.query('rollback').catch(() => {})
  }
}

async function stored(target: pg.Client): Promise<void> {
  try {
    await target.query('commit')
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error
    throw new CannotMove(
      'The connection to the target broke while the copy was being stored, so it is not known whether it is there. Move again: a target that is not empty has the whole copy.',
      { cause: error },
    )
  }
}

async function mustBeAlone(source: pg.Client): Promise<void> {
  const names = await servicesOn(source)
  if (names.length > 0)
    throw new CannotMove(
      `A Scorebook uses the database (${names.join(', ')}). Stop every instance first: what they write would not come along.`,
    )
}

/**
 * Locks the tables: others can read, but writers wait until the copy has ended. The statement after these locks takes the
 * snapshot.
 */
async function letNobodyWrite(source: pg.Client, tables: string[]): Promise<void> {
  try {
    await source.query(`set local lock_timeout = '10s'`)
    await source.query(`lock table ${tables.map(quoted).join(', ')} in share mode`)
  } catch (error) {
    throw new CannotMove(
      'Somebody writes to the database, and has not ended within 10 s. Stop every service that uses it.',
      { cause: error },
    )
  }
}

/**
 * The migrations of the source. Throws if it has one that this version lacks. Migrations that only this version has are allowed.
 */
async function migrationsOf(source: pg.Client): Promise<Migration[]> {
  const [applied, known] = [await appliedTo(source), await readMigrations()]
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  return [...applied].map(([name, digest]) => {
    const migration = byName.get(name)
    if (migration?.digest === digest) return migration
    throw new CannotMove(
      `The database has the migration ${name}, which this version of Scorebook ${migration ? 'has with another text' : 'does not know'}. Use the version that the database was last used with.`,
    )
  })
}

async function mustBeEmpty(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ encoding: string; version: number; shown: string; path: string }>(`
    select pg_encoding_to_char(encoding) as encoding, current_setting('server_version_num')::int as version,
      current_setting('server_version') as shown, coalesce(current_schema(), 'none') as path
    from pg_database where datname = current_database()`)
  const [{ encoding, version, shown, path } = { encoding: '', version: 0, shown: '', path: '' }] = rows
  if (version < 180_000)
    throw new CannotMove(`Scorebook needs PostgreSQL 18 or newer; the target is ${shown}.`)
  if (encoding !== 'UTF8')
    throw new CannotMove(`The target is encoded in ${encoding}; Scorebook needs a database in UTF8.`)
  if (path !== 'public')
    throw new CannotMove(
      `The account of the target works in the schema ${path} (search_path), and Scorebook needs public. Change it with alter role or alter database … set search_path.`,
    )
  const tables = await tablesOf(target)
  if (tables.length > 0)
    throw new CannotMove(
      `The target is not empty: it has ${tables.length === 1 ? 'the table' : 'the tables'} ${tables.slice(0, 3).join(', ')}${tables.length > 3 ? ' and others' : ''}. Nothing is ever copied over data; name an empty database.`,
    )
}

async function makeSchema(target: pg.Client, migrations: Migration[]): Promise<void> {
  try {
    for (const migration of migrations) await runMigration(target, migration)
  } catch (error) {
    const advice = ADVICE[codeOf(error) ?? ''] ?? 'Correct that in the target, and move again.'
    throw new CannotMove(`The target does not take the schema: ${messageOf(error)}. ${advice}`, {
      cause: error,
    })
  }
}

const ADVICE: Record<string, string> = {
  '42501':
    'Make its account the owner of the database, or grant it create on the database and on its schema public.',
  '25006': 'It is read-only, as a standby is: name the primary.',
  '58P01': 'Install the extensions that come with PostgreSQL (contrib) there.',
  '0A000': 'Install the extensions that come with PostgreSQL (contrib) there.',
}

async function mustBeSameSchema(source: pg.Client, target: pg.Client): Promise<void> {
  const [here, there] = [await schemaLines(source), await schemaLines(target)]
  const [first] = [
    ...here.filter((line) => !there.includes(line)),
    ...there.filter((line) => !here.includes(line)),
  ]
  if (first === undefined) return
  throw new CannotMove(
    `Somebody has changed the schema of the database by hand, so the migrations do not make the same schema: ${first.split('\n')[0]}. Undo that change first.`,
  )
}

/** Sorts the tables so that each table comes after the tables that it refers to. Computed columns are left out. */
async function inOrder(source: pg.Client): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await source.query<{ table: string; columns: string[]; needs: string[] }>(`
    select c.relname as table,
      (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(distinct f.relname::text), '{}') from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`)
  const ordered: typeof rows = []
  for (let left = rows; left.length > 0;) {
    const waiting = new Set(left.map(({ table }) => table))
    const next = left.filter(({ needs }) => !needs.some((table) => waiting.has(table)))
    if (next.length === 0)
      throw new CannotMove(
        `The tables ${[...waiting].join(', ')} refer to one another in a circle, which Scorebook’s never do.`,
      )
    ordered.push(...next)
    left = left.filter((one) => !next.includes(one))
  }
  return ordered
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  table: string,
  columns: string[],
): Promise<void> {
  const what = `${quoted(table)} (${columns.map(escaped).join(', ')})`
  const rows = new CopyOut(source, `copy ${what} to stdout`)
  try {
    await copyInto(target, `copy ${what} from stdin`, async (into) => {
      await pipeline(rows, async (lines: AsyncIterable<Buffer>) => {
        for await (const line of lines) await into.write(line)
      })
    })
  } finally {
    rows.destroy()
  }
}

interface Sequence {
  name: string
  last: string | null
}

const sequencesOf = async (client: pg.Client): Promise<Sequence[]> =>
  (
    await client.query<Sequence>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
    )
  ).rows

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  for (const { name, last } of await sequencesOf(source))
    if (last !== null) await target.query('select setval($1::regclass, $2::bigint)', [quoted(name), last])
}

async function sequenceFaults(source: pg.Client, target: pg.Client): Promise<string[]> {
  const [here, there] = [await sequencesOf(source), await sequencesOf(target)]
  return JSON.stringify(here) === JSON.stringify(there) ? [] : ['Its sequences differ.']
}

const escaped = (name: string) => `"${name.replaceAll('"', '""')}"`
const quoted = (name: string) => `public.${escaped(name)}`
