/** A community's leaderboard in one game: the most played game, or another one that the reader chooses. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { containing } from '../../parts/fields/filter.ts'
import { Leaderboard } from '../../parts/lists/leaderboard.tsx'
import { Picker } from '../../parts/fields/picker.tsx'
import { t } from '../../texts/communities.ts'
import { t as board } from '../../texts/leaderboard.ts'
import { say } from '../../texts/text.ts'
import type { Chosen } from './chosen.ts'

interface BoardProps {
  communityId: string
  /** The games, the most played first. */
  games: readonly { id: string; displayName: string }[]
  chosen: Chosen
  choose: (chosen: Chosen) => void
}

const AT_ONCE = 20

export function Board({ communityId, games, chosen, choose }: BoardProps) {
  const picking = useSignal(false)
  const gameId = chosen.gameId ?? games[0]?.id
  const known = games.find(({ id }) => id === gameId)
  const other =
    known || gameId === undefined ? undefined : kept('getGame', { params: { gameId } }).value.value
  const find = (text: string) =>
    (text === ''
      ? games
      : kept('listGames', {
          query: { sort: 'name:ASC', limit: AT_ONCE, filter: `name==${containing(text)}` },
        }).value.value?.items
    )?.map(({ id, displayName }) => ({ id, label: displayName, shown: <bdi>{displayName}</bdi> }))
  return (
    <section class="part">
      <header>
        <h2>{say(board.title)}</h2>
        <Chip opens="dialog" onClick={() => (picking.value = true)}>
          <bdi>{known?.displayName ?? other?.displayName ?? say(t.chooseGame)}</bdi>{' '}
          <span aria-hidden="true">▾</span>
        </Chip>
      </header>
      {gameId !== undefined && (
        <Leaderboard
          key={gameId}
          gameId={gameId}
          communityId={communityId}
          by={chosen.by}
          choose={(by) => choose({ ...chosen, by })}
        />
      )}
      {picking.value && (
        <Picker
          title={say(t.chooseGame)}
          label={say(t.searchGames)}
          find={find}
          close={() => (picking.value = false)}
          choose={({ id }) => {
            picking.value = false
            choose({ ...chosen, gameId: id })
          }}
        />
      )}
    </section>
  )
}
