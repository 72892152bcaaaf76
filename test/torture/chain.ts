/** What is known about one resource: the chain of its versions. */
import { Marks } from './marks.ts'

export interface Chain {
  /** The number of acknowledged changes. Each raises the version by one. */
  steps: number
  /** The newest version that an answer has shown. */
  newest: number
  /** Who made each version. */
  changedBy: Map<number, string>
  /** Digests of the bodies that were shown, by version and reader. */
  bodies: Map<string, string>
  /** The person who made the resource. */
  by: string
  /** The keys of requests that may have deleted the resource. */
  deletions: Set<string>
  deletedAt: number | undefined
  /** The newest version that was refused as outdated. */
  outdated: number
  /** The key that approved or rejected a match edit or a claim request. */
  decidedBy: string | undefined
  /** The marks that a match can have. */
  marks: Marks
  /** The mark that a match edit would give. */
  mark: unknown
  /** The ghost player of a claim request. */
  ghostPlayerId: string | undefined
}

export const newChain = (
  by: string,
  { ghostPlayerId, mark }: { ghostPlayerId?: string | undefined; mark?: unknown } = {},
): Chain => ({
  steps: 0,
  newest: 1,
  changedBy: new Map(),
  bodies: new Map(),
  by,
  deletions: new Set(),
  deletedAt: undefined,
  outdated: 0,
  decidedBy: undefined,
  marks: new Marks(),
  mark,
  ghostPlayerId,
})
