/** The routes of the OpenID provider, and the pages on which people let apps and devices in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Database, Transaction } from '../../db/database.ts'
import { isRecent } from '../../http/lifecycle/authenticate.ts'
import { problemOf } from '../../http/lifecycle/problem-answer.ts'
import { whereFrom } from '../../http/where-from.ts'
import { BUDGETS, budgetsFrom, spend } from '../../identity/accounts/throttle.ts'
import { CurrentProvider } from '../../identity/provider/current.ts'
import {
  type AppRequest,
  decide,
  findAppRequest,
  mustSignIn,
  signedInFor,
} from '../../identity/provider/interactions.ts'
import { CONSENT, ROUTES, consentPath } from '../../identity/provider/paths.ts'
import { sentencesFor } from '../../identity/provider/scopes.ts'
import { RefusedClients } from '../../identity/provider/refused-clients.ts'
import { type ServeOptions, serve } from '../../identity/provider/serve.ts'
import { publicKeys } from '../../identity/provider/signing-keys.ts'
import { requestContext } from '../../identity/provider/request-context.ts'
import type { KeyChanges } from '../../identity/sessions/account-status.ts'
import type { Sessions, SignedIn } from '../../identity/sessions/signed-in.ts'
import { ASKED_AGAIN, askAgain, mayLackCookies, queryToAskAgain } from '../ask-again.ts'
import { FOREIGN_FORM, mustBeFromOurPage } from '../fetch-site.ts'
import { formOf, queryOf } from '../form.ts'
import { html } from '../html.ts'
import { seeOther, sendPage } from '../page.ts'
import { consentPage, errorPage, pages } from './pages.ts'

export interface ConsentSite {
  db: Database
  sessions: Sessions
  /** Where browsers reach the service, without a slash at the end. */
  baseUrl: string
  issuer: string
  keyChanges: KeyChanges
}

/** What a stranger sends here may be stored for half an hour, so it must be short; the longest tokens have 2 kB. */
const BODY_LIMIT = 16_384
const LONGEST_QUERY = 8_192

/** What browsers open: the first path of each is where another site may send them. */
const ENTRANCES = [ROUTES.authorization, ROUTES.code_verification, ROUTES.end_session]

const BROWSER_STEPS = [
  ['GET', `${ROUTES.authorization}/:id`],
  ['POST', ROUTES.code_verification],
  ['GET', `${ROUTES.code_verification}/:id`],
  ['POST', `${ROUTES.end_session}/confirm`],
  ['GET', `${ROUTES.end_session}/success`],
] as const

const FOR_CLIENTS = [ROUTES.token, ROUTES.revocation, ROUTES.introspection, ROUTES.device_authorization]

const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

/** The id in such a path is as good as the cookie of its browser, so it stays out of the log. */
const SECRET_PATH = { config: { hasSecretPath: true }, errorHandler: showErrorPage }

