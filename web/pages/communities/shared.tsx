/** What the members of a community share: its figures, leaderboards, evenings, pairs and matches. */
import type { ComponentChildren } from 'preact'
import type { Body } from '../../api/call.ts'
import { useLocation } from '../../location.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { monthText, number, timeZone } from '../../parts/marks/numbers.ts'
import { type BalanceRow, Balances, balanceTable } from '../../parts/plots/balances.tsx'
import { Bars, barsTable } from '../../parts/plots/bars.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Weeks, weeksTable } from '../../parts/plots/weeks.tsx'
import { isWide } from '../../parts/plots/wide.ts'
import { Seen } from '../../parts/page/seen.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { YearChip } from '../../parts/fields/year-chip.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { LastMatches } from '../../parts/matches/last-matches.tsx'
import { named } from '../../parts/marks/names.ts'
import { whose } from '../../parts/marks/whose.tsx'
import { Figures } from '../../parts/marks/figures.tsx'
import { Board } from './board.tsx'
import { type Chosen, chosenIn, searchOf } from './chosen.ts'
import { lastDayOf, completeWeeks } from './days.ts'
import { figuresOf } from './figures.ts'

type Statistics = Body<'getCommunityStatistics'>

interface SharedProps {
  id: string
  query: PageProps['query']
  /** Other parts, below the figures. They wait for the figures, because the figures would push them down. */
  children: ComponentChildren
}

export function Shared({ id, query, children }: SharedProps) {
  const { route } = useLocation()
  const chosen = chosenIn(query)
  const choose = (other: Chosen) => route(`/communities/${id}${searchOf(other)}`, true)
  const whole = figuresOf(id, undefined)
  const read = chosen.year === undefined ? whole : figuresOf(id, chosen.year)
  const { value, error } = read
  if (!value)
    return error ? (
      <>
        <Unread error={error} />
        {children}
      </>
    ) : (
      <section class="part">
        <Skeleton rows={8} />
      </section>
    )
  if (value.matches === 0 && chosen.year === undefined)
    return (
      <>
        <Empty>
          <strong>{say(t.noMatches)}</strong> {say(t.attach)}
        </Empty>
        {children}
      </>
    )
  return (
    <>
      <div class="filters" role="group" aria-label={say(t.filters)}>
        <YearChip
          year={chosen.year}
          first={whole.value?.firstPlayedAt}
          choose={(year) => choose(withYear(chosen, year))}
        />
      </div>
      <Seen of={read} />
      <Summary of={value} />
      {value.matches === 0 && <p class="soft">{say(t.noMatchesIn, { year: String(chosen.year) })}</p>}
      <div class="page-halves">
        <Board
          communityId={id}
          games={(whole.value ?? value).topGames.map(({ game }) => game)}
          chosen={chosen}
          choose={choose}
        />
        {value.matches > 0 && <MostPlayed of={value} id={id} />}
      </div>
      {value.matches > 0 && <Evenings of={value} year={chosen.year} />}
      {value.matches > 0 && <Pairs of={value} />}
      <LastMatches
        title={say(t.lastMatches)}
        list={{ id: 'listMatches', filter: `communityId==${exactly(id)};finalizedAt=null=false` }}
        href={`/matches?whose=all&community=${id}`}
        all={say(t.allMatches)}
        withCommunity={false}
        empty={<p class="soft">{say(t.noMatches)}</p>}
      />
      {children}
    </>
  )
}

const withYear = ({ year: _year, ...chosen }: Chosen, year: number | undefined): Chosen =>
  year === undefined ? chosen : { ...chosen, year }

function Summary({ of }: { of: Statistics }) {
  const { members, players, matches, matchesThisMonth, games, firstPlayedAt, topGames } = of
  return (
    <Figures
      of={[
        { name: say(t.members), value: number(members), below: say(t.playersIn, { count: players }) },
        { name: say(t.thisMonth), value: number(matchesThisMonth), below: say(t.inThisMonth) },
        {
          name: say(t.matches),
          value: number(matches),
          below: firstPlayedAt && say(t.sinceMonth, { month: monthText(firstPlayedAt.slice(0, 7)) }),
        },
        {
          name: say(t.games),
          value: number(games),
          below: topGames[0] && <bdi>{topGames[0].game.displayName}</bdi>,
        },
      ]}
    />
  )
}

function MostPlayed({ of: { topGames }, id }: { of: Statistics; id: string }) {
  const rows = topGames.map(({ game, matches }) => ({
    key: game.id,
    shown: (
      <a class="ref" href={`/games/${game.id}?community=${id}`}>
        <bdi>{game.displayName}</bdi>
      </a>
    ),
    name: game.displayName,
    count: matches,
  }))
  const title = say(t.mostPlayed)
  return (
    <Figure
      title={title}
      how={say(t.mostPlayedLead)}
      table={() => barsTable(rows, [say(t.game), say(t.matches)])}
    >
      <Bars of={rows} label={title} />
    </Figure>
  )
}

/** How many weeks are shown: about a quarter of a year on a phone, and a year on a desk. */
const WEEKS = { narrow: 16, wide: 53 }

function Evenings({ of: { days }, year }: { of: Statistics; year: number | undefined }) {
  const last = lastDayOf(year, timeZone())
  const weeks = completeWeeks(days, last, isWide.value ? WEEKS.wide : WEEKS.narrow)
  const plot = { of: days, weeks, last }
  return (
    <Figure title={say(t.evenings)} how={say(t.eveningsLead)} table={() => weeksTable(plot)}>
      <Weeks {...plot} />
    </Figure>
  )
}

function Pairs({ of: { pairs } }: { of: Statistics }) {
  const rows = pairs.map(({ one, other, ...balance }): BalanceRow => {
    const [first, second] = [personOf(one), personOf(other)]
    const names = { one: nameOf(one), other: nameOf(other) }
    return {
      ...balance,
      key: `${first.id} ${second.id}`,
      name: say(t.against, names),
      shown:
        one.canonicalPlayer && other.canonicalPlayer ? (
          <a class="ref" href={`/people/${first.id}/with/${second.id}`}>
            {say(t.against, names)}
          </a>
        ) : (
          say(t.against, names)
        ),
    }
  })
  const title = say(t.pairs)
  return (
    <Figure title={title} how={say(t.pairsLead)} table={() => balanceTable(rows, say(t.pair))} class="pairs">
      {rows.length === 0 ? <p class="soft">{say(t.pairsNone)}</p> : <Balances of={rows} label={title} />}
    </Figure>
  )
}

/** The answer has the owner of a stand-in if another name in the pairs is the same. */
const nameOf = (one: Statistics['pairs'][number]['one']): string =>
  [named(personOf(one).displayName), whose(one)].filter((text) => text !== undefined).join(' · ')

/** If the reader may not see a person, the answer has the stand-in instead. */
const personOf = ({ canonicalPlayer, ghostPlayer }: Statistics['pairs'][number]['one']) =>
  canonicalPlayer ?? ghostPlayer ?? { id: '', displayName: '–' }
