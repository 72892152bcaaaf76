/** Stops listening without cutting off clients: each connection is closed together with its next answer. */
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type Socket, Server as Listener } from 'node:net'
import { setImmediate as round, setTimeout as sleep } from 'node:timers/promises'

/** In milliseconds. A busy client sends its next request within this time, and its answer closes the connection. */
const SILENCE = 1_000
/** In milliseconds. If a round of the event loop takes no longer than this, the process has read everything that has arrived. */
const QUICK = 2

/**
 * Must be called before the server listens. The returned function refuses new connections, and resolves when all others are
 * closed. Node's own `close` would lose requests on their way, and would wait for connections that never send a request.
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

  /** Closes idle connections. It waits for a short round of the event loop, because then no request is waiting unread. */
  async function closeSilent(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const since = performance.now()
      await round()
      if (performance.now() - since > QUICK) continue
      server.closeIdleConnections()
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
      await sleep(50)
    }
  }

  return async () => {
    server.prependListener('request', closeAfter())
    await admission(server)
    // The server of a worker does not listen: the first process passes connections to it.
    if (server.listening) Listener.prototype.close.call(server)
    const closed = new Promise<void>((resolve) => {
      emptied = resolve
      if (connections.size === 0) resolve()
    })
    const over = new AbortController()
    const silence = setTimeout(() => void closeSilent(over.signal), SILENCE)
    await closed
    clearTimeout(silence)
    over.abort()
  }
}

/** Closes each connection with its last answer, even if several requests use the connection at the same time. */
function closeAfter(): RequestListener {
  const last = new WeakMap<Socket, ServerResponse>()
  return ({ socket }, response) => {
    const before = last.get(socket)
    if (before && !before.headersSent) before.removeHeader('connection')
    last.set(socket, response)
    response.setHeader('connection', 'close')
  }
}

/** In milliseconds: the longest time for accepting connections that wait in the system's queue. */
const LONGEST_ADMISSION = 1_000

/**
 * Accepts the connections that wait in the system's queue, one in each round of the event loop. When listening ends, the system
 * would reset them.
 */
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
