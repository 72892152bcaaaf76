/** Stops listening without cutting clients off: it tells them, and gives them time to hear it. */
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type Socket, Server as Listener } from 'node:net'
import { setImmediate as round } from 'node:timers/promises'

/** A connection that is silent for this long, in milliseconds, carries no request. */
const SILENCE = 250

/**
 * Must be called before the server listens. The function that it returns refuses new connections, lets each answer close its
 * connection, and resolves when the last one is closed. `close` of an HTTP server would reset connections without an
 * answer under way at once, and lose the requests in transit; and it would wait for connections that never send a request,
 * such as those that browsers open in advance.
 */
export function drainable(server: Server): () => Promise<void> {
  const connections = new Set<Socket>()
  let emptied: (() => void) | undefined
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => {
      connections.delete(socket)
      if (connections.size === 0) emptied?.()
    })
  })

  /** A request that arrived meanwhile is read before this runs: timers run first, then the sockets are read. */
  function closeSilent(): void {
    setImmediate(() => {
      server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    })
  }

  return async () => {
    server.prependListener('request', closeAfter())
    await admission(server)
    // A server that another process hands its connections does not listen.
    if (server.listening) Listener.prototype.close.call(server)
    const closed = new Promise<void>((resolve) => {
      emptied = resolve
      if (connections.size === 0) resolve()
    })
    let sweep: NodeJS.Timeout | undefined
    const silence = setTimeout(() => {
      sweep = setInterval(closeSilent, 50)
    }, SILENCE)
    await closed
    clearTimeout(silence)
    clearInterval(sweep)
  }
}

/** When several requests share a connection, the answer to the last one closes it. */
function closeAfter(): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>()
  return ({ socket }, response) => {
    const before = last.get(socket)
    if (before && !before.headersSent) before.removeHeader('connection')
    last.set(socket, response)
    response.setHeader('connection', 'close')
  }
}

/** The longest wait for new connections to end, in milliseconds. */
const LONGEST_ADMISSION = 1_000

/** Connections that the system accepted and we have not yet would be reset when we stop listening. Each round of the event loop accepts one. */
export async function admission(server: Listener): Promise<void> {
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
