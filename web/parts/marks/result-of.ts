/** Who finished where, as the service computes it. */
import { type MatchResult, type Scoring, finish, teamOf } from '../../../src/resources/results/finish.ts'

interface Seat {
  score?: number | undefined
  rank?: number | undefined
  outcome?: 'WIN' | 'LOSS' | undefined
  loadout?: { attributes: Record<string, unknown> } | undefined
}

export const resultOf = (participants: readonly Seat[], game: Scoring): MatchResult =>
  finish(
    participants.map(({ score, rank, outcome, loadout }) => ({
      score,
      rank,
      outcome,
      team: teamOf(loadout?.attributes),
    })),
    game,
  )
