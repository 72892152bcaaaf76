/** Chooses a game: recent games first, then a search through all games. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { allOf, containing, searchFor } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { later } from '../../parts/page/later.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { useSettled } from '../../parts/fields/picker.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { countedOf, playersOf } from './facts.ts'
import { isDesk } from './place.ts'
import { type GameFacts, factsOf } from '../../drafts/sheet.ts'
import type { Usual } from '../../drafts/sheet-changes.ts'

const NewGame = later(async () => (await import('./new-game.tsx')).NewGame)

interface PickerProps {
  onPick: (game: GameFacts, usual?: Usual) => void
}

const PAGE = 30

export function Picker({ onPick }: PickerProps) {
  const [text, setText] = useState('')
  const [isAdding, setAdding] = useState(false)
  const search = useSettled(searchFor(text))
  const field = useRef<HTMLInputElement>(null)
  const { value: suggestions, state } = kept('getSuggestions').value
  const filter = allOf(search !== '' && `name==${containing(search)}`)
  const list = pages('listGames', {
    query: { limit: PAGE, sort: 'name', ...(filter !== undefined && { filter }) },
  })
  const isListed = list.state.value !== 'loading'
  const lately = suggestions?.games ?? []
  useEffect(() => {
    // On a phone the field does not get the focus, because the keyboard would cover the games.
    if (isDesk()) field.current?.focus()
  }, [])
  const fits = (name: string) => name.toLocaleLowerCase().includes(search.toLocaleLowerCase())
  const tiles = lately.filter(({ displayName }) => fits(displayName))
  return (
    <div class="game-picker">
      <div class="search-field game-search">
        <input
          ref={field}
          type="search"
          enterkeyhint="search"
          autocomplete="off"
          spellcheck={false}
          aria-label={say(record.search)}
          placeholder={say(record.search)}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </div>
      {/* The list of all games waits for the tiles above it, because they would push it down. */}
      {state === 'loading' && <Skeleton />}
      {tiles.length > 0 && <Lately of={tiles} onPick={onPick} />}
      {state !== 'loading' && (
        <section>
          <h2 class="record-heading">{say(search === '' ? record.allGames : record.found)}</h2>
          <More
            list={list}
            label={say(search === '' ? record.allGames : record.found)}
            class="game-choices"
            empty={<NoGame isSearch={search !== ''} />}
            row={(game) => (
              <li key={game.id}>
                <button type="button" onClick={() => onPick(factsOf(game))}>
                  <Tile name={game.displayName} size="small" game={game} />
                  <span>{game.displayName}</span>
                  <small>{countedOf(game)}</small>
                </button>
              </li>
            )}
          />
        </section>
      )}
      {state !== 'loading' && isListed && may('game-create') && (
        <p class="actions start">
          <button type="button" class="second" onClick={() => setAdding(true)}>
            {say(record.addGame)}
          </button>
        </p>
      )}
      {isAdding && (
        <NewGame
          name={search}
          onClose={() => setAdding(false)}
          onMade={(game) => {
            setAdding(false)
            onPick(game)
          }}
        />
      )}
    </div>
  )
}

const NoGame = ({ isSearch }: { isSearch: boolean }) => (
  <p class="hint">
    {say(isSearch ? record.noGame : record.noGames)}
    {!may('game-create') && ` ${say(record.whoAdds)}`}
  </p>
)

interface LatelyProps extends PickerProps {
  of: readonly (GameFacts & Usual)[]
}

const Lately = ({ of, onPick }: LatelyProps) => (
  <section>
    <h2 class="record-heading">{say(record.lately)}</h2>
    <ul class="game-tiles">
      {of.map(({ playset, community, ...game }) => (
        <li key={game.id}>
          <button type="button" onClick={() => onPick(factsOf(game), { playset, community })}>
            <Tile name={game.displayName} game={game} />
            <span>
              <strong>{game.displayName}</strong>
              <small>{playersOf(game)}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  </section>
)
