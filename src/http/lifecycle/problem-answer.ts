/** Makes the problem document for a failed request. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Abandoned, DatabaseUnavailable, SearchTooWide } from '../../db/database.ts'
import { JsonError } from '../json/error.ts'
import { BODY_LIMIT } from '../operation/operation.ts'
import { Problem, databaseUnavailable, invalid, notFound, problemTypes, tooWide } from '../problem.ts'
import { tooLarge } from '../operation/streamed-body.ts'

export interface ProblemBases {
  baseUrl: string
  errorTypeBase: string
}

export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  bases: ProblemBases,
): FastifyReply {
  const { status, headers } = problem
  const instance = instanceOf(bases.baseUrl, request.url)
  if (leavesMuchUnread(request)) reply.header('connection', 'close')
  return reply
    .code(status)
    .headers({ ...headers, 'x-request-id': request.id, 'content-type': 'application/problem+json' })
    .send(problemBody(problem, { requestId: request.id, instance }, bases))
}

export function problemBody(
  { status, type, message: detail, errors }: Problem,
  { requestId, instance }: { requestId: string; instance: string },
  { errorTypeBase }: ProblemBases,
): string {
  const { title } = problemTypes[type]
  return JSON.stringify({
    type: `${errorTypeBase}/${type}`,
    title,
    status,
    detail,
    instance,
    errors,
    requestId,
  })
}

/** In bytes. If less than this is left of a body, we read it, so that the connection can be used again. */
const SHORT = 65_536

function leavesMuchUnread({ headers, raw }: FastifyRequest): boolean {
  if (raw.complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > SHORT
}

/** Turns an error into a problem. The cause of an unexpected error goes only into the log, never to the client. */
export function problemOf(error: Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error
  if (error instanceof JsonError) return malformed(error)
  if (error instanceof DatabaseUnavailable) {
    request.log.warn({ reason: error.reason, err: error.cause ?? error }, 'database unavailable')
    return databaseUnavailable(error)
  }
  if (error instanceof SearchTooWide) {
    request.log.info({ seconds: error.seconds }, 'search too wide')
    return tooWide(error)
  }
  if (error instanceof Abandoned) {
    return new Problem(
      408,
      'validation',
      'The client closed its side of the connection, so this search was ended.',
    )
  }
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return tooLarge(request.routeOptions.bodyLimit ?? BODY_LIMIT)
  }
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') {
    return notFound('There is nothing at this path: one of its parts is longer than any name or id.')
  }
  if (code === 'FST_ERR_BAD_URL') {
    return invalid([
      { field: 'path', code: 'INVALID_FORMAT', message: 'The path must be percent-encoded UTF-8.' },
    ])
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Problem(statusCode, 'validation', `${error.message.replace(/\.$/, '')}.`)
  }
  request.log.error({ err: error }, 'unexpected failure')
  return new Problem(
    500,
    'internal',
    'The service failed unexpectedly; its operators can find the cause by the requestId.',
  )
}

const malformed = ({ path, message, code }: JsonError) =>
  invalid([{ field: path === '' ? 'body' : path, code, message }])

/** Encodes characters that clients may send as they are, but that a URI must not contain. */
function instanceOf(baseUrl: string, url: string): string {
  return (
    baseUrl +
    url.replaceAll(/[^\w\-.~:/?@!$&'()*+,;=%]|%(?![\da-f]{2})/gi, (character) =>
      encodeURIComponent(character),
    )
  )
}
