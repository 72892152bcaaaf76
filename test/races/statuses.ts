/** What races share: how often they are run, and the statuses of those who ran. */
import type { Reply } from '../support.ts'

export const ROUNDS = 100

/** In order of their numbers, as one line. */
export const statuses = (replies: Reply[]): string =>
  replies
    .map(({ status }) => String(status))
    .toSorted()
    .join(' ')
