/** The routes of the API. Also answers requests whose path or method has no route. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf } from './bodies.ts'
import { compressed } from './content-coding.ts'
import {
  JSON_TYPE,
  type RequestState,
  goneSignal,
  mustBeOfType,
  pathOf,
  send,
  requestStates,
  whenOver,
  withRequest,
} from './exchange.ts'
import { limitOf } from '../lifecycle/caller-turns.ts'
import { headersOf } from '../operation/deprecation.ts'
import { LONG } from '../json/source.ts'
import { BODY_LIMIT, type Operation } from '../operation/operation.ts'
import { type Services, admit, answer } from '../lifecycle/lifecycle.ts'
import { PREFIX } from '../prefix.ts'
import { nearest } from '../nearest.ts'
import { Problem, notFound } from '../problem.ts'
import { readQuery } from '../query.ts'
import { slicesOf } from '../turns/slices.ts'
import { tooLarge } from '../operation/streamed-body.ts'
import { openStream } from './open-stream.ts'

/** The party of all refused callers together, in the turns for long work. */
const STRANGERS = 'strangers'

export function addRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  services: Services,
  prefix = PREFIX,
): void {
  for (const operation of operations) {
    const deprecated = operation.deprecation && headersOf(operation.deprecation)
    app.route({
      method: operation.method,
      url: urlOf(prefix, operation.path),
      bodyLimit: operation.bodyLimit,
      onRequest: async (request, reply) => {
        if (deprecated) reply.headers(deprecated)
        const length = Number(request.headers['content-length'] ?? 0)
        if (length > 0) mustBeOfType(request, operation.stream ?? operation.bytes?.media ?? JSON_TYPE) // 415 comes before 413
        if (length > operation.bodyLimit) throw tooLarge(operation.bodyLimit)
        await receive(operation, request, reply, services)
      },
      onSend: compressed,
      handler: async (request, reply) => {
        const state = requestStates.get(request) as RequestState
        const { admission, gone } = state
        if (operation.handling.kind === 'stream')
          return withRequest(operation, request, state, (sent) =>
            openStream(operation, sent, state, { request, reply }, services),
          )
        const work = () =>
          withRequest(operation, request, state, (sent) =>
            answer(admission, operation, { ...sent, gone }, services),
          )
        const party = admission.caller?.key ?? STRANGERS
        state.work = isLongWork(operation, request) ? slicesOf(party, work) : work()
        return send(await state.work, reply)
      },
    })
  }
  routed.set(app, [...(routed.get(app) ?? []), { prefix, operations }])
  for (const { method, path } of shadowed(operations)) {
    app.route({
      method,
      url: urlOf(prefix, path),
      onRequest: (request, _reply, done) => done(notRouted(app, request)),
      handler: () => undefined,
    })
  }
}

/**
 * Reads the body. A long body is refused before it arrives. A short one is read even if the caller is refused, because a 400
 * comes before a 401 or 403.
 */
async function receive(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<void> {
  const { headers, url } = request
  const query = readQuery(url)
  const length = bytesOf(headers, operation.bodyLimit)
  const large = length > BODY_LIMIT
  const admission = await admit(operation, { headers, query, large }, services)
  const state: RequestState = { admission, query, readsWhole: operation.bytes !== undefined }
  requestStates.set(request, state)
  if (admission.caller) {
    const { end } = admission.turn
    // The turn ends together with the work, which can be after the client has left.
    const over = () => (state.work ? void state.work.then(end, end) : end())
    whenOver(reply, over)
    if (admission.cost === 'filtered') {
      state.gone = goneSignal(request, reply)
      if (state.gone.aborted) over()
      else state.gone.addEventListener('abort', over)
    }
    await admission.turn.come
    if (admission.cost) reply.headers(limitOf(services.turns, admission.caller.key, admission.cost))
  } else if (Number(headers['content-length']) > BODY_LIMIT || headers.expect !== undefined)
    throw admission.refusal
  admission.times.begin('body')
}

const isLongWork = ({ handling }: Operation, { body }: FastifyRequest) =>
  (Buffer.isBuffer(body) && body.length > LONG) || (handling.kind === 'read' && handling.long === true)

/** Paths that Fastify would give to the wrong operation: `DELETE /matches/count` must not delete a match with the id `count`. */
function shadowed(operations: readonly Operation[]): Pick<Operation, 'method' | 'path'>[] {
  const has = new Set(operations.map(({ method, path }) => `${method} ${path}`))
  return [...new Set(operations.map(({ path }) => path))].flatMap((path) =>
    operations
      .filter((other) => formOf(other.path).test(path) && !has.has(`${other.method} ${path}`))
      .filter((other) => !mayBe(other, path))
      .map(({ method }) => ({ method, path })),
  )
}

/**
 * True if the words fit the parameters of the operation. In `/keys/import`, for example, `import` can also be the name of a key.
 */
function mayBe({ path, params }: Operation, words: string): boolean {
  const given = words.split('/')
  return path.split('/').every((part, n) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    const word = given[n] ?? ''
    return name === undefined || word.startsWith('{') || params[name]?.safeParse(word).success
  })
}

