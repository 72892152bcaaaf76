/** `scorebook serve` runs the service, from reading the configuration to sending the last answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import packageFile from '../../../package.json' with { type: 'json' }
import { operations } from '../../api.ts'
import { engineOf } from '../../pipeline/engine.ts'
import { servicesOf } from '../../pipeline/outside/connect.ts'
import { startPipeline } from '../../pipeline/worker.ts'
import type { Logger } from 'pino'
import { type Config, readConfig } from '../../config.ts'
import { startDaily } from '../../db/backup/daily.ts'
import { Database } from '../../db/database.ts'
import type { EmbeddedServer } from '../../db/embedded/server.ts'
import type { Background, Warn } from '../../db/background.ts'
import { startPurging } from '../../db/purging.ts'
import { oldEvents } from '../../events/log.ts'
import { oldIdempotencyKeys } from '../../http/lifecycle/idempotency-purge.ts'
import { startUpkeep } from '../../identity/provider/current.ts'
import { purgesOfIdentity } from '../../identity/purges.ts'
import { loaderOf } from '../../identity/outside-issuers.ts'
import { unsentLinkMails } from '../../identity/link-mails/queue.ts'
import { endedDevices } from '../../notifications/push/store.ts'
import { startPush } from '../../notifications/push/work.ts'
import { purgesOfImports } from '../../imports/purges.ts'
import { startImports } from '../../imports/work.ts'
import { unverifiedAddresses } from '../../notifications/store.ts'
import { startMail } from '../../notifications/work.ts'
import { endedDeliveries } from '../../webhooks/deliveries.ts'
import { startWebhooks } from '../../webhooks/work.ts'
import { usersNamed } from '../../resources/users/named.ts'
import { oldDisputeAnswers } from '../../resources/matches/dispute-answers.ts'
import { startMarking } from '../../resources/privacy-settings/marking.ts'
import { startRating } from '../../resources/ratings/upkeep.ts'
import { startResults } from '../../resources/results/upkeep.ts'
import { cachedBundle } from '../../pages/app/bundle-cache.ts'
import { fixed } from '../../pages/app/shell.ts'
import { callsOfApp, startTexts } from '../../pages/app/texts.ts'
import { watched } from '../../pages/app/watched.ts'
import { type Answering, answering, endInTime } from '../service/answer.ts'
import { type Command, type CommandContext, UsageError, type Values } from '../command.ts'
import { WITHOUT_REQUESTS } from '../service/connections.ts'
import { CannotListen, CannotReadKeys } from '../explain.ts'
import { reachedAt } from '../service/addresses.ts'
import { startCheckups } from '../service/checkups.ts'
import { startFigures } from '../service/figures.ts'
import { firstAdministrator } from '../service/first-administrator.ts'
import { followSignal, loggerOf, metricsAt, welcome } from '../service/log.ts'
import { ProcessMetrics, listenForMetrics, serviceMetrics } from '../service/metrics.ts'
import { type Log, migrateSafely, openServer, type OpenServer } from '../open-database.ts'
import { plainHttp } from '../service/plain-http.ts'
import { mustBeFree } from '../service/port.ts'
import { tellCommands } from '../service/running.ts'
import { Workers } from '../service/workers.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service',
  about:
    'Starts the embedded PostgreSQL, unless another is configured, applies missing migrations, and answers HTTP\n' +
    'until SIGTERM or SIGINT; then it answers the requests that it has accepted, and stops. A second signal stops it at once.',
  options: {
    watch: {
      type: 'boolean',
      help: 'For work on the web app: build it again for each page that is loaded',
    },
  },
  async run(values, context) {
    const stop = stopSignal()
    try {
      await run(values, context, stop)
    } catch (error) {
      // Ctrl-C in a terminal also ends initdb and esbuild. Their errors are then not our errors.
      if (!stop.came || stop.hasStarted) throw error
      context.print('Stopped.')
    }
  },
}

/** Runs the service. If a signal comes during the start, the service ends as soon as it can do so cleanly. */
async function run({ watch }: Values, { env, cwd, print }: CommandContext, stop: Stop): Promise<void> {
  const config = readConfig(env, cwd)
  if (watch === true && config.processes > 1)
    throw new UsageError('--watch is for one process; set SCOREBOOK_PROCESSES=1.')
  const logger = loggerOf(config, process.stdout)
  await mustHaveKeyFiles(config)
  await mustBeFree(config)
  const bundling = hasApp(config) ? cachedBundle(operations) : undefined // this runs while PostgreSQL starts
  bundling?.catch(() => {}) // the error is thrown where the bundle is awaited
  const logAt = logIn(logger)
  const server = await openServer(config, logAt, { exclusive: true })
  const lifecycle = { draining: false }
  let unfollow: (() => void) | undefined
  try {
    const applied = await migrateSafely(server, config, logAt)
    if (applied.length > 0) logger.info({ applied }, 'migrated')
    const alone = config.processes === 1
    const log = (message: string, facts: object) => logger.info(facts, message)
    const db = new Database(server.connection, { log, ...(alone ? {} : WITHOUT_REQUESTS) })
    const link = await firstAdministrator(db, config)
    const app = await bundling
    const source = app && (watch === true ? watched(app, operations) : fixed(app))
    const own = new ProcessMetrics(db)
    const processes = async () => [own.families(), ...(front instanceof Workers ? await front.measure() : [])]
    const metrics = serviceMetrics(config, db, processes)
    const front: Front = alone
      ? inThisProcess(
          config,
          await answering(config, db, logger, lifecycle, {
            web: source,
            metrics: { requests: own.requests, text: () => metrics.text() },
          }),
        )
      : new Workers(config, server.connection, logger, app, metrics)
    const plain = plainHttp(config)
    if (plain) logger.warn(plain.sentence)
    unfollow = followSignal(logger, (level) => front instanceof Workers && front.setLogLevel(level))
    const background = startBackground(config, db, server, logger)
    background.push(startFigures({ db, processes, warn: warnIn(logger) }))
    const pipeline = await pipelineOf(config, db, logger)
    let metricsPort: Awaited<ReturnType<typeof listenForMetrics>> | undefined
    let texts: ReturnType<typeof startTexts> | undefined
    try {
      await front.start()
      if (server.embedded) await tellCommands(config)
      stop.hasStarted = true
      metricsPort = config.metrics && (await listenForMetrics(config.metrics, metrics))
      if (app)
        texts = startTexts(callsOfApp(operations, db, usersNamed), (err) =>
          logger.warn({ err }, 'the texts of the app could not be imported into the catalogue'),
        )
      welcomeTo(config, link, { logger, print })
      await Promise.race([stop.signalled, front.failed])
      lifecycle.draining = true
      if (config.stopDelay > 0) {
        logger.info({ seconds: config.stopDelay }, 'not ready any more; connections are still taken')
        front.endsSoon()
        await Promise.race([sleep(1000 * config.stopDelay), front.failed])
      }
      logger.info('draining')
      endInTime(logger, async () => {
        if (front instanceof Workers) await front.close() // the workers must end before PostgreSQL does
        await server.close()
        if (server.embedded) logger.info('PostgreSQL has ended')
      })
      await Promise.all([front.drain(), pipeline?.stop(), texts?.stop()])
    } finally {
      await metricsPort?.close()
      await front.close()
      await pipeline?.stop()
      await Promise.all([texts, ...background].map(async (work) => work?.stop()))
      await db.close()
    }
  } finally {
    unfollow?.()
    await server.close()
    if (lifecycle.draining) haveStopped(logger)
  }
}

