/** Constraints have the last word: what a statement ran into, by the constraint's name. */
import pg from 'pg'

/** The result of `work`, or the error that `meaning` has for the unique constraint that it violated. */
export async function withConstraints<T>(meaning: Record<string, () => Error>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    throw (constraint === undefined ? undefined : meaning[constraint]?.()) ?? error
  }
}
