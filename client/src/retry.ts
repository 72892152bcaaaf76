/** Sends a request again if there was no answer, or one that says to come back. A change without a key is sent once. */
import { Offline, secondsIn } from './problem.ts'
import type { Outgoing, Reply } from './reply.ts'

/** Milliseconds before the second try. Later pauses double, and a random part keeps many clients from returning at once. */
const FIRST_PAUSE = 300
const LONGEST_PAUSE = 5_000

/** The service is busy or restarts; 502 and 504 are a proxy's answers while it is away. */
export const isPassing = (status: number): boolean => [429, 502, 503, 504].includes(status)

/** Says why a request is sent again. */
export interface Retry {
  /** How often it was sent. */
  tries: number
  /** In milliseconds. */
  pause: number
  /** Absent if there was no answer. */
  reply?: Reply
  error?: unknown
}

export interface RetryPolicy {
  /** The milliseconds for which a request is tried again. The last try begins at most this time after the first. */
  retryFor: number
  /** The milliseconds after which a try without a complete answer is given up. */
  timeout: number
  fetch: typeof fetch
  signal?: AbortSignal | undefined
  /** Called before each pause. If it returns false, the request is not sent again. */
  onRetry?: ((retry: Retry) => boolean | void) | undefined
}

/** Returns the last answer, whatever its status. Throws `Offline` if there was none, or the signal's reason if it aborts. */
export async function send(url: string, outgoing: Outgoing, policy: RetryPolicy): Promise<Reply> {
  const { retryFor, signal, onRetry } = policy
  const begun = performance.now()
  for (let tries = 1; ; tries++) {
    const outcome = await once(url, outgoing, policy)
    const pause = pauseAfter(outcome, tries)
    const again =
      mayBeSentAgain(outgoing) &&
      mayHelp(outcome) &&
      performance.now() - begun + pause <= retryFor &&
      onRetry?.({ tries, pause, ...outcome }) !== false
    if (again) await sleep(pause, signal)
    else if (outcome.reply) return outcome.reply
    else throw new Offline('The service did not answer.', { cause: outcome.error })
  }
}

/** A change without a key could be done twice. */
const mayBeSentAgain = ({ method, headers, isSafe }: Outgoing) =>
  isSafe || method === 'GET' || 'idempotency-key' in headers

interface Outcome {
  reply?: Reply
  error?: unknown
}

const mayHelp = ({ reply }: Outcome) =>
  reply
    ? isPassing(reply.status)
    : (globalThis.navigator as { onLine?: boolean } | undefined)?.onLine !== false

async function once(
  url: string,
  { method, headers: sent, body }: Outgoing,
  { fetch, timeout, signal }: RetryPolicy,
): Promise<Outcome> {
  signal?.throwIfAborted()
  const patience = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      method,
      headers: sent,
      body: body ?? null,
      // Another server must not get what is meant for this one.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    const { status, headers } = response
    // A browser does not say where a redirect leads.
    if (status === 0) return { error: new TypeError('The service redirects to another place.') }
    const isText = /json|^text\/(?!csv)|^$/.test(headers.get('content-type') ?? '')
    return {
      reply: isText
        ? { status, headers, text: await response.text() }
        : { status, headers, text: '', blob: await response.blob() },
    }
  } catch (error) {
    signal?.throwIfAborted()
    return { error }
  }
}

/** In milliseconds. Never shorter than the service asks for. */
export function pauseAfter(
  { reply }: { reply?: Pick<Reply, 'headers'> },
  tries: number,
  longest = LONGEST_PAUSE,
): number {
  const usual = Math.min(FIRST_PAUSE * 2 ** (tries - 1), longest) * (0.5 + Math.random())
  const wanted = secondsIn(reply?.headers.get('retry-after') ?? null)
  return wanted === undefined ? usual : 1000 * wanted + usual / 4
}

/** Throws the signal's reason if it aborts. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
