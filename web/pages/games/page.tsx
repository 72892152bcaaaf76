/** The page of a game: its facts, expansions, playsets and the reader's own matches. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { Absent } from '../../parts/page/fault.tsx'
import { UUID, exactly } from '../../parts/fields/filter.ts'
import { later } from '../../parts/page/later.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { LastMatches } from '../../parts/matches/last-matches.tsx'
import { type Game, playersOf, winsIn } from './facts.ts'
import { searchOf } from './filter.ts'
import { gone } from './gone.ts'
import { mineOf } from './mine.ts'
import { Playsets } from './playsets.tsx'
import { Numbers, UsedIn, areRead } from './numbers.tsx'

const ChangeImage = later(async () => (await import('./image.tsx')).ChangeImage)

export default function GamePage({ params: { id = '' }, query }: PageProps) {
  if (!UUID.test(id)) return <Absent of={gone()} />
  // Both are requested at once, because the page begins with the figures.
  const areFiguresRead = !may('statistics-read') || areRead(id, query)
  return (
    <Shown
      of={kept('getGame', { params: { gameId: id } }).value}
      loading={say(t.title)}
      rows={5}
      gone={gone()}
      view={(game) => ({
        title: game.displayName,
        class: 'game',
        lead: `${winsIn(game)} · ${playersOf(game)}`,
        aside: <Tile name={game.displayName} game={game} />,
        children: <Sheet game={game} query={query} areFiguresRead={areFiguresRead} />,
      })}
    />
  )
}

interface SheetProps {
  game: Game
  query: PageProps['query']
  areFiguresRead: boolean
}

function Sheet({ game, query, areFiguresRead }: SheetProps) {
  const { id, description, tags } = game
  const isChoosing = useSignal(false)
  const playsets = useMemo(
    () => pages('listPlaysets', { query: { filter: `gameId==${exactly(id)}`, sort: 'name:ASC', limit: 20 } }),
    [id],
  )
  return (
    <>
      <p class="actions start">
        {may('match-create') && (
          <a class="button" href={`/record?game=${id}`}>
            {say(t.record)}
          </a>
        )}
        {may('game-update') && (
          <>
            <a class="button second" href={`/games/${id}/edit`}>
              {say(t.edit)}
            </a>
            <button type="button" class="second" onClick={() => (isChoosing.value = true)}>
              {say(t.changeImage)}
            </button>
          </>
        )}
      </p>
      {isChoosing.value && <ChangeImage game={game} close={() => (isChoosing.value = false)} />}
      {description.trim() !== '' && (
        <p class="long-text" dir="auto">
          {description}
        </p>
      )}
      {tags.length > 0 && (
        <ul class="tags" aria-label={say(t.tags)}>
          {tags.map((tag) => (
            <li key={tag}>
              <a class="chip" href={`/games${searchOf({ name: '', tag })}`}>
                <bdi>{tag}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      {may('statistics-read') && <Numbers game={game} query={query} />}
      {areFiguresRead && (
        <div class="page-halves">
          <Expansions game={game} query={query} />
          <Playsets list={playsets} />
        </div>
      )}
      <Mine id={id} isShown={areFiguresRead && playsets.state.value !== 'loading'} />
    </>
  )
}

const Expansions = ({ game: { id, expansions }, query }: { game: Game; query: PageProps['query'] }) => (
  <section class="part">
    <h2>{say(t.expansions)}</h2>
    {expansions.length === 0 ? (
      <p class="soft">{say(t.noExpansions)}</p>
    ) : (
      <ul class="lines short">
        {expansions.map((expansion) => (
          <li key={expansion.id}>
            <bdi>{expansion.displayName}</bdi>
            <UsedIn gameId={id} expansionId={expansion.id} query={query} />
          </li>
        ))}
      </ul>
    )}
  </section>
)

/**
 * Requests the matches at once, but shows them only when the parts above have loaded, because those parts would push them down.
 */
function Mine({ id, isShown }: { id: string; isShown: boolean }) {
  return (
    <LastMatches
      title={say(t.matches)}
      list={mineOf(id)}
      href={`/matches?game=${id}`}
      all={say(t.allMatches)}
      named={false}
      isShown={isShown}
      empty={<p class="soft">{say(t.noMatches)}</p>}
    />
  )
}
