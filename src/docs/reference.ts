/** The document at `/openapi.json`, and the reference made of it at `/docs`, from our own origin alone. */
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { prose, sendPage } from './page.ts'

/** The reference's script styles the page from within, and compiles nothing; it may speak to nobody but us. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export async function referencePages(app: FastifyInstance, document: object): Promise<void> {
  const text = JSON.stringify(document)
  app.get('/openapi.json', (_request, reply) => reply.header('content-type', 'application/json').send(text))
  app.get('/', (_request, reply) => sendPage(reply, 'Welcome', WELCOME))
  await app.register(async (page) => {
    page.addHook('onSend', async (_request, reply) => {
      reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
    })
    await page.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Scorebook API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    })
  })
}

const WELCOME = `<h1>Scorebook</h1><p>${prose('A match-tracking service for board games. The API is below `/api/v1`.')}</p>
<ul><li><a href="/docs">The reference</a></li><li><a href="/openapi.json">The OpenAPI document</a></li><li><a href="/problems">The errors</a></li></ul>`
