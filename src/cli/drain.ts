/** Stopping to listen without cutting off who is connected: they are told, and given the time to hear it. */
import type { Server } from 'node:http'
import { type Socket, Server as Listener } from 'node:net'

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

  function closeSilent(): void {
    server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  return async () => {
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
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
