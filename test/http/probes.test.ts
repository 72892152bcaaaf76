/** The probes: what they say while the database answers, while it is away, and while the service stops. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { DatabaseUnavailable } from '../../src/db/unavailable.ts'
import { problemOf, sendProblem } from '../../src/http/lifecycle/problem-answer.ts'
import { addProbes } from '../../src/http/server/probes.ts'

const BASES = {
  baseUrl: 'https://scorebook.example.org',
  errorTypeBase: 'https://scorebook.example.org/problems',
}

function probes() {
  const state = { isAway: false, draining: false }
  const app = fastify()
  app.setErrorHandler((error: Error, request, reply) =>
    sendProblem(problemOf(error, request), request, reply, BASES),
  )
  const mustServe = () => (state.isAway ? Promise.reject(new DatabaseUnavailable('away')) : Promise.resolve())
  addProbes(app, { mustServe }, state)
  const ask = async (url: string) => {
    const { statusCode, payload } = await app.inject({ url })
    return [statusCode, JSON.parse(payload) as Record<string, unknown>] as const
  }
  return { state, ask }
}

test('a start that has ended stays ended, and readiness follows the database', async () => {
  const { state, ask } = probes()
  state.isAway = true
  for (const url of ['/startupz', '/readyz', '/readyz?verbose']) assert.equal((await ask(url))[0], 503, url)
  assert.deepEqual(await ask('/livez'), [200, { status: 'alive' }])
  state.isAway = false
  assert.deepEqual(await ask('/startupz'), [200, { status: 'started' }])
  assert.deepEqual(await ask('/readyz'), [200, { status: 'ready' }])
  state.isAway = true
  assert.equal((await ask('/startupz'))[0], 200)
  assert.equal((await ask('/readyz'))[0], 503)
})

test('?verbose says what was looked at, and nothing secret', async () => {
  const { state, ask } = probes()
  const [, { status, checks }] = await ask('/livez?verbose')
  assert.deepEqual([status, Object.keys(checks as object)], ['alive', ['process', 'seconds']])
  assert.deepEqual(await ask('/startupz?verbose'), [
    200,
    { status: 'started', checks: { database: 'has answered' } },
  ])
  assert.deepEqual(await ask('/readyz?verbose'), [
    200,
    { status: 'ready', checks: { stopping: 'no', database: 'ok' } },
  ])
  state.draining = true
  const [code, { detail }] = await ask('/readyz?verbose')
  assert.deepEqual([code, detail], [503, 'The service is stopping.'])
})
