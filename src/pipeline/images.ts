/** Fetches the images of games, each image once. Any number of instances can do this at the same time. */
import { type Background, type Warn, startWork } from '../db/background.ts'
import type { Database } from '../db/database.ts'
import {
  type DueImage,
  giveImageUp,
  keepImage,
  takeDueImage,
  tryImageLater,
} from '../resources/game-images/fetched.ts'
import { Unusable } from './outside/failures.ts'
import type { FetchImage } from './outside/services.ts'

/** The pause between two looks for images, in milliseconds. */
const PAUSE = 5_000

export const startImages = (db: Database, fetch: FetchImage, warn: Warn): Background =>
  startWork({
    name: 'the fetching of images',
    every: PAUSE,
    warn,
    round: async (stopping) => {
      while (!stopping.aborted && (await fetchDueImage(db, fetch, stopping)));
    },
  })

/** Fetches one image. Returns false if none is due. */
export async function fetchDueImage(
  db: Database,
  fetch: FetchImage,
  stopping: AbortSignal,
): Promise<boolean> {
  const due = await db.maybe(takeDueImage)
  if (due === undefined) return false
  const outcome = await outcomeOf(due, fetch, stopping)
  if (!stopping.aborted) await db.many(outcome)
  return true
}

async function outcomeOf(due: DueImage, fetch: FetchImage, stopping: AbortSignal) {
  try {
    return keepImage(due, await fetch(due.url, stopping))
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    return error instanceof Unusable ? giveImageUp(due, failure) : tryImageLater(due, failure)
  }
}
