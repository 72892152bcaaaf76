/** Problem documents for requests that violate HTTP. */
import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { RefusalError } from './connections.ts'
import { type ProblemBases, problemBody } from '../lifecycle/problem-answer.ts'
import { Problem } from '../problem.ts'

/** The problem for a request that Node has refused. Undefined if the client is gone. */
export function refusalOf({ code = '', reason }: RefusalError): Problem | undefined {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new Problem(408, 'validation', 'The request did not arrive completely in time.')
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem(
      431,
      'validation',
      `The request line and the headers are longer than ${LARGEST_HEADER} bytes.`,
    )
  }
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new Problem(413, 'validation', 'The extensions of a chunk of the body are too long.')
  }
  if (code === 'CONNECT')
    return new Problem(400, 'validation', 'CONNECT is for proxies; this service is not a proxy.')
  if (code === 'HPE_INVALID_METHOD')
    return new Problem(400, 'validation', 'The request has a method that HTTP does not know.')
  if (code.startsWith('HPE_')) return notHttp(reason)
  return undefined
}

/** In bytes. It is enough for a filter of 4,000 percent-encoded characters and all other headers. */
export const LARGEST_HEADER = 65_536

/** Checks the rules of HTTP that Node's parser does not check (RFC 9112 §3.2, RFC 9110 §10.1.1). */
export function faultOf({
  httpVersionMajor,
  httpVersionMinor,
  headers,
  rawHeaders,
}: IncomingMessage): Problem | undefined {
  if (httpVersionMajor < 1) return notHttp('The version is missing')
  const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) return notHttp('It has more than one Host header')
  if (hosts === 0 && httpVersionMinor > 0) return notHttp('It has no Host header')
  if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect.trim())) {
    return new Problem(417, 'validation', 'The only expectation that this service meets is 100-continue.')
  }
  return undefined
}

const notHttp = (reason: string | undefined) =>
  new Problem(
    400,
    'validation',
    `The request is not well-formed HTTP/1.1${reason ? `: ${reason.replace(/\.$/, '')}` : ''}.`,
  )

/** Writes a complete answer as text, because Node makes no response object for a request that it has refused. */
export function writtenOut(
  problem: Problem,
  headers: Record<string, string>,
  bases: ProblemBases,
): { requestId: string; text: string } {
  const requestId = randomUUID()
  const body = problemBody(problem, { requestId, instance: bases.baseUrl }, bases)
  const lines = Object.entries({
    ...headers,
    ...problem.headers,
    'x-request-id': requestId,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  const { status } = problem
  return { requestId, text: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}` }
}
