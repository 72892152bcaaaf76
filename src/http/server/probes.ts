/** Answers whoever watches the process: is it alive, has it started, can it serve now? `?verbose` says what was looked at. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { unavailable } from '../problem.ts'
import { readQuery } from '../query.ts'
import { ROUTINE } from './endings.ts'

export function addProbes(
  app: FastifyInstance,
  db: Pick<Database, 'mustServe'>,
  lifecycle: { draining: boolean } | undefined,
): void {
  app.get('/livez', ROUTINE, (request) =>
    said(request, 'alive', { process: 'ok', seconds: Math.floor(process.uptime()) }),
  )
  let started = false
  const start = async (request: FastifyRequest) => {
    if (!started) await db.mustServe()
    started = true
    return said(request, 'started', { database: 'has answered' })
  }
  const readiness = async (request: FastifyRequest) => {
    if (lifecycle?.draining) throw unavailable('The service is stopping.')
    await db.mustServe()
    return said(request, 'ready', { stopping: 'no', database: 'ok' })
  }
  app.get('/startupz', ROUTINE, (request) => start(request))
  app.get('/readyz', ROUTINE, (request) => readiness(request))
}

const said = (request: FastifyRequest, status: string, checks: Record<string, string | number>) =>
  readQuery(request.url).parameters.has('verbose') ? { status, checks } : { status }
