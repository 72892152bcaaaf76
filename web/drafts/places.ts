/** Computes the places in a draft by the service's own rules. */
import { TEAM } from '../parts/marks/side-name.ts'
import { type Finish, finish } from '../../src/resources/results/finish.ts'
import { type Seat, type Sheet, isTapped, scoreOfSeat } from './sheet.ts'
import { teamOf } from './lines.ts'

export function finishesOf(sheet: Sheet): readonly Finish[] {
  const { scoreType = 'SCORE', winCondition } = sheet.game ?? {}
  const written = sheet.seats.map((seat) => ({
    score: isTapped(sheet) ? undefined : scoreOfSeat(sheet, seat).value,
    rank: seat.rank,
    outcome: seat.outcome,
    team: seat.loadout?.[TEAM],
  }))
  return finish(written, { scoreType, winCondition }).seats
}

type Standing =
  | { kind: 'NOTHING' }
  /** `by` is the distance between the two best scores. Absent if one of them is missing. */
  | { kind: 'AHEAD'; who: Seat[]; by?: number; all: boolean }
  | { kind: 'LEVEL'; who: Seat[]; all: boolean }
  | { kind: 'TOGETHER'; won: boolean }

/** Who leads. `all` is true if every score is entered, so that the leader has won. */
export function standingOf(sheet: Sheet): Standing {
  const finishes = finishesOf(sheet)
  const all = finishes.every(({ place }) => place !== undefined)
  const first = sheet.seats.filter((_, n) => finishes[n]?.place === 1)
  const [own] = finishes
  if (first.length === 0)
    return own?.won === undefined ? { kind: 'NOTHING' } : { kind: 'TOGETHER', won: own.won }
  if (sheet.seats.length === 1) return { kind: 'NOTHING' }
  const sides = new Set(first.map((seat) => teamOf(seat) ?? seat))
  if (sides.size > 1) return { kind: 'LEVEL', who: first, all }
  const best = scoreIn(sheet, (n) => finishes[n]?.place === 1)
  const second = Math.min(...finishes.flatMap(({ place }) => (place !== undefined && place > 1 ? place : [])))
  const next = scoreIn(sheet, (n) => finishes[n]?.place === second)
  // If somebody chose a place by hand, it can differ from what the scores say.
  const byHand = sheet.seats.some(({ rank }) => rank !== undefined)
  if (best === undefined || next === undefined || byHand || isTapped(sheet))
    return { kind: 'AHEAD', who: first, all }
  return { kind: 'AHEAD', who: first, by: Math.round(Math.abs(best - next) * 100) / 100, all }
}

const scoreIn = (sheet: Sheet, among: (n: number) => boolean): number | undefined =>
  sheet.seats
    .filter((_, n) => among(n))
    .map((seat) => scoreOfSeat(sheet, seat).value)
    .find((value) => value !== undefined)
