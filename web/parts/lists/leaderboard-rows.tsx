/** The head and the rows of a leaderboard. */
import { Fragment } from 'preact'
import type { Item } from '../../api/call.ts'
import { session } from '../../api/session.ts'
import { t } from '../../texts/leaderboard.ts'
import { say } from '../../texts/text.ts'
import { FEW } from '../marks/few.ts'
import { number, percent } from '../marks/numbers.ts'
import { PlaceMark } from '../marks/place-mark.tsx'
import { Ref } from '../marks/ref.tsx'
import { WhoseMark, whoseIn } from '../marks/whose.tsx'
import { type Metric, hasNoPlace, tiesIn } from './standings.ts'

export type Entry = Item<'listGameLeaderboard'>

export const NAMES = { rating: t.rating, wins: t.wins, share: t.share }

export function isOwn({ canonicalPlayer }: Entry): boolean {
  const me = session.value
  return me.state === 'in' && canonicalPlayer?.id === me.canonicalPlayerId
}

interface HeadProps {
  by: Metric
  /** The figures of a row, with `by` as the last one. */
  metrics: readonly Metric[]
}

export const Head = ({ by, metrics }: HeadProps) => (
  <tr>
    <th scope="col">{say(t.place)}</th>
    <th scope="col">{say(t.player)}</th>
    <th scope="col" class="board-figure board-wide">
      {say(t.matches)}
    </th>
    {lastOf(metrics, by).map((metric) => (
      <th key={metric} scope="col" class={metric === by ? 'board-figure' : 'board-figure board-wide'}>
        {say(NAMES[metric])}
      </th>
    ))}
  </tr>
)

const lastOf = (metrics: readonly Metric[], by: Metric): Metric[] =>
  metrics.toSorted((one, other) => Number(one === by) - Number(other === by))

/** Renders the entries. Above the first one without a place, a row says why there is none. */
export function rowOf(items: readonly Entry[], { by, metrics }: HeadProps) {
  const ties = tiesIn(items)
  const whoseOf = whoseIn(items)
  const firstOfFew = hasNoPlace(items) ? undefined : items.find(({ place }) => place === undefined)
  return (entry: Entry) => (
    <Fragment key={entry.ghostPlayer.id}>
      {entry === firstOfFew && (
        <tr class="board-few">
          <td colSpan={3 + metrics.length}>{say(t.few)}</td>
        </tr>
      )}
      <Row
        entry={entry}
        by={by}
        metrics={metrics}
        tied={entry.place !== undefined && ties.has(entry.place)}
        isMine={isOwn(entry)}
        whose={whoseOf(entry)}
      />
    </Fragment>
  )
}

interface RowProps extends HeadProps {
  entry: Entry
  tied: boolean
  isMine: boolean
  whose: string | undefined
}

function Row({ entry, by, metrics, tied, isMine, whose }: RowProps) {
  const { place, ghostPlayer, canonicalPlayer, matches, wins } = entry
  return (
    <tr class={isMine ? 'board-mine' : undefined}>
      <td class="board-place">
        {place === undefined ? (
          <>
            <span aria-hidden="true">–</span>
            <span class="unseen">{say(t.noPlace)}</span>
          </>
        ) : (
          <PlaceMark place={place} tied={tied} isStanding />
        )}
      </td>
      <th scope="row">
        <Ref to={canonicalPlayer ? '/people' : '/stand-ins'} of={canonicalPlayer ?? ghostPlayer} />
        <WhoseMark of={whose} />
        {isMine && <span class="soft"> ({say(t.you)})</span>}
        <span class="detail board-narrow">{say(t.wonOf, { wins, matches })}</span>
      </th>
      <td class="board-figure board-wide">{number(matches)}</td>
      {lastOf(metrics, by).map((metric) => (
        <td key={metric} class={metric === by ? 'board-figure board-chief' : 'board-figure board-wide'}>
          <Value entry={entry} metric={metric} />
        </td>
      ))}
    </tr>
  )
}

function Value({
  entry: { place, rating, uncertainty, wins, matches, winShare, chance },
  metric,
}: {
  entry: Entry
  metric: Metric
}) {
  // A rating of so few matches would say nothing.
  if (metric === 'rating' && place === undefined) return <>{say(t.wonOf, { wins, matches })}</>
  if (metric === 'rating')
    return (
      <>
        <strong>{number(rating)}</strong> <span class="detail">{say(t.give, { range: uncertainty })}</span>
      </>
    )
  if (metric === 'wins') return <strong>{number(wins)}</strong>
  // With fewer matches, a percentage would suggest more than there is.
  return (
    <>
      <strong>{matches < FEW ? say(t.of, { wins, matches }) : percent(winShare)}</strong>{' '}
      <span class="detail">{say(t.chance, { share: percent(chance) })}</span>
    </>
  )
}
