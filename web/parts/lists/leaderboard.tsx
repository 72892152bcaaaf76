/** The leaderboard of a game, by rating, wins or share of wins. */
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Pages, kept, pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { t } from '../../texts/leaderboard.ts'
import { say } from '../../texts/text.ts'
import { Chip } from '../fields/chip.tsx'
import { type Entry, Head, NAMES, isOwn, rowOf } from './leaderboard-rows.tsx'
import { More } from './more.tsx'
import { OwnTable } from './own-table.tsx'
import { METRICS, type Metric, hasNoPlace } from './standings.ts'

interface LeaderboardProps {
  gameId: string
  /** The community whose leaderboard this is. Without it, all public matches count. */
  communityId?: string | undefined
  by: Metric
  choose: (by: Metric) => void
}

const AT_ONCE = 20

export function Leaderboard({ gameId, communityId, by, choose }: LeaderboardProps) {
  const list = useMemo(() => leaderboardOf(gameId, communityId, by), [gameId, communityId, by])
  const count = countOf(gameId, communityId)
  const items = list.items.value
  const isRanked = list.state.value !== 'here' || !hasNoPlace(items)
  const empty = <p class="soft">{say(communityId === undefined ? t.nobody : t.nobodyHere)}</p>
  return (
    <>
      {isRanked ? (
        <>
          <div class="filters" role="group" aria-label={say(t.by)}>
            {METRICS.map((metric) => (
              <Chip key={metric} pressed={metric === by} onClick={() => choose(metric)}>
                {say(NAMES[metric])}
              </Chip>
            ))}
          </div>
          <Board list={list} label={say(t.title)} by={by} metrics={METRICS} empty={empty} />
        </>
      ) : (
        <>
          <OwnTable gameId={gameId} empty={items.length === 0 ? empty : undefined} />
          {items.length > 0 && <WithoutPlaces gameId={gameId} communityId={communityId} />}
        </>
      )}
      {count !== undefined && count > 0 && (
        <p class="hint">
          {say(communityId === undefined ? t.ofAll : t.ofCommunity, { count })} {say(t.how)}
        </p>
      )}
      {communityId === undefined && may('privacy-setting-read') && !items.some(isOwn) && (
        <p class="hint">
          {say(t.join)} <a href="/settings/privacy">{say(t.whoSeesMe)}</a>
        </p>
      )}
    </>
  )
}

/** Everybody on the leaderboard by wins, as long as nobody has a place. */
function WithoutPlaces({ gameId, communityId }: Pick<LeaderboardProps, 'gameId' | 'communityId'>) {
  const list = useMemo(() => leaderboardOf(gameId, communityId, 'wins'), [gameId, communityId])
  return (
    <>
      <h3>{say(t.few)}</h3>
      <Board list={list} label={say(t.few)} by="wins" metrics={WITHOUT_RATING} empty={null} />
    </>
  )
}

const WITHOUT_RATING = METRICS.filter((metric) => metric !== 'rating')

interface BoardProps {
  list: Pages<Entry>
  label: string
  by: Metric
  metrics: readonly Metric[]
  empty: ComponentChildren
}

function Board({ list, label, by, metrics, empty }: BoardProps) {
  return (
    <More
      list={list}
      label={label}
      class="board"
      head={<Head by={by} metrics={metrics} />}
      row={rowOf(list.items.value, { by, metrics })}
      empty={empty}
    />
  )
}

const SORTS = { rating: 'rating:DESC', wins: 'wins:DESC', share: 'winShare:DESC' }

export function leaderboardOf(gameId: string, communityId: string | undefined, by: Metric): Pages<Entry> {
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
