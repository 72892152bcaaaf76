/** The violation for a body that refers to something that doesn't exist or doesn't fit. */
import type { Violation } from '../problem.ts'

/** `right` continues the sentence "… must be". */
export const unknownReference = (field: string, right: string, rejectedValue?: string): Violation => ({
  field,
  code: 'INVALID_REFERENCE',
  message: `${field} must be ${right}.`,
  ...(rejectedValue === undefined ? {} : { rejectedValue }),
})
