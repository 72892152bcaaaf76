/** A server on loopback that lives as long as its test. */
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { text } from 'node:stream/consumers'

export interface Asked {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: string
}

/** Starts a server. Every answer closes its connection, so that no connection outlives the test. */
export async function serving(
  handle: (asked: Asked, response: ServerResponse) => void | Promise<void>,
  host = '127.0.0.1',
): Promise<{ baseUrl: string; port: number; close: () => Promise<void> }> {
  const server = createServer({ keepAlive: false }, (request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://local.invalid')
      response.setHeader('connection', 'close')
      const body = await text(request)
      await handle({ method: request.method ?? '', url, headers: request.headers, body }, response)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  after(close)
  return { baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, close }
}

export function answer(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: string | Uint8Array = '',
): void {
  response.writeHead(status, headers)
  response.end(body)
}

export const json = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) => answer(response, status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
