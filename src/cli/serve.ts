/** `scorebook serve`: runs the service, from its configuration to the last answer. */
import { operations } from '../api.ts'
import { buildApp } from '../app.ts'
import { engineOf } from '../pipeline/engine.ts'
import { servicesOf } from '../pipeline/outside/connect.ts'
import { startPipeline } from '../pipeline/worker.ts'
import { type Config, readConfig } from '../config.ts'
import { Database } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { startPurging } from '../http/idempotency-purge.ts'
import { collector } from '../http/garbage.ts'
import { embeddedIssuerRoutes } from '../identity/embedded-issuer.ts'
import { loaderOf } from '../identity/outside-issuers.ts'
import { startMarking } from '../resources/privacy-settings/marking.ts'
import type { Command } from './command.ts'
import { drainable } from './drain.ts'
import { CannotListen, CannotReadKeys } from './explain.ts'
import { loggerOf, welcome } from './log.ts'
import { openServer } from './open-database.ts'
import { mustBeFree } from './port.ts'
import { verifierOf } from './verifier-of.ts'

/** After a SIGTERM, accepted requests are answered within this time or not at all, in milliseconds. */
const LONGEST_DRAIN = 30_000

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service',
  about:
    'Starts the embedded PostgreSQL, unless another is configured, applies missing migrations, and answers HTTP\n' +
    'until SIGTERM or SIGINT; then it answers the requests that it has accepted, and stops. A second signal stops it at once.',
  options: {},
  async run(_values, { env, cwd, print }) {
    const config = readConfig(env, cwd)
    const stopping = stopSignal() // a signal during the start stops the service as soon as it can be stopped well
    const logger = loggerOf(config, process.stdout)
    await mustHaveKeyFiles(config)
    await mustBeFree(config)
    const server = await openServer(config, (level, message, facts) => logger[level](facts ?? {}, message), {
      exclusive: true,
    })
    const lifecycle = { draining: false }
    try {
      const applied = await migrate(server.connection)
      if (applied.length > 0) logger.info({ applied }, 'migrated')
      const told = (message: string, facts: object) => logger.info(facts, message)
      const db = new Database(server.connection, { told })
      const warn = (message: string, facts: object) => logger.warn(facts, message)
      const verifier = verifierOf(config, db, warn)
      const app = await buildApp({ config, db, verifier, logger, collectSoon: collector(), lifecycle })
      if (config.issuers.length === 0) embeddedIssuerRoutes(app, { db, baseUrl: config.baseUrl })
      const drain = drainable(app.server)
      const purging = startPurging(db, (err) =>
        logger.warn({ err }, 'old idempotency keys could not be purged'),
      )
      const marking = startMarking(db, (err) =>
        logger.warn({ err }, 'an opened or closed history could not be marked'),
      )
      const { enabled, outside, settings } = config.pipeline
      const pipeline = enabled
        ? await startPipeline({
            db,
            services: servicesOf(outside),
            engine: engineOf(operations, db),
            settings,
            warn,
          })
        : undefined
      try {
        await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
          throw new CannotListen(config, error)
        })
        if (process.stdout.isTTY) print(welcome(config))
        else logger.info(`Scorebook answers at ${config.baseUrl}.`)
        await stopping
        lifecycle.draining = true
        logger.info('draining')
        const overdue = setTimeout(() => {
          logger.error({ seconds: LONGEST_DRAIN / 1000 }, 'not all ended in time; what is left is given up')
          process.exit(1)
        }, LONGEST_DRAIN)
        overdue.unref()
        await Promise.all([drain(), pipeline?.stop()])
      } finally {
        await app.close()
        await pipeline?.stop()
        await Promise.all([purging.stop(), marking.stop()])
        await db.close()
      }
    } finally {
      await server.close()
      if (lifecycle.draining) logger.info('stopped')
    }
  },
}

/** A missing key file stays missing, so it stops the start; an unreachable issuer may answer in a moment. */
async function mustHaveKeyFiles({ issuers }: Pick<Config, 'issuers'>): Promise<void> {
  for (const issuer of issuers.filter(({ jwksFile }) => jwksFile !== undefined)) {
    await loaderOf(issuer)().catch((error: unknown) => {
      throw new CannotReadKeys(issuer, error)
    })
  }
}

/** Ctrl-C comes from the terminal, and again from each who started us and passes it on, within milliseconds. */
const ECHO = 300

/** The first SIGTERM or SIGINT; the next one ends the process. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let since: number | undefined
    const signalled = () => {
      since ??= performance.now()
      if (performance.now() - since > ECHO) process.exit(1)
      resolve()
    }
    process.on('SIGTERM', signalled)
    process.on('SIGINT', signalled)
  })
}
