/** The provider's routes for apps, services and devices. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../../http/lifecycle/problem-answer.ts'
import { whereFrom } from '../../http/where-from.ts'
import { BUDGETS, budgetsFrom, spend } from '../../identity/accounts/throttle.ts'
import { ROUTES } from '../../identity/provider/paths.ts'
import { RefusedClients } from '../../identity/provider/refused-clients.ts'
import { publicKeys } from '../../identity/provider/signing-keys.ts'
import { BODY_LIMIT, type ProviderSite } from './provider-site.ts'

const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

const WITH_CREDENTIALS = [ROUTES.token, ROUTES.revocation, ROUTES.introspection]

export function clientRoutes(app: FastifyInstance, site: ProviderSite): void {
  const { db } = site
  // Scripts of every origin may read the keys, because an app in a browser needs them to check ID tokens.
  app.get(ROUTES.jwks, (_request, reply) => {
    void reply.header('access-control-allow-origin', '*')
    return publicKeys(db)
  })
  for (const url of DISCOVERY)
    app.get(url, { errorHandler: sendOAuthError }, (request, reply) =>
      site.serve(request, reply, { forPerson: false }),
    )
  const options = { bodyLimit: BODY_LIMIT, errorHandler: sendOAuthError }
  const clients = new RefusedClients(db)
  const refused: RefusedClients['refused'] = (...refusal) => clients.refused(...refusal)
  for (const url of WITH_CREDENTIALS)
    app.post(url, options, async (request, reply) => {
      const wait = await clients.wait(request)
      if (wait > 0) return slowDown(reply, 'Too many requests of this client from here were refused.', wait)
      return site.serve(request, reply, { forPerson: false, refused })
    })
  // This route has a budget of its own, because devices send no credential to it.
  app.post(ROUTES.device_authorization, options, async (request, reply) => {
    if (!(await spend(db, budgetsFrom('device', whereFrom(request).address))))
      return slowDown(reply, 'Too many device codes were requested from here.', BUDGETS.device.seconds)
    return site.serve(request, reply, { forPerson: false, refused })
  })
}

/** Sends an OAuth error if the request fails before it reaches the library. */
function sendOAuthError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers } = problemOf(error, request)
  const code = status >= 500 ? 'server_error' : 'invalid_request'
  void reply.code(status).headers(headers).send({ error: code, error_description: message })
}

/**
 * Asks a device to send its question less often (RFC 8628 §3.5). Scripts of every origin may read this answer, because it
 * contains no secret.
 */
const slowDown = (reply: FastifyReply, why: string, seconds: number) =>
  reply
    .code(429)
    .headers({
      'retry-after': String(seconds),
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'retry-after',
    })
    .send({ error: 'slow_down', error_description: `${why} Try again in ${seconds} s.` })
