/** The page of two people: their matches against each other, game by game, and the differences of their scores. */
import { useMemo, useRef } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { useLocation } from '../../location.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { FEW } from '../../parts/marks/few.ts'
import { dayText, monthText, number, percent, timeZone } from '../../parts/marks/numbers.ts'
import { Absent, type Absence } from '../../parts/page/fault.tsx'
import type { PageView } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Balances, type BalanceRow, balanceTable } from '../../parts/plots/balances.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Meetings, meetingsTable } from '../../parts/plots/meetings.tsx'
import { isWide } from '../../parts/plots/wide.ts'
import { Ref } from '../../parts/marks/ref.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { locale } from '../../texts/messages.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { scoreText } from '../../parts/marks/score-text.ts'
import { AsOne } from './same-parts.ts'
import { PictureButton } from '../../parts/pictures/button.tsx'
import { Chips } from './chips.tsx'
import { ByHowMuch, type Pair } from './by-how-much.tsx'
import { Figures } from '../../parts/marks/figures.tsx'
import { type Chosen, chosenIn, isNarrowed, searchOf, spanOf } from './filter.ts'
import { gamesIn } from '../../parts/lists/games-in.ts'
import { gone } from './gone.ts'
import { localDay } from '../../parts/marks/days.ts'

export default function PairPage({ params: { id = '', otherId = '' } }: PageProps) {
  return UUID.test(id) && UUID.test(otherId) ? <Two id={id} otherId={otherId} /> : <Absent of={gone()} />
}

function Two({ id, otherId }: { id: string; otherId: string }) {
  const { url, route } = useLocation()
  const base = url.startsWith('/stand-ins/') ? '/stand-ins' : '/people'
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const chosen = useMemo(() => chosenIn(search), [search])
  const query = spanOf(chosen, timeZone())
  const read = (
    base === '/people'
      ? kept('getHeadToHead', { params: { canonicalPlayerId: id, otherId }, query })
      : kept('getHeadToHeadOfGhostPlayer', { params: { ghostPlayerId: id, otherId }, query })
  ).value
  // Shows the names while other figures load.
  const pair = useRef(read.value)
  if (read.value) pair.current = read.value
  const { one: first, other: second } = pair.current ?? {}
  const title =
    first && second
      ? say(t.pair, { one: named(first.displayName), other: named(second.displayName) })
      : say(t.title)
  const path = `${base}/${id}/with/${otherId}`
  const choose = (other: Chosen) => route(`${path}${searchOf(other)}`, true)
  const frameOf = (value: Pair | undefined): PageView => ({
    title,
    class: 'person',
    lead: value && leadOf(value),
    aside: first && second && (
      <nav class="page-ways" aria-label={title}>
        <Ref to={base} of={first} />
        <Ref to={pair.current?.ownerOfOther ? '/stand-ins' : '/people'} of={second} />
        {value && value.met > 0 && (
          <PictureButton
            label={say(t.picture)}
            picture={async () => (await import('./picture.ts')).pairPicture(value)}
          />
        )}
      </nav>
    ),
    children: (
      <>
        <Chips
          chosen={chosen}
          choose={choose}
          of={id}
          isStandIn={base === '/stand-ins'}
          isRead={value !== undefined}
          names={['game']}
        />
        {!value && <Skeleton rows={6} />}
        {value && value.met > 0 && <Sheet of={value} />}
        {value && <AsOne id={id} count={value.countedAsOne?.one} />}
        {value && <AsOne id={otherId} count={value.countedAsOne?.other} />}
        {value?.met === 0 && <NeverMet href={path} isNarrowed={isNarrowed(chosen)} />}
      </>
    ),
  })
  return <Shown of={read} loading={frameOf(undefined)} gone={gone()} hidden={refused()} view={frameOf} />
}

const leadOf = ({ firstMetAt, countedAsOne, one, other }: Pair): string =>
  [
    ...(firstMetAt === undefined
      ? []
      : [say(t.pairSince, { month: monthText(localDay(firstMetAt).slice(0, 7)) })]),
    ...[[one, countedAsOne?.one] as const, [other, countedAsOne?.other] as const].flatMap(
      ([{ displayName }, count]) =>
        count === undefined ? [] : [`${named(displayName)}: ${say(t.countedAsOne, { count })}`],
    ),
  ].join(' · ')

const NeverMet = ({ href, isNarrowed }: { href: string; isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty href={href} action={say(t.showAllMatches)}>
      {say(t.noMatchesNarrow)}
    </Empty>
  ) : (
    <Empty href="/people" action={say(t.find)}>
      <strong>{say(t.neverMet)}.</strong> {say(t.neverMetWhy)}
    </Empty>
  )

const SHOWN = { desk: 120, phone: 48 }

function Sheet({ of }: { of: Pair }) {
  const names = { one: named(of.one.displayName), other: named(of.other.displayName) }
  const games = gamesIn(of.games.map(({ game }) => game.id))
  const meetings = of.meetings
    .slice(0, isWide.value ? SHOWN.desk : SHOWN.phone)
    .map(({ on, how, game, by }) => {
      const played = game === undefined ? undefined : of.games[game]?.game
      const type = games.get(played?.id ?? '')?.scoreType ?? 'SCORE'
      return {
        on,
        how,
        game: played?.displayName,
        by: by === undefined ? undefined : scoreText(by, type, locale()),
      }
    })
  const rows = of.games.map(({ game, ...balance }): BalanceRow => ({
    key: game.id,
    name: game.displayName,
    shown: <Ref to="/games" of={game} />,
    ...balance,
  }))
  return (
    <>
      <Numbers of={of} />
      <Figure
        title={say(t.meetings)}
        how={say(t.meetingsHow, { count: meetings.length, ...names })}
        table={() => meetingsTable(meetings)}
      >
        <Meetings of={meetings} />
      </Figure>
      <div class="page-halves">
        <Figure
          title={say(t.byGame)}
          how={say(t.byGameHow, names)}
          table={() => balanceTable(rows, say(t.game))}
        >
          <Balances of={rows} label={say(t.byGame)} />
        </Figure>
        <ByHowMuch of={of} games={games} />
      </div>
    </>
  )
}

function Numbers({ of }: { of: Pair }) {
  const { met, ahead, level, behind, together, longestRunAhead, longestRunBehind, lastMetAt } = of
  const decided = ahead + level + behind
  const share = decided < FEW ? number(ahead) : percent(ahead / decided)
  const wonTogether = together.decided < FEW ? number(together.won) : percent(together.won / together.decided)
  return (
    <Figures
      of={[
        {
          name: say(t.pairMet),
          value: number(met),
          below: lastMetAt && say(t.pairLast, { day: dayText(localDay(lastMetAt)) }),
        },
        {
          name: say(t.pairAhead, { name: named(of.one.displayName) }),
          value: decided === 0 ? say(t.nothing) : share,
          below: decided === 0 ? say(t.noContest) : say(t.pairAheadOf, { ahead, decided, level }),
          isFelt: true,
        },
        {
          name: say(t.pairRun),
          value: number(longestRunAhead),
          below: say(t.pairRuns, { behind: longestRunBehind }),
        },
        {
          name: say(t.together),
          value: together.matches === 0 ? say(t.nothing) : wonTogether,
          below:
            together.matches === 0
              ? say(t.pairNoTogether)
              : say(t.pairTogether, { won: together.won, decided: together.decided }),
        },
      ]}
    />
  )
}

const refused = (): Absence => ({
  title: say(t.pairRefused),
  lead: say(t.pairRefusedWhy),
  href: '/people',
  action: say(t.find),
  isSecond: true,
})
