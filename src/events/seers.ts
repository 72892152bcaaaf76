/**
 * Finds out who gets which events. It asks the policies about all events of a batch and all followers, at the moment of delivery.
 */
import type { Queryable } from '../db/database.ts'
import type { Logged } from './log.ts'
import { SUBJECTS, subjectOf } from './subjects.ts'

/** For each event, by its position: the users who get it. An event that is missing here is for nobody. */
type Seers = Map<number, 'everybody' | Set<string>>

/** One statement for each kind of subject in the batch. They are sent together, and each subject is looked up only once. */
export async function seersOf(
  events: readonly Logged[],
  userIds: readonly string[],
  db: Pick<Queryable, 'many'>,
): Promise<Seers> {
  const seers: Seers = new Map()
  const bySubject = Map.groupBy(events, ({ kind }) => subjectOf(kind))
  const asked = [...bySubject].map(async ([subject, some]) => {
    if (subject === undefined) return // an event of a newer version of the service
    const { seenBy } = SUBJECTS[subject]
    if (!seenBy) {
      for (const { position } of some) seers.set(position, 'everybody')
      return
    }
    const same = [...Map.groupBy(some, (event) => `${event.id} ${event.parentId} ${endOf(event)}`).values()]
    const sights = await db.many(
      seenBy({
        numbers: same.map((_, number) => number),
        ids: same.map(([event]) => event?.id ?? ''),
        parentIds: same.map(([event]) => event?.parentId ?? null),
        ends: same.map(([event]) => (event ? endOf(event) : null)),
        userIds: [...userIds],
      }),
    )
    const seeing = Map.groupBy(sights, ({ number }) => number)
    for (const [number, ofOne] of same.entries()) {
      const users = (seeing.get(number) ?? []).map(({ userId }) => userId)
      for (const { position, parties } of ofOne) seers.set(position, new Set([...users, ...(parties ?? [])]))
    }
  })
  await Promise.all(asked)
  return seers
}

/** When the subject ended; null if the event is no deletion. */
const endOf = ({ kind, happenedAt }: Logged): string | null => (kind.endsWith('.deleted') ? happenedAt : null)
