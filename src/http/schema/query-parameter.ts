/** A query parameter, for the OpenAPI document. */
export interface QueryParameter {
  name: string
  description: string
  schema: Record<string, unknown>
  example?: unknown
}
