/** The people of the last match that the reader recorded, and the games that they played last. A tap seats them at a new sheet. */
import { Tile } from '../../parts/marks/tile.tsx'
import { listOfNames, named } from '../../parts/marks/names.ts'
import type { MatchItem, ResultItem } from '../../parts/matches/matches-of.ts'
import { playAgainAt } from '../../parts/matches/play-again.ts'
import { t } from '../../texts/home.ts'
import { say } from '../../texts/text.ts'
import { newsOf } from './news.tsx'

const MOST_GAMES = 4

interface AgainProps {
  matches: readonly MatchItem[]
  results: ReadonlyMap<string, ResultItem>
  userId: string
}

export function Again({ matches, results, userId }: AgainProps) {
  const own = matches.filter(({ recorder }) => recorder.id === userId)
  const [last] = own
  const others = last?.participants.filter(({ id }) => id !== results.get(last.id)?.matchParticipantId) ?? []
  if (!last || others.length === 0) return null
  const table = tableOf(last)
  const byGame = new Map<string, MatchItem>()
  for (const match of own)
    if (tableOf(match) === table && !byGame.has(match.game.id)) byGame.set(match.game.id, match)
  return (
    <section class="part">
      <header>
        <h2>{say(t.again, { count: last.participants.length })}</h2>
        <p class="hint">
          {say(t.againWith, { names: listOfNames(others.map(({ ghostPlayer }) => ghostPlayer.displayName)) })}
        </p>
      </header>
      <ul class="game-tiles">
        {[...byGame.values()].slice(0, MOST_GAMES).map((match) => (
          <li key={match.id}>
            <a class="button second" href={playAgainAt(match)}>
              <Tile name={match.game.displayName} game={match.game} />
              <span>
                <strong>
                  <bdi>{match.game.displayName}</bdi>
                </strong>
                <small>{lastWinner(match, results.get(match.id))}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const tableOf = ({ participants }: MatchItem): string =>
  participants
    .map(({ ghostPlayer }) => ghostPlayer.id)
    .toSorted()
    .join(' ')

function lastWinner(match: MatchItem, own: ResultItem | undefined): string {
  const { result } = newsOf(match, own)
  const winners = match.participants.filter((_, n) => result.seats[n]?.won === true)
  const [winner] = winners
  if (!winner || result.kind !== 'COMPETITIVE' || winners.length > 1) return '\u00a0'
  if (winner.id === own?.matchParticipantId) return say(t.youWonLast)
  return say(t.wonLast, { name: named(winner.ghostPlayer.displayName) })
}
