/** Stops listening without cutting clients off: answers close their connections, and clients get time to use them. */
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type Socket, Server as Listener } from 'node:net'
import { setImmediate as round, setTimeout as sleep } from 'node:timers/promises'

/** A busy client uses its connection again within this time, in milliseconds, and the answer closes it. */
const SILENCE = 1_000
/**
 * A round of the event loop that is over within this time, in milliseconds, has just read what arrived. In a round with a slice
 * of JSON or other work of 10 ms, a request may arrive that is not read before the connections are closed.
 */
const QUICK = 2

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

  /** Closes idle connections after a round of the event loop that did little else than read. */
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
    // A worker does not listen: another process hands it its connections.
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

/** When we stop listening, connections in the system's queue are reset. Each round of the event loop accepts one of them. */
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
