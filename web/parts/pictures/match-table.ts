/** The lower half of the picture of a match: a row for each of the others, with a bar that shows how close they came. */
import type { MatchResult, Scoring } from '../../../src/resources/results/finish.ts'
import type { ScoreType } from '../marks/score-text.ts'
import { SHAPES } from '../marks/seat-shapes.ts'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import { EDGE, type Mark, PICTURE, lineAt, rect, written } from './mark.ts'

export interface PlayedMatch {
  game: string
  scoreType: ScoreType
  /** Writes a score in the reader's language. */
  write: (score: number) => string
  /** When and where, such as `Thursday, November 19 · The Lighthouse`. */
  when: string
  /** In the order of the seats. */
  seats: readonly { name: string; score?: number | undefined }[]
  result: MatchResult
  winCondition?: Scoring['winCondition']
}

export interface End {
  name: string
  score: number | undefined
  seat: number
  place: number | undefined
  tied: boolean | undefined
  won: boolean | undefined
}

/** Where the table is, in pixels. It begins at `high` if nobody is above it. */
export const TABLE = { top: 820, high: 500, bottom: 1220, highestRow: 112 }
/** With more others, the last row counts those who are left out. */
const MOST_OTHERS = 6
/** Where names and bars begin, and the farthest that a bar may reach. */
const NAMES = 124
const BARS = { from: 330, to: 770 }

export function tableOf(
  match: PlayedMatch,
  others: readonly End[],
  { top, winner }: { top: number; winner: End | undefined },
): Mark[] {
  const shown = others.length > MOST_OTHERS ? others.slice(0, MOST_OTHERS - 1) : others
  const left = others.length - shown.length
  const rows = shown.length + (left > 0 ? 1 : 0)
  if (rows === 0) return []
  const height = Math.min(TABLE.highestRow, (TABLE.bottom - top) / rows)
  const scale = scaleOf(match, [winner, ...others])
  const y = (n: number) => top + n * height
  return [
    ...Array.from({ length: Math.ceil(shown.length / 2) }, (_, n) =>
      rect('row', { x: 0, y: y(2 * n), width: PICTURE.width, height }),
    ),
    ...shown.flatMap((end, n) => rowOf(match, end, { top: y(n), height, scale })),
    ...(left > 0
      ? [
          written(say(t.more, { count: left }), {
            x: NAMES,
            y: y(rows - 0.36),
            size: height * 0.36,
            ink: 'soft',
            most: 600,
          }),
        ]
      : []),
    ...Array.from({ length: rows + 1 }, (_, n) => lineAt(y(n))),
    ...(winner?.score === undefined || scale === undefined
      ? []
      : lineOfWinner(winner.name, match.write(winner.score), {
          x: BARS.from + winner.score * scale,
          top,
          end: y(rows),
        })),
  ]
}

interface Row {
  top: number
  height: number
  scale: number | undefined
}

function rowOf({ scoreType, write }: PlayedMatch, end: End, { top, height, scale }: Row): Mark[] {
  const { name, score, seat, place, tied } = end
  const [y, size] = [top + 0.64 * height, height * 0.42]
  const hasScore = score !== undefined && scoreType !== 'WIN_LOSS'
  return [
    seatOf(seat, EDGE, top + height * 0.34, height * 0.32),
    written(name, { x: NAMES, y, size, display: true, most: scale === undefined ? 620 : 186 }),
    ...(hasScore && scale !== undefined
      ? [
          rect('pale', {
            x: BARS.from,
            y: top + height * 0.39,
            width: Math.max(4, score * scale),
            height: height * 0.22,
          }),
        ]
      : []),
    ...(hasScore
      ? [
          written(write(score), {
            x: 920,
            y: y + 2,
            size: height * 0.54,
            display: true,
            most: 130,
            align: 'end',
          }),
        ]
      : []),
    ...(place === undefined
      ? []
      : [
          written(`${place}${tied === true ? '=' : ''}`, {
            x: PICTURE.width - EDGE,
            y,
            size,
            ink: 'soft',
            most: 80,
            align: 'end',
          }),
        ]),
  ]
}

/** How many pixels a point has. Undefined if bars would say nothing: without scores, or with scores below zero. */
function scaleOf({ scoreType }: PlayedMatch, ends: readonly (End | undefined)[]): number | undefined {
  const scores = ends.flatMap((end) => (end?.score === undefined ? [] : [end.score]))
  const most = Math.max(...scores)
  if (scoreType === 'WIN_LOSS' || scores.length < 2 || most <= 0 || scores.some((score) => score < 0))
    return undefined
  return (BARS.to - BARS.from) / most
}

const lineOfWinner = (
  name: string,
  score: string,
  { x, top, end }: { x: number; top: number; end: number },
): Mark[] => [
  rect('ink', { x: x - 2, y: top, width: 4, height: end - top + 14 }),
  written(say(t.scoreOf, { name, score }), { x, y: end + 42, size: 28, most: 420, align: 'middle' }),
]

/** The mark of a seat. `SHAPES` are 14 wide. */
export const seatOf = (seat: number, x: number, y: number, size: number): Mark => ({
  kind: 'path',
  d: SHAPES[seat % SHAPES.length] ?? '',
  x,
  y,
  scale: size / 14,
  fill: `seat-${seat % SHAPES.length}`,
})
