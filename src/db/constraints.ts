/** The last word on uniqueness: which constraint a statement ran into. */
import pg from 'pg'

/** The name of the constraint or unique index that `error` reports as violated; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') ? error.constraint : undefined
}
