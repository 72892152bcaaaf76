/** A place in a result. A win has a circle by a red pencil, which is drawn when the page opens. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

interface PlaceProps {
  place?: number | undefined
  tied?: boolean
  /** A shared first place is also a win. Players who have won together have no place. */
  won?: boolean
  /** False if the circle has been on the screen before and must not be drawn again. */
  draws?: boolean
  /** True on a leaderboard, where the first place is not a win. */
  isStanding?: boolean
}

export function PlaceMark({
  place,
  tied = false,
  won = place === 1,
  draws = false,
  isStanding = false,
}: PlaceProps) {
  if (place === undefined && !won) return <span class="place" />
  return (
    <span class={`place${won ? ' won' : ''}${draws ? ' draws' : ''}`}>
      <span aria-hidden="true">{place === undefined ? '' : `${place}${tied ? '=' : ''}`}</span>
      <span class="unseen">
        {[placeSaid(place, tied), won && !isStanding && say(frame.won)].filter(Boolean).join(', ')}
      </span>
      {won && (
        <svg viewBox="0 0 44 34" aria-hidden="true">
          <path
            pathLength="100"
            d="M27 3.4C17 1.2 5.6 5.4 3.4 14.2 1.2 24 11 31.4 22.4 31.2 33 31 41.6 25 41.2 16.4 40.8 7.6 31 2.2 19.4 3.6c-2 .3-3.4.7-4.6 1.2"
          />
        </svg>
      )}
    </span>
  )
}

function placeSaid(place: number | undefined, tied: boolean): string {
  if (place === undefined) return ''
  return tied ? say(frame.tied, { place }) : say(frame.place, { place })
}
