/**
 * Turns a violated constraint into an error with a meaning, by the constraint's name. A distributed PostgreSQL (Citus) appends
 * the number of a shard to the name, with at least six digits.
 */
import pg from 'pg'

/** The result of `work`, or the error in `meaning` for the constraint that it violated. */
export async function withConstraints<T>(meaning: Record<string, () => Error>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    throw (constraint === undefined ? undefined : meaning[constraint.replace(SHARD, '')]?.()) ?? error
  }
}

const SHARD = /_\d{6,}$/
