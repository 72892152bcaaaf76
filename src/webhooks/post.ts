/** Sends a delivery to its endpoint once, and says what the answer means. The body of the answer is not read. */
import { RefusedAddress } from '../pipeline/outside/addresses.ts'
import { faultOf, retryAfter } from '../pipeline/outside/call.ts'
import { type Guard, guardedRequest } from '../pipeline/outside/guarded.ts'
import { USER_AGENT } from '../pipeline/outside/user-agent.ts'
import { signatures } from './secret.ts'

export interface PostSettings extends Guard {
  /**
   * In milliseconds. One limit for all of these together: looking up the host, connecting, sending, and reading the head of the
   * answer.
   */
  timeout?: number
  /** A certificate that is trusted in place of the system's certificates. */
  ca?: string | undefined
}

/** In milliseconds. */
export const TIMEOUT = 15_000

export type Outcome =
  | { kind: 'SENT'; status: number }
  | { kind: 'GONE'; status: number; error: string }
  | { kind: 'FAILED'; status: number | undefined; error: string; retryAt: Date | undefined }

interface Message {
  id: string
  body: string
}

/** Rejects only if `stopping` is aborted. Even then the endpoint may have received the message. */
export async function post(
  url: string,
  { id, body }: Message,
  secrets: readonly Buffer[],
  settings: PostSettings,
  stopping: AbortSignal,
): Promise<Outcome> {
  const { timeout = TIMEOUT, ca } = settings
  const seconds = Math.floor(Date.now() / 1_000)
  const deadline = AbortSignal.timeout(timeout)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': USER_AGENT,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures(secrets, { id, seconds, body }),
  }
  const signal = AbortSignal.any([stopping, deadline])
  try {
    const answer = await guardedRequest(new URL(url), { method: 'POST', headers, body, signal, ca }, settings)
    const { statusCode: status = 0, headers: its } = answer
    answer.on('error', () => {}) // only the status is needed, and the rest of the answer may still break off
    answer.destroy()
    return meaningOf(status, its)
  } catch (cause) {
    stopping.throwIfAborted()
    const reason: unknown = deadline.aborted ? deadline.reason : cause
    const error =
      cause instanceof RefusedAddress ? cause.message : `The endpoint ${faultOf(reason, timeout)}.`
    return { kind: 'FAILED', status: undefined, error, retryAt: undefined }
  }
}

function meaningOf(status: number, headers: NodeJS.Dict<string | string[]>): Outcome {
  if (status >= 200 && status < 300) return { kind: 'SENT', status }
  if (status === 410) return { kind: 'GONE', status, error: 'The endpoint answered 410: it is gone.' }
  const isRedirect = status >= 300 && status < 400
  const error = isRedirect
    ? `The endpoint redirects (${status}), which is not followed.`
    : `The endpoint answered ${status}.`
  const asks = status === 429 || status === 503
  const after = headers['retry-after']
  const retryAt =
    asks && typeof after === 'string' ? retryAfter(new Headers({ 'retry-after': after })) : undefined
  return { kind: 'FAILED', status, error, retryAt }
}
