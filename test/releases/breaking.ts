/** Compares the OpenAPI documents of two releases: which changes break a client of the earlier one. docs/promises.md has the rules. */
import { Comparison, type Json, mapOf, resolved } from './schemas.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const

/** Lists of values in answers that may grow, because clients must pass over values that they don't know. */
const MAY_GROW =
  /^(Event\.kind|WebhookDelivery\.kind|Webhook\.kinds\[\]|AuditEvent\.kind|InboxItem\.kind|Notifications\.kinds\[\]|Violation\.code|Import\.format)$/

/** Each line is a change that breaks clients, such as `POST /matches body.gameId: is gone`. */
export function breakingChanges(before: Json, after: Json): string[] {
  const comparison = new Comparison({ before, after }, (name) => MAY_GROW.test(name))
  const faults: string[] = []
  for (const [path, methods] of Object.entries(mapOf(before['paths'])))
    for (const method of METHODS) {
      const old = mapOf(methods)[method]
      if (old === undefined) continue
      const at = `${method.toUpperCase()} ${path}`
      const current = mapOf(mapOf(after['paths'])[path])[method]
      if (current === undefined) faults.push(`${at}: is gone`)
      else
        faults.push(
          ...ofOperation(comparison, { before, after }, { at, old: mapOf(old), current: mapOf(current) }),
        )
    }
  return [...new Set(faults)]
}

interface Documents {
  before: Json
  after: Json
}

interface Operations {
  at: string
  old: Json
  current: Json
}

function ofOperation(comparison: Comparison, documents: Documents, operations: Operations): string[] {
  const { at, old, current } = operations
  return [
    ...(old['operationId'] === current['operationId']
      ? []
      : [`${at}: ${String(old['operationId'])} is now called ${String(current['operationId'])}`]),
    ...rights(operations),
    ...parameters(comparison, documents, operations),
    ...body(comparison, documents, operations),
    ...answers(comparison, documents, operations),
  ]
}

/** Whoever has the scopes of before must be let in. */
function rights({ at, old, current }: Operations): string[] {
  const scopesOf = (operation: Json) =>
    (Array.isArray(operation['security']) ? operation['security'] : []).flatMap((one) =>
      Object.values(mapOf(one)).flatMap((scopes) => scopes as string[]),
    )
  const had = new Set(scopesOf(old))
  return scopesOf(current)
    .filter((scope) => !had.has(scope))
    .map((scope) => `${at}: needs the scope ${scope} now`)
}

function parameters(
  comparison: Comparison,
  { before, after }: Documents,
  { at, old, current }: Operations,
): string[] {
  const of = (document: Json, operation: Json) =>
    new Map(
      (Array.isArray(operation['parameters']) ? operation['parameters'] : [])
        .map((one) => resolved(document, one))
        .map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]),
    )
  const [had, has] = [of(before, old), of(after, current)]
  const faults: string[] = []
  for (const [key, parameter] of had) {
    const now = has.get(key)
    if (now === undefined) {
      // A header that nobody reads any more does no harm; a parameter that is not known is refused.
      if (!key.startsWith('header ')) faults.push(`${at} ${key}: is gone`)
      continue
    }
    if (now['required'] === true && parameter['required'] !== true)
      faults.push(`${at} ${key}: is required now`)
    faults.push(
      ...comparison.compare('sent', {
        before: parameter['schema'],
        after: now['schema'],
        at: `${at} ${key}`,
      }),
    )
  }
  for (const [key, parameter] of has)
    if (!had.has(key) && parameter['required'] === true) faults.push(`${at} ${key}: is required now`)
  return faults
}

function body(
  comparison: Comparison,
  { before, after }: Documents,
  { at, old, current }: Operations,
): string[] {
  const [had, has] = [resolved(before, old['requestBody']), resolved(after, current['requestBody'])]
  const faults: string[] = []
  if (has['required'] === true && had['required'] !== true) faults.push(`${at} body: is required now`)
  const [types, typesNow] = [mapOf(had['content']), mapOf(has['content'])]
  for (const [type, media] of Object.entries(types))
    if (!Object.hasOwn(typesNow, type)) faults.push(`${at} body: no longer accepts ${type}`)
    else
      faults.push(
        ...comparison.compare('sent', {
          before: mapOf(media)['schema'],
          after: mapOf(typesNow[type])['schema'],
          at: `${at} body`,
        }),
      )
  return faults
}

function answers(
  comparison: Comparison,
  { before, after }: Documents,
  { at, old, current }: Operations,
): string[] {
  const [had, has] = [mapOf(old['responses']), mapOf(current['responses'])]
  const isGood = (status: string) => /^[23]/.test(status)
  const faults = Object.keys(has)
    .filter((status) => isGood(status) && !Object.hasOwn(had, status))
    .map((status) => `${at}: answers ${status} too`)
  for (const [status, answer] of Object.entries(had)) {
    if (!Object.hasOwn(has, status)) {
      if (isGood(status)) faults.push(`${at}: no longer answers ${status}`)
      continue
    }
    const [one, other] = [resolved(before, answer), resolved(after, has[status])]
    for (const header of Object.keys(mapOf(one['headers'])))
      if (!Object.hasOwn(mapOf(other['headers']), header))
        faults.push(`${at} ${status}: the header ${header} is gone`)
    for (const [type, media] of Object.entries(mapOf(one['content']))) {
      const now = mapOf(other['content'])[type]
      if (now === undefined) faults.push(`${at} ${status}: ${type} is gone`)
      else
        faults.push(
          ...comparison.compare('got', {
            before: mapOf(media)['schema'],
            after: mapOf(now)['schema'],
            at: `${at} ${status}`,
          }),
        )
    }
  }
  return faults
}
