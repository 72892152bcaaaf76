/** The list of games, with a search by name, tag and number of players. */
import { useMemo } from 'preact/hooks'
import { useLocation } from '../../location.tsx'
import { kept, pages } from '../../api/cache.ts'
import type { Ask, Keep } from '../../api/keep-ahead.ts'
import { may } from '../../api/session.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { Count, More } from '../../parts/lists/more.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Search } from '../../parts/fields/search.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { type Game, countedIn, playersOf } from './facts.ts'
import { type Sought, filterOf, searchOf, soughtIn } from './filter.ts'

export default function Games() {
  const { url, route } = useLocation()
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const sought = useMemo(() => soughtIn(search), [search])
  const seek = (other: Sought, replace = false) => route(`/games${searchOf(other)}`, replace)
  return (
    <Page
      title={say(t.title)}
      class="game-list"
      aside={
        may('game-create') && (
          <a class="button second" href="/games/new">
            {say(t.add)}
          </a>
        )
      }
      lead={may('missing-game-read') ? <a href="/games/missing">{say(t.lacking)}</a> : undefined}
    >
      <Search label={say(t.search)} text={sought.name} change={(name) => seek({ ...sought, name }, true)} />
      <div class="filters">
        <Players players={sought.players} choose={(players) => seek(withPlayers(sought, players))} />
        {sought.tag !== '' && (
          <Chip
            pressed
            onClick={() => seek({ ...sought, tag: '' })}
            label={say(t.without, { name: named(sought.tag) })}
          >
            <bdi>{sought.tag}</bdi> <span aria-hidden="true">×</span>
          </Chip>
        )}
      </div>
      <List key={searchOf(sought)} sought={sought} />
    </Page>
  )
}

const withPlayers = ({ players: _players, ...sought }: Sought, players: number | undefined): Sought =>
  players === undefined ? sought : { ...sought, players }

const TABLES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

function Players({
  players,
  choose,
}: {
  players: number | undefined
  choose: (players: number | undefined) => void
}) {
  const tables = players === undefined || TABLES.includes(players) ? TABLES : [...TABLES, players]
  return (
    <select
      class={players === undefined ? 'chip empty' : 'chip chosen'}
      aria-label={say(t.players)}
      value={players === undefined ? '' : String(players)}
      onChange={({ currentTarget }) =>
        choose(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    >
      <option value="">{say(t.anyPlayers)}</option>
      {tables.map((count) => (
        <option key={count} value={String(count)}>
          {say(t.forPlayers, { count })}
        </option>
      ))}
    </select>
  )
}

const AT_ONCE = 30

interface Filter {
  filter?: string
}

const gamesOf = <R,>(ask: Ask<'listGames', R>, filter: Filter): R =>
  ask('listGames', { query: { ...filter, sort: 'name:ASC', limit: AT_ONCE } })

export const keep: Keep = async (keepAhead) => void (await gamesOf(keepAhead, {}))

function List({ sought }: { sought: Sought }) {
  const filter = filterOf(sought)
  const filtered = filter === undefined ? {} : { filter }
  const list = useMemo(() => gamesOf(pages, filtered), [filter])
  const count = kept('countGames', { query: filtered }).value.value?.count
  return (
    <>
      <Count of={list} text={count && say(t.count, { count })} />
      <More
        list={list}
        label={say(t.title)}
        class="lines game-list"
        row={(game) => <Row key={game.id} game={game} />}
        empty={filter === undefined ? <NoGames /> : <NoneFits />}
      />
    </>
  )
}

const Row = ({ game }: { game: Game }) => (
  <li class="game-row">
    <Tile name={game.displayName} size="small" game={game} />
    <div class="line-main">
      <a class="line-link" href={`/games/${game.id}`}>
        <bdi>{game.displayName}</bdi>
      </a>
      <p class="line-below">{playersOf(game)}</p>
    </div>
    <p class="line-side">{countedIn(game)}</p>
  </li>
)

const NoneFits = () => (
  <Empty href="/games" action={say(t.showAll)}>
    <strong>{say(t.none)}.</strong> {say(t.noneWhy)}
  </Empty>
)

const NoGames = () =>
  may('game-create') ? (
    <Empty href="/games/new" action={say(t.add)}>
      <strong>{say(t.empty)}.</strong> {say(t.emptyMay)}
    </Empty>
  ) : (
    <Empty>
      <strong>{say(t.empty)}.</strong> {say(t.emptyMayNot)}
    </Empty>
  )
