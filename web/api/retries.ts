/**
 * Sends a request again if there was no answer, or if the answer was 429 or 503. Every change has an Idempotency-Key, so it is
 * made only once.
 */
import { Offline, secondsIn } from './problem.ts'

/** The last attempt begins at most `LONGEST` milliseconds after the first. */
const MOST_TRIES = 4
const LONGEST = 15_000
/**
 * The pause before the second attempt, in milliseconds. Later pauses double, with a random part, so that many apps do not return
 * at once.
 */
const FIRST_PAUSE = 400

/** How long we wait for an answer, in milliseconds. The service itself stops a search after 3 s, and a wait after 5 s. */
const PATIENCE = 30_000

/** A complete answer. One that breaks off counts as no answer. */
export interface Reply {
  status: number
  headers: Headers
  text: string
}

/**
 * Returns the last answer, whatever its status. Throws `Offline` if there was no answer, or the signal's reason if it was
 * aborted.
 */
export async function withRetries(
  request: { url: string } & Omit<RequestInit, 'signal'>,
  { signal, retry = true }: { signal?: AbortSignal | undefined; retry?: boolean | undefined } = {},
): Promise<Reply> {
  const begun = performance.now()
  for (let tries = 1; ; tries++) {
    signal?.throwIfAborted()
    const reply = await once(request, signal)
    const pause = pauseAfter(reply, tries)
    const over = performance.now() - begun + pause > LONGEST
    if (!retry || tries >= MOST_TRIES || over || !mayHelp(reply)) return given(reply)
    await sleep(pause, signal)
  }
}

const mayHelp = (reply: Reply | undefined) =>
  reply === undefined ? navigator.onLine : reply.status === 429 || reply.status === 503

function given(reply: Reply | undefined): Reply {
  if (!reply) throw new Offline('The service did not answer.')
  return reply
}

async function once(
  { url, ...request }: { url: string } & Omit<RequestInit, 'signal'>,
  signal: AbortSignal | undefined,
): Promise<Reply | undefined> {
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    const response = await fetch(url, {
      ...request,
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch {
    signal?.throwIfAborted()
    return undefined
  }
}

function pauseAfter(reply: Reply | undefined, tries: number): number {
  const asked = secondsIn(reply?.headers.get('retry-after') ?? null)
  const usual = FIRST_PAUSE * 2 ** (tries - 1) * (0.5 + Math.random())
  return asked === undefined ? usual : Math.max(usual, 1000 * asked)
}

/** Throws the signal's reason if it is aborted. */
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
