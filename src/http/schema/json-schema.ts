/** Makes JSON Schemas from the schemas of operations, for the OpenAPI document. */
import * as z from 'zod'

export type Json = Record<string, unknown>

export const conversion = {
  io: 'input',
  unrepresentable: 'any',
  target: 'draft-2020-12',
  override: ({ jsonSchema }: { jsonSchema: Json }) => {
    if (jsonSchema['format'] === 'uuid') delete jsonSchema['pattern'] // the format says it
  },
} as const

/** The JSON Schema of a schema without an id, which the document repeats wherever it is used. */
export const inline = (schema: z.ZodType): Json => cleaned(z.toJSONSchema(schema, conversion))

/** The schema without `$schema`, `$id` and `id`, which only a whole document needs. */
export function cleaned(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema as Json
  return rest
}
