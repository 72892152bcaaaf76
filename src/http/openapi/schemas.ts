/** The schemas of the OpenAPI document, converted from the operations' schemas. */
import * as z from 'zod'
import { type Json, cleaned, conversion, inline } from '../schema/json-schema.ts'
import type { Operation } from '../operation/operation.ts'

/**
 * Every schema with an id, in the form that is sent: a date-time is a text. We sort them by name, because the registry's order
 * depends on the order in which a process loads its modules.
 */
export function schemas(operations: readonly Operation[]): Json {
  const requests = new Set(operations.map(({ body }) => body?.meta()?.id))
  const { schemas: found } = z.toJSONSchema(z.globalRegistry, {
    ...conversion,
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(found)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, schema]) => [id, requests.has(id) ? cleaned(schema) : extensible(cleaned(schema))]),
  )
}

/** Answers can get new properties later, which readers must ignore. Requests take no unknown property. */
function extensible(schema: unknown): Json {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  ) as Json
}

export function refTo(schema: z.ZodType): Json {
  const id = schema.meta()?.id
  return id === undefined ? inline(schema) : { $ref: `#/components/schemas/${id}` }
}
