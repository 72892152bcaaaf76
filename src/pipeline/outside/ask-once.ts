/** Asks each configured service a small question, so that operators can see whether their settings work. */
import { Queued, catalogueOf } from './catalogue.ts'
import { NoEvidence } from './failures.ts'
import { PROTOCOLS } from './interpretation.ts'
import type { Question } from './model.ts'
import { searchOf } from './search.ts'
import type { OutsideSettings } from './connect.ts'

interface Check {
  name: string
  /** Returns the answer in a few words. If it fails, it throws a sentence that names the settings. */
  ask: (signal: AbortSignal) => Promise<string>
}

/** In milliseconds. A self-hosted model may have to load first. */
const PATIENCE = 10_000
const PATIENCE_WITH_MODELS = 60_000

export function checksOf({ catalogue, rulebooks, model }: OutsideSettings): Check[] {
  const checks: (Check & { settings: string[] })[] = []
  if (catalogue) {
    const ask = catalogueOf({ ...catalogue, timeout: PATIENCE })
    checks.push({
      name: 'catalogue',
      settings: ['SCOREBOOK_CATALOG_URL', 'SCOREBOOK_CATALOG_TOKEN'],
      ask: (signal) => ask(['1'], signal).then(() => 'it answers', butQueued),
    })
  }
  const search = rulebooks?.search
  if (search) {
    const ask = searchOf({ ...search, timeout: PATIENCE })
    const key = search.service === 'brave' ? ['SCOREBOOK_SEARCH_KEY'] : []
    checks.push({
      name: `search service (${search.service})`,
      settings: [...(search.baseUrl === undefined ? [] : ['SCOREBOOK_SEARCH_URL']), ...key],
      ask: (signal) => ask('board game rules', signal).then(() => 'it answers'),
    })
  }
  if (model) {
    const ask = PROTOCOLS[model.protocol]({ ...model, mostTokens: 64, timeout: PATIENCE_WITH_MODELS })
    checks.push({
      name: `language model (${model.model})`,
      settings: ['SCOREBOOK_MODEL_URL', 'SCOREBOOK_MODEL_NAME', 'SCOREBOOK_MODEL_KEY'],
      ask: (signal) => ask(QUESTION, signal).then(() => 'it answers', butShort),
    })
  }
  return checks.map(({ name, settings, ask }) => ({
    name,
    ask: (signal) =>
      ask(signal).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`${reason} See ${inWords(settings)}.`, { cause })
      }),
  }))
}

/** If the catalogue queues the question, it counts as an answer. */
function butQueued(error: unknown): string {
  if (error instanceof Queued) return 'it answers'
  throw error
}

/** A model may use up all its tokens for thinking. So an answer without text also counts. */
function butShort(error: unknown): string {
  if (error instanceof NoEvidence) return 'it answers'
  throw error
}

const QUESTION: Question = {
  system: 'Answer with JSON.',
  user: 'Is this a question?',
  schema: {
    type: 'object',
    properties: { yes: { type: 'boolean' } },
    required: ['yes'],
    additionalProperties: false,
  },
}

const inWords = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
