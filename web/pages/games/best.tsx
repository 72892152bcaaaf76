/** Who is best at a game: the leaderboard of a community in which the reader plays it, or the public one. */
import { may } from '../../api/session.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { Leaderboard, leaderboardOf } from '../../parts/lists/leaderboard.tsx'
import { hasNoPlace } from '../../parts/lists/standings.ts'
import { SHOWN } from '../../parts/matches/last-matches.tsx'
import { matchesOf } from '../../parts/matches/matches-of.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { type Chosen, EVERYBODY } from './chosen.ts'
import { mineOf } from './mine.ts'

/** How many communities have a leaderboard on the page. They are the communities of the reader’s last matches. */
const MOST_COMMUNITIES = 2

interface Pools {
  communities: { id: string; displayName: string }[]
  /** The community whose leaderboard is shown. Undefined means the public one. */
  shown: string | undefined
  /** False while it is not known which leaderboard is shown, or while that one is loading. */
  isHere: boolean
}

/** Unless the reader has chosen, the first leaderboard on which somebody has a place. It reads signals, so call it while rendering. */
export function poolsOf(gameId: string, chosen: Chosen): Pools {
  if (!may('leaderboard-read')) return { communities: [], shown: undefined, isHere: true }
  const isRead = (id: string | undefined) => boardOf(id).state.value !== 'loading'
  const boardOf = (id: string | undefined) => leaderboardOf(gameId, id, chosen.by)
  if (chosen.communityId !== undefined)
    return { communities: [], shown: chosen.communityId, isHere: isRead(chosen.communityId) }
  const last = matchesOf(mineOf(gameId), SHOWN)
  if (last.state.value === 'loading') return { communities: [], shown: undefined, isHere: false }
  const played = last.items.value.flatMap(({ community }) =>
    community ? [[community.id, community] as const] : [],
  )
  const communities = [...new Map(played).values()].slice(0, MOST_COMMUNITIES)
  const picked = communities.find(({ id }) => id === chosen.board)?.id
  if (picked !== undefined || chosen.board === EVERYBODY)
    return { communities, shown: picked, isHere: isRead(picked) }
  // All are requested at once.
  const read = communities.map(({ id }) => ({ id, isHere: isRead(id), items: boardOf(id).items.value }))
  const ranked = read.find(({ isHere, items }) => !isHere || !hasNoPlace(items))
  return { communities, shown: ranked?.id, isHere: ranked?.isHere ?? isRead(undefined) }
}

interface BestProps {
  gameId: string
  chosen: Chosen
  choose: (change: Pick<Partial<Chosen>, 'board' | 'by'>) => void
}

export function Best({ gameId, chosen, choose }: BestProps) {
  const { communities, shown, isHere } = poolsOf(gameId, chosen)
  return (
    <section class="part">
      <h2>{say(t.whoIsBest)}</h2>
      {communities.length > 0 && (
        <div class="filters" role="group" aria-label={say(t.whoseBoard)}>
          {communities.map(({ id, displayName }) => (
            <Chip key={id} pressed={isHere && id === shown} onClick={() => choose({ board: id })}>
              <bdi>{displayName}</bdi>
            </Chip>
          ))}
          <Chip pressed={isHere && shown === undefined} onClick={() => choose({ board: EVERYBODY })}>
            {say(t.everybody)}
          </Chip>
        </div>
      )}
      <Leaderboard
        key={shown}
        gameId={gameId}
        communityId={shown}
        by={chosen.by}
        choose={(by) => choose({ by })}
      />
    </section>
  )
}
