/** What is known of one thing: the chain of its versions. */
import { Marks } from './marks.ts'

export interface Chain {
  /** Acknowledged changes. Each raises the version by one. */
  steps: number
  /** The newest version in any answer. */
  newest: number
  /** Who changed a version, by the version. */
  changedBy: Map<number, string>
  /** Digests of what was shown, by version and reader. */
  bodies: Map<string, string>
  /** Whose it is: who made it. */
  by: string
  /** The keys of requests that may have deleted it. */
  deletions: Set<string>
  deletedAt: number | undefined
  /** The newest version that was refused as not the newest. */
  outdated: number
  /** Of a match edit or a claim request: the key that approved or rejected it. */
  decidedBy: string | undefined
  /** Of a match: which marks it may have. */
  marks: Marks
  /** Of a match edit: the mark that it would give. */
  mark: unknown
  /** Of a claim request: the ghost player. */
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
