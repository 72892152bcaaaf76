/** Writes the results of a play as a match has them: from what the file says about places, scores and winners. */
import { type Scoring, type Written, finish } from '../resources/results/finish.ts'
import type { StoredParticipant } from './reading.ts'

interface WrittenResult extends Written {
  score: number | undefined
  rank: number | undefined
  outcome: 'WIN' | 'LOSS' | undefined
  team: unknown
}

/**
 * Files mark the winners. In a match the scores already say that, so a mark becomes an outcome only if it says more: in a game
 * without scores, played together or alone, or where the scores would make somebody else win.
 */
export function resultsOf(
  participants: readonly StoredParticipant[],
  scoring: Scoring,
  isCooperative: boolean,
): WrittenResult[] {
  const plain = participants.map(({ score, rank, outcome, team }) => ({ score, rank, outcome, team }))
  const marks = participants.map(({ hasWon }) => hasWon)
  if (plain.some(({ outcome }) => outcome !== undefined) || marks.every((won) => won === undefined))
    return plain
  const winners = marks.map((won) => won === true)
  if (!winners.includes(true) && !isCooperative && participants.length > 1) return plain
  if (participants.length > 1 && !isCooperative && agrees(plain, scoring, winners)) return plain
  const marked = plain.map(({ score, rank, team }, index): WrittenResult => {
    return { score, rank, outcome: winners[index] ? 'WIN' : 'LOSS', team }
  })
  if (isCooperative || participants.length === 1 || agrees(marked, scoring, winners)) return marked
  // A winner behind somebody in scores is first all the same.
  return marked.map(({ score, outcome, team }) => ({
    score,
    rank: outcome === 'WIN' ? 1 : undefined,
    outcome,
    team,
  }))
}

const agrees = (written: readonly Written[], scoring: Scoring, winners: readonly boolean[]): boolean => {
  const { kind, seats } = finish(written, scoring)
  return kind === 'COMPETITIVE' && seats.every(({ won }, index) => (won ?? false) === winners[index])
}
