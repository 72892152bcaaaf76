/** Handles one request at a time on each connection, and cuts connections that neither send nor read. */
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
  createServer,
} from 'node:http'
import { Socket } from 'node:net'

export interface ConnectionLimits {
  /** Time for the line and headers of a request, in milliseconds. */
  headers: number
  /** Time for a body, unless it is given more. */
  body: number
  /** Time for a large body of an authenticated caller. */
  largeBody: number
  /** Time without a byte sent or read; it does not count while a request is worked on. */
  silence: number
  /** Time between two checks of the first three. */
  checkEvery: number
  /** Pipelined requests that wait on one connection. */
  waiting: number
  /** With this number of requests waiting, a connection is not read, so a client that leaves is noticed at its next answer. */
  paused: number
  /** Pipelined requests that wait on all connections. */
  waitingOfAll: number
  /** Bytes of answers, on all connections, that clients have not read. */
  unread: number
}

export const LIMITS: ConnectionLimits = {
  headers: 15_000,
  body: 30_000,
  largeBody: 300_000, // 64 MiB at some 2 Mbit/s
  silence: 30_000,
  checkEvery: 5_000,
  waiting: 500,
  paused: 50,
  waitingOfAll: 10_000, // of some 5 kB each
  unread: 128 * 1_048_576,
}

/** A client that still sends after its answer is heard for so long, as a reset would take the answer from it. */
const LINGER = 2_000

/** The HTTP server's error for a request that it refuses itself. */
export interface Refused extends Error {
  code?: string
  reason?: string
}

