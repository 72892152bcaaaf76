/** `scorebook doctor`: checks everything that the service needs, and says what is wrong. */
import { checksOf as checksOfServices } from '../pipeline/outside/ask-once.ts'
import { type Config, readConfig } from '../config.ts'
import { Database } from '../db/database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import { type OutsideIssuer, loaderOf } from '../identity/outside-issuers.ts'
import { lastComparison } from '../resources/results/keeping.ts'
import type { Command } from './command.ts'
import { CannotListen, CannotReadKeys, sentenceOf } from './explain.ts'
import { onlyErrors, openServer } from './open-database.ts'
import { mustBeFree } from './port.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the configuration, the database, the issuers, the services of the pipeline and the port',
  about:
    'Prints a line for each check, and exits with 1 when one fails. Changes no data, but starts the embedded PostgreSQL\nwhile it checks. Asks the catalogue, the search service and the language model one question each.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    print('ok    configuration')
    print(`ok    Node: ${process.versions.node}`)
    let failed = false
    for (const { name, look } of checksOf(config)) {
      try {
        print(`ok    ${name}: ${await look()}`)
      } catch (error) {
        failed = true
        print(
          `FAIL  ${name}: ${sentenceOf(error) ?? (error instanceof Error ? error.message : String(error))}`,
        )
      }
    }
    return failed ? 1 : 0
  },
}

interface Check {
  name: string
  /** Returns a description; throws what is wrong, which is reported as by `serve`. */
  look: () => Promise<string>
}

/** In the order of a start. */
const checksOf = (config: Config): Check[] => [
  { name: 'database', look: () => database(config) },
  { name: 'results', look: () => results(config) },
  ...config.issuers.map((issuer) => ({ name: `issuer ${issuer.issuer}`, look: () => keys(issuer) })),
  ...checksOfServices(config.pipeline.outside).map(({ name, ask }) => ({
    name,
    look: () => ask(new AbortController().signal),
  })),
  { name: `port ${config.port}`, look: () => port(config) },
]

async function database(config: Config): Promise<string> {
  const server = await openServer(config, onlyErrors)
  try {
    const pending = await pendingMigrations(server.connection)
    const db = new Database(server.connection, { readers: 1, writers: 1 })
    const { version, encoding, collation } = await db.one(
      sql<{ version: string; encoding: string; collation: string }>`
        select current_setting('server_version') as version, pg_encoding_to_char(encoding) as encoding,
          coalesce(datlocale, datcollate) as collation
        from pg_database where datname = current_database()`,
    )
    await db.close()
    if (encoding !== 'UTF8') throw new Error(`it is encoded in ${encoding}; Scorebook needs one in UTF8.`)
    return `PostgreSQL ${version}, collation ${collation}, ${pending.length === 0 ? 'schema up to date' : `${pending.length} migrations to apply at start`}`
  } finally {
    await server.close()
  }
}

async function results(config: Config): Promise<string> {
  const server = await openServer(config, onlyErrors)
  try {
    if ((await pendingMigrations(server.connection)).length > 0)
      return 'not there before the schema is up to date'
    const db = new Database(server.connection, { readers: 1, writers: 1 })
    try {
      return await lastComparison(db)
    } finally {
      await db.close()
    }
  } finally {
    await server.close()
  }
}

async function keys(issuer: OutsideIssuer): Promise<string> {
  try {
    return `${(await loaderOf(issuer)()).keys.length} keys`
  } catch (error) {
    throw new CannotReadKeys(issuer, error)
  }
}

async function port(config: Config): Promise<string> {
  try {
    await mustBeFree(config)
    return 'free'
  } catch (error) {
    if (error instanceof CannotListen && error.isOurs) return 'a Scorebook answers there'
    throw error
  }
}
