/** The rules of a match edit: when a match can be edited, what an edit may refer to, and when it may be decided. */
import type { UserCaller } from '../../http/caller.ts'
import { conflict, forbidden, invalid } from '../../http/problem.ts'
import { expansionViolations } from '../expansions/rules.ts'
import type { MatchReferences } from '../matches/store.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { unknownReferences } from '../unknown-references.ts'
import type { CreateMatchEdit } from './schema.ts'
import { type EditFacts, type LockedMatch, type LockedMatchEdit, MOST_PENDING } from './store.ts'

export const seesDetails = {
  may: (_: UserCaller, { visible }: LockedMatch) => visible,
  refusal: 'Only users who see the details of a match may propose an edit of it.',
}

export const recorder = {
  may: ({ userId }: UserCaller, { recorderId }: LockedMatchEdit) => userId === recorderId,
  refusal: 'Only the recorder of a match may decide its edits.',
}

/** Only the proposer may withdraw the edit, even if they no longer see the match. */
export const proposer = {
  may: ({ userId }: UserCaller, { proposedBy }: LockedMatchEdit) => userId === proposedBy,
  refusal: 'Only the user who proposed an edit may withdraw it.',
}

export function mustTakeEdits({
  finalized,
  editRequestsEnabled,
  recorderIsThere,
  pending,
}: LockedMatch): void {
  if (!finalized)
    throw conflict(
      'This match is a draft: its recorder changes it directly. Edits are for finalized matches.',
    )
  if (!recorderIsThere)
    throw conflict('The recorder of this match has erased their account: nobody can decide its edits.')
  if (!editRequestsEnabled) throw conflict('The recorder of this match does not accept edits.')
  if (pending >= MOST_PENDING)
    throw conflict(
      `${MOST_PENDING} of your edits wait for a decision. Withdraw some before you propose another one.`,
    )
}

export function mustFit(edit: CreateMatchEdit, match: LockedMatch, found: MatchReferences): void {
  const violations = [
    ...participantViolations('participantChanges', edit.participantChanges, found),
    ...participantViolations('loadoutChanges', edit.loadoutChanges, found),
    ...playsetViolations(edit, match, found),
    ...expansionViolations(
      edit.expansionChange?.expansionIds ?? [],
      found.expansions,
      match.gameId,
      'expansionChange.expansionIds',
    ),
  ]
  if (violations.length > 0) throw invalid(violations)
  if (found.playset?.usable === false) throw forbidden('You may not use this playset.')
}

export function mustBePending({ status }: LockedMatchEdit, refusal: string): void {
  if (status !== 'PENDING') throw conflict(`This edit is ${status} and ${refusal}.`)
}

export function mustStillFit({ playsetIsThere }: EditFacts): void {
  if (!playsetIsThere) throw conflict('The playset of this edit was deleted after the edit was proposed.')
}

function participantViolations(
  list: 'participantChanges' | 'loadoutChanges',
  changes: { matchParticipantId: string }[] = [],
  { participantIds }: MatchReferences,
) {
  return unknownReferences(
    changes.map(({ matchParticipantId }) => matchParticipantId),
    participantIds,
    (index) => `${list}[${index}].matchParticipantId`,
    'the id of a participant of the match',
  )
}

function playsetViolations({ playsetChange }: CreateMatchEdit, match: LockedMatch, found: MatchReferences) {
  const id = playsetChange?.playsetId
  if (!id || found.playset?.gameId === match.gameId) return []
  return [unknownReference('playsetChange.playsetId', 'the id of a playset of the match’s game', id)]
}
