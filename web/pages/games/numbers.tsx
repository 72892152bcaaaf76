/** The figures of a game, from matches whose details the reader may see. */
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { timeZone } from '../../parts/marks/numbers.ts'
import { type BarRow, Bars, barsTable } from '../../parts/plots/bars.tsx'
import { Distribution, type Spread, distributionTable } from '../../parts/plots/distribution.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { monthsOf } from '../../parts/plots/marks/months.ts'
import { Months, monthsTable } from '../../parts/plots/months.tsx'
import { isWide } from '../../parts/plots/wide.ts'
import { Seen } from '../../parts/page/seen.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { YearChip } from '../../parts/fields/year-chip.tsx'
import { daysOf } from '../../parts/fields/year.ts'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/games.ts'
import { t as board } from '../../texts/leaderboard.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import { Best, poolsOf } from './best.tsx'
import { Summary } from './summary.tsx'
import { type Chosen, changed, chosenIn, searchOf } from './chosen.ts'
import type { Game, Statistics } from './facts.ts'

interface NumbersProps {
  game: Game
  query: PageProps['query']
}

export function Numbers({ game, query }: NumbersProps) {
  const { route } = useLocation()
  const chosen = chosenIn(query)
  const choose = (change: { [K in keyof Chosen]?: Chosen[K] | undefined }) =>
    route(`/games/${game.id}${searchOf(changed(chosen, change))}`, true)
  const { communityId } = chosen
  const whole = statisticsOf(game.id, { ...chosen, year: undefined })
  const read = statisticsOf(game.id, chosen)
  const { value, error } = read
  const write = (score: number) => scoreText(score, game.scoreType, locale())
  return (
    <>
      <div class="filters" role="group" aria-label={say(t.figuresOf)}>
        <Pool communityId={communityId} choose={(other) => choose({ communityId: other })} />
        <YearChip year={chosen.year} first={whole.value?.firstPlayedAt} choose={(year) => choose({ year })} />
      </div>
      <Seen of={read} />
      {!value && (error ? <Unread error={error} /> : <Skeleton rows={6} />)}
      {value && value.matches === 0 && (
        <p class="soft">{say(isNarrow(chosen) ? t.nothingFits : t.nothingYet)}</p>
      )}
      {value && value.matches > 0 && (
        <>
          <Summary of={value} write={write} />
          <p class="hint">{say(communityId === undefined ? t.seenOnly : t.seenInCommunity)}</p>
        </>
      )}
      {read.state !== 'loading' && may('leaderboard-read') && (
        <Best gameId={game.id} chosen={chosen} choose={choose} />
      )}
      {value && value.matches > 0 && poolsOf(game.id, chosen).isHere && (
        <GameFigures of={value} write={write} chosen={chosen} choose={choose} />
      )}
    </>
  )
}

function statisticsOf(
  gameId: string,
  { communityId, year }: Pick<Chosen, 'communityId'> & { year?: number | undefined },
) {
  const pool = communityId === undefined ? {} : { communityId }
  const query = { timeZone: timeZone(), ...pool, ...daysOf(year) }
  return kept('getGameStatistics', { params: { gameId }, query }).value
}

/** True when the figures have loaded, so that nothing below them moves any more. It reads signals, so call it while rendering. */
export function areRead(gameId: string, query: PageProps['query']): boolean {
  const chosen = chosenIn(query)
  return statisticsOf(gameId, chosen).state !== 'loading' && poolsOf(gameId, chosen).isHere
}

/** How often something was used. There is no share of wins, because nobody wins by an expansion. */
export function UsedIn({
  gameId,
  expansionId,
  query,
}: {
  gameId: string
  expansionId: string
  query: PageProps['query']
}) {
  const { value } = statisticsOf(gameId, chosenIn(query))
  const used = value?.expansions.find(({ expansion }) => expansion.id === expansionId)
  return used ? <span class="soft">{say(t.usedIn, { count: used.matches })}</span> : null
}

const isNarrow = ({ communityId, year }: Chosen) => communityId !== undefined || year !== undefined

/** How many communities fit on the page. */
const MOST_COMMUNITIES = 90

