/** Fetches a document from an address that anybody could have chosen: by https, from the open internet, with limits. */
import { type IncomingMessage, Agent as HttpAgent, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isLoopback } from '../../http/outgoing.ts'
import { RefusedAddress, guardedLookup, isOpen, isPrivateName, literalAddress } from './addresses.ts'
import { faultOf } from './call.ts'
import { boundedBytes } from './document-body.ts'
import { Failed, Unusable } from './failures.ts'

export interface FetchLimits {
  userAgent: string
  /** The ports of this machine that we may fetch from, also by http. The list is empty outside of tests. */
  loopbackPorts: readonly number[]
  mostBytes: number
  /** In milliseconds, for all redirects together. */
  timeout: number
}

export interface Document {
  url: URL
  status: number
  /** The media type in lower case, without its parameters. Empty if the server sends no media type. */
  contentType: string
  charset: string | undefined
  bytes: Buffer
}

const MOST_REDIRECTS = 5

/**
 * Calls `visit` before it fetches an address; `visit` may throw. It throws `Failed` if a later attempt may succeed, and
 * `Unusable` otherwise.
 */
export async function fetchDocument(
  address: string,
  limits: FetchLimits,
  signal: AbortSignal,
  visit: (url: URL) => void | Promise<void> = () => {},
): Promise<Document> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.timeout)])
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!url) throw new Unusable('The address is no URL.')
    const fault = faultOfAddress(url, limits)
    if (fault !== undefined) throw new Unusable(fault)
    await visit(url)
    const { next, document } = await step(url, limits, deadline, signal)
    if (document) return document
    url = URL.parse(next ?? '', url.href)
  }
  throw new Unusable(`The address redirects more than ${MOST_REDIRECTS} times.`)
}

/** Judges the URL by its form alone. The connection later checks the addresses of its host. */
export function faultOfAddress(url: URL, limits: Pick<FetchLimits, 'loopbackPorts'>): string | undefined {
  const literal = literalAddress(url)
  const isAllowedHere = mayUseLoopback(url, limits)
  if (url.username !== '' || url.password !== '') return 'The address has a user name or a password.'
  if (url.protocol !== 'https:' && !(isAllowedHere && url.protocol === 'http:'))
    return `${url.host} would not be fetched by https.`
  const isPrivate = literal === undefined ? isPrivateName(url.hostname) : !isOpen(literal)
  if (isPrivate && !isAllowedHere) return `${url.host} isn't a public address.`
  return undefined
}

const mayUseLoopback = (url: URL, { loopbackPorts }: Pick<FetchLimits, 'loopbackPorts'>) =>
  loopbackPorts.includes(Number(url.port)) &&
  (url.hostname === 'localhost' || isLoopback(literalAddress(url) ?? ''))

/** We use agents of our own, because the environment can send Node's global agents through a proxy, past every check. */
const agents = { http: new HttpAgent({ keepAlive: false }), https: new HttpsAgent({ keepAlive: false }) }

async function step(url: URL, limits: FetchLimits, deadline: AbortSignal, signal: AbortSignal) {
  const isAllowed = (address: string) =>
    isOpen(address) || (mayUseLoopback(url, limits) && isLoopback(address))
  try {
    const response = await opened(url, limits, isAllowed, deadline)
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy()
      return { next: location }
    }
    const bytes = await boundedBytes(response, limits.mostBytes, url)
    const type = response.headers['content-type'] ?? ''
    const document: Document = {
      url,
      status,
      contentType: (type.split(';')[0] ?? '').trim().toLowerCase(),
      charset: /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1],
      bytes,
    }
    return { document }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof Unusable) throw cause
    if (cause instanceof RefusedAddress) throw new Unusable(cause.message, { cause })
    if (isNotFound(cause)) throw new Unusable(`There is no host ${url.hostname}.`, { cause })
    const reason: unknown = deadline.aborted ? deadline.reason : cause
    throw new Failed(`${url.host} ${faultOf(reason, limits.timeout)}.`, { cause })
  }
}

const isNotFound = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND'

function opened(
  url: URL,
  { userAgent }: FetchLimits,
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const options = {
      lookup: guardedLookup(isAllowed),
      signal,
      headers: {
        'user-agent': userAgent,
        accept: 'application/pdf, text/html, text/plain;q=0.9, */*;q=0.1',
        'accept-encoding': 'identity',
      },
    }
    const request = secure
      ? requestHttps(url, { ...options, agent: agents.https })
      : requestHttp(url, { ...options, agent: agents.http })
    request.on('response', resolve)
    request.on('error', reject)
    request.end()
  })
}
