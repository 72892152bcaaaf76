/** Databases for tests: each file has its own, cloned from the template that the setup migrated. */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Connection, Database, type DatabaseOptions } from '../src/db/database.ts'

export const TEMPLATE = 'scorebook_template'
/** The variable that tells the processes of the tests how the server is reached. */
export const SERVER = 'SCOREBOOK_TEST_SERVER'

type Settings = Exclude<Connection, string>

/** A database of this name, empty or a clone of the template. */
export async function createDatabase(name: string, template?: string): Promise<Settings> {
  const server = testServer()
  await administer(`create database ${name}${template ? ` template ${template}` : ''}`)
  return { ...server, database: name }
}

/** A test of something else does not fail for a machine that is busy with other tests. */
const PATIENT: DatabaseOptions = {
  readers: 2,
  writers: 12,
  statementTimeout: 15_000,
  searchTimeout: 15_000,
  lockTimeout: 15_000,
}

/** A migrated database of the file's own; `close` it at the end. */
export async function testDatabase(options: DatabaseOptions = {}) {
  const name = `test_${randomBytes(8).toString('hex')}`
  const connection = await createDatabase(name, TEMPLATE)
  const db = new Database(connection, { ...PATIENT, ...options })
  return {
    db,
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

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...testServer(), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
