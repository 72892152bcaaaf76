/** Answers whoever watches the process: is it alive, has it started, can it serve now? `?verbose` says what was looked at. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { unavailable } from '../http/problem.ts'
import { readQuery } from '../http/query.ts'
import { ROUTINE } from '../http/server/endings.ts'

export function addProbes(
  app: FastifyInstance,
  db: Pick<Database, 'mustServe'>,
  lifecycle: { draining: boolean } | undefined,
): void {
  app.get('/livez', ROUTINE, (request) =>
    said(request, 'alive', { process: 'ok', seconds: Math.floor(process.uptime()) }),
  )
  let started = false
  app.get('/startupz', ROUTINE, async (request) => {
    if (!started) await db.mustServe()
    started = true
    return said(request, 'started', { database: 'has answered' })
  })
  app.get('/readyz', ROUTINE, async (request) => {
    if (lifecycle?.draining) throw unavailable('The service is stopping.')
    await db.mustServe()
    return said(request, 'ready', { stopping: 'no', database: 'ok' })
  })
}

const said = (request: FastifyRequest, status: string, checks: Record<string, string | number>) =>
  readQuery(request.url).parameters.has('verbose') ? { status, checks } : { status }
