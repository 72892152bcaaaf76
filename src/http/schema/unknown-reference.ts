/** The violation of a body that refers to something that doesn't exist, or that doesn't fit. */
import type { Violation } from '../problem.ts'

/** `right` goes on from "… must be". */
export const unknownReference = (field: string, right: string, rejectedValue?: string): Violation => ({
  field,
  code: 'INVALID_REFERENCE',
  message: `${field} must be ${right}.`,
  ...(rejectedValue === undefined ? {} : { rejectedValue }),
})
