/** The page of a person: their statistics and plots, from matches that the reader may see. */
import type { JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import { Problem } from '../../api/problem.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { FEW } from '../../parts/marks/few.ts'
import { monthText, timeZone } from '../../parts/marks/numbers.ts'
import { later } from '../../parts/page/later.tsx'
import { Absent, type Absence } from '../../parts/page/fault.tsx'
import type { PageView } from '../../parts/page/page.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Figure } from '../../parts/plots/figure.tsx'
import { Finishes, finishesTable } from '../../parts/plots/finishes.tsx'
import { Form, formTable } from '../../parts/plots/form.tsx'
import { monthsOf } from '../../parts/plots/marks/months.ts'
import { Months, MonthsLegend, monthsTable } from '../../parts/plots/months.tsx'
import { isWide } from '../../parts/plots/wide.ts'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { Chips } from './chips.tsx'
import { type Chosen, chosenIn, isNarrowed, searchOf, spanOf } from './filter.ts'
import { remarksOf } from './in-short.ts'
import { gone } from './gone.ts'
import { localDay } from '../../parts/marks/days.ts'
import { Numbers, type Statistics } from './numbers.tsx'
import { Opponents } from './opponents.tsx'
import { Short } from './short.tsx'

const Games = later(async () => (await import('./games.tsx')).Games)

export default function PersonPage({ params: { id = '' } }: PageProps) {
  return UUID.test(id) ? <Person id={id} /> : <Absent of={gone()} />
}

function Person({ id }: { id: string }) {
  const { url, route } = useLocation()
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const chosen = useMemo(() => chosenIn(search), [search])
  const known = useRef<string>(undefined)
  const me = session.value
  const read = kept('getPersonStatistics', {
    params: { canonicalPlayerId: id },
    query: {
      ...spanOf(chosen, timeZone()),
      ...(chosen.community === undefined ? {} : { communityId: chosen.community }),
    },
  }).value
  if (me.state !== 'in') return null
  const isMe = id === me.canonicalPlayerId
  const choose = (other: Chosen) => route(`/people/${id}${searchOf(other)}`, true)
  // The name stays while other filters are chosen.
  known.current = read.value?.canonicalPlayer.displayName ?? known.current
  const name = known.current ?? say(t.title)
  const frameOf = (value: Statistics | undefined): PageView => ({
    title: name,
    class: 'person',
    lead: value && <Lead of={value} isMe={isMe} />,
    aside: known.current !== undefined && <Ways id={id} isMe={isMe} me={me.canonicalPlayerId} name={name} />,
    children: (
      <>
        <Chips chosen={chosen} choose={choose} of={id} isRead={value !== undefined} />
        {!value && <Skeleton rows={6} />}
        {value && value.matches > 0 && <Sheet of={value} id={id} isMe={isMe} chosen={chosen} />}
        {value?.matches === 0 && <Nothing id={id} isMe={isMe} name={name} isNarrowed={isNarrowed(chosen)} />}
      </>
    ),
  })
  const isRefused = read.error instanceof Problem && read.error.status === 403
  return (
    <Shown
      of={read}
      loading={frameOf(undefined)}
      gone={gone()}
      {...(isRefused && { hidden: refused(id) })}
      view={frameOf}
    />
  )
}

/** For other people, the numbers count only what the reader may see, and the page says so. */
function Lead({ of: { firstPlayedAt }, isMe }: { of: Statistics; isMe: boolean }): JSX.Element {
  const since =
    firstPlayedAt && say(t.playingSince, { month: monthText(localDay(firstPlayedAt).slice(0, 7)) })
  return <>{[since, !isMe && say(t.ofWhatYouMaySee)].filter(Boolean).join(' · ')}</>
}

function Ways({ id, isMe, me, name }: { id: string; isMe: boolean; me: string; name: string }) {
  const year = String(new Date().getFullYear())
  return (
    <nav class="page-ways" aria-label={name}>
      {!isMe && (
        <a class="quiet" href={`/people/${me}/with/${id}`}>
          {say(t.against, { name: named(name) })}
        </a>
      )}
      {may('match-read') && (
        <a class="quiet" href={isMe ? '/matches' : `/matches?person=${id}`}>
          {say(t.toMatches)}
        </a>
      )}
      {isMe && (
        <a class="quiet" href={`/recap/${year}`}>
          {say(t.toRecap, { year })}
        </a>
      )}
    </nav>
  )
}

/** The number of matches and months in the plots. */
const SHOWN = { desk: { form: 60, months: 18 }, phone: { form: 36, months: 12 } }

function Sheet({ of, id, isMe, chosen }: { of: Statistics; id: string; isMe: boolean; chosen: Chosen }) {
  const shown = isWide.value ? SHOWN.desk : SHOWN.phone
  const opponents = useMemo(
    () =>
      pages('listOpponents', { params: { canonicalPlayerId: id }, query: { sort: 'met:DESC', limit: 32 } }),
    [id],
  )
  const form = of.form.slice(0, shown.form)
  const months = monthsOf(of.months, shown.months)
  const sizes = of.finishes.filter(({ matches }) => matches >= FEW)
  // Remarks count all matches, so they are hidden while a filter is chosen.
  const remarks = remarksOf(of, isNarrowed(chosen) ? [] : opponents.items.value)
  return (
    <>
      <Numbers of={of} id={id} chosen={chosen} />
      <Figure
        title={say(t.form)}
        how={
          <>
            {say(t.formHow, { count: form.length })}
            {form.some(({ kind }) => kind === 'TOGETHER') && ` ${say(t.formTogether)}`}
          </>
        }
        table={() => formTable(form)}
      >
        <Form of={form} />
      </Figure>
      <div class="page-halves">
        <Opponents of={id} list={opponents} isNarrowed={isNarrowed(chosen)} />
        <Figure title={say(t.months)} how={<MonthsLegend of={months} />} table={() => monthsTable(months)}>
          <Months of={months} />
        </Figure>
        {sizes.length > 0 && (
          <Figure
            title={say(isMe ? t.finishesYou : t.finishesOther)}
            how={say(t.finishesHow)}
            table={() => finishesTable(sizes)}
          >
            <Finishes of={sizes} />
          </Figure>
        )}
        <Short of={remarks} />
      </div>
      <Games of={of.topGames} isMe={isMe} chosen={chosen} />
    </>
  )
}

interface NothingProps {
  id: string
  isMe: boolean
  name: string
  isNarrowed: boolean
}

function Nothing({ id, isMe, name, isNarrowed }: NothingProps) {
  if (isNarrowed)
    return (
      <Empty href={`/people/${id}`} action={say(t.showAllMatches)}>
        {say(t.noMatchesNarrow)}
      </Empty>
    )
  if (!isMe) return <Empty>{say(t.noMatchesOther, { name: named(name) })}</Empty>
  return (
    <Empty {...(may('match-create') ? { href: '/record', action: say(t.record) } : {})}>
      <strong>{say(t.noMatches)}.</strong> {say(t.noMatchesYou)}
    </Empty>
  )
}

/** The words for a person whose numbers the reader may not see. A different setting decides who sees the name. */
function refused(id: string): Absence {
  const name = kept('getCanonicalPlayer', { params: { canonicalPlayerId: id } }).value.value?.displayName
  return {
    title: name ?? say(t.refusedTitle),
    lead: name === undefined ? say(t.refusedWhyUnnamed) : say(t.refusedWhy, { name: named(name) }),
    href: '/people',
    action: say(t.find),
    isSecond: true,
  }
}
