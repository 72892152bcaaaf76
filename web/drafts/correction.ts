/** Turns the changed sheet of a finished match into an edit. */
import type { Edit, MatchBody } from '../parts/corrections/changes.ts'
import { same } from '../parts/changes/merge.ts'
import { loadoutOf } from './loadout.ts'
import { type Seat, type Sheet, isTapped, scoreOfSeat } from './sheet.ts'

/** `was` is the sheet of `match` before it was changed. */
export function editOf(match: MatchBody, was: Sheet, sheet: Sheet): Edit {
  const participantChanges: Edit['participantChanges'] = []
  const loadoutChanges: Edit['loadoutChanges'] = []
  for (const { id: matchParticipantId, ghostPlayer } of match.participants) {
    const before = seatOf(was, ghostPlayer.id)
    const after = seatOf(sheet, ghostPlayer.id)
    if (!before || !after) continue
    const [score, newScore] = [scoreIn(was, before), scoreIn(sheet, after)]
    const scoreSet = before.typed !== after.typed && score !== newScore
    const rankSet = before.rank !== after.rank
    const outcomeSet = before.outcome !== after.outcome
    if (scoreSet || rankSet || outcomeSet)
      participantChanges.push({
        matchParticipantId,
        scoreSet,
        rankSet,
        outcomeSet,
        ...(scoreSet && { score: newScore }),
        ...(rankSet && { rank: after.rank }),
        ...(outcomeSet && { outcome: after.outcome }),
      })
    const [loadout, newLoadout] = [loadoutOf(was, before) ?? {}, loadoutOf(sheet, after) ?? {}]
    if (!same(loadout, newLoadout)) loadoutChanges.push({ matchParticipantId, attributes: newLoadout })
  }
  return {
    participantChanges,
    loadoutChanges,
    ...(was.playset?.id !== sheet.playset?.id && {
      playsetChange: sheet.playset ? { playset: sheet.playset } : {},
    }),
    ...(!same(idsOf(was), idsOf(sheet)) && { expansionChange: { expansions: [...sheet.expansions] } }),
  }
}

const seatOf = ({ seats }: Sheet, ghostPlayerId: string) =>
  seats.find((seat) => seat.ghostPlayerId === ghostPlayerId)

/** If the game is only won or lost, the sheet has no scores. */
const scoreIn = (sheet: Sheet, seat: Seat) => (isTapped(sheet) ? undefined : scoreOfSeat(sheet, seat).value)

/** The order of expansions has no meaning. */
const idsOf = ({ expansions }: Sheet) => expansions.map(({ id }) => id).toSorted()

/** The body of the request that proposes the edit. Null clears a field. */
export const proposalOf = ({ participantChanges, loadoutChanges, playsetChange, expansionChange }: Edit) => ({
  ...(participantChanges.length > 0 && {
    participantChanges: participantChanges.map(({ matchParticipantId, ...change }) => ({
      matchParticipantId,
      ...(change.scoreSet && { score: change.score ?? null }),
      ...(change.rankSet && { rank: change.rank ?? null }),
      ...(change.outcomeSet && { outcome: change.outcome ?? null }),
    })),
  }),
  ...(loadoutChanges.length > 0 && { loadoutChanges }),
  ...(playsetChange && { playsetChange: { playsetId: playsetChange.playset?.id ?? null } }),
  ...(expansionChange && {
    expansionChange: { expansionIds: expansionChange.expansions.map(({ id }) => id) },
  }),
})

/** The sheet without the places and outcomes that people entered, so that only the scores decide. */
export const placedByScores = (sheet: Sheet): Sheet => ({
  ...sheet,
  seats: sheet.seats.map(({ rank: _rank, outcome: _outcome, ...seat }) => seat),
})

/** True if somebody entered a place or outcome, which the scores cannot change. */
export const isPlacedByHand = (sheet: Sheet): boolean =>
  !isTapped(sheet) && sheet.seats.some(({ rank, outcome }) => rank !== undefined || outcome !== undefined)
