/** The page on which a person gives an app access, or refuses it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Transaction } from '../../db/database.ts'
import { isRecent } from '../../http/lifecycle/authenticate.ts'
import { whereFrom } from '../../http/where-from.ts'
import {
  type AppRequest,
  decide,
  findAppRequest,
  mustSignIn,
  signedInFor,
} from '../../identity/provider/interactions.ts'
import { CONSENT, consentPath } from '../../identity/provider/paths.ts'
import { requestContext } from '../../identity/provider/request-context.ts'
import { sentencesFor } from '../../identity/provider/scopes.ts'
import type { SignedIn } from '../../identity/sessions/signed-in.ts'
import { FOREIGN_FORM, mustBeFromOurPage } from '../fetch-site.ts'
import { formOf } from '../form.ts'
import { type Page, seeOther, sendPage } from '../page.ts'
import { consentPage, errorPage } from './pages.ts'
import { BODY_LIMIT, type ProviderSite, SECRET_PATH, signInAt } from './provider-site.ts'

export function decisionRoutes(app: FastifyInstance, site: ProviderSite): void {
  app.get(`${CONSENT}/:id`, SECRET_PATH, async (request, reply) => {
    const action = consentPath(idIn(request))
    const step = await withAppRequest(site, request, async ({ appRequest, person }) => {
      if (!person || mustSignIn(appRequest, person) || !mayDecide(appRequest, person))
        return { path: signInAt(action, person) }
      if (appRequest.interaction.prompt.name === 'login')
        return { path: await signedInFor(appRequest, person) }
      const { app: name, redirectUri, scopes, isEverything } = appRequest
      const may = sentencesFor([...scopes.openid, ...scopes.api])
      const page = consentPage({ app: name, redirectUri, may, isEverything, name: person.name, action })
      return { page }
    })
    return goOn(reply, step)
  })

  app.post(`${CONSENT}/:id`, { ...SECRET_PATH, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    mustBeFromOurPage(request.headers, site.origin, FOREIGN_FORM)
    const allowed = formOf(request).text('answer') === 'allow'
    const from = whereFrom(request)
    const step = await withAppRequest(site, request, async ({ provider, tx, appRequest, person }) => {
      if (!person || appRequest.interaction.prompt.name !== 'consent' || !mayDecide(appRequest, person))
        return { path: consentPath(idIn(request)) }
      const answer = { allowed, issuer: site.issuer, from }
      return { path: await decide(provider, tx, appRequest, person, answer) }
    })
    return goOn(reply, step)
  })
}

type Step = { path: string; page?: never } | { page: Page; path?: never }

const goOn = (reply: FastifyReply, { path, page }: Step) =>
  page ? sendPage(reply, page) : seeOther(reply, path)

interface Decision {
  provider: Provider
  tx: Transaction
  appRequest: AppRequest
  person: SignedIn | undefined
}

/** Runs `work` with the app's request that the path names. If another browser began this request, the answer is 404. */
function withAppRequest(
  site: ProviderSite,
  request: FastifyRequest,
  work: (decision: Decision) => Promise<Step>,
): Promise<Step> {
  return site.db.transaction(async (tx) => {
    const provider = await site.current.now()
    const person = await site.signedIn(request)
    return requestContext.run({ db: tx, forPerson: true }, async () => {
      const { cookie } = request.headers
      const appRequest = await findAppRequest(provider, { id: idIn(request), cookie, person })
      return appRequest
        ? work({ provider, tx, appRequest, person })
        : { page: errorPage(NO_APP_REQUEST, 400) }
    })
  })
}

const idIn = ({ params }: FastifyRequest) => (params as { id: string }).id

/** The sign-in must be recent, so that a stranger at an open browser cannot give an app access. */
const mayDecide = ({ interaction }: AppRequest, person: SignedIn): boolean =>
  interaction.prompt.name !== 'consent' || isRecent(person.authenticatedAt)

const NO_APP_REQUEST = {
  error: 'invalid_request',
  error_description:
    'No app waits for a decision in this browser, or it has waited for more than 30 minutes.',
}
