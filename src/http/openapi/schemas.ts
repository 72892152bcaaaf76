/** Makes the schemas of the OpenAPI document from the schemas of the operations. */
import * as z from 'zod'
import { type Json, cleaned, conversion, inline } from '../schema/json-schema.ts'
import type { Operation } from '../operation/operation.ts'

/** The schemas are sorted. Otherwise their order would depend on which module was loaded first. */
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

/** Allows unknown properties in answers, which clients must ignore. In requests they stay forbidden. */
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
