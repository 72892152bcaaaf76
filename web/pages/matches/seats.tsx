/** The sheet of a match: who played, with which scores, and in which place. */
import type { Body } from '../../api/call.ts'
import { type MatchResult, type Scoring, finish, teamOf } from '../../../src/resources/results/finish.ts'
import { PlaceMark } from '../../parts/marks/place-mark.tsx'
import { type ScoreType, scoreText } from '../../parts/marks/score-text.ts'
import { SeatMark } from '../../parts/marks/seat-mark.tsx'
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
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

const resultOf = (participants: readonly Seat[], game: Scoring): MatchResult =>
  finish(
    participants.map(({ score, rank, outcome, loadout }) => ({
      score,
      rank,
      outcome,
      team: teamOf(loadout?.attributes),
    })),
    game,
  )

/** In characters. Longer scores are written smaller, so that the name has room. */
const LONG = 7

function Points({ score, scoreType }: { score: number | undefined; scoreType: ScoreType | undefined }) {
  if (score === undefined)
    return (
      <span class="seat-points">
        <span class="unseen">{say(t.noScore)}</span>
      </span>
    )
  const text = scoreText(score, scoreType ?? 'SCORE', locale())
  return <span class={text.length > LONG ? 'seat-points seat-points-long' : 'seat-points'}>{text}</span>
}

function End({ finished: { kind, seats }, n }: { finished: MatchResult; n: number }) {
  const end = seats[n]
  if (end?.place !== undefined) return <PlaceMark place={end.place} tied={end.tied} />
  if (end?.won === undefined) return null
  return <span class={kind === 'TOGETHER' ? 'together' : 'soft'}>{say(end.won ? t.won : t.lost)}</span>
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
