/** The changes that an edit makes to a match, as a list, and the match as it would be after them. */
import type * as z from 'zod'
import type { MatchEdit } from '../../../src/resources/match-edits/schema.ts'
import type { Match } from '../../../src/resources/matches/schema.ts'

export type MatchBody = z.output<typeof Match>
export type Participant = MatchBody['participants'][number]
export type Edit = Pick<
  z.output<typeof MatchEdit>,
  'participantChanges' | 'loadoutChanges' | 'playsetChange' | 'expansionChange'
>
type Ref = { id: string; displayName: string }
type Attributes = Readonly<Record<string, unknown>>

interface OfSeat {
  /** The index of the participant, counted from 0. It is -1 if the participant is not in the match. */
  seat: number
  participant: Ref
}

/** One change. Undefined values mean that nothing is entered. */
export type Change =
  | (OfSeat & { of: 'score' | 'rank'; from?: number | undefined; to: number | undefined })
  | (OfSeat & { of: 'outcome'; from?: string | undefined; to: string | undefined })
  | (OfSeat & { of: 'loadout'; from?: Attributes | undefined; to: Attributes })
  | { of: 'playset'; from?: Ref | undefined; to: Ref | undefined }
  | { of: 'expansions'; from?: readonly Ref[] | undefined; to: readonly Ref[] }

/** The changes. `from` is the present value in the match. */
export function changesOf(edit: Edit, match: MatchBody): Change[] {
  const changes: Change[] = []
  for (const change of edit.participantChanges) {
    const { written, ...seat } = seatOf(match, change.matchParticipantId)
    if (change.scoreSet) changes.push({ of: 'score', ...seat, from: written?.score, to: change.score })
    if (change.rankSet) changes.push({ of: 'rank', ...seat, from: written?.rank, to: change.rank })
    if (change.outcomeSet)
      changes.push({ of: 'outcome', ...seat, from: written?.outcome, to: change.outcome })
  }
  for (const { matchParticipantId, attributes } of edit.loadoutChanges) {
    const { written, ...seat } = seatOf(match, matchParticipantId)
    changes.push({ of: 'loadout', ...seat, from: written?.loadout?.attributes, to: attributes })
  }
  if (edit.playsetChange) changes.push({ of: 'playset', from: match.playset, to: edit.playsetChange.playset })
  if (edit.expansionChange)
    changes.push({ of: 'expansions', from: match.expansions, to: edit.expansionChange.expansions })
  return changes
}

/** The changes that an approved edit has made, from the values that it replaced. Undefined if those values were not stored. */
export function appliedChangesOf({ replaced, ...edit }: AppliedEdit, match: MatchBody): Change[] | undefined {
  if (!replaced) return undefined
  const participants = match.participants.map((one): Participant => {
    const old = replaced.participants.find(({ matchParticipantId }) => matchParticipantId === one.id)
    const { score, rank, outcome, attributes } = old ?? {}
    return { ...one, score, rank, outcome, loadout: attributes && { ...NO_LOADOUT, attributes } }
  })
  const { playset, expansions = [] } = replaced
  return changesOf(edit, { ...match, participants, playset, expansions })
}

type AppliedEdit = Edit & Pick<z.output<typeof MatchEdit>, 'replaced'>

function seatOf({ participants }: MatchBody, id: string) {
  const seat = participants.findIndex((one) => one.id === id)
  const written = participants[seat]
  return { seat, participant: written?.ghostPlayer ?? { id, displayName: '' }, written }
}

/** The participants as they are after the edit. */
export const participantsWith = ({ participants }: MatchBody, edit: Edit): Participant[] =>
  participants.map((one) => {
    const change = edit.participantChanges.find(({ matchParticipantId }) => matchParticipantId === one.id)
    const loadout = edit.loadoutChanges.find(({ matchParticipantId }) => matchParticipantId === one.id)
    return {
      ...one,
      ...(change?.scoreSet && { score: change.score }),
      ...(change?.rankSet && { rank: change.rank }),
      ...(change?.outcomeSet && { outcome: change.outcome }),
      ...(loadout && { loadout: { ...(one.loadout ?? NO_LOADOUT), attributes: loadout.attributes } }),
    }
  })

const NO_LOADOUT = { id: '', createdAt: '', updatedAt: '' }
