/** Turns Fastify's request into the lifecycle's, and the lifecycle's answer into Fastify's reply. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_TRANSFORM, mustBeUncoded } from './content-coding.ts'
import { type ArrivedBody, checkOfStranger, withRoomFor } from '../lifecycle/made-bodies.ts'
import { decodeUtf8 } from '../json/utf8.ts'
import { paced } from '../operation/paced.ts'
import type { Operation } from '../operation/operation.ts'
import type { Admission, Answer } from '../lifecycle/lifecycle.ts'
import type { Request } from '../lifecycle/request.ts'
import { Problem } from '../problem.ts'
import type { Query } from '../query.ts'
import { StreamedBody } from '../operation/streamed-body.ts'
import { whereFrom } from '../where-from.ts'

/** What the hooks and the handler of one request share. */
export interface RequestState {
  admission: Admission
  query: Query
  /** Aborts when the client of a search goes away. */
  gone?: AbortSignal
  /** The work for the answer, once it has begun. */
  work?: Promise<Answer>
}

export const requestStates = new WeakMap<FastifyRequest, RequestState>()

/** The reply to each request whose body we read. */
export const replies = new WeakMap<FastifyRequest, FastifyReply>()

/** Calls `end` when the client has the answer, or is gone. */
export function whenOver({ raw }: FastifyReply, end: () => void): void {
  if (raw.destroyed || raw.writableFinished) end()
  else raw.once('close', end)
}

/**
 * Aborts when the client has the answer, or is gone. A client that goes away first closes its side of the connection, and we
 * would notice nothing else before we write to it. So for a search a closed side means that the client is gone.
 */
export function goneSignal({ raw }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const abort = () => gone.abort()
  // It can have closed while we looked up the caller.
  if (raw.socket.readableEnded) abort()
  else raw.socket.once('end', abort)
  whenOver(reply, () => {
    raw.socket.off('end', abort)
    abort()
  })
  return gone.signal
}

/** Runs work with the request. If its caller is refused, it only checks the grammar of the body. */
export async function withRequest<T>(
  operation: Operation,
  request: FastifyRequest,
  { admission: { caller }, query }: RequestState,
  work: (sent: Request) => Promise<T>,
): Promise<T> {
  const sent = (body: Request['body']) => work(requestOf(request, query, body))
  if (operation.stream) return sent(streamedBody(operation, operation.stream, request))
  const body = arrivedBody(request)
  if (body === undefined) return sent(undefined)
  if (caller) return withRoomFor(body, operation, caller.key, async (read) => sent(await read()))
  await checkOfStranger(body)
  return sent(undefined)
}

function requestOf(request: FastifyRequest, query: Query, body: Request['body']): Request {
  const { headers } = request
  return {
    path: pathOf(request),
    params: request.params as Record<string, string>,
    query,
    body,
    idempotencyKey: single(headers['idempotency-key']),
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
    from: whereFrom(request),
    position: single(headers['scorebook-position']),
  }
}

export function send(answer: Answer, reply: FastifyReply) {
  const { status, etag, location, body, pieces, replayed, position, revalidates } = answer
  reply.code(status)
  if (revalidates) reply.header('cache-control', 'private, no-cache') // the reader may cache it, and asks each time whether it is current
  else if (etag !== null) reply.header('cache-control', NO_TRANSFORM)
  if (etag !== null) reply.header('etag', etag)
  if (location !== null) reply.header('location', location)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (position !== undefined) reply.header('scorebook-position', position)
  if (body !== null || pieces) reply.header('content-type', 'application/json')
  // HEAD cannot show its length, so we make no pieces.
  if (pieces) return reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : paced(pieces))
  return reply.send(body ?? undefined)
}

/** An empty body counts as none, whatever its media type. */
function arrivedBody(request: FastifyRequest): ArrivedBody | undefined {
  const body = request.body as Buffer | Readable | undefined
  if (body === undefined || (Buffer.isBuffer(body) && body.length === 0)) return undefined
  mustBeOfType(request, JSON_TYPE)
  const text = () => {
    const bytes = request.body as Buffer
    request.body = undefined
    return decodeUtf8(bytes)
  }
  return { length: (body as Buffer).length, text }
}

function streamedBody({ bodyLimit }: Operation, type: string, request: FastifyRequest): StreamedBody {
  const body = request.body as Buffer | Readable | undefined
  if (body === undefined || (Buffer.isBuffer(body) && body.length === 0))
    return new StreamedBody(Readable.from([]), bodyLimit)
  mustBeOfType(request, type)
  return new StreamedBody(body as Readable, bodyLimit)
}

export const JSON_TYPE = 'application/json'

export function mustBeOfType(request: FastifyRequest, type: string): void {
  mustBeUncoded(request)
  const { headers } = request
  const [sent] = (headers['content-type'] ?? '').split(';')
  const what = type === JSON_TYPE ? 'JSON' : type
  if (sent?.trim().toLowerCase() !== type)
    throw new Problem(415, 'validation', `The body must be ${what}, sent with Content-Type: ${type}.`)
  if (type !== JSON_TYPE && !isUtf8(headers['content-type'] ?? ''))
    throw new Problem(
      415,
      'validation',
      `The body must be ${what} in UTF-8; send it with charset=utf-8, or none.`,
    )
}

/** True if the type names UTF-8 or no charset. */
const isUtf8 = (contentType: string) =>
  [...contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;]*)/gi)].every(
    ([, charset = '']) => charset.replaceAll('"', '').trim().toLowerCase() === 'utf-8',
  )

export const pathOf = ({ url }: FastifyRequest) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)
