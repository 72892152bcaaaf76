/** The violation in a body that refers to something that does not exist, or that may not be used there. */
import type { Violation } from '../problem.ts'

/** `right` is the end of the sentence "… must be …". */
export const unknownReference = (field: string, right: string, rejectedValue?: string): Violation => ({
  field,
  code: 'INVALID_REFERENCE',
  message: `${field} must be ${right}.`,
  ...(rejectedValue === undefined ? {} : { rejectedValue }),
})
