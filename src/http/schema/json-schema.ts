/** JSON Schemas made from the schemas of operations, for the API's document. */
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

/** A schema without an id stands where it is used. */
export const inline = (schema: z.ZodType): Json => cleaned(z.toJSONSchema(schema, conversion))

/** Without the marks that only a schema of its own needs. */
export function cleaned(schema: object): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema as Json
  return rest
}