/** In milliseconds: the time for the last lines. A check that was given up may wait longer for its answer. */
const LINGER = 2_000

function haveStopped(logger: Logger): void {
  logger.info('stopped')
  setTimeout(() => process.exit(), LINGER).unref()
}

const warnIn =
  (logger: Logger): Warn =>
  (message, facts, level = 'warn') =>
    logger[level](facts, message)

const logIn =
  (logger: Logger): Log =>
  (level, message, facts) =>
    logger[level](facts ?? {}, message)

function startBackground(config: Config, db: Database, server: OpenServer, logger: Logger): Background[] {
  const warn = warnIn(logger)
  const info = (message: string, facts: object) => logger.info(facts, message)
  const purges = [
    oldIdempotencyKeys,
    oldEvents,
    unverifiedAddresses,
    unsentLinkMails,
    endedDevices,
    endedDeliveries,
    oldDisputeAnswers,
    ...purgesOfImports,
    ...purgesOfIdentity(config.auditDays),
  ]
  return [
    startPurging(db, purges, warn),
    startMarking(db, warn),
    startResults(db, { info, warn }),
    startRating(db, warn),
    startImports(db, warn),
    ...(config.mail && hasApp(config)
      ? [startMail({ db, settings: config.mail, baseUrl: config.baseUrl, warn })]
      : []),
    ...(config.push && hasApp(config) ? [startPush({ db, ...config.push, warn })] : []),
    startWebhooks({ db, settings: { loopbackPorts: config.webhookLoopbackPorts }, warn }),
    ...(config.issuers.length > 0 ? [] : [startUpkeep(db, config.keyDays, warn)]),
    startCheckups({ config, db, server, warn }),
    ...(server.embedded ? [dailyBackups(server.embedded, config, logIn(logger))] : []),
  ]
}