/** The HTTP server's code for a request that comes too slowly. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  answer: () => void
}

interface Connection {
  current: Exchange | undefined
  /** Pipelined behind the current one. */
  waiting: Exchange[]
  /** Anything that still arrives is ignored. */
  over: boolean
  /** Called when all requests before the end are answered. */
  farewell: (() => void) | undefined
}

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #refusal: (error: Refused, request?: IncomingMessage) => string | undefined
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  readonly #uninvited = new WeakMap<IncomingMessage, ServerResponse>()
  readonly #unread = new Map<Socket, number>()
  #waiting = 0
  #underWay = 0

  /**
   * `refusal` gives the bytes of an answer to a request that the server refuses itself, or none if nobody can read it. It gets
   * the request too if that has begun, and its body is what is refused.
   */
  constructor(
    limits: ConnectionLimits,
    refusal: (error: Refused, request?: IncomingMessage) => string | undefined,
  ) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** The number of requests that are worked on, or whose answers are not read yet. */
  get underWay(): number {
    return this.#underWay
  }

  serve(listener: RequestListener, options: ServerOptions): Server {
    const { headers, largeBody, checkEvery, silence } = this.#limits
    const server = createServer({
      ...options,
      headersTimeout: headers,
      requestTimeout: largeBody,
      connectionsCheckingInterval: checkEvery,
      requireHostHeader: false, // refusals.ts checks it, with a better message
    })
    // A client may end its side after its request and still read the answer.
    Object.assign(server, { httpAllowHalfOpen: true })
    server.timeout = silence
    server.on('connection', (socket) => this.#meet(socket))
    server.on('request', (request, response) =>
      this.#hear({ request, response, answer: () => listener(request, response) }),
    )
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      this.#uninvited.set(request, response)
      server.emit('request', request, response)
    })
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('timeout', (socket: Socket) => this.#silent(socket))
    server.on('clientError', (error: Refused, socket: Socket) => this.#refuse(socket, error))
    server.on('connect', (_request, socket: Socket) =>
      this.#refuse(
        socket.on('error', () => {}),
        refused('CONNECT'),
      ),
    )
    return server
  }

  /** Answers 100 to a client that waits for it before it sends its body. */
  invite(request: IncomingMessage): void {
    this.#uninvited.get(request)?.writeContinue()
    this.#uninvited.delete(request)
  }

  /** True for a client that waits for a 100. */
  asks(request: IncomingMessage): boolean {
    return this.#uninvited.has(request)
  }

  allowLargeBody(request: IncomingMessage): void {
    const timer = this.#bodyTimers.get(request)
    if (timer === undefined) return
    clearTimeout(timer)
    this.#limitBody(request, this.#limits.largeBody)
  }

  /** Ends a connection with an answer to the refused request, after the answers to those before it. */
  #refuse(socket: Socket, error: Refused): void {
    const connection = this.#of(socket)
    if (connection.over) return
    connection.over = true
    const say = (request?: IncomingMessage) => {
      const answer = this.#refusal(error, request)
      if (answer === undefined || !socket.writable) return void socket.destroy()
      socket.end(answer)
      linger(socket)
    }
    const { current } = connection
    if (!current) say()
    else if (!current.request.complete && !current.response.headersSent) say(current.request)
    else if (current.request.complete) connection.farewell = () => say()
    else connection.farewell = () => socket.destroy() // its answer is on its way already
  }

  #meet(socket: Socket): void {
    const connection = this.#of(socket)
    socket.destroySoon = () => {
      if (connection.current?.request.complete ?? true) return Socket.prototype.destroySoon.call(socket)
      connection.over = true
      socket.end()
      linger(socket)
    }
    // The requests' own streams also resume the socket.
    socket.on('resume', () => {
      if (connection.waiting.length >= this.#limits.paused) socket.pause()
    })
    socket.once('close', () => {
      this.#waiting -= connection.waiting.length
      connection.waiting = []
      this.#unread.delete(socket)
    })
  }

  #hear(exchange: Exchange): void {
    const { socket } = exchange.request
    const connection = this.#of(socket)
    if (connection.over) return
    if (!connection.current) return this.#begin(exchange, connection)
    connection.waiting.push(exchange)
    this.#waiting++
    const { waiting, waitingOfAll, paused } = this.#limits
    if (connection.waiting.length >= paused) socket.pause()
    if (connection.waiting.length > waiting || this.#waiting > waitingOfAll) socket.destroy()
  }

  #begin(exchange: Exchange, connection: Connection): void {
    const { request, response, answer } = exchange
    const { socket } = request
    connection.current = exchange
    this.#underWay++
    if (bringsBody(request)) this.#limitBody(request, this.#limits.body)
    response.once('prefinish', () => this.#written(socket))
    response.once('close', () => {
      this.#underWay--
      this.#unread.delete(socket)
      connection.current = undefined
      this.#next(socket, connection)
    })
    answer()
  }

  /** Called when the operating system has taken the answer, or its connection is gone. */
  #next(socket: Socket, connection: Connection): void {
    if (socket.destroyed || socket.writableEnded) return
    const next = connection.waiting.shift()
    if (!next) return connection.farewell?.()
    this.#waiting--
    if (connection.waiting.length < this.#limits.paused) socket.resume()
    this.#begin(next, connection)
  }

  #limitBody(request: IncomingMessage, within: number): void {
    const late = () => {
      if (!request.complete) this.#refuse(request.socket, refused(LATE))
    }
    const timer = setTimeout(late, within).unref()
    this.#bodyTimers.set(request, timer)
    request.once('close', () => clearTimeout(timer))
  }

  /** If clients leave too many bytes unread, those with the most of them lose their connections. */
  #written(socket: Socket): void {
    if (socket.writableLength === 0) return
    this.#unread.set(socket, socket.writableLength)
    let sum = 0
    for (const bytes of this.#unread.values()) sum += bytes
    if (sum <= this.#limits.unread) return
    for (const [largest, bytes] of [...this.#unread].toSorted(([, a], [, b]) => b - a)) {
      largest.destroy()
      this.#unread.delete(largest)
      sum -= bytes
      if (sum <= this.#limits.unread) return
    }
  }

  #silent(socket: Socket): void {
    const { current } = this.#of(socket)
    if (!current || current.response.headersSent) return void socket.destroy()
    if (!current.request.complete) return this.#refuse(socket, refused(LATE))
    socket.setTimeout(this.#limits.silence) // the request is being worked on
  }

  #of(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known) return known
    const connection = { current: undefined, waiting: [], over: false, farewell: undefined }
    this.#connections.set(socket, connection)
    return connection
  }
}

export const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const refused = (code: string): Refused => Object.assign(new Error(code), { code })

function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER).unref()
  socket.once('end', () => socket.destroy())
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}
