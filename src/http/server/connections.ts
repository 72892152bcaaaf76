/** Handles one request at a time on each connection, and closes connections that neither send nor read. */
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
  /** Time for other bodies. */
  body: number
  /** Time for a large body of an authenticated caller. */
  largeBody: number
  /** Time without a byte in either direction. It does not count while we work on a request. */
  silence: number
  /** Time between two checks of the three limits above. */
  checkEvery: number
  /** Pipelined requests that wait on one connection. */
  waiting: number
  /**
   * While this number of requests waits, we do not read the connection. So we notice that its client left only at the next
   * answer.
   */
  paused: number
  /** Pipelined requests that wait on all connections. */
  waitingOfAll: number
  /** Bytes of answers on all connections that clients have not read yet. */
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

/**
 * How long we read from a client that still sends after its answer, in milliseconds. Closing at once would reset the connection,
 * and the client could lose the answer.
 */
const LINGER = 2_000

/** The error of Node's HTTP server for a request that it refuses itself. */
export interface RefusalError extends Error {
  code?: string
  reason?: string
}

/** Its code for a request that arrives too slowly. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  answer: () => void
}

interface Connection {
  current: Exchange | undefined
  /** Requests that the client has pipelined after the current one. */
  waiting: Exchange[]
  /** True if we ignore everything that still arrives. */
  over: boolean
  /** Called after the answers to all earlier requests. */
  farewell: (() => void) | undefined
}

export class Connections {
  readonly #limits: ConnectionLimits
  readonly #refusal: (error: RefusalError, request?: IncomingMessage) => string | undefined
  readonly #connections = new WeakMap<Socket, Connection>()
  readonly #bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  readonly #uninvited = new WeakMap<IncomingMessage, ServerResponse>()
  readonly #unread = new Map<Socket, number>()
  #waiting = 0
  #underWay = 0

  /**
   * `refusal` makes the bytes of the answer to a request that the HTTP server refuses, or undefined if nobody can read an
   * answer. If it refuses the body of a request that has begun, `refusal` gets that request too.
   */
  constructor(
    limits: ConnectionLimits,
    refusal: (error: RefusalError, request?: IncomingMessage) => string | undefined,
  ) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** The number of requests that we work on, or whose answers the client has not read yet. */
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
    // A client can end its side after its request and still read the answer.
    Object.assign(server, { httpAllowHalfOpen: true })
    server.timeout = silence
    server.on('connection', (socket) => this.#watch(socket))
    server.on('request', (request, response) =>
      this.#queue({ request, response, answer: () => listener(request, response) }),
    )
    server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      this.#uninvited.set(request, response)
      server.emit('request', request, response)
    })
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('timeout', (socket: Socket) => this.#silent(socket))
    server.on('clientError', (error: RefusalError, socket: Socket) => this.#refuse(socket, error))
    server.on('connect', (_request, socket: Socket) =>
      this.#refuse(
        socket.on('error', () => {}),
        refused('CONNECT'),
      ),
    )
    return server
  }

  /** Sends 100 to a client that waits for it before it sends its body. */
  invite(request: IncomingMessage): void {
    this.#uninvited.get(request)?.writeContinue()
    this.#uninvited.delete(request)
  }

  /** True if the client waits for a 100. */
  asks(request: IncomingMessage): boolean {
    return this.#uninvited.has(request)
  }

  allowLargeBody(request: IncomingMessage): void {
    const timer = this.#bodyTimers.get(request)
    if (timer === undefined) return
    clearTimeout(timer)
    this.#limitBody(request, this.#limits.largeBody)
  }

  /** Answers the refused request after all earlier ones, and then ends the connection. */
  #refuse(socket: Socket, error: RefusalError): void {
    const connection = this.#of(socket)
    if (connection.over) return
    connection.over = true
    const refuse = (request?: IncomingMessage) => {
      const answer = this.#refusal(error, request)
      if (answer === undefined || !socket.writable) return void socket.destroy()
      socket.end(answer)
      linger(socket)
    }
    const { current } = connection
    if (!current) refuse()
    else if (!current.request.complete && !current.response.headersSent) refuse(current.request)
    else if (current.request.complete) connection.farewell = () => refuse()
    else connection.farewell = () => socket.destroy() // its answer is on its way already
  }

  #watch(socket: Socket): void {
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

  #queue(exchange: Exchange): void {
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

  /** If clients leave too many bytes unread, we close the connections with the most unread bytes. */
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
    socket.setTimeout(this.#limits.silence) // we are working on the request
  }

  #of(socket: Socket): Connection {
    const known = this.#connections.get(socket)
    if (known) return known
    const connection = { current: undefined, waiting: [], over: false, farewell: undefined }
    this.#connections.set(socket, connection)
    return connection
  }
}

const bringsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const refused = (code: string): RefusalError => Object.assign(new Error(code), { code })

function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), LINGER).unref()
  socket.once('end', () => socket.destroy())
  socket.once('close', () => clearTimeout(timer))
  socket.resume()
}
