/** The sheet of a match: who played, with which scores, and in which place. */
import type { ComponentChildren } from 'preact'
import type { Body } from '../../api/call.ts'
import type { MatchResult, Scoring } from '../../../src/resources/results/finish.ts'
import { resultOf } from '../../parts/marks/result-of.ts'
import { TEAM, sideName } from '../../parts/marks/side-name.ts'
import { factsIn, othersIn, roundsIn } from '../../parts/matches/loadout-facts.ts'
import { RoundsTable } from '../../parts/matches/rounds-table.tsx'
import { sheetLines } from '../../parts/matches/sheet-lines.ts'
import { SheetRows } from '../../parts/matches/sheet-rows.tsx'
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
  /** False while it is not known how the game is won. Then the rows only keep their space, so that none changes its place. */
  isOrdered?: boolean
  withResults: boolean
}

export function Seats({
  match: { participants },
  game,
  people,
  canonicalPlayerId,
  isDraft = false,
  isOrdered = true,
  withResults,
}: SeatsProps) {
  const scoring = game ?? (isOrdered ? undefined : UNKNOWN)
  const finished = scoring && withResults ? resultOf(participants, scoring) : undefined
  const facts = factsIn(participants)
  const rounds = participants.map(({ score, loadout }) => roundsIn(loadout?.attributes, score))
  const attributesAt = (n: number, isMate: boolean) => {
    const attributes = othersIn(participants[n]?.loadout?.attributes ?? {}, facts, rounds[n])
    if (isMate) delete attributes[TEAM]
    return attributes
  }
  return (
    <div class="sheet match-table" aria-busy={!isOrdered}>
      <SheetRows
        participants={participants}
        finished={finished}
        scoreType={scoring?.scoreType}
        hasScores={withResults}
        row={(n, end, isMate) => {
          const seat = participants[n]
          return (
            seat && (
              <SeatRow
                key={seat.id}
                {...{ seat, n, end, isMate, canonicalPlayerId }}
                attributes={attributesAt(n, isMate)}
                who={people.get(seat.id)}
                isWinner={finished?.seats[n]?.won === true}
              />
            )
          )
        }}
      />
      {scoring && rounds.some(Boolean) && (
        <RoundsTable
          scoreType={scoring.scoreType}
          columns={sheetLines(participants, finished).flatMap((line) =>
            (line.side !== undefined && line.isOneScore ? line.seats.slice(0, 1) : line.seats).map((n) => ({
              name: nameIn(participants, line.isOneScore ? line : {}, n),
              rounds: rounds[n] ?? [],
            })),
          )}
        />
      )}
      {withResults && !isDraft && (
        <p class="match-verdict">
          {/* The line keeps its height until the game is known. */}
          {finished && isOrdered ? verdict(finished, participants, people, canonicalPlayerId) : '\u00a0'}
        </p>
      )}
    </div>
  )
}

const UNKNOWN: Scoring = { scoreType: 'SCORE' }

interface SeatRowProps {
  seat: Seat
  n: number
  end: ComponentChildren
  isMate: boolean
  isWinner: boolean
  /** The attributes of the loadout that are shown nowhere else. */
  attributes: Record<string, unknown>
  who: { id: string; displayName: string } | undefined
  canonicalPlayerId: string
}

function SeatRow({ seat, n, end, isMate, isWinner, attributes, who, canonicalPlayerId }: SeatRowProps) {
  return (
    <li class={`${isMate ? 'mate' : ''} ${isWinner ? 'won' : ''}`}>
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
      {end}
      <Loadout attributes={attributes} />
      {seat.disputedAt !== undefined && (
        <p class="seat-objection">
          <b>{say(t.disputed)}:</b> <q dir="auto">{seat.disputeReason}</q>
        </p>
      )}
    </li>
  )
}

const nameIn = (participants: readonly Seat[], { side }: { side?: string | undefined }, n: number): string =>
  side === undefined ? (participants[n]?.ghostPlayer.displayName ?? '') : sideName(side)

function verdict(
  finished: MatchResult,
  participants: readonly Seat[],
  people: SeatsProps['people'],
  canonicalPlayerId: string,
): string {
  const { kind, seats } = finished
  const winners = sheetLines(participants, finished).filter(
    ({ seats: [first = 0] }) => seats[first]?.won === true,
  )
  if (kind === 'TOGETHER') {
    const isOurs = participants.some(({ id }) => people.get(id)?.id === canonicalPlayerId)
    if (winners.length > 0) return say(isOurs ? t.allWon : t.theyWon)
    return seats[0]?.won === false ? say(isOurs ? t.allLost : t.theyLost) : say(t.noResult)
  }
  const names = listOfNames(winners.map((line) => nameIn(participants, line, line.seats[0] ?? 0)))
  if (winners.length > 0) return say(winners.length === 1 ? t.winner : t.winners, { names })
  return say(
    seats.some(({ place, won }) => place !== undefined || won !== undefined) ? t.nobodyWon : t.noResult,
  )
}
