/** The scores of a match round by round, with their sums. */
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { type ScoreType, scoreText } from '../marks/score-text.ts'

interface RoundsTableProps {
  /** The players or sides, each with the scores of their rounds. */
  columns: readonly { name: string; rounds: readonly number[] }[]
  scoreType: ScoreType
}

export function RoundsTable({ columns, scoreType }: RoundsTableProps) {
  const count = Math.max(0, ...columns.map(({ rounds }) => rounds.length))
  if (count < 2) return null
  const text = (score: number | undefined) =>
    score === undefined ? '' : scoreText(score, scoreType, locale())
  return (
    <div class="rounds" role="region" tabIndex={0} aria-label={say(t.rounds)}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{say(t.round)}</span>
            </th>
            {columns.map(({ name }, n) => (
              <th key={n} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, round) => (
            <tr key={round}>
              <th scope="row">{round + 1}</th>
              {columns.map(({ rounds }, n) => (
                <td key={n}>{text(rounds[round])}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say(t.sum)}</th>
            {columns.map(({ rounds }, n) => (
              <td key={n}>{text(sumOf(rounds))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const sumOf = (rounds: readonly number[]): number | undefined =>
  rounds.length === 0 ? undefined : rounds.reduce((total, score) => total + Math.round(score * 100), 0) / 100