export function consentRoutes(app: FastifyInstance, site: ConsentSite): void {
  const { db, sessions, baseUrl, issuer, keyChanges } = site
  const { origin } = new URL(baseUrl)
  const signedIn = (request: FastifyRequest) => sessions.signedIn(request.headers.cookie)
  const current = new CurrentProvider({
    db,
    issuer,
    pages,
    signedIn: (cookie) => sessions.signedIn(cookie),
  })
  current.follow(keyChanges)
  const bySite = async (
    request: FastifyRequest,
    reply: FastifyReply,
    forPerson: boolean,
    more: Pick<ServeOptions, 'url' | 'suggestedCode' | 'refused'> = {},
  ) => {
    await serve(await current.now(), request, reply, { db, sessions, baseUrl, forPerson, ...more })
    return reply
  }

  // An app in a browser alone checks ID tokens by them; the discovery document is for every origin too.
  app.get(ROUTES.jwks, (_request, reply) => {
    void reply.header('access-control-allow-origin', '*')
    return publicKeys(db)
  })
  for (const url of DISCOVERY)
    app.get(url, { errorHandler: sendOAuthError }, (request, reply) => bySite(request, reply, false))
  const clients = new RefusedClients(db)
  for (const url of FOR_CLIENTS)
    app.post(url, { bodyLimit: BODY_LIMIT, errorHandler: sendOAuthError }, async (request, reply) => {
      const isDevice = url === ROUTES.device_authorization // there an app shows nothing that could be right, and its budget is another
      const wait = isDevice ? 0 : await clients.wait(request)
      if (wait > 0) return slowDown(reply, 'Too many requests of this client from here were refused.', wait)
      if (isDevice && !(await spend(db, budgetsFrom('device', whereFrom(request).address))))
        return slowDown(reply, 'Too many device codes were requested from here.', BUDGETS.device.seconds)
      return bySite(request, reply, false, { refused: (...refusal) => clients.refused(...refusal) })
    })
  for (const [method, url] of BROWSER_STEPS)
    app.route({
      method,
      url,
      bodyLimit: BODY_LIMIT,
      ...SECRET_PATH,
      async handler(request, reply) {
        if (method === 'POST') mustBeFromOurPage(request.headers, origin, FOREIGN_FORM)
        if (url === ROUTES.code_verification && !(await mayAsk(request, 'deviceCode')))
          return sendPage(reply, tooMany('Too many device codes were tried.'))
        return bySite(request, reply, true)
      },
    })
  for (const url of ENTRANCES)
    app.get(url, { errorHandler: showErrorPage }, async (request, reply) => {
      if (request.url.length > LONGEST_QUERY) return sendPage(reply, errorPage(TOO_LONG, 400))
      const query = queryOf(request)
      if (!(await signedIn(request)) && mayLackCookies(request, query))
        return askAgain(reply, pathWith(url, queryToAskAgain(request, query)))
      query.delete(ASKED_AGAIN)
      if (url === ROUTES.authorization && (query.get('response_mode') ?? 'query') !== 'query')
        return sendPage(reply, errorPage(OTHER_MODE, 400))
      if (url === ROUTES.code_verification) return enterCode(request, reply, query)
      if (url === ROUTES.authorization && !(await mayAsk(request, 'question')))
        return sendPage(reply, tooMany('Apps have asked for access from here too often.'))
      return bySite(request, reply, true, { url: pathWith(url, query) })
    })

  // OpenID Connect Core, section 3.1.2.1: an app may send its request as a form too. It begins nothing that a link would not.
  app.post(
    ROUTES.authorization,
    { bodyLimit: LONGEST_QUERY, errorHandler: showErrorPage },
    (request, reply) => seeOther(reply, pathWith(ROUTES.authorization, formOf(request).values)),
  )

  /** Spends one of the attempts of who is signed in, else of the address and its networks. */
  async function mayAsk(request: FastifyRequest, of: 'deviceCode' | 'question'): Promise<boolean> {
    const whose = (await signedIn(request))?.accountId
    return spend(db, whose === undefined ? budgetsFrom(of, whereFrom(request).address) : [{ of, whose }])
  }

  /** A device code is for somebody who is signed in; a code in the address is a suggestion that they confirm. */
  async function enterCode(request: FastifyRequest, reply: FastifyReply, query: URLSearchParams) {
    const code = query.get('user_code') ?? ''
    const path = pathWith(ROUTES.code_verification, query)
    if (!(await signedIn(request))) return seeOther(reply, signInAt(path))
    return bySite(request, reply, true, { url: ROUTES.code_verification, suggestedCode: code })
  }

  async function waitingFor(
    request: FastifyRequest,
    db: Transaction,
    work: (provider: Provider, appRequest: AppRequest, person: SignedIn | undefined) => Promise<Step>,
  ): Promise<Step> {
    const { id } = request.params as { id: string }
    const provider = await current.now()
    const person = await signedIn(request)
    return requestContext.run({ db, forPerson: true }, async () => {
      const appRequest = await findAppRequest(provider, { id, cookie: request.headers.cookie, person })
      return appRequest ? work(provider, appRequest, person) : { page: errorPage(TOO_LATE, 400) }
    })
  }

  app.get(`${CONSENT}/:id`, SECRET_PATH, async (request, reply) => {
    const { id } = request.params as { id: string }
    const step = await db.transaction((tx) =>
      waitingFor(request, tx, async (_provider, appRequest, person) => {
        if (!person || mustSignIn(appRequest, person) || !mayDecide(appRequest, person))
          return { path: signInAt(consentPath(id), person) }
        if (appRequest.interaction.prompt.name === 'login')
          return { path: await signedInFor(appRequest, person) }
        const { app, redirectUri, scopes, isEverything } = appRequest
        const may = sentencesFor([...scopes.openid, ...scopes.api])
        return {
          page: consentPage({
            app,
            redirectUri,
            may,
            isEverything,
            name: person.name,
            action: consentPath(id),
          }),
        }
      }),
    )
    return follow(reply, step)
  })

  app.post(`${CONSENT}/:id`, { ...SECRET_PATH, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    mustBeFromOurPage(request.headers, origin, FOREIGN_FORM)
    const allowed = formOf(request).text('answer') === 'allow'
    const from = whereFrom(request)
    const step = await db.transaction((tx) =>
      waitingFor(request, tx, async (provider, appRequest, person) => {
        if (!person || appRequest.interaction.prompt.name !== 'consent' || !mayDecide(appRequest, person))
          return { path: consentPath((request.params as { id: string }).id) }
        return { path: await decide(provider, tx, appRequest, person, { allowed, issuer, from }) }
      }),
    )
    return follow(reply, step)
  })
}

