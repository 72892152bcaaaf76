/** A client that costs little: keep-alive connections, one request at a time on each, no more read than where an answer ends. */
import { connect } from 'node:net'

/** Sends requests for some seconds; answers how long each took, in milliseconds. Any status but `status` is an error. */
export async function runHttp(options: {
  port: number
  seconds: number
  connections: number
  status: number
  next: () => string
}): Promise<number[]> {
  const latencies: number[] = []
  const until = performance.now() + options.seconds * 1000
  await Promise.all(
    Array.from({ length: options.connections }, () => runConnection(options, until, latencies)),
  )
  return latencies
}

function runConnection(
  { port, status, next }: { port: number; status: number; next: () => string },
  until: number,
  latencies: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let pending = ''
    let since = 0
    const send = () => {
      if (performance.now() >= until) {
        socket.end()
        resolve()
        return
      }
      since = performance.now()
      socket.write(next())
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('data', (chunk: string) => {
      pending += chunk
      const head = pending.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(pending)?.[1] ?? 0)
      if (pending.length < head + 4 + length) return
      if (!pending.startsWith(`HTTP/1.1 ${status} `)) reject(new Error(pending.slice(0, 400)))
      latencies.push(performance.now() - since)
      pending = ''
      send()
    })
  })
}
