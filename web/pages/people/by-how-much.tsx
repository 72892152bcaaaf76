/** Plots the score differences between two people: for each game, dots on both sides of zero. */
import type { Body } from '../../api/call.ts'
import { Differences } from '../../parts/plots/differences.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { type Difference, middleOf } from '../../parts/plots/marks/differences.ts'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/people.ts'
import { t as plots } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import type { Game } from '../../parts/lists/games-in.ts'

export type Pair = Body<'getHeadToHead'>

interface Apart {
  game: Pair['one']
  /** A difference is positive if the first person did better, whether high or low scores win. */
  differences: Difference[]
  write: (value: number) => string
}

export function ByHowMuch({ of, games }: { of: Pair; games: ReadonlyMap<string, Game> }) {
  const rows = apartIn(of, games)
  if (rows.length === 0) return null
  return (
    <Figure
      title={say(t.differences)}
      how={say(t.differencesHow, { one: named(of.one.displayName) })}
      table={() => ({
        head: [say(t.game), say(t.matches), say(t.middle)],
        rows: rows.map(({ game, differences, write }) => [
          game.displayName,
          differences.length,
          middleText(differences, write),
        ]),
      })}
    >
      <ul class="balances" aria-label={say(t.differences)}>
        {rows.map(({ game, differences, write }) => (
          <li key={game.id}>
            <span class="bar-name">
              <bdi>{game.displayName}</bdi>
            </span>
            <Differences of={differences} write={write} />
            <span class="bar-result">
              <b>{middleText(differences, write)}</b>
            </span>
          </li>
        ))}
      </ul>
    </Figure>
  )
}

function middleText(differences: readonly Difference[], write: (value: number) => string): string {
  const middle = middleOf(differences.map(({ by }) => by))
  if (middle === undefined) return say(plots.nothing)
  return `${middle > 0 ? '+' : ''}${write(middle)}`
}

/** The differences for each game. Matches without both scores are left out. */
function apartIn({ games: played, meetings }: Pair, games: ReadonlyMap<string, Game>): Apart[] {
  return played.flatMap(({ game }, n) => {
    const facts = games.get(game.id)
    if (!facts) return []
    const sign = facts.winCondition === 'LOWER_WINS' ? -1 : 1
    const differences = meetings.flatMap(({ game: nth, how, by }) =>
      nth === n && by !== undefined ? [{ by: sign * by, how }] : [],
    )
    const write = (value: number) => scoreText(value, facts.scoreType, locale())
    return differences.length === 0 ? [] : [{ game, differences, write }]
  })
}
