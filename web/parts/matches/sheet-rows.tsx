/** The rows of a finished sheet in the order of places. The players of a side stand below its score and place. */
import { type ComponentChildren, Fragment } from 'preact'
import type { MatchResult } from '../../../src/resources/results/finish.ts'
import type { ScoreType } from '../marks/score-text.ts'
import { sideName } from '../marks/side-name.ts'
import { End, Points } from './result.tsx'
import { sheetLines } from './sheet-lines.ts'

interface SheetRowsProps {
  participants: Parameters<typeof sheetLines>[0]
  finished: MatchResult | undefined
  scoreType: ScoreType | undefined
  hasScores: boolean
  /** The row of a player. `end` is their score and place, `isMate` is true for a player of a side. */
  row: (n: number, end: ComponentChildren, isMate: boolean) => ComponentChildren
}

export function SheetRows({ participants, finished, scoreType, hasScores, row }: SheetRowsProps) {
  const points = (score: number | undefined, isShown = true) =>
    hasScores && isShown ? <Points score={score} scoreType={scoreType} /> : <span />
  const end = (n: number) => <span class="seat-finish">{finished && <End finished={finished} n={n} />}</span>
  return (
    <ol class="match-seats">
      {sheetLines(participants, finished).map(({ side, score, isOneScore, seats }) => {
        const [first = 0] = seats
        return (
          <Fragment key={first}>
            {side !== undefined && (
              <li class={finished?.seats[first]?.won === true ? 'side won' : 'side'}>
                <strong>{sideName(side)}</strong>
                {points(score, isOneScore)}
                {end(first)}
              </li>
            )}
            {seats.map((n) =>
              side === undefined
                ? row(
                    n,
                    <>
                      {points(score)}
                      {end(n)}
                    </>,
                    false,
                  )
                : row(n, isOneScore ? null : points(participants[n]?.score), true),
            )}
          </Fragment>
        )
      })}
    </ol>
  )
}
