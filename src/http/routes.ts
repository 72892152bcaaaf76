/** The routes of the API: each operation under its path, and what is said of a path or method that is none. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Operation } from './operation.ts'
import { type Services, answer } from './pipeline.ts'
import { Problem, notFound } from './problem.ts'
import { JSON_TYPE, mustBeOfType, pathOf, requestOf, send } from './exchange.ts'
import { tooLarge } from './streamed-body.ts'

/** Every operation stands below it. */
export const PREFIX = '/api/v1'

/** Gives every operation its route. */
export function carry(app: FastifyInstance, operations: readonly Operation[], services: Services): void {
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: urlOf(operation.path),
      bodyLimit: operation.bodyLimit,
      onRequest: async (request) => {
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > 0) mustBeOfType(request, operation.stream ?? JSON_TYPE) // before it is found too large
        if (length > operation.bodyLimit) throw tooLarge(operation.bodyLimit)
      },
      handler: async (request, reply) =>
        send(await answer(operation, requestOf(operation, request), services), reply),
    })
  }
  routed.set(app, operations)
  for (const { method, path } of shadowed(operations)) {
    app.route({
      method,
      url: urlOf(path),
      onRequest: (request, _reply, done) => done(notRouted(app, request)),
      handler: () => undefined,
    })
  }
}

/** `DELETE /matches/count` is no match that is called count, though the router would take it for one. */
function shadowed(operations: readonly Operation[]): Pick<Operation, 'method' | 'path'>[] {
  const has = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  return [...new Set(operations.map(({ path }) => path))].flatMap((path) =>
    operations
      .filter((other) => formOf(other.path).test(PREFIX + path) && !has.has(`${other.method} ${path}`))
      .filter((other) => !mayBe(other, path))
      .map(({ method }) => ({ method, path })),
  )
}

/** `/keys/import` is also that of a key which is called import, as a key may be. */
function mayBe({ path, params }: Operation, words: string): boolean {
  const given = words.split('/')
  return path.split('/').every((part, n) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    const word = given[n] ?? ''
    return name === undefined || word.startsWith('{') || params[name]?.safeParse(word).success
  })
}

const urlOf = (path: string) => PREFIX + path.replaceAll(/\{(\w+)\}/g, ':$1')

/** What is routed, for the answer to a method that a path doesn't have. */
const routed = new WeakMap<FastifyInstance, readonly Operation[]>()

const formOf = (path: string) => new RegExp(`^${PREFIX}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** Of the paths that fit, the one with the fewest parameters is meant, unless its words may be parameters. */
export function notRouted(app: FastifyInstance, request: FastifyRequest): Problem {
  const path = pathOf(request)
  const fitting = (routed.get(app) ?? []).filter((operation) => formOf(operation.path).test(path))
  const fewest = Math.min(...fitting.map(({ params }) => Object.keys(params).length))
  const methods = fitting
    .filter((one) => Object.keys(one.params).length === fewest || mayBe(one, path.slice(PREFIX.length)))
    .map(({ method }) => method)
  if (methods.length === 0) return notFound(`There is nothing at ${path}.`)
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return new Problem(405, 'validation', `${path} takes ${allow}, not ${request.method}.`, {
    headers: { allow },
  })
}
