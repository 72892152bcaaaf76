/** Databases for tests. Each file gets its own, cloned from the migrated template. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, Database, type DatabaseOptions } from '../src/db/database.ts'
import { POSITION_AFTER_READ } from '../src/db/server-state.ts'
import { sql } from '../src/db/sql.ts'
import { urlOf } from './replicas.ts'

export const TEMPLATE = 'scorebook_template'
/** The environment variable with the address of the test server. */
export const SERVER = 'SCOREBOOK_TEST_SERVER'

/** The environment variable with the socket folder of the standby, if the tests have one (`setup.ts`). */
export const STANDBY = 'SCOREBOOK_TEST_STANDBY_HOST'

type Settings = Exclude<Connection, string>

/** Creates a database with this name, empty or as a clone of the template. */
export async function createDatabase(name: string, template?: string): Promise<Settings> {
  const server = testServer()
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`)
  return { ...server, database: name }
}

/** Long time limits, so that tests do not fail because the machine is busy. */
const PATIENT: DatabaseOptions = {
  readers: 2,
  writers: 12,
  statementTimeout: 15_000,
  readTimeout: 15_000,
  searchTimeout: 15_000,
  lockTimeout: 15_000,
}

export interface Servers {
  /** True to do without the standby. Tests need this if they count requests to one server, or need the primary's answers. */
  alone?: boolean
}

/**
 * Makes a migrated database for the test file, or a clone of `template`, which nobody may be connected to. Call `close` at the
 * end.
 */
export async function testDatabase(
  { alone = false, ...options }: DatabaseOptions & Servers = {},
  template = TEMPLATE,
) {
  const name = `test_${randomBytes(8).toString('hex')}`
  const connection = await createDatabase(name, template)
  const host = alone ? undefined : process.env[STANDBY]
  const hosts = host ? urlOf([connection, { ...connection, host }]) : connection
  const db = new Database(hosts, { ...PATIENT, ...options })
  return {
    db,
    /** The same database, for changes that a test makes by SQL and that the service must see afterwards. */
    byHand: host ? remembered(db) : db,
    name,
    connection,
    async close() {
      await db.close()
      await administer(`drop database if exists ${name}`)
    },
  }
}

export function testServer(): Settings {
  const given = process.env[SERVER]
  if (given === undefined)
    throw new Error('Run the tests with `npm test`, or one with `npm test -- test/path.test.ts`.')
  return JSON.parse(given) as Settings
}

const administer = (statement: string) => onServer((client) => client.query(statement))

/** Runs `work` with a connection to the server. `other` replaces some of the settings. */
async function onServer<T>(
  work: (client: pg.Client) => Promise<T>,
  other: Partial<Settings> = {},
): Promise<T> {
  const client = new pg.Client({ ...testServer(), ...other, database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * The newest position of a change that this process knows. All databases of the server share one log, so a position has the same
 * meaning in all of them.
 */
export const newest = { position: 0n }

export function sawPosition(position: string): void {
  if (BigInt(position) > newest.position) newest.position = BigInt(position)
}

/** Waits until the standby, if there is one, has all changes so far. A browser does not say which changes it must see. */
export async function standbyHas(db: Database): Promise<void> {
  const host = process.env[STANDBY]
  if (!host) return
  const { position } = await db.one(sql<{ position: string }>`select pg_current_wal_lsn()::text as position`)
  const replayed = 'select from (select pg_last_wal_replay_lsn() >= $1::pg_lsn as has) h where has'
  await onServer(
    async (standby) => {
      while ((await standby.query(replayed, [position])).rowCount !== 1) await sleep(50)
    },
    { host },
  )
}

const BY_HAND = new Set(['many', 'maybe', 'one', 'transaction'])

/** A database that notes the log's position after each statement. */
const remembered = (db: Database): Database =>
  new Proxy(db, {
    get(_, name) {
      const value: unknown = Reflect.get(db, name, db)
      if (typeof value !== 'function') return value
      const call = value.bind(db) as (...args: unknown[]) => Promise<unknown>
      if (!BY_HAND.has(String(name))) return call
      return async (...args: unknown[]) => {
        const result = await call(...args)
        sawPosition((await db.one(POSITION_AFTER_READ)).position)
        return result
      }
    },
  })
