/** The rules of a match edit: the match takes edits, the references of the edit fit the match, and it is decided once. */
import type { UserCaller } from '../../http/caller.ts'
import { conflict, forbidden, invalid } from '../../http/problem.ts'
import { expansionViolations } from '../expansions/rules.ts'
import type { MatchReferences } from '../matches/store.ts'
import { unknownReference } from '../../http/schema/unknown-reference.ts'
import { unknownReferences } from '../unknown-references.ts'
import type { CreateMatchEdit } from './schema.ts'
import type { EditFacts, LockedMatch, LockedMatchEdit } from './store.ts'

/** Everybody who sees the details of the match may propose an edit. */
export const seesDetails = {
  may: (_: UserCaller, { visible }: LockedMatch) => visible,
  refusal: 'Only users who see the details of a match may propose an edit of it.',
}

export const recorder = {
  may: ({ userId }: UserCaller, { recorderId }: LockedMatchEdit) => userId === recorderId,
  refusal: 'Only the recorder of a match may decide its edits.',
}

export function mustTakeEdits({ finalized, editRequestsEnabled, recorderIsThere }: LockedMatch): void {
  if (!finalized)
    throw conflict(
      'This match is a draft: its recorder changes it directly. Edits are for finalized matches.',
    )
  if (!recorderIsThere)
    throw conflict('The recorder of this match has erased their account: nobody can decide its edits.')
  if (!editRequestsEnabled) throw conflict('The recorder of this match does not accept edits.')
}

/** Each reference exists and belongs to the match or its game (400), and the proposer may use it (403). */
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

export function mustBePending({ status }: LockedMatchEdit): void {
  if (status !== 'PENDING') throw conflict(`This edit is ${status} and cannot be decided again.`)
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
