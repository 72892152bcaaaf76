/** Sends requests to addresses that anybody could have chosen. It uses https, and goes only to the open internet. */
import {
  type IncomingMessage,
  type OutgoingHttpHeaders,
  Agent as HttpAgent,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isLoopback } from '../../http/outgoing.ts'
import { RefusedAddress, guardedLookup, isOpen, isPrivateName, literalAddress } from './addresses.ts'

export interface Guard {
  /** The ports of this machine that may be called, even by http. Outside of tests there are none. */
  loopbackPorts: readonly number[]
}

interface GuardedRequest {
  method: 'GET' | 'POST'
  headers: OutgoingHttpHeaders
  body?: string | Buffer | null
  signal: AbortSignal
  /** A certificate that is trusted in place of the system's certificates. */
  ca?: string | undefined
}

/** What is wrong with the URL itself. The addresses of its host are checked later, when we connect. */
export function faultOfAddress(url: URL, guard: Guard): string | undefined {
  const literal = literalAddress(url)
  const isAllowedHere = mayUseLoopback(url, guard)
  if (url.username !== '' || url.password !== '') return 'The address has a user name or a password.'
  if (url.protocol !== 'https:' && !(isAllowedHere && url.protocol === 'http:'))
    return `${url.host} would not be fetched by https.`
  const isPrivate = literal === undefined ? isPrivateName(url.hostname) : !isOpen(literal)
  if (isPrivate && !isAllowedHere) return `${url.host} isn't a public address.`
  return undefined
}

/**
 * Resolves when the head of the answer has arrived. Redirects are not followed. Rejects with `RefusedAddress` if the URL or an
 * address of its host is not open.
 */
export async function guardedRequest(
  url: URL,
  asked: GuardedRequest,
  guard: Guard,
): Promise<IncomingMessage> {
  const fault = faultOfAddress(url, guard)
  if (fault !== undefined) throw new RefusedAddress(fault)
  const { body, ...options } = asked
  const isAllowed = (address: string) =>
    isOpen(address) || (mayUseLoopback(url, guard) && isLoopback(address))
  return new Promise((resolve, reject) => {
    const lookup = guardedLookup(isAllowed)
    const request =
      url.protocol === 'https:'
        ? requestHttps(url, { ...options, lookup, agent: agents.https })
        : requestHttp(url, { ...options, lookup, agent: agents.http })
    request.on('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}

/** These agents are our own. The environment can send Node's global agents through a proxy, where no address is checked. */
const agents = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

const mayUseLoopback = (url: URL, { loopbackPorts }: Guard) =>
  loopbackPorts.includes(Number(url.port)) &&
  (url.hostname === 'localhost' || isLoopback(literalAddress(url) ?? ''))
