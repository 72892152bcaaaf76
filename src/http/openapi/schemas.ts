/** The schemas of the document, converted from those of the operations. */
import * as z from 'zod'
import { type Json, cleaned, conversion, inline } from '../schema/json-schema.ts'
import type { Operation } from '../operation/operation.ts'

/**
 * Every schema that has an id, as what is sent: a date-time is the text it is sent as. They come by name, as the registry has
 * them in the order in which a process loads its modules.
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

/** A request takes no unknown property; an answer may have one some day, and its readers are not to mind. */
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
