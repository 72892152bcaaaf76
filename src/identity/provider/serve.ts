/** Passes a request to the OpenID provider: with its body, in a transaction, and with the address that the client used. */
import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { type Database, DatabaseUnavailable } from '../../db/database.ts'
import { whereFrom } from '../../http/where-from.ts'
import { auditRecord } from '../audit/record.ts'
import { allScopes } from '../roles.ts'
import type { Sessions } from '../sessions/signed-in.ts'
import { UNUSED_COOKIE } from './cookies.ts'
import { introspectJwt } from './introspect.ts'
import { POLL } from './adapter.ts'
import type { ProviderPages } from './pages.ts'
import type { RefusedClients } from './refused-clients.ts'
import { OPENID_SCOPES } from './scopes.ts'
import { type RequestContext, requestContext } from './request-context.ts'

export interface ServeOptions {
  db: Database
  sessions: Sessions
  baseUrl: string
  /** True if a person in a browser sent the request, false if an app did. */
  forPerson: boolean
  url?: string
  suggestedCode?: string
  /** Called when the library has refused a client. */
  refused?: RefusedClients['refused']
}

interface ServedRequest extends ServeOptions {
  request: FastifyRequest
  reply: FastifyReply
}

const served = new WeakMap<object, ServedRequest>()

/** Serves a request. The library writes the answer, and Fastify only logs the request. */
export async function serve(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  serving: ServeOptions,
): Promise<void> {
  const sent = asSent(request, serving)
  served.set(sent, { ...serving, request, reply })
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await provider.callback()(sent as never, reply.raw)
}

/** The request with the address that the client used. The library makes addresses from it. */
function asSent({ raw, body }: FastifyRequest, { baseUrl, url = raw.url ?? '/' }: ServeOptions) {
  const { protocol, host, pathname } = new URL(baseUrl)
  const headers: IncomingHttpHeaders = {
    ...raw.headers,
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  }
  const stream = Readable.from(Buffer.isBuffer(body) && body.length > 0 ? [body] : [], { objectMode: false })
  const { method, httpVersion, httpVersionMajor, httpVersionMinor, socket } = raw
  return Object.assign(stream, {
    method,
    url,
    originalUrl: pathname.replace(/\/$/, '') + url,
    headers,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    socket,
  })
}

/** Runs each request to a provider in one transaction, and reports failures. It must be called once for each provider. */
export function answerWhole(provider: Provider, { error: errorPage }: Pick<ProviderPages, 'error'>): void {
  provider.on('grant.revoked', () => {
    const context = requestContext.getStore()
    if (context) context.revoked = true
  })
  provider.on('server_error', (_ctx, error) => {
    const context = requestContext.getStore()
    if (context) context.failure = error
  })
  ;(provider as EventEmitter).on('error', () => {}) // because `reportFailure` has logged the error, and Koa would write it to standard error too
  provider.use((ctx, next) => answered(ctx as unknown as KoaContextWithOIDC, next, errorPage))
}

/** Thrown after the answer to a request that failed, in order to roll the transaction back. */
class TakenBack extends Error {
  override name = 'TakenBack'
}

async function answered(
  ctx: KoaContextWithOIDC,
  next: () => Promise<void>,
  errorPage: ProviderPages['error'],
): Promise<void> {
  const here = served.get(ctx.req)
  if (!here) throw new Error('The provider answers only what `serve` hands to it.')
  const { db, forPerson, suggestedCode } = here
  const context: RequestContext = { db, forPerson, suggestedCode }
  try {
    if (ctx.path.startsWith('/.well-known/')) await requestContext.run(context, next)
    else await inTransaction(here, context, next)
  } catch (error) {
    if (!(error instanceof TakenBack)) context.failure = error
  }
  if (context.failure !== undefined) reportFailure(ctx, here, context.failure, errorPage)
  else if (ctx.oidc?.route === 'discovery') completeDiscovery(ctx)
  else if (ctx.oidc?.route === 'device_authorization') addInterval(ctx)
  else if (ctx.oidc?.route === 'introspection') await introspectJwt(ctx, db)
  else if (ctx.oidc?.route === 'end_session') nothingToEnd(ctx)
  if (context.failure === undefined) await countRefusal(ctx, here)
  if (context.signedOut) here.sessions.clearCookie(here.reply)
  passCookies(ctx, here)
}

