/** Stopping to listen without cutting off who is connected: they are told, and given the time to hear it. */
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type Socket, Server as Listener } from 'node:net'
import { setImmediate as round } from 'node:timers/promises'

/** A connection may be carrying a request just now; one that is silent for this long, in milliseconds, isn't. */
const SILENCE = 250

/**
 * To be called before the server listens. What it returns refuses new connections, lets each answer close its
 * connection, and resolves when the last one is closed. `close` of an HTTP server would at once reset the connections
 * without an answer under way, and with them the requests that are on their way; and it would wait for those that
 * never send any, such as browsers open in advance.
 */
export function drainable(server: Server): () => Promise<void> {
  const connections = new Set<Socket>()
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  /** A request may have come meanwhile, and is read before this: timers run first, then what lies in the sockets. */
  function closeSilent(): void {
    setImmediate(() => {
      server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    })
  }

  return async () => {
    server.prependListener('request', closeAfter())
    await admission(server)
    const closed = new Promise<void>((resolve) => Listener.prototype.close.call(server, () => resolve()))
    let sweep: NodeJS.Timeout | undefined
    const silence = setTimeout(() => {
      sweep = setInterval(closeSilent, 50)
    }, SILENCE)
    await closed
    clearTimeout(silence)
    clearInterval(sweep)
  }
}

/** Of requests that come together over one connection, the answer to the last one closes it. */
function closeAfter(): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>()
  return ({ socket }, response) => {
    const before = last.get(socket)
    if (before && !before.headersSent) before.removeHeader('connection')
    last.set(socket, response)
    response.setHeader('connection', 'close')
  }
}

/** Those who come without a break are not waited for any longer, in milliseconds. */
const LONGEST_ADMISSION = 1_000

/** Who was let in by the system, but not yet by us, would be reset when we stop to listen. A round of the loop lets one in. */
async function admission(server: Server): Promise<void> {
  const until = performance.now() + LONGEST_ADMISSION
  let came = true
  const count = () => (came = true)
  server.on('connection', count)
  while (came && performance.now() < until) {
    came = false
    await round()
    await round()
  }
  server.off('connection', count)
}
