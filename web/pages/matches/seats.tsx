/** The sheet of a match: who played, with which scores, and in which place. */
import type { Body } from '../../api/call.ts'
import type { MatchResult, Scoring } from '../../../src/resources/results/finish.ts'
import { resultOf } from '../../parts/marks/result-of.ts'
import { End, Points } from '../../parts/matches/result.tsx'
import { SeatMark } from '../../parts/marks/seat-mark.tsx'
import { t } from '../../texts/matches.ts'
import { say } from '../../texts/text.ts'
import { Loadout } from './loadout.tsx'
import { listOfNames, named } from '../../parts/marks/names.ts'

export type MatchBody = Body<'getMatch'>
export type Seat = MatchBody['participants'][number]

interface SeatsProps {
  match: Pick<MatchBody, 'participants'>
  game: Scoring | undefined
  /** The people by the id of their participant. */
  people: ReadonlyMap<string, { id: string; displayName: string }>
  canonicalPlayerId: string
  isDraft?: boolean
  withResults: boolean
}

export function Seats({
  match: { participants },
  game,
  people,
  canonicalPlayerId,
  isDraft = false,
  withResults,
}: SeatsProps) {
  const finished = game && withResults ? resultOf(participants, game) : undefined
  return (
    <div class="sheet match-table">
      <ol class="match-seats">
        {participants.map((seat, n) => {
          const who = people.get(seat.id)
          const end = finished?.seats[n]
          return (
            <li key={seat.id} class={end?.won === true ? 'won' : undefined}>
              <SeatMark seat={n} />
              <div class="who">
                <strong>
                  <a href={who ? `/people/${who.id}` : `/stand-ins/${seat.ghostPlayer.id}`}>
                    <bdi>{seat.ghostPlayer.displayName}</bdi>
                  </a>
                  {who?.id === canonicalPlayerId && <span class="soft"> ({say(t.you)})</span>}
                </strong>
                {who && who.id !== canonicalPlayerId && who.displayName !== seat.ghostPlayer.displayName && (
                  <span class="detail">{say(t.playedBy, { name: named(who.displayName) })}</span>
                )}
              </div>
              {withResults && (
                <>
                  <Points score={seat.score} scoreType={game?.scoreType} />
                  <span class="seat-finish">{finished && <End finished={finished} n={n} />}</span>
                </>
              )}
              {seat.loadout && <Loadout attributes={seat.loadout.attributes} />}
              {seat.disputedAt !== undefined && (
                <p class="seat-objection">
                  <b>{say(t.disputed)}:</b> <q dir="auto">{seat.disputeReason}</q>
                </p>
              )}
            </li>
          )
        })}
      </ol>
      {withResults && !isDraft && (
        <p class="match-verdict">
          {/* The line keeps its height until the game is known. */}
          {finished ? verdict(finished, participants, people, canonicalPlayerId) : '\u00a0'}
        </p>
      )}
    </div>
  )
}

function verdict(
  { kind, seats }: MatchResult,
  participants: readonly Seat[],
  people: SeatsProps['people'],
  canonicalPlayerId: string,
): string {
  const winners = participants.filter((_, n) => seats[n]?.won === true)
  if (kind === 'TOGETHER') {
    const isOurs = participants.some(({ id }) => people.get(id)?.id === canonicalPlayerId)
    if (winners.length > 0) return say(isOurs ? t.allWon : t.theyWon)
    return seats[0]?.won === false ? say(isOurs ? t.allLost : t.theyLost) : say(t.noResult)
  }
  const names = listOfNames(winners.map(({ ghostPlayer }) => ghostPlayer.displayName))
  if (winners.length > 0) return say(winners.length === 1 ? t.winner : t.winners, { names })
  return say(
    seats.some(({ place, won }) => place !== undefined || won !== undefined) ? t.nobodyWon : t.noResult,
  )
}