/** Clients get errors as OAuth writes them: what goes wrong before the library, such as a body that is too long. */
function sendOAuthError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers } = problemOf(error, request)
  const code = status >= 500 ? 'server_error' : 'invalid_request'
  void reply.code(status).headers(headers).send({ error: code, error_description: message })
}

/** People get pages, not problem documents. */
function showErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const { status, message, headers } = problemOf(error, request)
  void sendPage(reply.headers(headers), {
    title: status >= 500 ? 'Not at the moment' : 'Not possible',
    lead: message,
    status,
    body: html`<p class="below"><a href="/">Go to the start</a></p>`,
  })
}

const tooMany = (lead: string) => ({
  title: 'Not at the moment',
  lead: `${lead} Wait a few minutes.`,
  status: 429,
  body: html`<p class="below"><a href="/">Go to the start</a></p>`,
})

/** A device that waits for its person asks less often then (RFC 8628, section 3.5). */
/** An app in a browser may read it, of whatever origin: it is decided before it is known whose app it is, and tells nothing. */
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

type Step = { path: string; page?: never } | { page: Parameters<typeof sendPage>[1]; path?: never }

const follow = (reply: FastifyReply, { path, page }: Step) =>
  page ? sendPage(reply, page) : seeOther(reply, path)

/** Somebody who is signed in already signs in again. */
/** What an app gets can outlast the session, and make what does; so a browser that was left open lets no app in. */
const mayDecide = ({ interaction }: AppRequest, person: SignedIn): boolean =>
  interaction.prompt.name !== 'consent' || isRecent(person.authenticatedAt)

const signInAt = (next: string, person?: SignedIn) =>
  `/sign-in?${new URLSearchParams({ next, ...(person ? { again: 'yes' } : {}) }).toString()}`

const pathWith = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query.toString()}` : path

const TOO_LATE = {
  error: 'invalid_request',
  error_description:
    'No app waits for a decision in this browser, or it has waited for more than 30 minutes.',
}

const TOO_LONG = {
  error: 'invalid_request',
  error_description: `The address has more than ${LONGEST_QUERY} bytes.`,
}

const OTHER_MODE = {
  error: 'unsupported_response_mode',
  error_description: 'The only response_mode here is query.',
}
