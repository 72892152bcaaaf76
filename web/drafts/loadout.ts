/** What a sheet keeps in the loadouts of its participants beside their own attributes. */
import { type MatchFacts, COMMENTS, MINUTES, ROUNDS } from '../parts/matches/loadout-facts.ts'
import { termsOf, typedOf } from './score.ts'
import { type Seat, type Sheet, isTapped } from './sheet.ts'

/** The scores of the rounds. Undefined if the score is not counted by rounds. */
export function roundsOf(sheet: Sheet, seat: Seat): number[] | undefined {
  if (!sheet.hasRounds || isTapped(sheet)) return undefined
  const terms = termsOf(seat.typed, sheet.game?.scoreType ?? 'SCORE')
  return Array.isArray(terms) && terms.length > 0 ? terms : undefined
}

/** Writes rounds as the sum that somebody would type. */
export const typedRounds = (rounds: readonly number[], type: Parameters<typeof typedOf>[1]): string =>
  rounds
    .map((round) => typedOf(round, type))
    .join('+')
    .replaceAll('+-', '-')

export function loadoutOf(sheet: Sheet, seat: Seat): Record<string, unknown> | undefined {
  const rounds = roundsOf(sheet, seat)
  const { comments, minutes }: MatchFacts = sheet
  const loadout = {
    ...seat.loadout,
    ...(rounds && { [ROUNDS]: rounds }),
    ...(comments !== undefined && { [COMMENTS]: comments }),
    ...(minutes !== undefined && { [MINUTES]: minutes }),
  }
  return Object.keys(loadout).length > 0 ? loadout : undefined
}
