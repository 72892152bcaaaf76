/** The people that the reader may see, with a search by name. Frequent opponents come first. */
import { useMemo } from 'preact/hooks'
import type { Item } from '../../api/call.ts'
import { type Pages, kept, pages } from '../../api/cache.ts'
import type { Ask, Keep } from '../../api/keep-ahead.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { containing, searchFor } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { monthText } from '../../parts/marks/numbers.ts'
import { Page } from '../../parts/page/page.tsx'
import { Search } from '../../parts/fields/search.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/people.ts'
import { say } from '../../texts/text.ts'
import { WhoseMark, playerOf, whoseIn } from '../../parts/marks/whose.tsx'
import { type Opponent, pageOf } from '../../parts/plots/opponent-row.tsx'

export default function People() {
  const { query, route } = useLocation()
  const name = searchFor(query['name'] ?? '')
  const me = session.value
  if (me.state !== 'in') return null
  return (
    <Page
      title={say(t.title)}
      class="people"
      aside={
        may('ghost-player-read') && (
          <a class="quiet" href="/stand-ins">
            {say(t.standIns)}
          </a>
        )
      }
    >
      <Search
        label={say(t.search)}
        text={name}
        change={(text) =>
          route(text === '' ? '/people' : `/people?${new URLSearchParams({ name: text })}`, true)
        }
      />
      <Found key={name} name={name} me={me.canonicalPlayerId} />
    </Page>
  )
}

const AT_ONCE = 30

interface Filter {
  filter?: string
}

const everybody = <R,>(ask: Ask<'listCanonicalPlayers', R>, filter: Filter): R =>
  ask('listCanonicalPlayers', { query: { ...filter, sort: 'name:ASC', limit: AT_ONCE } })

const metMost = <R,>(ask: Ask<'listOpponents', R>, me: string): R =>
  ask('listOpponents', { params: { canonicalPlayerId: me }, query: { sort: 'met:DESC', limit: 20 } })

export const keep: Keep = async (keepAhead, me) => {
  await everybody(keepAhead, {})
  if (may('statistics-read')) await metMost(keepAhead, me.canonicalPlayerId)
}

/** Both lists appear together, because the first would push down the second. */
function Found({ name, me }: { name: string; me: string }) {
  const filter = name === '' ? {} : { filter: `name==${containing(name)}` }
  const list = useMemo(() => everybody(pages, filter), [name])
  const opponents = metMost(kept, me)
  const met = name === '' && may('statistics-read') ? opponents.value : undefined
  if (list.state.value === 'loading' || met?.state === 'loading') return <Skeleton rows={8} />
  return (
    <>
      <Often of={met?.value?.items ?? []} />
      <List name={name} me={me} list={list} filter={filter} />
    </>
  )
}

const SHOWN = 5

function Often({ of }: { of: readonly Opponent[] }) {
  const people = of.slice(0, SHOWN)
  if (people.length === 0) return null
  const whoseOf = whoseIn(of)
  return (
    <section class="part">
      <h2>{say(t.often)}</h2>
      <ul class="lines short">
        {people.map((one) => {
          const { id, displayName } = playerOf(one)
          return (
            <li key={id}>
              <a class="line-link" href={pageOf(one)}>
                <bdi>{displayName}</bdi>
                <WhoseMark of={whoseOf(one)} />
              </a>
              <span class="detail">{say(t.met, { count: one.met })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface ListProps {
  name: string
  me: string
  list: Pages<Item<'listCanonicalPlayers'>>
  filter: Filter
}

function List({ name, me, list, filter }: ListProps) {
  const items = list.items.value
  const all = kept('countCanonicalPlayers', { query: filter })
  // If everybody fits on one page, their number need not be requested.
  const count = list.hasMore.value ? all.value.value?.count : items.length
  return (
    <section class="part">
      <header>
        <h2>{say(t.everybody)}</h2>
        {count !== undefined && items.length > 0 && <p class="count">{say(t.count, { count })}</p>}
      </header>
      <More
        list={list}
        label={say(t.everybody)}
        class="lines short"
        row={({ id, displayName, createdAt }) => (
          <li key={id}>
            <span class="line-main">
              <a class="line-link" href={`/people/${id}`}>
                <bdi>{displayName}</bdi>
                {id === me && <span class="soft"> ({say(t.you)})</span>}
              </a>
            </span>
            <span class="detail">{say(t.since, { month: monthText(createdAt.slice(0, 7)) })}</span>
          </li>
        )}
        empty={
          <Empty href="/people" action={say(t.showAll)}>
            <strong>{say(t.none)}.</strong> {say(t.noneWhy)}
          </Empty>
        }
      />
      {name === '' && items.length === 1 && items[0]?.id === me && (
        <Empty>
          <strong>{say(t.empty)}.</strong> {say(t.emptyWhy)}
        </Empty>
      )}
    </section>
  )
}
