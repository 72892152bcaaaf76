/** In place of a leaderboard on which nobody has a place: the people of the reader's own matches of the game. */
import type { ComponentChildren } from 'preact'
import { kept } from '../../api/cache.ts'
import { t } from '../../texts/leaderboard.ts'
import { say } from '../../texts/text.ts'
import { Seen } from '../page/seen.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import { Head, rowOf } from './leaderboard-rows.tsx'
import { type Metric, hasNoPlace } from './standings.ts'
import { Unread } from './unread.tsx'

interface OwnTableProps {
  gameId: string
  /** What is shown here if the reader has no matches of the game either. */
  empty: ComponentChildren
}

export function OwnTable({ gameId, empty }: OwnTableProps) {
  const read = kept('getOwnLeaderboard', { params: { gameId } }).value
  const { value, error } = read
  if (!value) return error ? <Unread error={error} /> : <Skeleton rows={4} />
  const { items, players } = value
  if (items.length === 0) return <>{empty}</>
  const isRanked = !hasNoPlace(items)
  const by: Metric = isRanked ? 'rating' : 'wins'
  const metrics: Metric[] = isRanked ? ['rating', 'wins', 'share'] : ['wins', 'share']
  return (
    <>
      <h3>{say(t.yours)}</h3>
      <p class="hint">{say(t.yoursWhy)}</p>
      <Seen of={read} />
      <table class="board" aria-label={say(t.yours)}>
        <thead>
          <Head by={by} metrics={metrics} />
        </thead>
        <tbody>{items.map(rowOf(items, { by, metrics }))}</tbody>
      </table>
      {players > items.length && (
        <p class="hint">{say(t.firstOf, { shown: items.length, count: players })}</p>
      )}
    </>
  )
}
