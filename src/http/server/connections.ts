/** Handles one request at a time on each connection. Closes a connection whose client neither sends nor reads. */
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
  /** The longest time for the request line and the headers, in milliseconds. */
  headers: number
  /** The longest time for a body that is not a `largeBody`, in milliseconds. */
  body: number
  /** The longest time for a large body of a caller that we know, in milliseconds. */
  largeBody: number
  /** The longest time without a byte in either direction, in milliseconds. While we work on a request, it does not count. */
  silence: number
  /** The pause between two checks of these limits, in milliseconds. */
  checkEvery: number
  /** How many requests can wait on one connection. */
  waiting: number
  /** When this number of requests waits on a connection, we read no more from it until the next answer. */
  paused: number
  /** How many requests can wait on all connections together. */
  waitingOfAll: number
  /** How many bytes of answers can be unread on all connections together. */
  unread: number
}

export const LIMITS: ConnectionLimits = {
  headers: 15_000,
  body: 30_000,
  largeBody: 300_000, // for 64 MiB at some 2 Mbit/s
  silence: 30_000,
  checkEvery: 5_000,
  waiting: 500,
  paused: 50,
  waitingOfAll: 10_000, // each takes some 5 kB
  unread: 128 * 1_048_576,
}

/** In milliseconds. After the last answer we still read for this time: if we closed at once, the client could lose the answer. */
const LINGER = 2_000

/** A request that Node's HTTP server has refused. */
export interface RefusalError extends Error {
  code?: string
  reason?: string
}

/** Node's error code for a request that arrived too slowly. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT'

const STAYS_OPEN = Symbol('stays open')

/** For an answer that never ends: its request no longer counts as being at work. */
export const staysOpen = (response: ServerResponse): boolean => response.emit(STAYS_OPEN)

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  answer: () => void
}

interface Connection {
  current: Exchange | undefined
  /** The requests that the client has sent after the current one. */
  waiting: Exchange[]
  /** True if everything that the client sends from now on is ignored. */
  over: boolean
  /** Called when all earlier requests have their answers. */
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
   * `refusal` makes the answer to a request that Node's parser has refused. It returns undefined if nobody is there to read an
   * answer.
   */
  constructor(
    limits: ConnectionLimits,
    refusal: (error: RefusalError, request?: IncomingMessage) => string | undefined,
  ) {
    this.#limits = limits
    this.#refusal = refusal
  }

  /** The number of requests at work. It includes requests whose clients are still reading the answer. */
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
      requireHostHeader: false, // refusals.ts checks the header and has a better message
    })
    // A client can close its side after its request and still read the answer.
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

  /** Sends status 100 if the client waits for it before it sends the body. */
  invite(request: IncomingMessage): void {
    this.#uninvited.get(request)?.writeContinue()
    this.#uninvited.delete(request)
  }

  /** True if the client waits for status 100 before it sends the body. */
  asks(request: IncomingMessage): boolean {
    return this.#uninvited.has(request)
  }

  allowLargeBody(request: IncomingMessage): void {
    const timer = this.#bodyTimers.get(request)
    if (timer === undefined) return
    clearTimeout(timer)
    this.#limitBody(request, this.#limits.largeBody)
  }

  /** Refuses a request and closes the connection. The earlier requests on the connection get their answers first. */
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
    else connection.farewell = () => socket.destroy() // because the answer is on its way already
  }

  #watch(socket: Socket): void {
    const connection = this.#of(socket)
    socket.destroySoon = () => {
      if (connection.current?.request.complete ?? true) return Socket.prototype.destroySoon.call(socket)
      connection.over = true
      socket.end()
      linger(socket)
    }
    // Request streams resume the socket too, so we pause it again.
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
    let counts = true
    const uncount = () => {
      if (counts) this.#underWay--
      counts = false
    }
    response.once(STAYS_OPEN, uncount)
    response.once('close', () => {
      uncount()
      this.#unread.delete(socket)
      connection.current = undefined
      this.#next(socket, connection)
    })
    answer()
  }

  /** Begins the next request when the operating system has taken the answer, or when the connection is gone. */
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

  /** If there are too many unread bytes, closes the connections that have the most. */
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
    socket.setTimeout(this.#limits.silence) // we are still working on the request, so the client may be silent
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
