/** The routes of the OpenID provider, and the pages on which people let apps and devices in. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import type { Database } from '../../db/database.ts'
import { auditRecord } from '../../identity/audit/record.ts'
import { findSubject } from '../../identity/provider/account.ts'
import { CurrentProvider } from '../../identity/provider/current.ts'
import { type Interaction, decided, findInteraction } from '../../identity/provider/interactions.ts'
import { CONSENT, ROUTES, consentPath } from '../../identity/provider/paths.ts'
import { sentencesFor } from '../../identity/provider/scopes.ts'
import { failWith, serve, serveWhole } from '../../identity/provider/serve.ts'
import { publicKeys } from '../../identity/provider/signing-keys.ts'
import type { Sessions, SignedIn } from '../../identity/sessions/signed-in.ts'
import { formOf, isFromElsewhere, mustBeFromOurPages, queryOf } from '../form.ts'
import { askAgain, seeOther, sendPage } from '../page.ts'
import { consentPage, errorPage, pages } from './pages.ts'

export interface ConsentSite {
  db: Database
  sessions: Sessions
  /** Where browsers reach the service, without a slash at the end. */
  baseUrl: string
  issuer: string
}

/** Pages for people, by their path; what stands in a path may be the secret of a browser. */
const FOR_PEOPLE = [
  ['GET', ROUTES.authorization],
  ['GET', `${ROUTES.authorization}/:id`],
  ['GET', ROUTES.code_verification],
  ['POST', ROUTES.code_verification],
  ['GET', `${ROUTES.code_verification}/:id`],
  ['GET', ROUTES.end_session],
  ['POST', `${ROUTES.end_session}/confirm`],
  ['GET', `${ROUTES.end_session}/success`],
] as const

const FOR_CLIENTS = [ROUTES.token, ROUTES.revocation, ROUTES.introspection, ROUTES.device_authorization]

const DISCOVERY = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']

/** Apps get longer texts through no parameter of theirs; the library takes 56 KiB at most. */
const BODY_LIMIT = 57_344

const hidden = { config: { secretPath: true }, bodyLimit: BODY_LIMIT }
