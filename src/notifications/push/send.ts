/** Encrypts a message for a browser (RFC 8291), signs it (RFC 8292), and sends it to the push service of the browser (RFC 8030). */
import type { IncomingMessage } from 'node:http'
import { RefusedAddress } from '../../pipeline/outside/addresses.ts'
import { faultOf, retryAfter } from '../../pipeline/outside/call.ts'
import { faultOfAddress, guardedRequest } from '../../pipeline/outside/guarded.ts'
import type { PushKeys } from './keys.ts'

export type Subscription = {
  endpoint: string
  p256dh: string
  auth: string
}

export interface SendOptions {
  keys: PushKeys
  /** How the operators of push services reach ours: a `mailto:` or an https URL. */
  contact: string
  /** The ports of this machine that messages may go to. The list is empty outside of tests. */
  loopbackPorts?: readonly number[]
  /** A certificate to trust beside the system's. */
  ca?: string
  /** In milliseconds, for the whole exchange. */
  timeout?: number
}

/** GONE: the browser has ended its subscription. REFUSED: do not send this message again. `why` has no address and no key. */
export type Outcome =
  | { kind: 'SENT' }
  | { kind: 'GONE' }
  | { kind: 'LATER'; why: string; notBefore: Date | undefined }
  | { kind: 'REFUSED'; why: string }

/** In seconds. A browser that is off for longer gets no message; its inbox has everything. */
export const TIME_TO_LIVE = 86_400
/** A message that still waits at the push service is replaced by the next one. */
const TOPIC = 'inbox'
/** In milliseconds. */
export const PATIENCE = 10_000

export async function send(
  { endpoint, p256dh, auth }: Subscription,
  payload: string,
  { keys, contact, loopbackPorts = [], ca, timeout = PATIENCE }: SendOptions,
  stopping: AbortSignal,
): Promise<Outcome> {
  const url = URL.parse(endpoint)
  const fault = url ? faultOfAddress(url, { loopbackPorts }) : 'The address is no URL.'
  if (!url || fault !== undefined || url.protocol !== 'https:')
    return { kind: 'REFUSED', why: 'The push service is not on the open internet.' }
  // Few services send messages at all, and the package takes 40 ms to load.
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, ...keys },
    TTL: TIME_TO_LIVE,
    topic: TOPIC,
    urgency: 'normal',
  })
  const deadline = AbortSignal.any([stopping, AbortSignal.timeout(timeout)])
  try {
    const answer = await guardedRequest(
      url,
      { method: 'POST', headers, body, signal: deadline, ca },
      { loopbackPorts },
    )
    answer.destroy() // the status says everything, and a body may be without end
    return outcomeOf(answer)
  } catch (error) {
    stopping.throwIfAborted()
    if (error instanceof RefusedAddress)
      return { kind: 'REFUSED', why: 'The push service is not on the open internet.' }
    const reason: unknown = deadline.aborted ? deadline.reason : error
    return { kind: 'LATER', why: `The push service ${faultOf(reason, timeout)}.`, notBefore: undefined }
  }
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Outcome {
  if (status >= 200 && status < 300) return { kind: 'SENT' }
  if (status === 404 || status === 410) return { kind: 'GONE' }
  const why = `The push service answered ${status}.`
  if (status !== 408 && status !== 429 && status < 500) return { kind: 'REFUSED', why }
  const wait = headers['retry-after']
  const notBefore = retryAfter(new Headers(wait === undefined ? {} : { 'retry-after': wait }))
  return { kind: 'LATER', why, notBefore }
}
