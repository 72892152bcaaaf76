/** A group of operations, which becomes a tag of the OpenAPI document. */
import type { Operation } from '../http/operation/operation.ts'

export interface Resource {
  tag: string
  description: string
  operations: Operation[]
}
