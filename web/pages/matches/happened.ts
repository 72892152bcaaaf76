/** Lists what happened to a match, oldest first: recorded, finished, edited, disputed. */
import type * as z from 'zod'
import type { MatchEdit } from '../../../src/resources/match-edits/schema.ts'
import { type Change, type MatchBody, appliedChangesOf, changesOf } from '../../parts/corrections/changes.ts'

type Edit = z.output<typeof MatchEdit>
type Ref = { id: string; displayName: string }

export type Happened = { at: string; by?: Ref } & (
  | { kind: 'recorded' | 'finished' | 'changed' }
  | {
      kind: 'proposed' | 'rejected' | 'approved' | 'applied' | 'corrected'
      edit: Edit
      /** `from` is the old value of an edit that waits, and of one that was applied if `isKnown`. */
      changes: Change[]
      isKnown: boolean
    }
  | { kind: 'disputed'; participantId: string; participant: Ref; reason: string }
)

/** True for an edit that nobody has decided, and for a dispute. */
export const isPending = (one: Happened): boolean =>
  one.kind === 'disputed' || (one.kind === 'proposed' && one.edit.status === 'PENDING')

export function timelineOf(match: MatchBody, edits: readonly Edit[]): Happened[] {
  const happened: Happened[] = [{ kind: 'recorded', at: match.createdAt, by: match.recorder }]
  if (match.finalizedAt !== undefined)
    happened.push({ kind: 'finished', at: match.finalizedAt, by: match.recorder })
  for (const edit of edits) happened.push(...stagesOf(edit, match))
  for (const { id, ghostPlayer, disputedAt, disputedBy, disputeReason } of match.participants) {
    if (disputedAt === undefined) continue
    happened.push({
      kind: 'disputed',
      at: disputedAt,
      ...(disputedBy ? { by: disputedBy } : {}),
      participantId: id,
      participant: ghostPlayer,
      reason: disputeReason ?? '',
    })
  }
  // A match has only its last change, so a later correction would make this entry disappear. A draft has no corrections.
  const { lastEditedAt, lastEditedBy } = match
  if (lastEditedAt !== undefined && match.finalizedAt === undefined)
    happened.push({ kind: 'changed', at: lastEditedAt, ...(lastEditedBy ? { by: lastEditedBy } : {}) })
  return happened.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function stagesOf(edit: Edit, match: MatchBody): Happened[] {
  const { status, decidedAt, decidedBy, createdAt, proposedBy } = edit
  const applied = appliedChangesOf(edit, match)
  const of = { edit, changes: applied ?? changesOf(edit, match), isKnown: applied !== undefined }
  const proposed: Happened = { kind: 'proposed', at: createdAt, by: proposedBy, ...of }
  if (decidedAt === undefined) return [proposed]
  // Only edits by trusted editors are approved at the moment they are made.
  if (decidedAt === createdAt) return [{ ...proposed, kind: 'applied' }]
  // The app proposes and approves the recorder's own correction in one step.
  if (status === 'APPROVED' && decidedBy?.id === proposedBy.id)
    return [{ ...proposed, kind: 'corrected', at: decidedAt }]
  return [
    proposed,
    {
      kind: status === 'APPROVED' ? 'approved' : 'rejected',
      at: decidedAt,
      ...(decidedBy ? { by: decidedBy } : {}),
      ...of,
      changes: [],
    },
  ]
}
