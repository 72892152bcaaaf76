/** A match in a list: the day, the game, the players, and the reader's own place. */
import { PlaceMark } from '../marks/place-mark.tsx'
import { Tile } from '../marks/tile.tsx'
import { whenOf } from '../marks/when.tsx'
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import type { MatchItem, ResultItem } from './matches-of.ts'
import { dayOf } from '../marks/days.ts'
import { listOfNames, named, sequenceOfNames } from '../marks/names.ts'

interface RowProps {
  match: MatchItem
  /** Undefined if the reader did not play, or while the result is loading. */
  result: ResultItem | undefined
  /** True if the list has no headings for months. */
  dated?: boolean
  /** False if all matches of the list have the same game. */
  named?: boolean
  /** False if all matches of the list have the same community. */
  withCommunity?: boolean
}

export function MatchRow({
  match,
  result,
  dated = false,
  named: isNamed = true,
  withCommunity = true,
}: RowProps) {
  const { id, game, community, participants, playedAt, status } = match
  const others = participants.filter((seat) => seat.id !== result?.matchParticipantId)
  const day = dated ? whenOf(new Date(playedAt), { near: true }) : dayOf(playedAt, locale())
  const table = tableOf(
    others.map(({ ghostPlayer }) => ghostPlayer.displayName),
    result !== undefined,
  )
  return (
    <li class={result?.won === true && result.kind !== 'TOGETHER' ? 'match-line won' : 'match-line'}>
      <Tile name={game.displayName} size="small" game={game} />
      <div class="line-main">
        <a class="line-link" href={`/matches/${id}`}>
          {isNamed ? <bdi>{game.displayName}</bdi> : table}
        </a>
        <p class="line-below">
          {[
            ...(isNamed ? [table] : []),
            ...(community && withCommunity ? [named(community.displayName)] : []),
          ].join(' · ')}
        </p>
      </div>
      <p class="line-side">
        <time dateTime={playedAt}>{day}</time>
      </p>
      <div class="line-marks">
        {status === 'DRAFT' && <span class="mark">{say(t.draft)}</span>}
        {participants.some(({ disputedAt }) => disputedAt !== undefined) && (
          <span class="mark pending">{say(t.disputed)}</span>
        )}
        {match.expansions === undefined && <span class="soft">{say(t.hidden)}</span>}
        {result && <Own result={result} />}
      </div>
    </li>
  )
}

const MOST_NAMES = 5

function tableOf(names: readonly string[], isMine: boolean): string {
  if (names.length === 0) return say(t.alone)
  const rest = names.length - MOST_NAMES
  // If only one name is left over, it is shown, because "1 more" would be as long.
  const listed =
    rest > 1
      ? `${sequenceOfNames(names.slice(0, MOST_NAMES))} ${say(t.more, { count: rest })}`
      : listOfNames(names)
  return isMine ? say(t.withTable, { names: listed }) : listed
}

function Own({ result: { kind, place, of, tied, won } }: { result: ResultItem }) {
  if (kind === 'COMPETITIVE' && place !== undefined)
    return (
      <span class="line-own" title={say(t.placeOf, { place, of })}>
        <PlaceMark place={place} tied={tied} />
      </span>
    )
  if (won === undefined)
    return (
      <span class="line-own soft" title={say(t.unknown)}>
        –
      </span>
    )
  if (kind === 'TOGETHER') return <span class="line-own together">{say(won ? t.won : t.lost)}</span>
  return <span class="line-own soft">{say(won ? t.won : t.lost)}</span>
}
