/** The large numbers of a game, such as the number of matches and the best score. */
import { FEW } from '../../parts/marks/few.ts'
import { type Figure, Figures } from '../../parts/marks/figures.tsx'
import { monthText, number, percent } from '../../parts/marks/numbers.ts'
import { Ref } from '../../parts/marks/ref.tsx'
import { When } from '../../parts/marks/when.tsx'
import { t } from '../../texts/games.ts'
import { t as board } from '../../texts/leaderboard.ts'
import { say } from '../../texts/text.ts'
import type { Statistics } from './facts.ts'

interface SummaryProps {
  of: Statistics
  write: (score: number) => string
}

export function Summary({
  of: { matches, players, firstPlayedAt, record, scores, together },
  write,
}: SummaryProps) {
  const figures: Figure[] = [
    {
      name: say(t.playedTotal),
      value: number(matches),
      below: firstPlayedAt && say(t.since, { month: monthText(firstPlayedAt.slice(0, 7)) }),
    },
    { name: say(t.people), value: number(players), below: say(t.peopleAbout) },
  ]
  const { won, decided } = together
  if (together.matches > 0)
    figures.push({
      name: say(t.wonTogether),
      value: decided < FEW ? say(board.of, { wins: won, matches: decided }) : percent(won / decided),
      below: say(t.togetherOf, { won, count: decided }),
    })
  if (record)
    figures.push({
      name: say(t.best),
      value: <a href={`/matches/${record.matchId}`}>{write(record.score)}</a>,
      below: <Holder of={record} />,
      isFelt: true,
    })
  if (scores)
    figures.push({
      name: say(t.middle),
      value: write(scores.middle),
      below: say(t.middleOf, { count: scores.written }),
    })
  return <Figures of={figures.slice(0, 4)} />
}

/** If the reader may not see a person, the answer has the stand-in instead. */
const Holder = ({
  of: { canonicalPlayer, ghostPlayer, playedAt },
}: {
  of: NonNullable<Statistics['record']>
}) => (
  <>
    {canonicalPlayer && <Ref to="/people" of={canonicalPlayer} />}
    {ghostPlayer && <Ref to="/stand-ins" of={ghostPlayer} />}, <When at={playedAt} />
  </>
)
