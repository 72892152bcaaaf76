/** The provider's routes for browsers: for requests of apps, for codes of devices, and for sign-outs that an app asks for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { whereFrom } from '../../http/where-from.ts'
import { budgetsFrom, spend } from '../../identity/accounts/throttle.ts'
import { ROUTES } from '../../identity/provider/paths.ts'
import { ASKED_AGAIN, askAgain, mayLackCookies, queryToAskAgain } from '../ask-again.ts'
import { FOREIGN_FORM, mustBeFromOurPage } from '../fetch-site.ts'
import { formOf, queryOf } from '../form.ts'
import { seeOther, sendPage } from '../page.ts'
import { sendProblemPage, tooManyPage } from '../problem-page.ts'
import { errorPage } from './pages.ts'
import { BODY_LIMIT, type ProviderSite, SECRET_PATH, signInAt } from './provider-site.ts'

/** The paths to which other sites send browsers. */
const ENTRANCES = [ROUTES.authorization, ROUTES.code_verification, ROUTES.end_session]

/** The paths to which a page of ours sends a browser. */
const STEPS = [
  ['GET', `${ROUTES.authorization}/:id`],
  ['POST', ROUTES.code_verification],
  ['GET', `${ROUTES.code_verification}/:id`],
  ['POST', `${ROUTES.end_session}/confirm`],
  ['GET', `${ROUTES.end_session}/success`],
] as const

/** In bytes. A longer request is refused, because each is stored for half an hour. */
export const LONGEST_QUERY = 8_192

export function browserRoutes(app: FastifyInstance, site: ProviderSite): void {
  for (const [method, url] of STEPS)
    app.route({
      method,
      url,
      bodyLimit: BODY_LIMIT,
      ...SECRET_PATH,
      async handler(request, reply) {
        if (method === 'POST') mustBeFromOurPage(request.headers, site.origin, FOREIGN_FORM)
        if (url === ROUTES.code_verification && !(await takesAttempt(site, request, 'deviceCode')))
          return sendPage(reply, tooManyPage('Too many device codes were tried.'))
        return site.serve(request, reply, { forPerson: true })
      },
    })
  for (const url of ENTRANCES)
    app.get(url, { errorHandler: sendProblemPage }, async (request, reply) => {
      if (request.url.length > LONGEST_QUERY) return sendPage(reply, errorPage(TOO_LONG, 400))
      const query = queryOf(request)
      if (!(await site.signedIn(request)) && mayLackCookies(request, query))
        return askAgain(reply, pathWith(url, queryToAskAgain(request, query)))
      query.delete(ASKED_AGAIN)
      if (url === ROUTES.code_verification) return enterCode(site, request, reply, query)
      if (url === ROUTES.authorization) return authorize(site, request, reply, query)
      return site.serve(request, reply, { forPerson: true, url: pathWith(url, query) })
    })

  // An app may also send its request as a form (OpenID Connect Core §3.1.2.1). With a form it can do no more than with a link.
  const options = { bodyLimit: LONGEST_QUERY, errorHandler: sendProblemPage }
  app.post(ROUTES.authorization, options, (request, reply) =>
    seeOther(reply, pathWith(ROUTES.authorization, formOf(request).values)),
  )
}

async function authorize(
  site: ProviderSite,
  request: FastifyRequest,
  reply: FastifyReply,
  query: URLSearchParams,
): Promise<FastifyReply> {
  if ((query.get('response_mode') ?? 'query') !== 'query') return sendPage(reply, errorPage(OTHER_MODE, 400))
  if (!(await takesAttempt(site, request, 'question')))
    return sendPage(reply, tooManyPage('Apps have asked for access from here too often.'))
  return site.serve(request, reply, { forPerson: true, url: pathWith(ROUTES.authorization, query) })
}

/** Only a signed-in person can enter the code of a device. If the code is in the address, they must confirm it. */
async function enterCode(
  site: ProviderSite,
  request: FastifyRequest,
  reply: FastifyReply,
  query: URLSearchParams,
): Promise<FastifyReply> {
  const path = pathWith(ROUTES.code_verification, query)
  if (!(await site.signedIn(request))) return seeOther(reply, signInAt(path))
  const suggestedCode = query.get('user_code') ?? ''
  return site.serve(request, reply, { forPerson: true, url: ROUTES.code_verification, suggestedCode })
}

/** Takes an attempt from the budget of the person, or of the address if nobody is signed in. Returns false if none is left. */
async function takesAttempt(
  site: ProviderSite,
  request: FastifyRequest,
  of: 'deviceCode' | 'question',
): Promise<boolean> {
  const whose = (await site.signedIn(request))?.accountId
  return spend(site.db, whose === undefined ? budgetsFrom(of, whereFrom(request).address) : [{ of, whose }])
}

const pathWith = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query.toString()}` : path

const TOO_LONG = {
  error: 'invalid_request',
  error_description: `The address has more than ${LONGEST_QUERY} bytes.`,
}

const OTHER_MODE = {
  error: 'unsupported_response_mode',
  error_description: 'The only response_mode here is query.',
}
