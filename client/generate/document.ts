/** The parts of the OpenAPI document that the client is generated from. */

export interface Document {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, Schema> }
}

export interface DescribedOperation {
  operationId: string
  summary: string
  description: string
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<
    string,
    { headers?: Record<string, unknown>; content?: Record<string, { schema?: Schema }> }
  >
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  description?: string
  schema: Schema
}

/** The keywords that our schemas use and a type can say; others, such as `maxLength`, say nothing about a type. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
}

/** Keywords that would change a type, but that no schema of ours uses. */
export const UNKNOWN_KEYWORDS = [
  'allOf',
  'oneOf',
  'not',
  'prefixItems',
  'patternProperties',
  'nullable',
  'if',
]
