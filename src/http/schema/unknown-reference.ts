/** The violation of a body that refers to something that does not exist or may not be used there. */
import type { Violation } from '../problem.ts'

/** `right` ends a sentence that begins with "… must be". */
export const unknownReference = (field: string, right: string, rejectedValue?: string): Violation => ({
  field,
  code: 'INVALID_REFERENCE',
  message: `${field} must be ${right}.`,
  ...(rejectedValue === undefined ? {} : { rejectedValue }),
})
