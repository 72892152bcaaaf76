/** The schemas of the document, converted from those of the operations. */
import * as z from 'zod'
import type { Operation } from '../operation.ts'

export type Json = Record<string, unknown>

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

const conversion = {
  io: 'input',
  unrepresentable: 'any',
  target: 'draft-2020-12',
  override: ({ jsonSchema }: { jsonSchema: Json }) => {
    if (jsonSchema['format'] === 'uuid') delete jsonSchema['pattern'] // the format says it
  },
} as const

/** A schema without an id stands where it is used. */
export const inline = (schema: z.ZodType): Json => cleaned(z.toJSONSchema(schema, conversion))

export function refTo(schema: z.ZodType): Json {
  const id = schema.meta()?.id
  return id === undefined ? inline(schema) : { $ref: `#/components/schemas/${id}` }
}

/** Without the marks that only a schema of its own needs. */
function cleaned(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema as Json
  return rest
}
