/** What answers HTTP in a process: the app with its routes, and how it ends well. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import packageFile from '../../../package.json' with { type: 'json' }
import { type AppOptions, buildApp } from '../../app.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { collector } from '../../http/server/garbage.ts'
import type { TraceSettings } from '../../traces/settings.ts'
import type { Tracer } from '../../traces/tracer.ts'
import type { AppSource } from '../../pages/app/shell.ts'
import { drainable } from './drain.ts'
import { verifierOf } from '../verifier-of.ts'

export interface Answering {
  app: FastifyInstance
  /** Resolves when every request that was accepted is answered. */
  drain: () => Promise<void>
}

export async function answering(
  config: Config,
  db: Database,
  logger: Logger,
  lifecycle: { draining: boolean },
  { web, metrics }: { web?: AppSource | undefined; metrics: NonNullable<AppOptions['metrics']> },
): Promise<Answering> {
  const warn = (message: string, facts: object) => logger.warn(facts, message)
  const verifier = verifierOf(config, db, warn)
  const { processes, issuers } = config
  const signUp = issuers.length === 0 ? config.signUp : undefined
  const tracer = config.traces && (await tracerOf(config.traces, warn))
  const app = await buildApp({
    config: { ...config, signUp },
    db,
    verifier,
    logger,
    collectSoon: collector(),
    lifecycle,
    processes,
    metrics,
    tracer,
    web,
  })
  if (tracer) app.addHook('onClose', () => tracer.close())
  return { app, drain: drainable(app.server) }
}

/** Nobody pays for traces who sends none. */
async function tracerOf(
  settings: TraceSettings,
  warn: (message: string, facts: object) => void,
): Promise<Tracer> {
  const { Tracer: Loaded } = await import('../../traces/tracer.ts')
  return new Loaded(settings, packageFile.version, warn)
}

/** After a SIGTERM, accepted requests are answered within this time or not at all, in milliseconds. */
export const LONGEST_DRAIN = 30_000

/** In milliseconds: what is given up then has this time to end. Service managers wait for 45 s. */
const LONGEST_END = 10_000

/** Ends the process if it has not ended by itself in time; `end` ends what would outlive it. */
export function endInTime(logger: Logger, end: () => Promise<void> = async () => {}): void {
  const overdue = setTimeout(() => {
    logger.error({ seconds: LONGEST_DRAIN / 1000 }, 'not all ended in time; what is left is given up')
    const late = setTimeout(() => process.exit(1), LONGEST_END)
    late.unref()
    end()
      .catch((err: unknown) => logger.error({ err }, 'what is left could not be ended'))
      .finally(() => process.exit(1))
  }, LONGEST_DRAIN)
  overdue.unref()
}
