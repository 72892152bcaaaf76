/** Our own rules for the API document, beyond redocly's. Each rule is tried on a fault that it must find. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

interface Described {
  operationId: string
  summary: string
  description: string
  deprecated?: boolean
  security: Record<string, string[]>[]
  parameters: { $ref?: string; name?: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string; type?: string; format?: string } }> }
  responses: Record<
    string,
    { $ref?: string; headers?: Record<string, unknown>; content?: Record<string, unknown> }
  >
}
interface Schema {
  description?: string
  properties?: Record<string, unknown>
}
interface Document {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}
interface Place {
  method: string
  path: string
  operation: Described
}

const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8')) as Document

const has = ({ parameters }: Described, name: string) =>
  parameters.some(({ $ref, name: own }) => own === name || $ref?.endsWith(`/${name}`))
const changes = ({ method }: Place) => method !== 'get'

const isReadBelow = (path: string) =>
  Object.entries(document.paths).some(
    ([other, { get }]) =>
      get && other.startsWith(`${path}/{`) && other.split('/').length === path.split('/').length + 1,
  )

/** Returns what is wrong with an operation, or undefined. */
/** A value that only moves forward. Whoever sends an older one loses nothing, so a condition would protect nothing. */
const MOVES_FORWARD = new Set(['markInboxSeen'])

const RULES: Record<string, (place: Place) => string | undefined> = {
  'an id is a verb and a noun': ({ operation: { operationId } }) =>
    /^[a-z]+([A-Z][a-z]*)+$/.test(operationId) ? undefined : operationId,
  'a summary is a line without a full stop': ({ operation: { summary } }) =>
    summary.length > 0 && summary.length <= 120 && !/[.\n]$/.test(summary) ? undefined : summary,
  'an operation names its one scope, also in its words': ({ operation: { security, description } }) => {
    const [scope, ...others] = security.flatMap((one) => one['bearerAuth'] ?? [])
    return scope && others.length === 0 && description.includes(`\`${scope}\``) ? undefined : 'the scope'
  },
  'a path is in kebab-case, its parameters in camelCase': ({ path }) =>
    path.split('/').every((word) => /^([a-z][a-z0-9-]*|\{[a-z][A-Za-z]*\})?$/.test(word)) ? undefined : path,
  'a change has an Idempotency-Key, a read has none': (place) =>
    has(place.operation, 'IdempotencyKey') === changes(place) ? undefined : 'the key',
  'PATCH and PUT need a condition': ({ method, operation }) =>
    !['patch', 'put'].includes(method) ||
    MOVES_FORWARD.has(operation.operationId) ||
    has(operation, 'IfMatch') ||
    has(operation, 'IfMatchWhereThere')
      ? undefined
      : 'If-Match',
  'a list has a count with the same filter, and pages': ({ path, operation, method }) => {
    if (method !== 'get' || !has(operation, 'cursor')) return undefined
    const count = document.paths[`${path}/count`]?.['get']
    if (!count || has(count, 'filter') !== has(operation, 'filter')) return 'the count'
    return has(operation, 'limit') ? undefined : 'limit'
  },
  'an answer 201 says where the new resource is, if it can be read there': ({
    path,
    operation: { responses },
  }) =>
    !responses['201'] || responses['201'].headers?.['Location'] || !isReadBelow(path)
      ? undefined
      : 'Location',
  'every answer has the id of its request': ({ operation: { responses } }) =>
    Object.entries(responses).find(
      ([code, { $ref, headers }]) => code !== '304' && !$ref && !headers?.['X-Request-Id'],
    )?.[0],
  'a refusal is shared by all operations': ({ operation: { responses } }) =>
    Object.entries(responses).find(([code, { $ref }]) => Number(code) >= 400 && !$ref)?.[0],
  'a body of JSON is a named schema': ({ operation: { requestBody } }) => {
    const schema = requestBody?.content['application/json']?.schema
    return !schema || schema.$ref || schema.format === 'binary' ? undefined : 'the body'
  },
  'what is deprecated says what to use': ({ operation: { deprecated, description } }) =>
    !deprecated || /^Deprecated since \d{4}-\d\d-\d\d; use .+\./.test(description) ? undefined : 'the words',
}

const places: Place[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
)

for (const [name, rule] of Object.entries(RULES))
  test(name, () => {
    const faults = places.flatMap((place) => {
      const fault = rule(place)
      return fault === undefined ? [] : [`${place.operation.operationId}: ${fault}`]
    })
    assert.deepEqual(faults, [])
  })

test('a named schema says what it is, and its properties are in camelCase', () => {
  const faults = Object.entries(document.components.schemas).flatMap(([name, schema]) => {
    const wrong = Object.keys(schema.properties ?? {}).filter(
      (property) => !/^[a-z][A-Za-z0-9]*$/.test(property),
    )
    const hasWords = (schema.description ?? '') !== ''
    return wrong.length === 0 && hasWords ? [] : [`${name}: ${wrong.join(', ')}`]
  })
  assert.deepEqual(faults, [])
})

test('no two operations have one id or one summary', () => {
  for (const fact of ['operationId', 'summary'] as const) {
    const all = places.map(({ operation }) => operation[fact])
    assert.deepEqual(
      all.filter((one, n) => all.indexOf(one) !== n),
      [],
    )
  }
})

const right: Described = {
  operationId: 'createThing',
  summary: 'A thing',
  description: 'Needs the scope `svc-engine:thing-create`.',
  security: [{ bearerAuth: ['svc-engine:thing-create'] }],
  parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
  responses: {
    201: { headers: { Location: {}, 'X-Request-Id': {} } },
    400: { $ref: '#/components/responses/Invalid' },
  },
}

test('each rule finds its fault, and nothing in what is right', () => {
  const place = (operation: Partial<Described> = {}, method = 'post', path = '/api/v1/things'): Place => ({
    method,
    path,
    operation: { ...right, ...operation },
  })
  const wrong: Record<string, Place> = {
    'an id is a verb and a noun': place({ operationId: 'things' }),
    'a summary is a line without a full stop': place({ summary: 'A thing.' }),
    'an operation names its one scope, also in its words': place({ description: 'Needs nothing.' }),
    'a path is in kebab-case, its parameters in camelCase': place({}, 'post', '/api/v1/someThings'),
    'a change has an Idempotency-Key, a read has none': place({ parameters: [] }),
    'PATCH and PUT need a condition': place({}, 'patch'),
    'a list has a count with the same filter, and pages': place({ parameters: [{ name: 'cursor' }] }, 'get'),
    'an answer 201 says where the new resource is, if it can be read there': place(
      { responses: { 201: { headers: {} } } },
      'post',
      '/api/v1/games',
    ),
    'every answer has the id of its request': place({ responses: { 200: { headers: {} } } }),
    'a refusal is shared by all operations': place({ responses: { 400: { content: {} } } }),
    'a body of JSON is a named schema': place({
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    }),
    'what is deprecated says what to use': place({ deprecated: true }),
  }
  for (const [name, rule] of Object.entries(RULES)) {
    assert.equal(rule(place()), undefined, name)
    const one = wrong[name] ?? assert.fail(`${name} is tried on nothing`)
    assert.notEqual(rule(one), undefined, name)
  }
})
