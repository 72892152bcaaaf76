/** What the clients of a drill were promised, according to their journal. */
import type { Entry, Sent } from '../../torture/journal.ts'

/** The journal has this fault when a standby was promoted. */
export const PROMOTED = 'a standby was promoted'

interface Acknowledged {
  name: string
  /** The log's position after the change, from its answer. */
  position: bigint
  /** How often the change was sent until it was acknowledged. */
  attempts: number
  /** How many primaries had been replaced when the request was sent. */
  forksBefore: number
}

export function* acknowledgedIn(entries: readonly Entry[]): Generator<Acknowledged> {
  const sent = new Map<number, Sent & { forksBefore: number }>()
  const attempts = new Map<string, number>()
  let forks = 0
  for (const entry of entries) {
    if (entry.is === 'fault') forks++
    if (entry.is === 'sent' && entry.key !== undefined) {
      sent.set(entry.n, { ...entry, forksBefore: forks })
      attempts.set(entry.key, (attempts.get(entry.key) ?? 0) + 1)
    }
    const change = entry.is === 'answered' && entry.status === 201 ? sent.get(entry.n) : undefined
    if (entry.is !== 'answered' || !change) continue
    const { key = '', forksBefore } = change
    yield {
      name: (change.body as { displayName: string }).displayName,
      position: BigInt(entry.headers['scorebook-position'] ?? 0),
      attempts: attempts.get(key) ?? 0,
      forksBefore,
    }
  }
}
