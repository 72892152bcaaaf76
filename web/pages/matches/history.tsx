/** The list of matches, newest first, with the reader's place in each. */
import { computed, signal } from '@preact/signals'
import { Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import { useLocation } from '../../location.tsx'
import type { Pages } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import type { Keep } from '../../api/keep-ahead.ts'
import { type Session, may, session } from '../../api/session.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { Count, More } from '../../parts/lists/more.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/matches.ts'
import { locale } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { Chips } from './chips.tsx'
import { type Chosen, chosenIn, isNarrowed, listOf, searchOf } from './filter.ts'
import {
  type MatchItem,
  askForMatches,
  askForResults,
  countOf,
  matchesOf,
  resultsIn,
} from '../../parts/matches/matches-of.ts'
import { monthOf } from '../../parts/marks/days.ts'
import { MatchRow } from '../../parts/matches/row.tsx'

export default function History() {
  const { url, route } = useLocation()
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const chosen = useMemo(() => chosenIn(search), [search])
  const choose = (other: Chosen) => route(`/matches${searchOf(other)}`)
  const shown = useShown(chosen)
  return (
    <Page title={say(t.title)} class="history">
      <Chips chosen={chosen} choose={choose} isListed={shown.found.state.value !== 'loading'} />
      <List key={searchOf(chosen)} chosen={chosen} shown={shown} />
    </Page>
  )
}

/** The service cannot filter by disputes, so the browser looks for them in larger pages. */
const AT_ONCE = { all: 20, looking: 50 }

const listFor = (chosen: Chosen, me: Session) =>
  listOf(chosen, {
    userId: me.state === 'in' ? me.user.id : '',
    canonicalPlayerId: me.state === 'in' ? me.canonicalPlayerId : '',
  })

export const keep: Keep = async (keepAhead, me) => {
  const list = listFor(chosenIn(''), me)
  const { items } = await askForMatches<Promise<Body<'listMatches'>>>(keepAhead, list, AT_ONCE.all)
  const ids = items.map(({ id }) => id)
  if (ids.length > 0) await askForResults(keepAhead, me.canonicalPlayerId, ids)
}

function useShown(chosen: Chosen) {
  const me = session.value
  const player = me.state === 'in' ? me.canonicalPlayerId : ''
  return useMemo(() => {
    const list = listFor(chosen, me)
    const matches = matchesOf(list, chosen.disputed ? AT_ONCE.looking : AT_ONCE.all)
    const found = chosen.disputed ? disputedIn(matches) : matches
    return { matches, found, results: resultsIn(found.items, player), count: countOf(list) }
  }, [chosen, player])
}

interface ListProps {
  chosen: Chosen
  shown: ReturnType<typeof useShown>
}

function List({ chosen, shown: { matches, found, results, count } }: ListProps) {
  const items = found.items.value
  const row = (match: MatchItem) => (
    <Fragment key={match.id}>
      {firstOfMonth(items, match) && <Month at={match.playedAt} />}
      <MatchRow match={match} result={results.value.get(match.id)} />
    </Fragment>
  )
  return (
    <>
      {!chosen.disputed && <Count of={found} text={count.value && say(t.count, { count: count.value })} />}
      <More
        list={found}
        label={say(t.title)}
        class="lines matches"
        row={row}
        empty={chosen.disputed ? <Empty>{say(t.noneDisputed)}</Empty> : <Nothing chosen={chosen} />}
      />
      {chosen.disputed && <Looked matches={matches} count={count.value} />}
    </>
  )
}

const disputedIn = (matches: Pages<MatchItem>): Pages<MatchItem> => ({
  ...matches,
  items: computed(() =>
    matches.items.value.filter(({ participants }) =>
      participants.some(({ disputedAt }) => disputedAt !== undefined),
    ),
  ),
  // Hides the list's own button, because the line below the list has one.
  hasMore: signal(false),
})

function Looked({ matches, count }: { matches: Pages<MatchItem>; count: number | undefined }) {
  const items = matches.items.value
  const last = items.at(-1)
  if (!last || !matches.hasMore.value) return null
  const date = monthOf(last.playedAt, locale())
  return (
    <div class="only-drafts">
      <p class="soft">{say(t.lookedThrough, { seen: items.length, count: count ?? items.length, date })}</p>
      <button
        type="button"
        class="second"
        aria-disabled={matches.loadingMore.value}
        onClick={() => void matches.more()}
      >
        {say(t.lookFurther)}
      </button>
    </div>
  )
}

const firstOfMonth = (items: readonly MatchItem[], match: MatchItem): boolean => {
  const before = items[items.indexOf(match) - 1]
  return !before || monthOf(before.playedAt, locale()) !== monthOf(match.playedAt, locale())
}

const Month = ({ at }: { at: string }) => (
  <li class="line-month">
    <h2>{monthOf(at, locale())}</h2>
  </li>
)

function Nothing({ chosen }: { chosen: Chosen }) {
  const { drafts, whose } = chosen
  if (drafts)
    return (
      <Empty href="/record" action={say(t.record)}>
        <strong>{say(t.emptyDrafts)}.</strong> {say(t.emptyDraftsWhy)}
      </Empty>
    )
  if (isNarrowed(chosen))
    return (
      <Empty href={`/matches${whose === 'played' ? '' : `?whose=${whose}`}`} action={say(t.showAll)}>
        <strong>{say(t.emptyNarrow)}.</strong> {say(t.emptyNarrowWhy)}
      </Empty>
    )
  return <NoneYet whose={whose} />
}

function NoneYet({ whose }: Pick<Chosen, 'whose'>) {
  const begun = countOf(listFor({ whose, drafts: true, disputed: false }, session.value)).value
  if (begun !== undefined && begun > 0)
    return (
      <Empty href="/matches?drafts" action={say(t.toDrafts)}>
        <strong>{say(t.emptyButDrafts)}.</strong> {say(t.emptyButDraftsWhy, { count: begun })}
      </Empty>
    )
  const title = { played: t.empty, recorded: t.emptyRecorded, all: t.emptyAll }[whose]
  return (
    <Empty href="/record" action={say(t.record)}>
      <strong>{say(title)}.</strong> {say(t.emptyWhy)}{' '}
      {may('import-create') && <a href="/settings/import">{say(t.bring)}</a>}
    </Empty>
  )
}
