/** The picture of a finished match: the game's pattern as a banner, the winner, and how close the others came. */
import { outcomeOf } from '../marks/outcome.ts'
import { patternOf } from '../marks/tile-pattern.ts'
import { t } from '../../texts/pictures.ts'
import { say } from '../../texts/text.ts'
import { EDGE, type Mark, PAPER, PICTURE, WIDE, circled, footOf, rect, written } from './mark.ts'
import { type End, type PlayedMatch, TABLE, seatOf, tableOf } from './match-table.ts'

export function pictureOfMatch(match: PlayedMatch): Mark[] {
  const { game, when, seats, result } = match
  const ends = seats.map(({ name, score }, seat): End => {
    const { place, tied, won } = result.seats[seat] ?? {}
    return { name, score, seat, place, tied, won }
  })
  const isTogether = result.kind === 'TOGETHER'
  // Those who won together have nobody to be above.
  const tops = isTogether ? [] : ends.filter(({ won }) => won === true)
  const others = ends
    .filter((end) => !tops.includes(end))
    .toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity) || a.seat - b.seat)
  const [top] = tops
  return [
    PAPER,
    ...bannerOf(game),
    written(when, { y: 447, size: 36, ink: 'soft' }),
    ...(isTogether ? verdictOf(ends) : top ? winnerOf(match, top, tops) : []),
    ...tableOf(match, others, { top: isTogether || top ? TABLE.top : TABLE.high, winner: top }),
    ...footOf(),
  ]
}

const CELL = 120
const BANNER = 3 * CELL

function bannerOf(game: string): Mark[] {
  const dots = patternOf(game).dots.flatMap(([x, y]) =>
    Array.from({ length: PICTURE.width / BANNER }, (_, n) =>
      rect(
        { tile: game, part: 'dots' },
        { x: (x + 3 * n) * CELL, y: y * CELL, width: CELL, height: CELL, radius: CELL / 2 },
      ),
    ),
  )
  return [
    rect({ tile: game, part: 'ground' }, { x: 0, y: 0, width: PICTURE.width, height: BANNER }),
    ...dots,
    written(game, { y: 290, size: 100, ink: { tile: game, part: 'text' }, display: true }),
  ]
}

/** That all won or lost together, in place of a winner. The circle is around nothing but a win. */
function verdictOf(ends: readonly End[]): Mark[] {
  const won = ends[0]?.won === true
  const verdict = written(say(won ? t.allWon : t.allLost), {
    x: PICTURE.width / 2,
    y: 668,
    size: 120,
    ink: won ? 'felt' : 'ink',
    display: true,
    most: WIDE - 80,
    isOneLine: true,
    align: 'middle',
  })
  return [verdict, ...(won ? [circled({ x: 20, y: 496, width: PICTURE.width - 40, height: 270 }, 13)] : [])]
}

/** `top` is the first of the winners, who all have the same result. */
function winnerOf(match: PlayedMatch, top: End, winners: readonly End[]): Mark[] {
  const { kind, margin } = outcomeOf({
    seats: match.seats.map(({ name, score }) => ({ name, score, isOwn: false })),
    result: match.result,
    winCondition: match.winCondition,
  })
  const value = valueOf(match, top)
  const most = value === undefined ? WIDE : 510
  const names = winners.map(({ name }) => name).join(', ')
  const said =
    kind === 'SHARE'
      ? say(t.shareIt)
      : margin === undefined
        ? say(t.won)
        : say(t.wonBy, { margin: match.write(margin) })
  const isOne = winners.length === 1
  return [
    written(names, { y: isOne ? 640 : 602, size: isOne ? 124 : 80, display: true, most }),
    ...(isOne ? [seatOf(top.seat, EDGE, 694, 30)] : []),
    written(said, { x: isOne ? 124 : EDGE, y: 724, size: 42, most: most - 58 }),
    ...(value === undefined ? [] : circleAround(value)),
  ]
}

const circleAround = (value: string): Mark[] => [
  written(value, { x: 820, y: 688, size: 184, ink: 'felt', display: true, most: 310, align: 'middle' }),
  circled({ x: 620, y: 480, width: 400, height: 280 }, 13),
]

/** What the circle is around: the score of the winner, or else the place. */
function valueOf({ scoreType, write }: PlayedMatch, { score, place }: End): string | undefined {
  if (score !== undefined && scoreType !== 'WIN_LOSS') return write(score)
  return place === undefined ? undefined : String(place)
}
