/** From what Fastify has of a request to what the pipeline takes, and from its answer to what Fastify sends. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type JsonValue, decodeUtf8, parseJson } from './json.ts'
import type { Operation } from './operation.ts'
import type { Answer, Entry, Request } from './pipeline.ts'
import { Problem } from './problem.ts'
import type { Query } from './query.ts'
import { StreamedBody } from './streamed-body.ts'

/** What is known of a request before its body is read. */
export interface Visit {
  entry: Entry
  query: Query
  /** Calls back when the answer was taken, or nobody is there any more to take it. */
  whenOver: (end: () => void) => void
}

export const visits = new WeakMap<FastifyRequest, Visit>()

export function whenOver({ raw }: FastifyReply, end: () => void): void {
  if (raw.destroyed || raw.writableFinished) end()
  else raw.once('close', end)
}

export function requestOf(operation: Operation, request: FastifyRequest, query: Query): Request {
  const { headers } = request
  return {
    path: pathOf(request),
    params: request.params as Record<string, string>,
    query,
    body: operation.stream ? streamedBody(operation, operation.stream, request) : readBody(request),
    idempotencyKey: single(headers['idempotency-key']),
    ifMatch: headers['if-match'],
    ifNoneMatch: headers['if-none-match'],
  }
}

export function send({ status, etag, location, body, replayed, revalidates }: Answer, reply: FastifyReply) {
  reply.code(status)
  if (revalidates) reply.header('cache-control', 'private, no-cache') // kept by its reader, and asked about each time
  if (etag !== null) reply.header('etag', etag)
  if (location !== null) reply.header('location', location)
  if (replayed) reply.header('idempotent-replayed', 'true')
  if (body !== null) reply.header('content-type', 'application/json')
  return reply.send(body ?? undefined)
}

/** An empty body is none, whatever its media type. */
function readBody(request: FastifyRequest): JsonValue | undefined {
  const bytes = request.body as Buffer | Readable | undefined
  if (bytes === undefined || (Buffer.isBuffer(bytes) && bytes.length === 0)) return undefined
  mustBeOfType(request, JSON_TYPE)
  return parseJson(decodeUtf8(bytes as Buffer))
}

function streamedBody({ bodyLimit }: Operation, type: string, request: FastifyRequest): StreamedBody {
  const body = request.body as Buffer | Readable | undefined
  if (body === undefined || (Buffer.isBuffer(body) && body.length === 0))
    return new StreamedBody(Readable.from([]), bodyLimit)
  mustBeOfType(request, type)
  return new StreamedBody(body as Readable, bodyLimit)
}

export const JSON_TYPE = 'application/json'

export function mustBeOfType({ headers }: FastifyRequest, type: string): void {
  const [sent] = (headers['content-type'] ?? '').split(';')
  if (sent?.trim().toLowerCase() === type) return
  const what = type === JSON_TYPE ? 'JSON' : type
  throw new Problem(415, 'validation', `The body has to be ${what}, sent with Content-Type: ${type}.`)
}

export const pathOf = ({ url }: FastifyRequest) => {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(', ') : header)
