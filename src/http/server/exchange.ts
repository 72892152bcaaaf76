/** Turns Fastify's requests into ours, and our answers into Fastify's replies. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Attached } from './attached.ts'
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
import type { Stream } from '../streams/stream.ts'

export interface RequestState {
  /** True if the operation takes all bytes of its body at once, whatever their media type. */
  readsWhole?: boolean
  admission: Admission
  query: Query
  /** Aborted when the client of a search goes away. */
  gone?: AbortSignal
  /** The work on the request. Undefined until it begins. */
  work?: Promise<Answer>
  /** Set if the answer is a stream, which stays open. */
  stream?: Stream
}

export const requestStates = new Attached<FastifyRequest, RequestState>()

export const replies = new Attached<FastifyRequest, FastifyReply>()

/** Calls `end` when the client has its answer, or has left. */
export function whenOver({ raw }: FastifyReply, end: () => void): void {
  if (raw.destroyed || raw.writableFinished) end()
  else raw.once('close', end)
}

/**
 * A signal that is aborted when the client has its answer, or has left. A client that has closed its side of the connection
 * counts as gone.
 */
export function goneSignal({ raw }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const abort = () => gone.abort()
  // The client may have closed its side while we were looking up the caller.
  if (raw.socket.readableEnded) abort()
  else raw.socket.once('end', abort)
  whenOver(reply, () => {
    raw.socket.off('end', abort)
    abort()
  })
  return gone.signal
}

/** Reads the body, and passes the request to `work`. If the caller was refused, only the syntax of the body is checked. */
export async function withRequest<T>(
  operation: Operation,
  request: FastifyRequest,
  { admission: { caller }, query }: RequestState,
  work: (sent: Request) => Promise<T>,
): Promise<T> {
  const sent = (body: Request['body']) => work(requestOf(request, query, body))
  if (operation.stream) return sent(streamedBody(operation, operation.stream, request))
  if (operation.bytes) return sent(arrivedBytes(operation.bytes.media, request))
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
  const { status, etag, location, body, pieces, replayed, position, revalidates, media } = answer
  reply.code(status)
  if (revalidates) reply.header('cache-control', 'private, no-cache') // the client may cache the answer, but must ask each time whether it is current
  else if (etag !== null) reply.header('cache-control', NO_TRANSFORM)
  if (etag !== null) reply.header('etag', etag)
  if (location !== null) reply.header('location', location)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (position !== undefined) reply.header('scorebook-position', position)
  if (body !== null || pieces) reply.header('content-type', media ?? JSON_TYPE)
  // A HEAD request gets an empty stream, so that Fastify sends no Content-Length.
  if (pieces) return reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : paced(pieces))
  if (body !== null && media) return reply.send(Buffer.from(body, 'base64'))
  return reply.send(body ?? undefined)
}

/** The body of a request. An empty body counts as no body, whatever its media type. */
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

function arrivedBytes(media: readonly string[], request: FastifyRequest): Buffer | undefined {
  const body = request.body as Buffer | undefined
  if (body === undefined || body.length === 0) return undefined
  mustBeOfType(request, media)
  return body
}

function streamedBody({ bodyLimit }: Operation, type: string, request: FastifyRequest): StreamedBody {
  const body = request.body as Buffer | Readable | undefined
  if (body === undefined || (Buffer.isBuffer(body) && body.length === 0))
    return new StreamedBody(Readable.from([]), bodyLimit)
  mustBeOfType(request, type)
  return new StreamedBody(body as Readable, bodyLimit)
}

export const JSON_TYPE = 'application/json'

export function mustBeOfType(request: FastifyRequest, type: string | readonly string[]): void {
  mustBeUncoded(request)
  const { headers } = request
  const [sent = ''] = (headers['content-type'] ?? '').split(';')
  const isOfType = (one: string) => sent.trim().toLowerCase() === one
  if (typeof type !== 'string') {
    if (type.some(isOfType)) return
    const known = `${type.slice(0, -1).join(', ')} or ${type.at(-1)}`
    throw new Problem(415, 'validation', `The body must be ${known}, sent with this Content-Type.`)
  }
  const what = type === JSON_TYPE ? 'JSON' : type
  if (!isOfType(type))
    throw new Problem(415, 'validation', `The body must be ${what}, sent with Content-Type: ${type}.`)
  if (type !== JSON_TYPE && !isUtf8(headers['content-type'] ?? ''))
    throw new Problem(
      415,
      'validation',
      `The body must be ${what} in UTF-8; send it with charset=utf-8, or none.`,
    )
}

/** True for UTF-8, or if no charset is named. */
const isUtf8 = (contentType: string) =>
  [...contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;]*)/gi)].every(
    ([, charset = '']) => charset.replaceAll('"', '').trim().toLowerCase() === 'utf-8',
  )

export const pathOf = ({ url }: FastifyRequest) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)
