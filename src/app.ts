/** The service as a Fastify instance: the API, and the pages and checks beside it. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { api, operations } from './api.ts'
import type { Database } from './db/database.ts'
import { problemPages } from './docs/problems.ts'
import { referencePages } from './docs/reference.ts'
import { type Verifier, keyOf } from './http/access-token.ts'
import { BearerAuthentication, mustHoldScope } from './http/lifecycle/authenticate.ts'
import { callerTurns } from './http/lifecycle/caller-turns.ts'
import type { RequestMeasures } from './http/server/measures.ts'
import { type ServerOptions, createServer } from './http/server/server.ts'
import { openApiDocument } from './http/openapi/document.ts'
import { scopesOfRole } from './identity/roles.ts'
import { CONTENT_TYPE } from './metrics/families.ts'
import { unavailable } from './http/problem.ts'
import { ROUTINE } from './http/server/endings.ts'
import { addRoutes } from './http/server/routes.ts'
import { sharedSecret } from './http/secrets.ts'
import type { OutsideIssuer } from './identity/outside-issuers.ts'
import { OutsideClients } from './identity/outside-sign-in/clients.ts'
import { OutsideSessions } from './identity/outside-sign-in/sessions.ts'
import { People } from './identity/people.ts'
import { PersonalTokenVerifier } from './identity/personal-tokens/verifier.ts'
import { LastUses } from './identity/sessions/last-uses.ts'
import { Sessions } from './identity/sessions/signed-in.ts'
import { AccountStatus } from './identity/sessions/account-status.ts'
import type { TokenVerifier } from './identity/verifier.ts'
import { consentRoutes } from './pages/consent/routes.ts'
import type { AppSource } from './pages/app/shell.ts'
import { type PagesOptions, addPages } from './pages/pages.ts'
import { outsideRoutes } from './pages/outside/routes.ts'
import { webRoutes } from './pages/session.ts'
import { usersNamed } from './resources/users/named.ts'
import * as users from './resources/users/store.ts'

/** The scope that shows the state of the system shows its metrics too. */
const METRICS_SCOPE = 'svc-engine:system-read'

export interface AppOptions {
  config: Pick<ServerOptions, 'baseUrl' | 'errorTypeBase' | 'corsOrigins' | 'trustedProxies'> & {
    /** The address that the service listens on, if it is known. */
    host?: string
    /** The name of the embedded issuer. Without it, or with outside issuers, the service issues no tokens. */
    issuer?: string
    issuers?: readonly OutsideIssuer[]
    /** True lets people sign in over plain http from other machines. */
    plainSignIn?: boolean
    /** Who is allowed to make an account; undefined if people sign in at outside issuers and there are no accounts. */
    signUp?: PagesOptions['signUp'] | undefined
  }
  /** The web app; without it, the service has only the pages of accounts. */
  web?: AppSource | undefined
  db: Database
  verifier: Verifier & Partial<Pick<TokenVerifier, 'follow'>>
  logger?: FastifyBaseLogger
  collectSoon?: ServerOptions['collectSoon']
  /** How many processes share the limits for a caller; 1 by default. */
  processes?: number
  metrics?: {
    requests: RequestMeasures
    /** The metrics of all processes of the service, as text. */
    text: () => Promise<string>
  }
  tracer?: ServerOptions['tracer']
  /** While draining, the service says that it is not ready. */
  lifecycle?: { draining: boolean }
}

export async function buildApp({
  config,
  db,
  verifier,
  logger,
  collectSoon,
  lifecycle,
  processes,
  metrics,
  tracer,
  web,
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer({ ...config, logger, collectSoon, measures: metrics?.requests, tracer })
  const [cursorSecret, revealSecret] = await Promise.all([
    sharedSecret(db, 'cursor'),
    sharedSecret(db, 'reveals'),
  ])
  const accountStatus = new AccountStatus(db)
  verifier.follow?.(accountStatus)
  const lastUses = new LastUses(db, (err) => app.log.warn({ err }, 'last uses could not be written'))
  app.addHook('onClose', () => Promise.all([accountStatus.close(), lastUses.close()]))
  const people = new People(db, accountStatus, {
    async findOrCreate(token) {
      const user = await users.findOrCreate(db, token)
      db.seenAtPrimary(keyOf(token)) // so that the next read finds a user who was just created
      return user
    },
    lockAccount: users.lockAccount,
  })
  await accountStatus.ready
  const services = {
    db,
    turns: callerTurns(processes),
    cursorSecret,
    reveals: { secret: revealSecret, baseUrl: config.baseUrl },
    usersNamed,
  }
  const tokens = new PersonalTokenVerifier(verifier, { accountStatus, lastUses })
  const authentication = new BearerAuthentication(tokens, people)
  addRoutes(app, operations, { ...services, authentication })
  if (metrics)
    app.get('/metrics', ROUTINE, async ({ headers }, reply) => {
      mustHoldScope(await authentication.caller(headers), METRICS_SCOPE)
      return reply.type(CONTENT_TYPE).send(await metrics.text())
    })
  const sessions = new Sessions(db, { ...config, accountStatus, lastUses })
  const { baseUrl, issuer, issuers = [], signUp, host, trustedProxies = [] } = config
  const outside = issuers.some(({ client }) => client !== undefined)
    ? new OutsideSessions(db, {
        ...config,
        accountStatus,
        lastUses,
        verifier,
        people,
        clients: new OutsideClients(issuers, baseUrl),
      })
    : undefined
  webRoutes(app, { operations, services, sessions, people, outside, baseUrl })
  if (outside) await outsideRoutes(app, { db, outside, baseUrl, source: web })
  if (issuer !== undefined && issuers.length === 0)
    consentRoutes(app, { db, sessions, baseUrl, issuer, keyChanges: accountStatus })
  app.get('/livez', ROUTINE, () => ({ status: 'alive' }))
  app.get('/readyz', ROUTINE, async () => {
    if (lifecycle?.draining) throw unavailable('The service is stopping.')
    await db.mustServe()
    return { status: 'ready' }
  })
  problemPages(app)
  await referencePages(app, openApiDocument(api, scopesOfRole, config))
  if (signUp !== undefined)
    await addPages(app, { db, sessions, baseUrl, signUp, host, trustedProxies, source: web })
  else if (!outside) app.get('/', (_request, reply) => reply.redirect('/docs', 303))
  return app
}
