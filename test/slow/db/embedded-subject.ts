/** A process with the embedded server. It obeys its test, and reports what happened. */
import { startEmbeddedServer, type EmbeddedServer } from '../../../src/db/embedded/server.ts'

const [dir = '', exclusive = ''] = process.argv.slice(2)
const tell = (message: object) => process.send?.(message)

// Ctrl-C reaches all programs of the terminal. The test does not want this process to end by it.
process.on('SIGINT', () => {})
// The connection closes when the test has ended.
process.on('disconnect', () => process.exit(2))

async function end(server: EmbeddedServer): Promise<void> {
  await server.stop()
  tell({ event: 'stopped' })
  process.disconnect()
}

try {
  const since = performance.now()
  const server = await startEmbeddedServer({
    dir,
    exclusive: exclusive === 'true',
    log: (level, message, facts) => tell({ event: 'log', level, message, facts }),
  })
  tell({ event: 'started', ms: performance.now() - since, connection: server.connection })
  process.once('message', () => void end(server))
} catch (error) {
  const { name, message } = error instanceof Error ? error : { name: 'unknown', message: String(error) }
  tell({ event: 'failed', name, message })
  process.disconnect()
}
