/** The accounts of the people who sign in here, with a search, and chips for disabled accounts and administrators. */
import { useMemo } from 'preact/hooks'
import { kept, pages } from '../../api/cache.ts'
import type { Item } from '../../api/call.ts'
import { useLocation } from '../../location.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { allOf, containing, searchFor } from '../../parts/fields/filter.ts'
import { Search } from '../../parts/fields/search.tsx'
import { Empty } from '../../parts/lists/empty.tsx'
import { Count, More } from '../../parts/lists/more.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { Page } from '../../parts/page/page.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { roleNames } from './roles.ts'

const AT_ONCE = 30
const HOME = '/operator/people'

export default function Accounts() {
  const { query, route } = useLocation()
  const name = searchFor(query['name'] ?? '')
  const isDisabled = query['disabled'] === 'true'
  const isAdministrator = query['role'] === 'admin'
  const go = (change: Record<string, string>) => {
    const wanted = Object.entries({ ...query, ...change }).filter(([, value]) => value !== '')
    route(wanted.length === 0 ? HOME : `${HOME}?${new URLSearchParams(wanted)}`, true)
  }
  const filter = allOf(
    name !== '' && `(name==${containing(name)},email==${containing(name)})`,
    isDisabled && 'disabled==true',
    isAdministrator && 'roles=="admin"',
  )
  return (
    <Page
      title={say(t.people)}
      lead={say(t.peopleLead)}
      class="people"
      aside={
        <a class="quiet" href="/operator">
          {say(t.back)}
        </a>
      }
    >
      <Search label={say(t.search)} text={name} change={(text) => go({ name: text })} />
      <p class="chips">
        <Chip pressed={isDisabled} onClick={() => go({ disabled: isDisabled ? '' : 'true' })}>
          {say(t.isDisabled)}
        </Chip>
        <Chip pressed={isAdministrator} onClick={() => go({ role: isAdministrator ? '' : 'admin' })}>
          {say(t.isAdministrator)}
        </Chip>
      </p>
      <Found key={filter ?? ''} filter={filter} />
    </Page>
  )
}

function Found({ filter }: { filter: string | undefined }) {
  const where = filter === undefined ? {} : { filter }
  const list = useMemo(
    () => pages('listAccounts', { query: { ...where, sort: 'name:ASC', limit: AT_ONCE } }),
    [filter],
  )
  const count = kept('countAccounts', { query: where }).value.value?.count
  return (
    <>
      <Count of={list} text={count && say(t.listed, { count })} />
      <More
        list={list}
        label={say(t.people)}
        class="lines"
        empty={<Empty>{say(t.nobody)}</Empty>}
        row={(account) => <Row key={account.id} of={account} />}
      />
    </>
  )
}

const Row = ({ of: { id, displayName, roles, disabledAt, lastSeenAt } }: { of: Item<'listAccounts'> }) => (
  <li>
    <div class="line-main">
      <a class="line-link" href={`${HOME}/${id}`}>
        <bdi>{displayName}</bdi>
      </a>
      <p class="detail">{roleNames(roles)}</p>
    </div>
    <span class="line-side">
      {disabledAt !== undefined
        ? say(t.disabled)
        : lastSeenAt === undefined
          ? say(t.neverSeen)
          : say(t.seen, { when: whenOf(new Date(lastSeenAt), { near: true }) })}
    </span>
  </li>
)
