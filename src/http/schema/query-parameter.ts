/** A query parameter as the document describes it. */
export interface QueryParameter {
  name: string
  description: string
  schema: Record<string, unknown>
  example?: unknown
}
