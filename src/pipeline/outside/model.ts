/** Asks a language model in the protocol that it speaks. Returns the JSON of its answer, and how many tokens were used. */
import { type Answer, DAY, HOUR, after, bounded, capital, dateOf, refusalOf, retryAfter } from './call.ts'
import { Stopped, Unusable } from './failures.ts'

export interface Question {
  system: string
  user: string
  /** A JSON Schema for the strict mode of both protocols: all properties are required, and no others are allowed. */
  schema: Record<string, unknown>
}

/** Returns a text that should be JSON. Rejects with `NoEvidence` if the model refuses to answer, or stops too early. */
export type AskModel = (
  question: Question,
  signal: AbortSignal,
) => Promise<{ text: string; usage: { tokens: number } }>

export interface ModelSettings {
  /** The protocol of the model. Ollama, vLLM and many others also speak `openai`. */
  protocol: 'openai' | 'anthropic'
  /**
   * The address, such as `https://api.openai.com/v1` or `https://api.anthropic.com`. We add `/chat/completions` or
   * `/v1/messages`.
   */
  baseUrl: string
  /** Absent if the model is self-hosted and needs no key. */
  apiKey?: string
  model: string
  mostTokens?: number
  /** How many characters all rulebooks in a question may have together. Without it, 200,000. */
  mostCharacters?: number
  timeout?: number
}

export const MOST_ANSWER_BYTES = 4 * 1024 * 1024

export const SERVICE = 'the language model'

/** The failure that an answer other than 200 means. It depends on the status and on the error codes of both protocols. */
export function modelRefusalOf(answer: Answer): Error {
  const { status, headers } = answer
  const { codes, message } = errorIn(answer)
  if (status === 402 || QUOTA.test(codes) || (status < 500 && SPENT.test(message)))
    return new Stopped(`${capital(SERVICE)} says that its quota is used up (${status}).`, after(DAY))
  if (status === 404)
    return new Stopped(
      `${capital(SERVICE)} or its address is unknown (404); the settings may be wrong.`,
      after(HOUR),
    )
  if (status === 429 || status === 503 || status === 529)
    return new Stopped(
      `${capital(SERVICE)} asks for fewer calls (${status}).`,
      retryAfter(headers) ?? resetIn(headers) ?? after(60_000),
    )
  if (status === 400 || status === 413 || status === 422)
    return new Unusable(`${capital(SERVICE)} refuses the question (${status} ${codes.slice(0, 100)}).`)
  return refusalOf(SERVICE, answer)
}

/** Matches error codes that mean a used-up quota, such as `insufficient_quota` and `billing_error`. */
const QUOTA = /quota|billing|credit|spend_limit|usage_limit/

/**
 * Matches messages that have no code. It does not look for `billing`, because messages about speed limits contain this word too.
 */
const SPENT = /credit balance|API usage limits/i

function errorIn({ body }: Answer): { codes: string; message: string } {
  let said: unknown
  try {
    said = JSON.parse(body.toString('utf8'))
  } catch {
    return { codes: '', message: '' }
  }
  const error = field(said, 'error')
  const codes = [field(error, 'type'), field(error, 'code'), field(field(error, 'details'), 'error_code')]
  const message = field(error, 'message')
  return {
    codes: codes.filter((code) => typeof code === 'string').join(' '),
    message: typeof message === 'string' ? message : '',
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** When we can go on: when the last limit that is used up is reset. If no limit is used up, when the last limit is reset. */
function resetIn(headers: Headers): Date | undefined {
  const resets = [...headers].flatMap(([name, value]) => {
    const [, prefix = '', middle = '', suffix = ''] =
      /^(x-ratelimit-|anthropic-ratelimit-)(reset-[a-z-]+|[a-z-]+-reset)()$/.exec(name) ?? []
    if (prefix === '') return []
    const remaining = headers.get(`${prefix}${middle.replace('reset', 'remaining')}${suffix}`)
    const at = durationOf(value) ?? dateOf(value)
    return at === undefined ? [] : [{ at, isUsedUp: remaining === '0' }]
  })
  const usedUp = resets.filter(({ isUsedUp }) => isUsedUp)
  const times = (usedUp.length > 0 ? usedUp : resets).map(({ at }) => at.getTime())
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: HOUR, d: DAY }

function durationOf(text: string): Date | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)
  return bounded(
    [...parts].reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0),
  )
}
