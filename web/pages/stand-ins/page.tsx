/** The page of the reader's stand-ins: their matches, their claims, and buttons to rename and delete. */
import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { useLocation } from '../../location.tsx'
import { kept, pages } from '../../api/cache.ts'
import type { Ask, Keep } from '../../api/keep-ahead.ts'
import { may, session } from '../../api/session.ts'
import { Empty } from '../../parts/lists/empty.tsx'
import { containing, searchFor } from '../../parts/fields/filter.ts'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { Count, More } from '../../parts/lists/more.tsx'
import { Page } from '../../parts/page/page.tsx'
import { RenameDialog } from '../../parts/dialogs/stand-in-name.tsx'
import { Search } from '../../parts/fields/search.tsx'
import { t } from '../../texts/stand-ins.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { AddDialog, RemoveDialog } from './dialogs.tsx'
import {
  AT_ONCE,
  type Claim,
  type Request,
  type StandIn,
  claimsOf,
  relationsOf,
  requestsFor,
} from './relations.ts'

type Asked = { kind: 'add' } | { kind: 'rename' | 'remove'; standIn: StandIn; claimedBy: string | undefined }

export default function StandIns() {
  const { query, route } = useLocation()
  const name = searchFor(query['name'] ?? '')
  const asked = useSignal<Asked | undefined>(undefined)
  const said = useSignal<string | undefined>(undefined)
  const me = session.value
  if (me.state !== 'in') return null
  const close = () => (asked.value = undefined)
  const done = (text: string) => {
    close()
    said.value = text
  }
  return (
    <Page
      title={say(t.title)}
      lead={say(t.lead)}
      class="stand-ins"
      aside={
        may('ghost-player-create') && (
          <button type="button" class="second" onClick={() => (asked.value = { kind: 'add' })}>
            {say(t.add)}
          </button>
        )
      }
    >
      <Search
        label={say(t.search)}
        text={name}
        change={(text) =>
          route(text === '' ? '/stand-ins' : `/stand-ins?${new URLSearchParams({ name: text })}`, true)
        }
      />
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      <List key={name} name={name} ask={(other) => (asked.value = other)} />
      {asked.value?.kind === 'add' && <AddDialog close={close} done={done} />}
      {asked.value?.kind === 'rename' && (
        <RenameDialog standIn={asked.value.standIn} close={close} done={done} />
      )}
      {asked.value?.kind === 'remove' && <RemoveDialog {...asked.value} close={close} done={done} />}
    </Page>
  )
}

interface Filter {
  filter?: string
}

const standInsOf = <R,>(ask: Ask<'listMyGhostPlayers', R>, filter: Filter): R =>
  ask('listMyGhostPlayers', { query: { ...filter, sort: 'name:ASC', limit: AT_ONCE } })

export const keep: Keep = async (keepAhead) => {
  const { items } = await standInsOf(keepAhead, {})
  if (items.length === 0) return
  const ids = items.map(({ id }) => id)
  await claimsOf(keepAhead, ids)
  await requestsFor(keepAhead, ids)
}

function List({ name, ask }: { name: string; ask: (asked: Asked) => void }) {
  const filter = name === '' ? {} : { filter: `name==${containing(name)}` }
  const list = useMemo(() => standInsOf(pages, filter), [name])
  const count = kept('countMyGhostPlayers', { query: filter }).value.value?.count
  const items = list.items.value
  const { claims, requests } = relationsOf(items)
  return (
    <>
      <Count of={list} text={count && say(t.count, { count })} />
      <More
        list={list}
        label={say(t.title)}
        class="lines stand-ins"
        row={(standIn) => (
          <Row
            key={standIn.id}
            standIn={standIn}
            claim={claims.get(standIn.id)}
            requests={requests.get(standIn.id) ?? []}
            ask={ask}
          />
        )}
        empty={
          <Empty href="/stand-ins" action={say(t.showAll)}>
            {say(t.none)}
          </Empty>
        }
      />
      {name === '' && items.length === 1 && items[0]?.isSelf && (
        <Empty {...(may('match-create') ? { href: '/record', action: say(t.record) } : {})}>
          <strong>{say(t.empty)}.</strong> {say(t.emptyWhy)}
        </Empty>
      )}
    </>
  )
}

interface RowProps {
  standIn: StandIn
  /** The claim. Null if nobody has claimed the stand-in, undefined if that is not known yet. */
  claim: Claim | null | undefined
  requests: readonly Request[]
  ask: (asked: Asked) => void
}

function Row({ standIn, claim, requests, ask }: RowProps) {
  const { id, displayName, isSelf, matches: count } = standIn
  const about = { standIn, claimedBy: claim?.canonicalPlayer.displayName }
  const to = { name: named(displayName) }
  const own = useRef<HTMLLIElement>(null)
  const me = session.value
  useGoingOn(own, '.line-actions button')
  return (
    <li ref={own}>
      <div class="line-main">
        <p class="stand-in-name">
          <strong>
            <a href={isSelf && me.state === 'in' ? `/people/${me.canonicalPlayerId}` : `/stand-ins/${id}`}>
              <bdi>{displayName}</bdi>
            </a>
          </strong>{' '}
          {isSelf && <span class="soft">({say(t.self)})</span>}
        </p>
        <p class="detail">
          {count > 0 && (
            <a href={`/matches?standIn=${id}`}>
              {say(t.matches, { count })}
              <span class="unseen"> {say(t.withName, to)}</span>
            </a>
          )}
          {count === 0 && say(t.matches, { count })}
          {!isSelf && claim !== undefined && '\u00a0· '}
          {!isSelf && claim === null && say(t.unclaimed)}
          {!isSelf && claim && (
            <a href={`/people/${claim.canonicalPlayer.id}`}>
              {say(t.claimedBy, { name: named(claim.canonicalPlayer.displayName) })}
            </a>
          )}
        </p>
        {may('inbox-read') &&
          requests.map((one) => (
            <p key={one.id} class="detail stand-in-asks">
              {say(t.asks, { name: named(one.canonicalPlayer.displayName) })}{' '}
              <a href="/inbox">{say(t.toInbox)}</a>
            </p>
          ))}
        {isSelf && (
          <p class="detail">
            {say(t.locked)} <a href="/settings">{say(t.toSettings)}</a>
          </p>
        )}
      </div>
      {!isSelf && (
        <div class="line-actions">
          {may('ghost-player-update') && (
            <button
              type="button"
              class="quiet"
              aria-label={say(t.renameTitle, to)}
              onClick={() => ask({ kind: 'rename', ...about })}
            >
              {say(t.rename)}
            </button>
          )}
          {may('ghost-player-delete') && (
            <button
              type="button"
              class="quiet"
              aria-label={say(t.removeThis, to)}
              onClick={() => ask({ kind: 'remove', ...about })}
            >
              {say(t.remove)}
            </button>
          )}
        </div>
      )}
    </li>
  )
}
