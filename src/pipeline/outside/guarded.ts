/** Sends requests to addresses that anybody could have chosen: by https, and to the open internet alone. */
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
  /** The ports of this machine that we may call, also by http. The list is empty outside of tests. */
  loopbackPorts: readonly number[]
}

interface GuardedRequest {
  method: 'GET' | 'POST'
  headers: OutgoingHttpHeaders
  body?: string | Buffer | null
  signal: AbortSignal
  /** A certificate to trust instead of the system's. */
  ca?: string | undefined
}

/** Judges the URL by its form alone. The connection later checks the addresses of its host. */
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
 * Resolves with the head of the answer, and follows no redirect. It rejects with `RefusedAddress` if the URL or an address of its
 * host is not open.
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

/** We use agents of our own, because the environment can send Node's global agents through a proxy, past every check. */
const agents = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

const mayUseLoopback = (url: URL, { loopbackPorts }: Guard) =>
  loopbackPorts.includes(Number(url.port)) &&
  (url.hostname === 'localhost' || isLoopback(literalAddress(url) ?? ''))
