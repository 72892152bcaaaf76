/** Reads request bodies, and limits how many bytes of bodies are in memory at once. */
import { getHeapStatistics } from 'node:v8'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Connections } from './connections.ts'
import { replies, requestStates, whenOver } from './exchange.ts'
import { BODY_LIMIT } from '../operation/operation.ts'
import { invalid, unavailable } from '../problem.ts'
import { tooLarge } from '../operation/streamed-body.ts'

/**
 * The limit in MiB for all bodies above 1 MiB from callers that we know: a quarter of Node's heap, but at least 64 (the size of
 * the largest body), and at most 256.
 */
export const LARGE_BODIES = { part: 4, least: 64, most: 256 }
const MOST_OF_LARGE = largeBodies(getHeapStatistics().heap_size_limit)
/** In bytes: the limit for the bodies of all refused callers together. Beyond it we do not read their bodies. */
export const MOST_OF_STRANGERS = 16 * 1_048_576
/** In bytes: the limit for the bodies of all forms and of all requests to the token endpoint together. */
export const MOST_OF_FORMS = 64 * 1_048_576

function largeBodies(heap: number): number {
  const { part, least, most } = LARGE_BODIES
  return 1_048_576 * Math.max(least, Math.min(most, Math.floor(heap / part / 1_048_576)))
}

class Budget {
  readonly #most: number
  #held = 0

  constructor(most: number) {
    this.#most = most
  }

  take(bytes: number, refusal: () => unknown): void {
    if (this.#held + bytes > this.#most) throw refusal()
    this.#held += bytes
  }

  giveBack(bytes: number): void {
    this.#held -= bytes
  }
}

/** How many bytes a body with these headers can have at most. */
export function bytesOf(headers: IncomingHttpHeaders, limit: number): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit
}

/** Reads bodies. `pass` leaves a body unread, because the operation reads it as a stream. */
export function bodyReader(connections: Connections, collectSoon: () => void) {
  const large = new Budget(MOST_OF_LARGE)
  const strangers = new Budget(MOST_OF_STRANGERS)
  const forms = new Budget(MOST_OF_FORMS)

  function begin(request: FastifyRequest): void {
    const { headers, raw } = request
    if (requestStates.get(request)?.admission.caller && bytesOf(headers, limitOf(request)) > BODY_LIMIT)
      connections.allowLargeBody(raw)
    connections.invite(raw)
  }

  async function ofCaller(request: FastifyRequest, payload: Readable): Promise<Buffer> {
    const limit = limitOf(request)
    const { headers } = request
    const most = bytesOf(headers, limit)
    let held = 0
    const hold = () => {
      large.take(most, () => busy('large bodies'))
      held = most
      whenAnswered(request, () => {
        large.giveBack(held)
        collectSoon()
      })
    }
    if (headers['transfer-encoding'] === undefined && most > BODY_LIMIT) hold()
    begin(request)
    return readWhole(request, payload, bytesOf(headers, 0), (bytes) => {
      if (bytes > BODY_LIMIT && held === 0) hold()
    })
  }

  async function within(
    budget: Budget,
    request: FastifyRequest,
    payload: Readable,
    refusal: () => unknown,
  ): Promise<Buffer> {
    let held = 0
    begin(request)
    whenAnswered(request, () => budget.giveBack(held))
    return readWhole(request, payload, 0, (bytes) => {
      if (bytes > BODY_LIMIT) throw refusal()
      budget.take(bytes - held, refusal)
      held = bytes
    })
  }

  return {
    read(request: FastifyRequest, payload: Readable): Promise<Buffer> {
      const state = requestStates.get(request)
      if (!state) return within(forms, request, payload, () => busy('bodies'))
      const { caller, refusal } = state.admission
      return caller ? ofCaller(request, payload) : within(strangers, request, payload, () => refusal)
    },
    pass(request: FastifyRequest, payload: Readable): Readable {
      begin(request)
      return payload
    },
  }
}

function whenAnswered(request: FastifyRequest, end: () => void): void {
  const reply = replies.get(request)
  if (reply) whenOver(reply, end)
  else throw new Error('The reply to a request with a body must be known.')
}

const busy = (what: string) =>
  unavailable(`Too many ${what} are being read at the moment; nothing was changed.`)

const limitOf = (request: FastifyRequest) => request.routeOptions.bodyLimit ?? BODY_LIMIT

/**
 * Reads a whole body. It calls `grown` with the number of bytes so far, and `grown` may throw. If the length was announced, the
 * buffer has that length from the start, so nothing is copied.
 */
function readWhole(
  request: FastifyRequest,
  source: Readable,
  announced: number,
  grown: (bytes: number) => void,
): Promise<Buffer> {
  const limit = limitOf(request)
  return new Promise<Buffer>((resolve, reject) => {
    let body: Buffer = Buffer.allocUnsafe(Math.min(announced, limit))
    let bytes = 0
    const end = (settle: () => void) => {
      source.off('data', more).off('end', whole).off('error', cut).off('close', cut)
      settle()
    }
    const more = (chunk: Buffer) => {
      const before = bytes
      bytes += chunk.length
      try {
        if (bytes > limit) throw tooLarge(limit)
        grown(bytes)
        if (bytes > body.length) body = copied(body, Math.max(bytes, Math.min(2 * before, limit)))
        chunk.copy(body, before)
      } catch (error) {
        end(() => reject(error)) // oxlint-disable-line typescript/prefer-promise-reject-errors -- the caught error
      }
    }
    const whole = () => end(() => resolve(body.subarray(0, bytes)))
    const cut = () => {
      const message = 'The body is incomplete.'
      end(() => reject(invalid([{ field: 'body', code: 'MALFORMED_BODY', message }])))
    }
    source.on('data', more).on('end', whole).on('error', cut).on('close', cut)
  })
}

function copied(body: Buffer, size: number): Buffer {
  const larger = Buffer.allocUnsafe(size)
  body.copy(larger)
  return larger
}
