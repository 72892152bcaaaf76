/** Turns the places, scores and winners of a file into the results of a match. */
import { type Scoring, type Written, finish } from '../resources/results/finish.ts'
import type { StoredParticipant } from './reading.ts'

interface WrittenResult extends Written {
  score: number | undefined
  rank: number | undefined
  outcome: 'WIN' | 'LOSS' | undefined
  team: unknown
}

/**
 * Files mark the winners. In a match the scores usually say who won. So a mark becomes an outcome only if it says more than the
 * scores: in a game without scores, in a match that is played together or alone, or if the scores would give the win to somebody
 * else.
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
  // A marked winner is first even if somebody else has a better score.
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
