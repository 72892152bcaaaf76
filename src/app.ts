/** The service as a Fastify instance: the API, the pages, and the health checks. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { api, operations } from './api.ts'
import type { Warn } from './db/background.ts'
import type { Database } from './db/database.ts'
import { problemPages } from './docs/problems.ts'
import { guideRoutes } from './docs/guide.ts'
import { referencePages } from './docs/reference.ts'
import { type Verifier, keyOf } from './http/access-token.ts'
import { BearerAuthentication, mustHoldScope } from './http/lifecycle/authenticate.ts'
import { callerTurns } from './http/lifecycle/caller-turns.ts'
import type { RequestMeasures } from './http/server/measures.ts'
import { type ServerOptions, createServer } from './http/server/server.ts'
import { openApiDocument } from './http/openapi/document.ts'
import { scopesOfRole } from './identity/roles.ts'
import { CONTENT_TYPE } from './metrics/families.ts'
import { ROUTINE } from './http/server/endings.ts'
import { addRoutes } from './http/server/routes.ts'
import { sharedSecret } from './http/secrets.ts'
import type { OutsideIssuer } from './identity/outside-issuers.ts'
import { OutsideClients } from './identity/outside-sign-in/clients.ts'
import { OutsideSessions } from './identity/outside-sign-in/sessions.ts'
import { People } from './identity/people.ts'
import { forPages as notificationsForPages } from './notifications/for-pages.ts'
import { forPages } from './invitations/for-pages.ts'
import { PersonalTokenVerifier } from './identity/personal-tokens/verifier.ts'
import { LastUses } from './identity/sessions/last-uses.ts'
import { Sessions } from './identity/sessions/signed-in.ts'
import { AccountStatus } from './identity/sessions/account-status.ts'
import type { TokenVerifier } from './identity/verifier.ts'
import { consentRoutes } from './pages/consent/routes.ts'
import { type LookUpOptions, lookUpRoute } from './pages/invitation.ts'
import { strangersTextsRoute } from './pages/app/strangers-texts.ts'
import { addProbes } from './http/server/probes.ts'
import { callsOf, insideCaller } from './http/lifecycle/inside.ts'
import type { AppSource } from './pages/app/shell.ts'
import { type PagesOptions, addPages } from './pages/pages.ts'
import { unsubscribeRoutes } from './pages/unsubscribe.ts'
import { outsideRoutes } from './pages/outside/routes.ts'
import { webRoutes } from './pages/session.ts'
import { usersNamed } from './resources/users/named.ts'
import * as users from './resources/users/store.ts'
import { EventFeed } from './events/feed.ts'
import { EventIds } from './events/ids.ts'
import { Streams } from './http/streams/streams.ts'
import type { Services } from './http/lifecycle/lifecycle.ts'

/** The caller for texts that everybody may read. */
const STRANGER = insideCaller('5c0eb00c-0ca7-8a10-a002-000000000002', ['message-read'])

const METRICS_SCOPE = 'svc-engine:system-read'

export interface AppOptions {
  config: Pick<ServerOptions, 'baseUrl' | 'errorTypeBase' | 'corsOrigins' | 'trustedProxies'> & {
    host?: string
    /** The issuer of the service's tokens. Without it, the service issues none. */
    issuer?: string
    issuers?: readonly OutsideIssuer[]
    /** If true, people on other machines can sign in over plain http. */
    plainSignIn?: boolean
    /** Who can make an account. Undefined if people sign in at outside issuers, because then there are no accounts. */
    signUp?: PagesOptions['signUp'] | undefined
  }
  /** The web app. Without it, the service has only the pages of accounts. */
  web?: AppSource | undefined
  db: Database
  verifier: Verifier & Partial<Pick<TokenVerifier, 'follow'>>
  logger?: FastifyBaseLogger
  collectSoon?: ServerOptions['collectSoon']
  /** How many processes share the limits of a caller. Without it, 1. */
  processes?: number
  metrics?: {
    requests: RequestMeasures
    text: () => Promise<string>
  }
  tracer?: ServerOptions['tracer']
  /** While `draining` is true, the service says that it is not ready. */
  lifecycle?: { draining: boolean }
  /** Aborted when the service begins to drain. Streams end then. */
  ending?: AbortSignal
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
  ending,
}: AppOptions): Promise<FastifyInstance> {
  const measures = metrics?.requests
  const app = await createServer({ ...config, logger, collectSoon, measures, tracer })
  const [cursorSecret, revealSecret, eventSecret] = await Promise.all([
    sharedSecret(db, 'cursor'),
    sharedSecret(db, 'reveals'),
    sharedSecret(db, 'events'),
    sharedSecret(db, 'webhooks'), // so that no operation has to wait until it is made
  ])
  const eventIds = new EventIds(eventSecret)
  const { streams, committed } = eventsOf(app, db, eventIds, { processes, measures, ending })
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
    streams,
    committed,
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
  const invitations = forPages(db)
  webRoutes(app, { operations, services, sessions, people, eventIds, outside, baseUrl, signUp })
  if (outside) await outsideRoutes(app, { db, outside, baseUrl, source: web })
  if (issuer !== undefined && issuers.length === 0)
    consentRoutes(app, { db, sessions, baseUrl, issuer, keyChanges: accountStatus })
  addProbes(app, db, lifecycle)
  await docsPages(app, openApiDocument(api, scopesOfRole, config))
  unsubscribeRoutes(app, await notificationsForPages(db))
  if (web) pagesForStrangers(app, { db, invitations, baseUrl, signUp })
  if (signUp !== undefined)
    await addPages(app, { db, sessions, baseUrl, signUp, invitations, host, trustedProxies, source: web })
  else if (!outside) app.get('/', (_request, reply) => reply.redirect('/docs', 303))
  return app
}

/** The log of events, as it is read for the streams of this process. */
function eventsOf(
  app: FastifyInstance,
  db: Database,
  ids: EventIds,
  {
    processes,
    measures,
    ending,
  }: {
    processes: number | undefined
    measures: RequestMeasures | undefined
    ending: AbortSignal | undefined
  },
): Pick<Services, 'streams' | 'committed'> {
  const warn: Warn = (message, facts, level = 'warn') => app.log[level](facts, message)
  const feed = new EventFeed(db, ids, warn)
  const streams = new Streams(feed, processes)
  measures?.include(() => streams.families)
  ending?.addEventListener('abort', () => streams.drain())
  app.addHook('preClose', () => streams.close())
  app.addHook('onClose', () => feed.close())
  return { streams, committed: feed.committed }
}

async function docsPages(app: FastifyInstance, document: object): Promise<void> {
  problemPages(app)
  guideRoutes(app)
  await referencePages(app, document)
}

function pagesForStrangers(app: FastifyInstance, options: LookUpOptions): void {
  lookUpRoute(app, options)
  strangersTextsRoute(app, callsOf(STRANGER, operations, options.db, usersNamed))
}
