/** A port of this machine that nobody listens on at the moment. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  assert.ok(address && typeof address === 'object')
  return address.port
}
