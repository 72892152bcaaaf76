/** A person's games: matches, wins, and a small plot of scores. */
import { FEW } from '../../parts/marks/few.ts'
import { gamesIn } from '../../parts/lists/games-in.ts'
import { number, percent } from '../../parts/marks/numbers.ts'
import { Range } from '../../parts/plots/range.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import type { Statistics } from './numbers.tsx'

export function GamesTable({ of }: { of: Statistics['topGames'] }) {
  const known = gamesIn(of.map(({ game }) => game.id))
  return (
    <section class="part">
      <h2>{say(t.gamesTitle)}</h2>
      <p class="soft">
        {say(t.gamesHow)} <span class="scores-spread-how">{say(t.scoresHow)}</span>
      </p>
      <div class="numbers games">
        <table>
          <thead>
            <tr>
              {[t.game, t.played, t.won, t.scores, t.best].map((name, n) => (
                <th key={n} scope="col" class={name === t.scores ? 'scores-spread' : undefined}>
                  {say(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.map(({ game, matches, decided, won, scores }) => {
              const write = (score: number) =>
                scoreText(score, known.get(game.id)?.scoreType ?? 'SCORE', locale())
              return (
                <tr key={game.id}>
                  <th scope="row">
                    <a href={`/games/${game.id}`}>
                      <Tile name={game.displayName} size="small" game={game} />
                      <bdi>{game.displayName}</bdi>
                    </a>
                  </th>
                  <td>{number(matches)}</td>
                  <td>{wonText(won, decided)}</td>
                  <td class="scores-spread">
                    {scores ? (
                      <Range of={scores} write={write} />
                    ) : (
                      <span class="soft">{say(t.noScores)}</span>
                    )}
                  </td>
                  <td>{scores ? write(scores.best) : say(t.nothing)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function wonText(won: number, decided: number): string {
  if (decided === 0) return say(t.nothing)
  return decided < FEW ? say(t.wonOf, { won, placed: decided }) : percent(won / decided)
}
