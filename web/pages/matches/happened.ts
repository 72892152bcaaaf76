/** What happened to a match, oldest first: recorded, finished, edits and their decisions, disputes. */
import type * as z from 'zod'
import type { MatchEdit } from '../../../src/resources/match-edits/schema.ts'
import type { Match } from '../../../src/resources/matches/schema.ts'

type MatchBody = z.output<typeof Match>
type Edit = z.output<typeof MatchEdit>
type Ref = { id: string; displayName: string }

export type Happened = { at: string; by?: Ref } & (
  | { kind: 'recorded' | 'finished' | 'changed' }
  | { kind: 'proposed' | 'rejected' | 'approved' | 'applied'; edit: Edit; changes: Change[] }
  | { kind: 'disputed'; participant: Ref; reason: string }
)

/** One field that an edit changes. `to` is undefined if the edit clears the field. */
export type Change =
  | { of: 'score'; participant: Ref; from?: number | undefined; to: number | undefined }
  | { of: 'rank'; participant: Ref; from?: number | undefined; to: number | undefined }
  | { of: 'outcome'; participant: Ref; from?: string | undefined; to: string | undefined }
  | { of: 'loadout'; participant: Ref }
  | { of: 'playset'; to: Ref | undefined }
  | { of: 'expansions'; to: readonly Ref[] }

export function timelineOf(match: MatchBody, edits: readonly Edit[]): Happened[] {
  const happened: Happened[] = [{ kind: 'recorded', at: match.createdAt, by: match.recorder }]
  if (match.finalizedAt !== undefined)
    happened.push({ kind: 'finished', at: match.finalizedAt, by: match.recorder })
  for (const edit of edits) happened.push(...stagesOf(edit, match))
  for (const { ghostPlayer, disputedAt, disputedBy, disputeReason } of match.participants) {
    if (disputedAt === undefined) continue
    happened.push({
      kind: 'disputed',
      at: disputedAt,
      ...(disputedBy ? { by: disputedBy } : {}),
      participant: ghostPlayer,
      reason: disputeReason ?? '',
    })
  }
  const { lastEditedAt, lastEditedBy } = match
  // An approved edit is in the list already, with its changes.
  if (
    lastEditedAt !== undefined &&
    !edits.some(({ status, decidedAt }) => status === 'APPROVED' && decidedAt === lastEditedAt)
  )
    happened.push({ kind: 'changed', at: lastEditedAt, ...(lastEditedBy ? { by: lastEditedBy } : {}) })
  return happened.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function stagesOf(edit: Edit, match: MatchBody): Happened[] {
  const { status, decidedAt, decidedBy, createdAt, proposedBy } = edit
  const changes = changesOf(edit, match)
  if (decidedAt === undefined) return [{ kind: 'proposed', at: createdAt, by: proposedBy, edit, changes }]
  // An edit by a trusted editor is approved at once.
  if (decidedAt === createdAt) return [{ kind: 'applied', at: createdAt, by: proposedBy, edit, changes }]
  return [
    { kind: 'proposed', at: createdAt, by: proposedBy, edit, changes },
    {
      kind: status === 'APPROVED' ? 'approved' : 'rejected',
      at: decidedAt,
      ...(decidedBy ? { by: decidedBy } : {}),
      edit,
      changes: [],
    },
  ]
}

/** `from` is the match's present value, so it is meaningful only for an edit that waits. */
function changesOf(
  { status, participantChanges, loadoutChanges, ...edit }: Edit,
  match: MatchBody,
): Change[] {
  const waits = status === 'PENDING'
  const changes: Change[] = []
  for (const change of participantChanges) {
    const participant = match.participants.find(({ id }) => id === change.matchParticipantId)
    const named = {
      participant: participant?.ghostPlayer ?? { id: change.matchParticipantId, displayName: '' },
    }
    if (change.scoreSet)
      changes.push({
        of: 'score',
        ...named,
        ...(waits ? { from: participant?.score } : {}),
        to: change.score,
      })
    if (change.rankSet)
      changes.push({ of: 'rank', ...named, ...(waits ? { from: participant?.rank } : {}), to: change.rank })
    if (change.outcomeSet)
      changes.push({
        of: 'outcome',
        ...named,
        ...(waits ? { from: participant?.outcome } : {}),
        to: change.outcome,
      })
  }
  for (const { matchParticipantId } of loadoutChanges) {
    const participant = match.participants.find(({ id }) => id === matchParticipantId)?.ghostPlayer
    if (participant) changes.push({ of: 'loadout', participant })
  }
  if (edit.playsetChange) changes.push({ of: 'playset', to: edit.playsetChange.playset })
  if (edit.expansionChange) changes.push({ of: 'expansions', to: edit.expansionChange.expansions })
  return changes
}
