/** Finds out which rule a change has violated, by the name of the constraint. Citus appends a number to the name. */
import pg from 'pg'

export async function withConstraints<T>(meaning: Record<string, () => Error>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined
    throw (constraint === undefined ? undefined : meaning[constraint.replace(SHARD, '')]?.()) ?? error
  }
}

const SHARD = /_\d{6,}$/
