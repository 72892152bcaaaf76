/** The reader's own rating in a game, match by match. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { RatingLine, ratingTable } from '../../parts/plots/rating.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { t } from '../../texts/rating.ts'
import { say } from '../../texts/text.ts'
import { localDay } from '../../parts/marks/days.ts'
import { named } from '../../parts/marks/names.ts'

interface RatingProps {
  /** The games, the most played first. */
  games: readonly { id: string; displayName: string }[]
}

export function Rating({ games }: RatingProps) {
  const chosen = useSignal<string | undefined>(undefined)
  const game = games.find(({ id }) => id === chosen.value) ?? games[0]
  if (!game) return null
  const { value, error } = kept('getOwnRating', { params: { gameId: game.id } }).value
  const line = value?.line.map(({ playedAt, ...rated }) => ({ ...rated, on: localDay(playedAt) })) ?? []
  return (
    <Figure
      title={say(t.rating)}
      class="rating-of"
      how={
        <>
          {say(t.how, { game: named(game.displayName) })}
          {games.length > 1 && (
            <div class="filters" role="group" aria-label={say(t.games)}>
              {games.map(({ id, displayName }) => (
                <Chip key={id} pressed={id === game.id} onClick={() => (chosen.value = id)}>
                  <bdi>{displayName}</bdi>
                </Chip>
              ))}
            </div>
          )}
        </>
      }
      table={() => ratingTable(line)}
    >
      {value ? (
        line.length > 0 ? (
          <RatingLine of={line} />
        ) : (
          <p class="soft">{say(t.few)}</p>
        )
      ) : error ? (
        <Unread error={error} />
      ) : (
        <Skeleton rows={4} />
      )}
    </Figure>
  )
}
