/** A real push service on loopback: it takes messages over TLS, checks their signature, and decrypts them as the browser would. */
import assert from 'node:assert/strict'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'
import { uuidv7 } from '../../src/db/uuid.ts'
import { certificate } from '../certificate.ts'

interface Received {
  /** The part of the endpoint that names the browser. */
  browser: string
  message: { title: string; body: string; lang: string }
  headers: IncomingMessage['headers']
  /** The claims of the token that signs the message. */
  claims: { aud?: unknown; sub?: unknown; exp?: number }
  /** The whole encrypted body. */
  raw: Buffer
  publicKey: string
}

interface Answer {
  status: number
  headers?: Record<string, string>
}

export interface PushService {
  origin: string
  port: number
  ca: string
  received: Received[]
  /** The next message that has not been taken. */
  next: () => Promise<Received>
  /** Answers for the next messages in place of 201. */
  instead: Answer[]
  /** Faults of messages that no push service would take. */
  faults: unknown[]
  /** True: messages are taken, and their senders never learn it. */
  silent: boolean
  /** Makes a browser that has subscribed. */
  browser: () => Browser
  close: () => Promise<void>
}

export interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** What a browser of a push service on the internet sends us. */
export const newDevice = (): Browser => subscriptionAt('https://push.example.org').browser

function subscriptionAt(origin: string) {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const name = uuidv7()
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { name, ecdh, auth, browser: { endpoint: `${origin}/send/${name}`, keys } }
}

export async function pushService(port = 0): Promise<PushService> {
  const { key, cert } = certificate()
  const browsers = new Map<string, ReturnType<typeof subscriptionAt>>()
  const waiting: ((one: Received) => void)[] = []
  let taken = 0
  const server = createServer({ key, cert }, (request, response) => {
    take(request, response).catch((error: unknown) => {
      service.faults.push(error)
      response.writeHead(400).end()
    })
  })
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const refusal = service.instead.shift()
    if (refusal) {
      request.resume()
      return response.writeHead(refusal.status, refusal.headers).end('x'.repeat(100_000))
    }
    const raw = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const browser = browsers.get(request.url?.split('/').at(-1) ?? '')
    assert.ok(browser, 'the browser is known')
    assert.equal(request.method, 'POST')
    const { claims, publicKey } = await signatureOf(request.headers.authorization, service.origin)
    const text = decrypted(raw, browser)
    const message = JSON.parse(text) as Received['message']
    const one = { browser: browser.name, message, headers: request.headers, claims, raw, publicKey }
    service.received.push(one)
    const waits = waiting.shift()
    if (waits) {
      taken++
      waits(one)
    }
    if (!service.silent) response.writeHead(201, { location: `${service.origin}/m/1` }).end()
    return response
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const its = (server.address() as AddressInfo).port
  const service: PushService = {
    origin: `https://localhost:${its}`,
    port: its,
    ca: cert,
    received: [],
    next() {
      const one = service.received[taken]
      if (!one) return new Promise((resolve) => waiting.push(resolve))
      taken++
      return Promise.resolve(one)
    },
    instead: [],
    faults: [],
    silent: false,
    browser() {
      const made = subscriptionAt(service.origin)
      browsers.set(made.name, made)
      return made.browser
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

/** RFC 8292: a token that the key in `k` has signed, for this push service, for at most a day. */
async function signatureOf(header: string | undefined, origin: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  assert.equal(point.length, 65)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], audience: origin })
  assert.ok((payload.exp ?? Infinity) <= Date.now() / 1000 + 86_400, 'the token is good for a day at most')
  assert.match(payload.sub ?? '', /^(mailto:|https:)/)
  return { claims: payload, publicKey }
}

/** RFC 8291 over RFC 8188, with the private key of the browser. There is one record. */
function decrypted(raw: Buffer, { ecdh, auth }: ReturnType<typeof subscriptionAt>): string {
  const salt = raw.subarray(0, 16)
  const recordSize = raw.readUInt32BE(16)
  const length = raw.readUInt8(20)
  const sender = raw.subarray(21, 21 + length)
  const record = raw.subarray(21 + length)
  assert.ok(record.length <= recordSize)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derived = (what: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes))
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2) // the delimiter of the last record; zeros follow
  assert.ok(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0))
  return padded.toString('utf8', 0, end)
}
