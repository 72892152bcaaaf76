/** The operations of a resource. They are a tag of the document, in the order of their module. */
import type { Operation } from '../http/operation/operation.ts'

export interface Resource {
  tag: string
  description: string
  operations: Operation[]
}
