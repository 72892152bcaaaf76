/** The workers of an instance, one for each configured step. A worker takes one item after another until the process stops. */
import type { Database } from '../db/database.ts'
import { DatabaseAway } from '../db/away.ts'
import { Bell } from '../db/bell.ts'
import type { Warn } from '../db/background.ts'
import { type Background, startWork } from '../db/background.ts'
import { type Sql, sql } from '../db/sql.ts'
import { startImages } from './images.ts'
import type { Pace } from './leases.ts'
import type { Engine } from './engine.ts'
import type { Services } from './outside/services.ts'
import type { Step } from './control/schema.ts'
import { type Instance, keepAnnouncing } from './presence.ts'
import { collect } from './steps/collect.ts'
import { enrich } from './steps/enrich.ts'
import { interpret } from './steps/interpret.ts'
import { publish } from './steps/publish.ts'
import type { StepContext } from './steps/run-step.ts'
import { CHANNEL } from './wake.ts'

export interface PipelineSettings {
  source: string
  /** In milliseconds: the pause between two calls of the catalogue. All instances together keep it. */
  cataloguePause: number
  dailyCalls: number | undefined
  dailyTokens: number | undefined
  /** Texts of rulebooks that were not interpreted are deleted after this number of days. */
  textDays: number
}

interface PipelineOptions {
  db: Database
  services: Services
  engine: Engine
  settings: PipelineSettings
  warn: Warn
  lease?: number
  /** In milliseconds: how long a worker sleeps if nothing wakes it. Without it, a second. */
  poll?: number
}

/** A function for each configured step that runs one round. It returns true if there was something to do. */
export type StepRunners = Partial<Record<Step, (stopping: AbortSignal) => Promise<boolean>>>

export const LEASE = 600_000
const POLL = 1_000
const HOUR = 3_600_000
/** In milliseconds. When the process stops, steps have this time to finish. After it they give their items back. */
const PATIENCE = 10_000

export function stepsOf({
  db,
  services,
  engine,
  settings,
  warn,
  lease = LEASE,
}: PipelineOptions): StepRunners {
  const { catalogue, rulebooks, interpreter } = services
  const context = (stopping: AbortSignal): StepContext => ({ db, lease, warn, stopping })
  const { source, cataloguePause: pause, dailyCalls, dailyTokens } = settings
  const ofCatalogue: Pace = { pause, dailyCalls: undefined, dailyTokens: undefined }
  return {
    ...(catalogue && { ENRICH_FROM_CATALOG: (signal) => enrich(catalogue, ofCatalogue, context(signal)) }),
    ...(rulebooks && { COLLECT_RULES: (signal) => collect(rulebooks, context(signal)) }),
    ...(interpreter && {
      INTERPRET_RULES: (signal) =>
        interpret(interpreter, { pause: 0, dailyCalls, dailyTokens }, context(signal)),
    }),
    PUBLISH: (signal) => publish(engine, source, context(signal)),
  }
}

/** For each step that is missing here, the reason why the instance cannot do it. */
const disabledReasonsOf = (steps: StepRunners): Instance['disabledReasons'] =>
  Object.fromEntries(
    Object.entries(NOT_CONFIGURED)
      .filter(([step]) => !steps[step as Step])
      .map(([step, reason]) => [step, `not configured: ${reason}`]),
  )

const NOT_CONFIGURED: Record<Step, string> = {
  ENRICH_FROM_CATALOG: 'the external catalogue (SCOREBOOK_CATALOG_URL, SCOREBOOK_CATALOG_TOKEN)',
  COLLECT_RULES: 'where rulebooks are found (SCOREBOOK_SEARCH_…)',
  INTERPRET_RULES: 'the language model (SCOREBOOK_MODEL_…)',
  PUBLISH: 'the engine',
}

/** Starts the workers. The returned `stop` waits for running steps, or makes them give their items back. */
export async function startPipeline(options: PipelineOptions): Promise<Background> {
  const { db, services, warn, poll = POLL, settings } = options
  const steps = stepsOf(options)
  const presence = await keepAnnouncing(db, {
    disabledReasons: disabledReasonsOf(steps),
    loopbackPorts: services.rulebooks?.loopbackPorts ?? [],
  })
  const bell = new Bell()
  const listener = db.listen(CHANNEL, () => bell.ring())
  const stopping = new AbortController()
  const ending = new AbortController()
  const away = new DatabaseAway('the pipeline', warn)
  const loops = Object.values(steps).map(async (step) => {
    while (!ending.signal.aborted) {
      const heard = bell.next()
      const busy = await step(stopping.signal).catch((err: unknown) => {
        if (!ending.signal.aborted) away.failed(err)
        return undefined
      })
      if (busy !== undefined) away.over()
      if (!busy && !ending.signal.aborted) await heard.orAfter(poll)
    }
  })
  const deletion = startWork({
    name: 'the deletion of old rulebook texts',
    every: HOUR,
    warn,
    round: async () => void (await db.many(forgetOldTexts(settings.textDays))),
  })
  const images = services.images && startImages(db, services.images, warn)
  return {
    async stop() {
      ending.abort()
      bell.ring()
      const patience = setTimeout(() => stopping.abort(new Error('The process stops.')), PATIENCE)
      await Promise.all([...loops, deletion.stop(), images?.stop()])
      clearTimeout(patience)
      await listener.close()
      await presence.leave()
    },
  }
}

export const forgetOldTexts = (days: number): Sql => sql`
  delete from rule_texts where created_at < now() - make_interval(days => ${days})`
