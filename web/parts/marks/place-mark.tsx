/** A place in the result: who won has the red pencil round it, which draws itself when it comes. */
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

interface PlaceOptions {
  /** Undefined: not known. */
  place?: number | undefined
  tied?: boolean
  /** Shared first places are wins; who won together has no place. */
  won?: boolean
  /** False: it was there before, and stands still. */
  draws?: boolean
  /** Of a list of players: who stands first has won nothing by that. */
  isStanding?: boolean
}

export function PlaceMark({
  place,
  tied = false,
  won = place === 1,
  draws = false,
  isStanding = false,
}: PlaceOptions) {
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
