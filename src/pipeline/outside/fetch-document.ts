/**
 * Fetches a document from an address that anybody could have chosen. It uses https, goes only to the open internet, and has
 * limits.
 */
import { RefusedAddress } from './addresses.ts'
import { faultOf } from './call.ts'
import { boundedBytes } from './document-body.ts'
import { Failed, Unusable } from './failures.ts'
import { type Guard, faultOfAddress, guardedRequest } from './guarded.ts'

export interface FetchLimits extends Guard {
  userAgent: string
  mostBytes: number
  /** In milliseconds, for all redirects together. */
  timeout: number
}

export interface Document {
  url: URL
  status: number
  /** The media type in small letters, without its parameters. Empty if the server did not send one. */
  contentType: string
  charset: string | undefined
  bytes: Buffer
}

const MOST_REDIRECTS = 5
const ACCEPTED = 'application/pdf, text/html, text/plain;q=0.9, */*;q=0.1'

/**
 * Fetches a document. Before each address, it calls `visit`, which may throw. It throws `Failed` if a later attempt may succeed,
 * otherwise `Unusable`.
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

async function step(url: URL, limits: FetchLimits, deadline: AbortSignal, signal: AbortSignal) {
  const headers = { 'user-agent': limits.userAgent, accept: ACCEPTED, 'accept-encoding': 'identity' }
  try {
    const response = await guardedRequest(url, { method: 'GET', headers, signal: deadline }, limits)
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
