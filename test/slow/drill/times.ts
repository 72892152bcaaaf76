/** How long clients waited, according to their journal. */
import type { Timed } from './crowd.ts'

/** All in milliseconds. */
export interface Times {
  /** The longest time in which no change was acknowledged. */
  changesAway: number
  /** The longest time in which an instance answered no read. */
  readsAway: number
  slowestRead: number
  /** The number of reads that were refused or not answered. */
  readsRefused: number
  /** From the promotion of another server until each instance had acknowledged a change, and answered a read. */
  changesAfterPromotion: number | undefined
  readsAfterPromotion: number | undefined
}

export function timesOf(timed: readonly Timed[], instances: number, promotedAt: number | undefined): Times {
  const sent = new Map(
    timed.flatMap(({ entry, at }) => (entry.is === 'sent' ? [[entry.n, { entry, at }] as const] : [])),
  )
  const answered = timed.flatMap(({ entry, at }) => {
    const asked = entry.is === 'answered' || entry.is === 'silent' ? sent.get(entry.n) : undefined
    if (asked === undefined) return []
    const status = entry.is === 'answered' ? entry.status : 0
    return [
      {
        status,
        at,
        sentAt: asked.at,
        instance: asked.entry.instance,
        isChange: asked.entry.key !== undefined,
      },
    ]
  })
  const changes = answered.filter(({ isChange, status }) => isChange && status === 201)
  const reads = answered.filter(({ isChange, status }) => !isChange && status === 200)
  const numbers = Array.from({ length: instances }, (_, n) => n)
  const readsOf = (n: number) => reads.filter(({ instance }) => instance === n)
  /** Until each instance has answered something that it got after the promotion. */
  const after = (answers: typeof reads) => {
    if (promotedAt === undefined) return undefined
    const firsts = numbers.map(
      (n) => answers.find(({ instance, at }) => instance === n && at > promotedAt)?.at ?? Infinity,
    )
    return Math.round(Math.max(...firsts) - promotedAt)
  }
  return {
    changesAway: longestGap(changes),
    readsAway: Math.max(...numbers.map((n) => longestGap(readsOf(n)))),
    slowestRead: Math.round(Math.max(0, ...reads.map(({ at, sentAt }) => at - sentAt))),
    readsRefused: answered.filter(({ isChange, status }) => !isChange && (status === 0 || status >= 500))
      .length,
    changesAfterPromotion: after(changes),
    readsAfterPromotion: after(reads),
  }
}

const longestGap = (answers: readonly { at: number }[]): number =>
  Math.round(Math.max(0, ...answers.slice(1).map(({ at }, n) => at - (answers[n]?.at ?? at))))
