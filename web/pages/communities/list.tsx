/** The list of communities: the reader's own, and others with a search by name. */
import { useMemo } from 'preact/hooks'
import type { Item } from '../../api/call.ts'
import { type Pages, pages } from '../../api/cache.ts'
import type { Ask, Keep } from '../../api/keep-ahead.ts'
import { may } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { containing, oneOf, searchFor } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Search } from '../../parts/fields/search.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { Tile } from '../../parts/marks/tile.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import type { OwnMembership } from './my-membership.ts'

/**
 * How many communities are read at once. The filter for other communities names each of the reader's own, and has at most 4,000
 * characters.
 */
const AT_ONCE = { mine: 90, others: 30 }

const ownOf = <R,>(ask: Ask<'listMyMemberships', R>): R =>
  ask('listMyMemberships', { query: { sort: 'createdAt:DESC', limit: AT_ONCE.mine } })

const othersOf = <R,>(ask: Ask<'listCommunities', R>, filter: string | undefined): R =>
  ask('listCommunities', {
    query: { ...(filter === undefined ? {} : { filter }), sort: 'name:ASC', limit: AT_ONCE.others },
  })

const idsOf = (mine: readonly OwnMembership[]) =>
  mine.slice(0, AT_ONCE.mine).map(({ community }) => community.id)

function filterOf(name: string, ids: readonly string[]): string | undefined {
  if (name !== '') return `name==${containing(name)}`
  return ids.length > 0 ? `id=out=${oneOf(ids)}` : undefined
}

export const keep: Keep = async (keepAhead) => {
  const { items } = await ownOf(keepAhead)
  await othersOf(keepAhead, filterOf('', idsOf(items)))
}

export default function Communities() {
  const { query, route } = useLocation()
  const name = searchFor(query['name'] ?? '')
  const mine = useMemo(() => ownOf(pages), [])
  return (
    <Page
      title={say(t.title)}
      lead={say(t.lead)}
      class="communities"
      aside={
        may('community-create') && (
          <a class="button second" href="/communities/new">
            {say(t.add)}
          </a>
        )
      }
    >
      <Search
        label={say(t.search)}
        text={name}
        change={(text) =>
          route(text === '' ? '/communities' : `/communities?${new URLSearchParams({ name: text })}`, true)
        }
      />
      {name === '' && (
        <section class="part">
          <h2>{say(t.mine)}</h2>
          <More
            list={mine}
            label={say(t.mine)}
            class="lines communities"
            row={({ id, community, owner, isAdmin }) => (
              <Row key={id} of={community} owner={owner} about={isAdmin ? say(t.admin) : ''} />
            )}
            empty={<p class="soft">{say(t.noneMine)}</p>}
          />
        </section>
      )}
      {mine.state.value === 'loading' ? (
        <Skeleton rows={3} />
      ) : (
        <Others key={name} name={name} mine={mine.items.value} />
      )}
    </Page>
  )
}

function Others({ name, mine }: { name: string; mine: readonly OwnMembership[] }) {
  const ids = idsOf(mine)
  const filter = filterOf(name, ids)
  const list: Pages<Item<'listCommunities'>> = useMemo(() => othersOf(pages, filter), [filter])
  return (
    <section class="part">
      <h2>{say(name === '' ? t.others : t.found)}</h2>
      <More
        list={list}
        label={say(name === '' ? t.others : t.found)}
        class="lines communities"
        row={(community) => (
          <Row
            key={community.id}
            of={community}
            owner={community.owner}
            about={
              ids.includes(community.id)
                ? say(t.member)
                : say(community.joinPolicy === 'OPEN' ? t.open : t.closed)
            }
          />
        )}
        empty={
          name === '' ? (
            <p class="soft">{say(t.noneOthers)}</p>
          ) : (
            <Empty href="/communities" action={say(t.showAll)}>
              {say(t.noneFound)}
            </Empty>
          )
        }
      />
    </section>
  )
}

interface RowProps {
  of: { id: string; displayName: string }
  owner: { displayName: string }
  about: string
}

const Row = ({ of: { id, displayName }, owner, about }: RowProps) => (
  <li>
    <Tile name={displayName} size="small" />
    <div class="line-main">
      <a class="line-link" href={`/communities/${id}`}>
        <bdi>{displayName}</bdi>
      </a>
      <p class="line-below">{say(t.owned, { name: named(owner.displayName) })}</p>
    </div>
    <p class="line-side">{about}</p>
  </li>
)