const urlOf = (prefix: string, path: string) => prefix + path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The operations of each server. They give a 405 its Allow header. */
const routed = new WeakMap<FastifyInstance, { prefix: string; operations: readonly Operation[] }[]>()

/** The regular expressions of the paths. They are cached, because each refused path is compared with all of them. */
const forms = new Map<string, RegExp>()

function formOf(path: string): RegExp {
  const form = forms.get(path) ?? new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  forms.set(path, form)
  return form
}

/** The Allow header for this path. Undefined if no operation has the path. */
export function allowedAt(app: FastifyInstance, request: FastifyRequest): string | undefined {
  const methods = methodsAt(app, pathOf(request))
  if (methods.length === 0) return undefined
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
}

export function notRouted(app: FastifyInstance, request: FastifyRequest): Problem {
  const path = pathOf(request)
  const allow = allowedAt(app, request)
  if (allow === undefined) return notFound(`There is nothing at ${path}.${pathMeant(app, path)}`)
  return new Problem(405, 'validation', `${path} takes ${allow}, not ${request.method}.`, {
    headers: { allow },
  })
}

/** A sentence with the path of an operation that is spelt almost like this one, or nothing. */
function pathMeant(app: FastifyInstance, path: string): string {
  const words = path.split('/')
  if (words.length > MOST_WORDS) return ''
  const paths = (routed.get(app) ?? []).flatMap(({ prefix, operations }) =>
    operations.map((operation) => (prefix + operation.path).split('/')),
  )
  const near = paths.flatMap((known) => {
    const given = words[1] === 'api' ? words : [...PREFIX.split('/'), ...words.slice(1)]
    const found = given.length === known.length ? known.map((word, n) => wordMeant(given[n] ?? '', word)) : []
    return found.length > 0 && found.every((word) => word !== undefined) ? [found.join('/')] : []
  })
  const found = near.find((one) => one !== path)
  return found === undefined ? '' : ` Did you mean ${found}?`
}

const MOST_WORDS = 12

const wordMeant = (given: string, known: string): string | undefined =>
  known.startsWith('{') ? given || undefined : given === known ? known : nearest(given, [known])

/**
 * The methods that exist for this path. An operation with more parameters counts only if its schemas accept the words in the
 * path.
 */
const methodsAt = (app: FastifyInstance, path: string): string[] =>
  (routed.get(app) ?? []).flatMap(({ prefix, operations }) => {
    if (!path.startsWith(prefix)) return []
    const words = path.slice(prefix.length)
    const fitting = operations.filter((operation) => formOf(operation.path).test(words))
    const fewest = Math.min(...fitting.map(({ params }) => Object.keys(params).length))
    return fitting
      .filter((one) => Object.keys(one.params).length === fewest || mayBe(one, words))
      .map(({ method }) => method)
  })

/** True for a path such as `/matches/`, which the router takes for a match with an empty id. */
export const hasEmptyParameter = ({ params }: FastifyRequest): boolean =>
  Object.entries(params as Record<string, string>).some(([name, value]) => name !== '*' && value === '')
