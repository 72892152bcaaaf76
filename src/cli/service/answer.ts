/** The part of a process that answers HTTP. It makes the app with its routes, and ends it cleanly. */
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
  /** Resolves when every accepted request has been answered. */
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
  const ending = new AbortController()
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
    ending: ending.signal,
  })
  if (tracer) app.addHook('onClose', () => tracer.close())
  const drained = drainable(app.server)
  const drain = () => {
    ending.abort()
    return drained()
  }
  return { app, drain }
}

/** Loads the code for tracing only if a collector is in the settings. */
async function tracerOf(
  settings: TraceSettings,
  warn: (message: string, facts: object) => void,
): Promise<Tracer> {
  const { Tracer: Loaded } = await import('../../traces/tracer.ts')
  return new Loaded(settings, packageFile.version, warn)
}

/** In milliseconds: how long accepted requests can take after a SIGTERM. */
export const LONGEST_DRAIN = 30_000

/** In milliseconds: how long the rest of the end can take after `LONGEST_DRAIN`. Service managers wait for 45 s. */
export const LONGEST_END = 10_000

/**
 * Ends the process if it is still running after `LONGEST_DRAIN` and `LONGEST_END`. Before that, `end` ends its child processes.
 */
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
