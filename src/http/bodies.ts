/** Reads request bodies whole, and limits how many bytes of them are in memory at once. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Connections } from './connections.ts'
import { type Visit, visits } from './exchange.ts'
import { BODY_LIMIT } from './operation.ts'
import { type Problem, invalid, unavailable } from './problem.ts'
import { tooLarge } from './streamed-body.ts'

/** Bytes of bodies above 1 MiB of authenticated callers, from the first byte to the answer. */
export const MOST_OF_LARGE = 256 * 1_048_576
/** Bytes of bodies of everybody else; theirs above 1 MiB are not read at all. */
export const MOST_OF_STRANGERS = 64 * 1_048_576

/** A number of bytes that may be in memory at once. */
class Budget {
  readonly #most: number
  readonly #refusal: () => Problem
  #held = 0

  constructor(most: number, refusal: () => Problem) {
    this.#most = most
    this.#refusal = refusal
  }

  /** Throws the refusal if that would be too many. */
  take(bytes: number): void {
    if (this.#held + bytes > this.#most) throw this.#refusal()
    this.#held += bytes
  }

  giveBack(bytes: number): void {
    this.#held -= bytes
  }
}

/** The most bytes that a body may turn out to have. */
export function bytesOf(headers: IncomingHttpHeaders, limit: number): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit
}

/** Reads the bodies of a server: `read` the whole one, `pass` for operations that read it as it arrives. */
export function bodyReader(connections: Connections, collectSoon: () => void) {
  const large = new Budget(MOST_OF_LARGE, () =>
    unavailable('Too many large bodies are being read at the moment; nothing was changed.'),
  )
  const strangers = new Budget(MOST_OF_STRANGERS, () =>
    unavailable('Too many bodies of unknown callers are being read at the moment; nothing was changed.'),
  )

  function begin(request: FastifyRequest): void {
    const { headers, raw } = request
    if (visits.get(request)?.entry.caller && bytesOf(headers, limitOf(request)) > BODY_LIMIT)
      connections.allowLargeBody(raw)
    connections.invite(raw)
  }

  async function ofCaller(request: FastifyRequest, payload: Readable, { whenOver }: Visit): Promise<Buffer> {
    const limit = limitOf(request)
    const { headers } = request
    const most = bytesOf(headers, limit)
    let held = 0
    const hold = () => {
      large.take(most)
      held = most
      whenOver(() => {
        large.giveBack(held)
        collectSoon()
      })
    }
    if (headers['transfer-encoding'] === undefined && most > BODY_LIMIT) hold()
    begin(request)
    return readWhole(payload, limit, (bytes) => {
      if (bytes > BODY_LIMIT && held === 0) hold()
    })
  }

  async function ofStranger(request: FastifyRequest, payload: Readable, refusal: unknown): Promise<Buffer> {
    let held = 0
    begin(request)
    try {
      return await readWhole(payload, limitOf(request), (bytes) => {
        if (bytes > BODY_LIMIT) throw refusal
        strangers.take(bytes - held)
        held = bytes
      })
    } finally {
      strangers.giveBack(held)
    }
  }

  return {
    read(request: FastifyRequest, payload: Readable): Promise<Buffer> {
      const visit = visits.get(request)
      if (visit?.entry.caller) return ofCaller(request, payload, visit)
      return ofStranger(request, payload, visit?.entry.refusal ?? tooLarge(limitOf(request)))
    },
    pass(request: FastifyRequest, payload: Readable): Readable {
      begin(request)
      return payload
    },
  }
}

const limitOf = (request: FastifyRequest) => request.routeOptions.bodyLimit ?? BODY_LIMIT

/** Calls `grown` with the number of bytes so far; what it throws ends the reading. */
function readWhole(source: Readable, limit: number, grown: (bytes: number) => void): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (settle: () => void) => {
      source.off('data', more).off('end', whole).off('error', cut).off('close', cut)
      settle()
    }
    const more = (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      try {
        if (bytes > limit) throw tooLarge(limit)
        grown(bytes)
      } catch (error) {
        // The rest arrives and is thrown away.
        end(() => reject(error)) // oxlint-disable-line typescript/prefer-promise-reject-errors -- what was thrown
      }
    }
    const whole = () => end(() => resolve(Buffer.concat(chunks, bytes)))
    const cut = () => {
      const message = 'The body is incomplete.'
      end(() => reject(invalid([{ field: 'body', code: 'MALFORMED_BODY', message }])))
    }
    source.on('data', more).on('end', whole).on('error', cut).on('close', cut)
  })
}
