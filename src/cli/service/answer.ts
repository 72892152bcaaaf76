/** The part of a process that answers HTTP: the app with its routes, and its clean end. */
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

/** Traces are only loaded if a collector is configured. */
async function tracerOf(
  settings: TraceSettings,
  warn: (message: string, facts: object) => void,
): Promise<Tracer> {
  const { Tracer: Loaded } = await import('../../traces/tracer.ts')
  return new Loaded(settings, packageFile.version, warn)
}

/** The time for accepted requests after a SIGTERM, in milliseconds. */
export const LONGEST_DRAIN = 30_000

/** The further time for ending what was given up, in milliseconds. Service managers wait for 45 s. */
const LONGEST_END = 10_000

/** Ends the process if it is still running after these times; `end` first ends its child processes. */
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
