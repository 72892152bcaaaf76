/** An endpoint on loopback, over TLS, that verifies each delivery with the library of Standard Webhooks. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import type { PostSettings } from '../../src/webhooks/post.ts'
import { certificate } from '../certificate.ts'

export interface Received {
  id: string
  /** What the verifier returned, or undefined if the signature is wrong. */
  verified: Sent | undefined
  headers: Record<string, string>
  body: string
}

interface Sent {
  type: string
  timestamp: string
  data: { id?: string; kind: string; path?: string; version?: number }
}

type Answer = number | ((response: ServerResponse) => void)

export interface Receiver {
  url: string
  port: number
  settings: PostSettings
  received: Received[]
  /** The secret to verify with. */
  secret: string
  /** What the next requests are answered; the others get 204. */
  answers: Answer[]
  /** Ids in the order of their arrival. */
  ids: () => string[]
  close: () => Promise<void>
}

export async function receiver(): Promise<Receiver> {
  const { key, cert } = certificate()
  const its: Receiver = {
    url: '',
    port: 0,
    settings: { loopbackPorts: [], ca: cert },
    received: [],
    secret: '',
    answers: [],
    ids: () => its.received.map(({ id }) => id),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    assert.equal(request.method, 'POST')
    its.received.push(receivedFrom(request, body, its.secret))
    const answer = its.answers.shift() ?? 204
    if (typeof answer === 'function') return answer(response)
    response.writeHead(answer).end()
  }
  const server = createServer({ key, cert }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  its.port = (server.address() as AddressInfo).port
  its.url = `https://localhost:${its.port}/scorebook`
  its.settings = { loopbackPorts: [its.port], ca: cert }
  return its
}

export function receivedFrom(request: IncomingMessage, body: string, secret: string): Received {
  const headers = request.headers as Record<string, string>
  return { id: headers['webhook-id'] ?? '', headers, body, verified: verifiedWith(secret, body, headers) }
}

export function verifiedWith(secret: string, body: string, headers: Record<string, string>) {
  if (secret === '') return undefined
  try {
    return new Webhook(secret).verify(body, headers) as Sent
  } catch {
    return undefined
  }
}
