/** The service as a Fastify instance: the API, and what stands beside it. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { api, operations } from './api.ts'
import type { Database } from './db/database.ts'
import { problemPages } from './docs/problems.ts'
import { referencePages } from './docs/reference.ts'
import { type Verifier, keyOf } from './http/access-token.ts'
import { Authentication } from './http/authenticate.ts'
import { callerTurns } from './http/caller-turns.ts'
import { type ServerOptions, createServer } from './http/server.ts'
import { openApiDocument } from './http/openapi/document.ts'
import { unavailable } from './http/problem.ts'
import { addRoutes } from './http/routes.ts'
import { sharedSecret } from './http/secrets.ts'
import { usersNamed } from './resources/users/named.ts'
import * as users from './resources/users/store.ts'

export interface AppOptions {
  config: Pick<ServerOptions, 'baseUrl' | 'errorTypeBase' | 'corsOrigins'>
  db: Database
  verifier: Verifier
  logger?: FastifyBaseLogger
  collectSoon?: ServerOptions['collectSoon']
  /** How many processes share the limits for a caller; 1 by default. */
  processes?: number
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
}: AppOptions): Promise<FastifyInstance> {
  const app = await createServer({ ...config, logger, collectSoon })
  const authentication = new Authentication(verifier, {
    async find(token) {
      const user = await users.findOrCreate(db, token)
      db.met(keyOf(token)) // who was made just now is found by their next read
      return user
    },
    lockAccount: users.lockAccount,
  })
  addRoutes(app, operations, {
    db,
    authentication,
    turns: callerTurns(processes),
    cursorSecret: await sharedSecret(db, 'cursor'),
    usersNamed,
  })
  app.get('/livez', () => ({ status: 'alive' }))
  app.get('/readyz', async () => {
    if (lifecycle?.draining) throw unavailable('The service is stopping.')
    await db.mustServe()
    return { status: 'ready' }
  })
  problemPages(app)
  await referencePages(app, openApiDocument(api, config))
  return app
}
