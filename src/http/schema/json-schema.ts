/** Makes JSON Schemas for the OpenAPI document. */
import * as z from 'zod'

export type Json = Record<string, unknown>

export const conversion = {
  io: 'input',
  unrepresentable: 'any',
  target: 'draft-2020-12',
  override: ({ jsonSchema }: { jsonSchema: Json }) => {
    if (jsonSchema['format'] === 'uuid') delete jsonSchema['pattern'] // the format says the same
  },
} as const

/** The JSON Schema of a schema that has no id. */
export const inline = (schema: z.ZodType): Json => cleaned(z.toJSONSchema(schema, conversion))

/** Removes `$schema`, `$id` and `id`, which only whole documents need. */
export function cleaned(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema as Json
  return rest
}
