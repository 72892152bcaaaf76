/** `scorebook doctor`: looks at everything the service needs, and says what is wrong with it. */
import { createServer } from 'node:net'
import { checksOf } from '../catalog/outside/ask-once.ts'
import { type Config, readConfig } from '../config.ts'
import { Database } from '../db/database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { sql } from '../db/sql.ts'
import { loaderOf } from '../identity/outside-issuers.ts'
import type { Command } from './command.ts'
import { onlyErrors, openServer } from './open-database.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check the configuration, the database, the issuers, the services of the pipeline and the port',
  about:
    'Prints a line for each check, and exits with 1 where one fails. Changes nothing, but for starting the embedded\nPostgreSQL for the while it looks. Asks the catalogue, the search service and the language model one question each.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    print('ok    configuration')
    print(`ok    Node: ${process.versions.node}`)
    const checks: [string, () => Promise<string>][] = [
      ['database', () => database(config)],
      ...config.issuers.map((issuer): [string, () => Promise<string>] => [
        `issuer ${issuer.issuer}`,
        async () => `${(await loaderOf(issuer)()).keys.length} keys`,
      ]),
      ...checksOf(config.catalog.outside).map(({ name, ask }): [string, () => Promise<string>] => [
        name,
        () => ask(new AbortController().signal),
      ]),
      [`port ${config.port}`, () => port(config)],
    ]
    let failed = false
    for (const [name, check] of checks) {
      try {
        print(`ok    ${name}: ${await check()}`)
      } catch (error) {
        failed = true
        print(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return failed ? 1 : 0
  },
}

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

/** Free, or answered by a Scorebook. */
async function port({ host, port: wanted }: Config): Promise<string> {
  const free = await new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(wanted, host, () => probe.close(() => resolve(true)))
  })
  if (free) return 'free'
  const answer = await fetch(`http://${host}:${wanted}/livez`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  if (answer?.ok) return 'a Scorebook answers there'
  throw new Error(`taken by another program; end it, or set SCOREBOOK_PORT.`)
}
