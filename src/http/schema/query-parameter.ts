/** A query parameter in the OpenAPI document. */
export interface QueryParameter {
  name: string
  description: string
  schema: Record<string, unknown>
  example?: unknown
}