async function pipelineOf(
  { pipeline: { enabled, outside, settings } }: Config,
  db: Database,
  logger: Logger,
): Promise<Background | undefined> {
  if (!enabled) return undefined
  const services = servicesOf(outside)
  return startPipeline({ db, services, engine: engineOf(operations, db), settings, warn: warnIn(logger) })
}

function welcomeTo(
  config: Config,
  link: string | undefined,
  { logger, print }: { logger: Logger; print: CommandContext['print'] },
): void {
  const reached = reachedAt(config)
  if (process.stdout.isTTY) return print(welcome(config, link, reached))
  const { baseUrl, metrics } = config
  const places = {
    reference: `${baseUrl}/docs`,
    health: `${baseUrl}/readyz`,
    metrics: metrics && metricsAt(metrics),
  }
  logger.info(places, `Scorebook answers at ${baseUrl}.`)
  if (reached.length > 0) logger.info({ reached }, 'other devices of the network reach it')
  if (link !== undefined) logger.info({ link }, 'The first administrator opens this link, within an hour.')
}

const dailyBackups = (server: EmbeddedServer, { backup }: Config, log: Log) =>
  startDaily(server, { ...backup, version: packageFile.version, log })

/**
 * True if the service has the web app. If outside issuers are used and none has a client for us, nobody could sign in to the app.
 */
const hasApp = ({ web, issuers }: Config) =>
  web && (issuers.length === 0 || issuers.some(({ client }) => client !== undefined))

type Front = Pick<Workers, 'start' | 'failed' | 'endsSoon' | 'drain' | 'close'>

/** Fastify would name 127.0.0.1, where passkeys do not work. The address to open is in the next line of the log. */
const listenTextResolver = () => 'connections are accepted'

const inThisProcess = (config: Config, { app, drain }: Answering): Front => ({
  async start() {
    const { host, port } = config
    await app.listen({ host, port, listenTextResolver }).catch((error: unknown) => {
      throw new CannotListen(config, error)
    })
  },
  failed: new Promise(() => {}),
  endsSoon() {}, // requests of this process find out in the lifecycle that it ends soon
  drain,
  close: () => app.close(),
})

/** Throws if a key file is missing, because it will not appear later. An issuer that is silent now may answer in a moment. */
async function mustHaveKeyFiles({ issuers }: Pick<Config, 'issuers'>): Promise<void> {
  for (const issuer of issuers.filter(({ jwksFile }) => jwksFile !== undefined)) {
    await loaderOf(issuer)().catch((error: unknown) => {
      throw new CannotReadKeys(issuer, error)
    })
  }
}

/**
 * In milliseconds. Signals within this time count as one, because npm and bin/run.js pass on a Ctrl-C that this process has
 * already received itself.
 */
const ECHO = 300

interface Stop {
  signalled: Promise<void>
  came: boolean
  hasStarted: boolean
}

/** Waits for the first SIGTERM or SIGINT. A second one ends the process at once. */
function stopSignal(): Stop {
  const { promise: signalled, resolve } = Promise.withResolvers<void>()
  const stop = { signalled, came: false, hasStarted: false }
  let since: number | undefined
  const signal = () => {
    since ??= performance.now()
    if (performance.now() - since > ECHO) process.exit(1)
    stop.came = true
    resolve()
  }
  process.on('SIGTERM', signal)
  process.on('SIGINT', signal)
  return stop
}
