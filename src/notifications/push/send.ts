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
  /** How operators of push services can reach the operator of this service: a `mailto:` or an https URL. */
  contact: string
  /** The ports of this machine to which messages may be sent. Outside of tests there are none. */
  loopbackPorts?: readonly number[]
  /** A certificate that is trusted together with the system's certificates. */
  ca?: string
  /** The time limit for the whole exchange, in milliseconds. */
  timeout?: number
}

/**
 * GONE: the browser has ended its subscription. REFUSED: this message must not be sent again. `why` contains no address and no
 * key.
 */
export type Outcome =
  | { kind: 'SENT' }
  | { kind: 'GONE' }
  | { kind: 'LATER'; why: string; notBefore: Date | undefined }
  | { kind: 'REFUSED'; why: string }

/** In seconds. If a browser is off for longer, it does not get the message. Its inbox still has everything. */
export const TIME_TO_LIVE = 86_400
/** With this topic, the next message replaces one that still waits at the push service. */
const TOPIC = 'inbox'
/** The time limit for the whole exchange, in milliseconds. */
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
  // The package is loaded here, because it takes 40 ms and few services send push messages.
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
    answer.destroy() // the status says everything, and a body may be endless
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
