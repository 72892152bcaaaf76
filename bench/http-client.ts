/** A client that costs little: keep-alive connections, one request at a time on each, no more read than where an answer ends. */
import { connect } from 'node:net'

export interface HttpTurn {
  port: number
  seconds: number
  connections: number
  /** Any other status is an error. */
  status: number
  next: () => string
}

/** Sends requests for some seconds; answers how long each took, in milliseconds. */
export async function runHttp(turn: HttpTurn): Promise<number[]> {
  const latencies: number[] = []
  const until = performance.now() + turn.seconds * 1000
  await Promise.all(Array.from({ length: turn.connections }, () => runConnection(turn, until, latencies)))
  return latencies
}

function runConnection({ port, status, next }: HttpTurn, until: number, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let pending = ''
    let since = 0
    const fail = (why: Error) => {
      socket.destroy()
      reject(why)
    }
    const send = () => {
      since = performance.now()
      if (since < until) {
        socket.write(next())
        return
      }
      resolve()
      socket.end()
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', fail)
    socket.on('close', () => reject(new Error('The service closed a connection.'))) // of no effect once resolved
    socket.on('data', (chunk: string) => {
      pending += chunk
      const head = pending.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0)
      if (pending.length < head + 4 + length) return
      if (!pending.startsWith(`HTTP/1.1 ${status} `)) {
        fail(new Error(pending.slice(0, 1000)))
        return
      }
      latencies.push(performance.now() - since)
      pending = ''
      send()
    })
  })
}
