/** What a client is told whose body refers to something that isn't there, or that doesn't fit. */
import type { Violation } from './problem.ts'

/** `right` goes on from "… has to be". */
export const unknownReference = (field: string, right: string, rejectedValue?: string): Violation => ({
  field,
  code: 'INVALID_REFERENCE',
  message: `${field} has to be ${right}.`,
  ...(rejectedValue === undefined ? {} : { rejectedValue }),
})
