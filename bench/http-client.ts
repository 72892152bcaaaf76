/** A client that costs little CPU: one request at a time on each connection, and it parses only the end of an answer. */
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

export class HttpConnection {
  readonly #socket: Socket
  #pending = ''
  #status = 0
  #waiting: PromiseWithResolvers<string> | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    const fail = (why: Error) => {
      this.#waiting?.reject(why)
      this.#waiting = undefined
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => this.#read(chunk))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The service closed a connection.')))
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  /** Returns the answer with its head. Each character of the text stands for one byte. Any other status is an error. */
  exchange(request: string, status: number): Promise<string> {
    this.#status = status
    this.#pending = ''
    this.#waiting = Promise.withResolvers<string>()
    this.#socket.write(request)
    return this.#waiting.promise
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: string): void {
    const answer = (this.#pending += chunk)
    const head = answer.indexOf('\r\n\r\n')
    if (head < 0) return
    const [, status = ''] = /^HTTP\/1\.1 (\d+) /.exec(answer) ?? []
    const length = WITHOUT_BODY.has(status) ? 0 : Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
    if (answer.length < head + 4 + length) return
    const waiting = this.#waiting
    this.#waiting = undefined
    if (Number(status) === this.#status) waiting?.resolve(answer)
    else waiting?.reject(new Error(`${this.#status} was expected: ${answer.slice(0, 1000)}`))
  }
}

const WITHOUT_BODY = new Set(['204', '304'])

export const bodyIn = (answer: string): string =>
  Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString()
