/** The leaderboard of a game, by rating, wins or share of wins. */
import { useMemo } from 'preact/hooks'
import type { Item } from '../../api/call.ts'
import { type Pages, kept, pages } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { t } from '../../texts/leaderboard.ts'
import { FEW } from '../marks/few.ts'
import { number, percent } from '../marks/numbers.ts'
import { say } from '../../texts/text.ts'
import { Chip } from '../fields/chip.tsx'
import { More } from './more.tsx'
import { PlaceMark } from '../marks/place-mark.tsx'
import { Ref } from '../marks/ref.tsx'
import { WhoseMark, whoseIn } from '../marks/whose.tsx'
import { METRICS, type Metric, tiesIn } from './standings.ts'

type Entry = Item<'listGameLeaderboard'>

interface LeaderboardProps {
  gameId: string
  /** The community whose leaderboard this is. Without it, all public matches count. */
  communityId?: string | undefined
  by: Metric
  choose: (by: Metric) => void
}

const AT_ONCE = 20

const NAMES = { rating: t.rating, wins: t.wins, share: t.share }

export function Leaderboard({ gameId, communityId, by, choose }: LeaderboardProps) {
  const list = useMemo(() => listOf(gameId, communityId, by), [gameId, communityId, by])
  const count = countOf(gameId, communityId)
  const me = session.value
  const player = me.state === 'in' ? me.canonicalPlayerId : undefined
  const isMine = ({ canonicalPlayer }: Entry) => player !== undefined && canonicalPlayer?.id === player
  const items = list.items.value
  const ties = tiesIn(items)
  const whoseOf = whoseIn(items)
  return (
    <>
      <div class="filters" role="group" aria-label={say(t.by)}>
        {METRICS.map((metric) => (
          <Chip key={metric} pressed={metric === by} onClick={() => choose(metric)}>
            {say(NAMES[metric])}
          </Chip>
        ))}
      </div>
      <More
        list={list}
        label={say(t.title)}
        class="board"
        head={
          <tr>
            <th scope="col">{say(t.place)}</th>
            <th scope="col">{say(t.player)}</th>
            <th scope="col" class="board-figure board-wide">
              {say(t.matches)}
            </th>
            {METRICS.toSorted((one, other) => Number(one === by) - Number(other === by)).map((metric) => (
              <th key={metric} scope="col" class={metric === by ? 'board-figure' : 'board-figure board-wide'}>
                {say(NAMES[metric])}
              </th>
            ))}
          </tr>
        }
        row={(entry) => (
          <Row
            key={entry.ghostPlayer.id}
            entry={entry}
            by={by}
            tied={entry.place !== undefined && ties.has(entry.place)}
            isMine={isMine(entry)}
            whose={whoseOf(entry)}
          />
        )}
        empty={<p class="soft">{say(communityId === undefined ? t.nobody : t.nobodyHere)}</p>}
      />
      {count !== undefined && count > 0 && (
        <p class="hint">
          {say(communityId === undefined ? t.ofAll : t.ofCommunity, { count })} {say(t.how)}
        </p>
      )}
      {communityId === undefined && may('privacy-setting-read') && !items.some(isMine) && (
        <p class="hint">
          {say(t.join)} <a href="/settings/privacy">{say(t.whoSeesMe)}</a>
        </p>
      )}
    </>
  )
}

interface RowProps {
  entry: Entry
  by: Metric
  tied: boolean
  isMine: boolean
  whose: string | undefined
}

function Row({ entry, by, tied, isMine, whose }: RowProps) {
  const { place, ghostPlayer, canonicalPlayer, provisional, matches, wins } = entry
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
        {provisional && <span class="mark">{say(t.provisional)}</span>}
        <span class="detail board-narrow">{say(t.wonOf, { wins, matches })}</span>
      </th>
      <td class="board-figure board-wide">{number(matches)}</td>
      {METRICS.toSorted((one, other) => Number(one === by) - Number(other === by)).map((metric) => (
        <td key={metric} class={metric === by ? 'board-figure board-chief' : 'board-figure board-wide'}>
          <Value entry={entry} metric={metric} />
        </td>
      ))}
    </tr>
  )
}

function Value({
  entry: { rating, uncertainty, wins, matches, winShare, chance },
  metric,
}: {
  entry: Entry
  metric: Metric
}) {
  if (metric === 'rating')
    return (
      <>
        <strong>{number(rating)}</strong> <span class="detail">{say(t.give, { range: uncertainty })}</span>
      </>
    )
  if (metric === 'wins') return <strong>{number(wins)}</strong>
  // With few matches a percentage would promise too much, so there is none.
  return (
    <>
      <strong>{matches < FEW ? say(t.of, { wins, matches }) : percent(winShare)}</strong>{' '}
      <span class="detail">{say(t.chance, { share: percent(chance) })}</span>
    </>
  )
}

const SORTS = { rating: 'rating:DESC', wins: 'wins:DESC', share: 'winShare:DESC' }

function listOf(gameId: string, communityId: string | undefined, by: Metric): Pages<Entry> {
  const query = { sort: SORTS[by], limit: AT_ONCE }
  return communityId === undefined
    ? pages('listGameLeaderboard', { params: { gameId }, query })
    : pages('listCommunityLeaderboard', { params: { communityId, gameId }, query })
}

const countOf = (gameId: string, communityId: string | undefined): number | undefined =>
  (communityId === undefined
    ? kept('countGameLeaderboard', { params: { gameId } })
    : kept('countCommunityLeaderboard', { params: { communityId, gameId } })
  ).value.value?.count