function Pool({
  communityId,
  choose,
}: {
  communityId: string | undefined
  choose: (communityId: string | undefined) => void
}) {
  const mine =
    kept('listMyMemberships', { query: { sort: 'createdAt:DESC', limit: MOST_COMMUNITIES } }).value.value
      ?.items ?? []
  const isMine = communityId === undefined || mine.some(({ community }) => community.id === communityId)
  const other = isMine
    ? undefined
    : kept('getCommunity', { params: { communityId } }).value.value?.displayName
  if (mine.length === 0 && communityId === undefined) return null
  return (
    <select
      class={communityId === undefined ? 'chip empty' : 'chip chosen'}
      aria-label={say(t.pool)}
      value={communityId ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      <option value="">{say(t.anyCommunity)}</option>
      {mine.map(({ community }) => (
        <option key={community.id} value={community.id}>
          {community.displayName}
        </option>
      ))}
      {!isMine && <option value={communityId}>{other ?? say(t.thisCommunity)}</option>}
    </select>
  )
}

interface GameFiguresProps {
  of: Statistics
  write: (score: number) => string
  chosen: Chosen
  choose: (change: { [K in keyof Chosen]?: Chosen[K] | undefined }) => void
}

function GameFigures({ of, write, chosen, choose }: GameFiguresProps) {
  const { seats, factions, sizes, months } = of
  const shownMonths = monthsOf(months, isWide.value ? 18 : 12)
  return (
    <div class="page-halves">
      {of.scores && (
        <Scores of={of} scores={of.scores} write={write} players={chosen.players} choose={choose} />
      )}
      <Figure title={say(t.perMonth)} how={say(t.perMonthHow)} table={() => monthsTable(shownMonths)}>
        <Months of={shownMonths} />
      </Figure>
      <Counted
        title={say(t.sizes)}
        how={say(t.sizesHow)}
        head={[say(t.players), say(t.played)]}
        of={sizes.map(({ players, matches }) => ({
          name: say(t.forPlayers, { count: players }),
          count: matches,
        }))}
      />
      {seats.some(({ won }) => won > 0) && (
        <Counted
          title={say(t.seats)}
          how={say(t.seatsHow)}
          head={[say(t.seat), say(t.played), say(t.won)]}
          of={seats.map(({ position, placed, won }) => ({
            name: say(t.seatNumber, { position }),
            count: placed,
            won,
          }))}
        />
      )}
      {factions.length > 0 && (
        <Counted
          title={say(t.factions)}
          how={say(t.factionsHow)}
          head={[say(t.faction), say(t.played), say(t.won)]}
          of={factions.map(({ name, placed, won }) => ({ name, count: placed, won }))}
        />
      )}
    </div>
  )
}

interface ScoresProps {
  of: Statistics
  scores: NonNullable<Statistics['scores']>
  write: (score: number) => string
  players: number | undefined
  choose: GameFiguresProps['choose']
}

function Scores({ of: { sizes }, scores, write, players, choose }: ScoresProps) {
  const written = sizes.filter((size) => size.written > 0)
  const size = written.find((one) => one.players === players)
  const spread: Spread =
    size?.lowest === undefined || size.middle === undefined || size.highest === undefined
      ? scores
      : { ...size, lowest: size.lowest, middle: size.middle, highest: size.highest, range: scores }
  return (
    <Figure
      title={say(t.scores)}
      how={
        <>
          <p>{say(spread.values ? t.scoresHowFew : t.scoresHowMany)}</p>
          {written.length > 1 && (
            <div class="filters" role="group" aria-label={say(t.sizes)}>
              <Chip pressed={size === undefined} onClick={() => choose({ players: undefined })}>
                {say(t.allTables)}
              </Chip>
              {written.map((one) => (
                <Chip
                  key={one.players}
                  pressed={one === size}
                  onClick={() => choose({ players: one.players })}
                >
                  {say(t.forPlayers, { count: one.players })}
                </Chip>
              ))}
            </div>
          )}
        </>
      }
      table={() => distributionTable({ of: spread, write })}
    >
      <Distribution of={spread} write={write} />
    </Figure>
  )
}

interface CountedProps {
  title: string
  how: string
  head: readonly string[]
  of: readonly { name: string; count: number; won?: number }[]
}

function Counted({ title, how, head, of }: CountedProps) {
  const rows = of.map(({ name, count, won }): BarRow => ({
    key: name,
    shown: <bdi>{name}</bdi>,
    name,
    count,
    ...(won === undefined ? {} : { won, text: say(board.of, { wins: won, matches: count }) }),
  }))
  return (
    <Figure title={title} how={how} table={() => barsTable(rows, head)}>
      <Bars of={rows} label={title} />
    </Figure>
  )
}
