/** Serves the OpenAPI document at `/openapi.json` and `/openapi.yaml`, and its reference at `/docs`. All files come from our own origin. */
import { createHash } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressedOnce } from '../http/server/content-coding.ts'
import { ROUTINE } from '../http/server/endings.ts'
import { emblem } from '../pages/emblem.ts'
import { yamlOf } from './yaml.ts'

export async function referencePages(app: FastifyInstance, document: object): Promise<void> {
  const text = JSON.stringify(document)
  await app.register(async (files) => {
    files.addHook('onSend', tag)
    files.addHook('onSend', compressedOnce)
    files.get('/openapi.json', (_request, reply) =>
      reply.header('content-type', 'application/json').send(text),
    )
    let yaml: string | undefined
    files.get('/openapi.yaml', (_request, reply) => {
      yaml ??= yamlOf(document)
      return reply.header('content-type', 'application/yaml').send(yaml)
    })
    files.get('/favicon.ico', ROUTINE, (_request, reply) =>
      reply.header('content-type', 'image/svg+xml').send(emblem()),
    )
  })
  await app.register(async (pages) => {
    pages.addHook('onSend', confine) // runs before the page becomes a 304, because the headers of a 304 replace the stored headers
    pages.addHook('onSend', tag)
    pages.addHook('onSend', compressedOnce)
    await pages.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Scorebook API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never', // because its share and deploy buttons call other sites
        agent: { disabled: true },
        mcp: { disabled: true },
        persistAuth: true, // the token stays in the browser's local storage until somebody deletes it
        onBeforeRequest: renewKey,
      },
    })
  })
}

interface Outgoing {
  requestBuilder: { headers: { get(name: string): string | null; set(name: string, value: string): void } }
}

/**
 * Replaces the example of an Idempotency-Key, because the service would refuse a second request with it. This function's source
 * goes into the page, so it may not use anything from outside.
 */
const renewKey = ({ requestBuilder: { headers } }: Outgoing) => {
  if (headers.get('Idempotency-Key') !== '5b2e0c1a-9d3f-4e6b-8a71-2c4d6e8f0a13') return
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  headers.set(
    'Idempotency-Key',
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`,
  )
}

/** The reference's script needs inline styles, but compiles no code. It can send requests only to our origin. */
const policy = (script: string) =>
  `default-src 'none'; script-src 'self'${script}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Allows only the inline script that starts the reference, by its hash. */
async function confine(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
  const inline = isPage && typeof payload === 'string' ? INLINE_SCRIPT.exec(payload)?.[1] : undefined
  reply.header('content-security-policy', policy(inline === undefined ? '' : ` 'sha256-${digest(inline)}'`))
  return payload
}

const INLINE_SCRIPT = /<script type="text\/javascript">([^]*?)<\/script>/

/** Browsers store the files, but ask each time whether the files are current. */
async function tag(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload === 'string' && reply.statusCode === 200)
    reply.headers({ etag: etagOf(payload), 'cache-control': 'no-cache' })
  return payload
}

const etags = new Map<string, string>()

function etagOf(text: string): string {
  const etag = etags.get(text) ?? `"${digest(text)}"`
  etags.set(text, etag)
  return etag
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')
