/** The latest matches in the game of the draft. Only a desk shows them. */
import { When } from '../../parts/marks/when.tsx'
import { locale } from '../../texts/messages.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { sheetOf } from '../../drafts/body.ts'
import { finishesOf } from '../../drafts/places.ts'
import { lastMatchesOf } from './last-matches.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import { type GameFacts, scoreOfSeat } from '../../drafts/sheet.ts'

const SHOWN = 4

export function LastTimes({ game }: { game: GameFacts }) {
  const matches = lastMatchesOf(game).slice(0, SHOWN)
  if (matches.length === 0) return null
  return (
    <section class="last-times">
      <h2 class="record-heading">{say(record.lastTimes)}</h2>
      <ul>
        {matches.map((match) => {
          const sheet = sheetOf(match, game, undefined)
          const finishes = finishesOf(sheet)
          const ranked = sheet.seats.map((seat, n) => ({
            seat,
            won: finishes[n]?.won,
            place: finishes[n]?.place,
          }))
          const inOrder = ranked.toSorted((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity))
          return (
            <li key={match.id}>
              <a href={`/matches/${match.id}`}>
                <When at={match.playedAt} near />
              </a>{' '}
              {inOrder.map(({ seat, won }, n) => {
                const score = scoreOfSeat(sheet, seat).value
                const text =
                  score === undefined
                    ? seat.name
                    : `${seat.name} ${scoreText(score, game.scoreType, locale())}`
                return (
                  <span key={seat.key}>
                    {n > 0 && ', '}
                    {won ? <strong>{text}</strong> : text}
                  </span>
                )
              })}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