async function inTransaction(
  { db, request }: ServedRequest,
  context: RequestContext,
  next: () => Promise<void>,
): Promise<void> {
  let begun = false
  await db.transaction(async (tx) => {
    // After a deadlock, `transaction` would run this again. That is not possible, because the library has answered already.
    if (begun) throw new DatabaseUnavailable('Another request was in the way.', { reason: 'locked' })
    begun = true
    context.db = tx
    await requestContext.run(context, next)
    if (context.failure !== undefined) throw new TakenBack()
    const { reused, revoked } = context
    if (!reused || !revoked) return
    const by = { kind: 'CLIENT', clientId: reused.clientId } as const
    await tx.many(auditRecord({ ...reused, by, ...whereFrom(request) }))
  })
}

/** If the database fails, sends a 503, so that the client may try again. The library would answer `server_error`. */
function reportFailure(
  ctx: KoaContextWithOIDC,
  { request }: ServedRequest,
  failure: unknown,
  errorPage: ProviderPages['error'],
): void {
  const away = failure instanceof DatabaseUnavailable
  if (away)
    request.log.warn({ reason: failure.reason, err: failure.cause ?? failure }, 'database unavailable')
  else request.log.error({ err: failure }, 'unexpected failure')
  ctx.status = away ? 503 : 500
  if (away) ctx.set('retry-after', '1')
  ctx.remove('location')
  const description = away
    ? 'The database is not available at the moment; nothing was changed. Try again.'
    : 'The service failed unexpectedly; its operators can find the cause by the X-Request-Id.'
  const out = { error: 'server_error', error_description: description }
  if (ctx.accepts('json', 'html') === 'html') errorPage(ctx, out, failure as Error)
  else ctx.body = out
}

function addInterval(ctx: KoaContextWithOIDC): void {
  if (ctx.status === 200) Object.assign(ctx.body as object, { interval: POLL })
}

/** Counts a refusal. The refusal is sent even if counting fails. */
async function countRefusal(ctx: KoaContextWithOIDC, { refused, request }: ServedRequest): Promise<void> {
  const { error } = (ctx.body ?? {}) as { error?: unknown }
  if (!refused || ctx.status < 400 || typeof error !== 'string') return
  const { clientId: id, tokenEndpointAuthMethod } = ctx.oidc?.client ?? {}
  const client = id === undefined ? undefined : { id, isPublic: tokenEndpointAuthMethod === 'none' }
  await refused(whereFrom(request), client, error).catch((err: unknown) =>
    request.log.warn({ err }, 'a refused request of a client could not be counted'),
  )
}

/** Adds the scopes of our API to the library's discovery document, and removes response modes that are not allowed here. */
function completeDiscovery(ctx: KoaContextWithOIDC): void {
  Object.assign(ctx.body as object, {
    scopes_supported: [...OPENID_SCOPES, ...allScopes],
    response_modes_supported: ['query'],
  })
}

/** If nobody is signed in, redirects at once. The library would send a form with a script, which our pages must not run. */
function nothingToEnd(ctx: KoaContextWithOIDC): void {
  if (ctx.status !== 200 || ctx.oidc.session?.accountId !== undefined) return
  const { post_logout_redirect_uri: uri, state } = ctx.oidc.params ?? {}
  const next = new URL(typeof uri === 'string' ? uri : ctx.oidc.urlFor('end_session_success'))
  if (typeof uri === 'string' && typeof state === 'string') next.searchParams.set('state', state)
  ctx.redirect(next.href)
  ctx.status = 303
}

/** Adds our cookies to the answer, and removes the library's session cookie. */
function passCookies(ctx: KoaContextWithOIDC, { reply }: ServedRequest): void {
  const ours = [reply.getHeader('set-cookie') ?? []].flat().map(String)
  const theirs = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String)
  const cookies = [...theirs, ...ours].filter((cookie) => !cookie.startsWith(UNUSED_COOKIE))
  if (cookies.length > 0) ctx.res.setHeader('set-cookie', cookies)
  else ctx.res.removeHeader('set-cookie')
}
