/**
 * The members of a community, those who joined first at the top. The owner and admins can remove members, and the owner chooses
 * the admins.
 */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call, type Item } from '../../api/call.ts'
import { kept, pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { oneOf } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { adminsAmong, demote, promote } from './admins.ts'
import { type Community, type Standing, refetchCommunities } from './my-membership.ts'

type Membership = Item<'listMemberships'>
type User = Membership['user']

interface MembersProps {
  community: Community
  standing: Standing
  userId: string
  notify: (text: string) => void
}

const AT_ONCE = 20

export function Members({ community, standing: { isAdmin, isOwner }, userId, notify }: MembersProps) {
  const { id, owner } = community
  const params = { communityId: id }
  const list = useMemo(
    () => pages('listMemberships', { params, query: { sort: 'createdAt:ASC', limit: AT_ONCE } }),
    [id],
  )
  const count = kept('countMemberships', { params }).value.value?.count
  const asked = useSignal<{ about: 'REMOVE' | 'PROMOTE' | 'DEMOTE'; user: User } | undefined>(undefined)
  const mayChoose = isOwner && may('group-member-add') && may('group-member-remove') && may('group-create')
  const own = isAdmin ? [userId] : []
  const admins = isOwner
    ? adminsAmong(
        community,
        list.items.value.map(({ user }) => user.id),
      )
    : new Set(own)
  const hrefs = pagesOf(list.items.value.map(({ user }) => user.id))
  const row = ({ id: key, user, createdAt }: Membership) => (
    <MemberRow
      key={key}
      user={user}
      href={hrefs.get(user.id)}
      createdAt={createdAt}
      role={user.id === owner.id ? 'OWNER' : admins.has(user.id) ? 'ADMIN' : 'MEMBER'}
      isSelf={user.id === userId}
      mayChoose={mayChoose}
      mayRemove={isAdmin && may('membership-delete')}
      ask={(about) => (asked.value = { about, user })}
    />
  )
  const close = () => (asked.value = undefined)
  const end = (text: string) => {
    close()
    notify(text)
  }
  return (
    <section class="part">
      <h2>{count === undefined ? say(t.members) : say(t.membersCount, { count })}</h2>
      <More list={list} label={say(t.members)} class="lines members" row={row} empty={null} />
      {asked.value?.about === 'REMOVE' && (
        <Removing
          user={asked.value.user}
          change={async (user) => {
            // The member also stops being an admin. Otherwise they could still let people in.
            if (isOwner) await demote(community, user.id)
            await call('endMembership', { params: { ...params, userId: user.id } })
            refetchCommunities()
          }}
          close={close}
          end={end}
        />
      )}
      {asked.value?.about === 'PROMOTE' && (
        <Promoting
          user={asked.value.user}
          group={community.adminGroup?.displayName}
          change={(user) => promote(id, user.id)}
          close={close}
          end={end}
        />
      )}
      {asked.value?.about === 'DEMOTE' && (
        <Demoting
          user={asked.value.user}
          group={community.adminGroup?.displayName}
          change={(user) => demote(community, user.id)}
          close={close}
          end={end}
        />
      )}
    </section>
  )
}

/** The most ids in one filter. */
const MOST_IDS = 100

/** The pages of the people that the reader may see, by the ids of their users. It reads signals, so call it while rendering. */
function pagesOf(userIds: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  if (!may('canonical-player-read')) return found
  for (let n = 0; n < userIds.length; n += MOST_IDS) {
    const some = userIds.slice(n, n + MOST_IDS)
    const query = { filter: `userId=in=${oneOf(some)}`, limit: MOST_IDS }
    for (const { id, user } of kept('listCanonicalPlayers', { query }).value.value?.items ?? [])
      found.set(user.id, `/people/${id}`)
  }
  return found
}

interface RowProps {
  user: User
  /** Undefined if the reader may not see the member's page. */
  href: string | undefined
  createdAt: string
  role: 'OWNER' | 'ADMIN' | 'MEMBER'
  isSelf: boolean
  mayChoose: boolean
  mayRemove: boolean
  ask: (about: 'REMOVE' | 'PROMOTE' | 'DEMOTE') => void
}

function MemberRow({ user, href, createdAt, role, isSelf, mayChoose, mayRemove, ask }: RowProps) {
  const name = named(user.displayName)
  const roleText = { OWNER: say(t.owner), ADMIN: say(t.adminRole), MEMBER: undefined }[role]
  return (
    <li>
      <div class="line-main">
        <strong>
          {href === undefined ? (
            <bdi>{user.displayName}</bdi>
          ) : (
            <a class="ref" href={href}>
              <bdi>{user.displayName}</bdi>
            </a>
          )}
        </strong>{' '}
        {isSelf && <span class="soft">({say(t.you)})</span>}
        <p class="detail">
          {[roleText, say(t.since, { when: whenOf(new Date(createdAt)) })].filter(Boolean).join(' · ')}
        </p>
      </div>
      {role !== 'OWNER' && !isSelf && (mayChoose || mayRemove) && (
        <div class="actions">
          {mayChoose && (
            <button
              type="button"
              class="quiet"
              aria-label={say(role === 'ADMIN' ? t.demoteThis : t.promoteThis, { name })}
              onClick={() => ask(role === 'ADMIN' ? 'DEMOTE' : 'PROMOTE')}
            >
              {say(role === 'ADMIN' ? t.demote : t.promote)}
            </button>
          )}
          {mayRemove && (
            <button
              type="button"
              class="quiet"
              aria-label={say(t.removeThis, { name })}
              onClick={() => ask('REMOVE')}
            >
              {say(t.remove)}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

interface AskProps {
  user: User
  group?: string | undefined
  change: (user: User) => Promise<void>
  close: () => void
  /** Called with a sentence that says what is true now. */
  end: (text: string) => void
}

const Removing = ({ user, change, close, end }: AskProps) => (
  <Confirm
    title={say(t.removeTitle, { name: named(user.displayName) })}
    label={say(t.remove)}
    close={close}
    change={async () => {
      await change(user)
      end(say(t.removed, { name: named(user.displayName) }))
    }}
  >
    <p>{say(t.removeWhy)}</p>
  </Confirm>
)

const Promoting = ({ user, group, change, close, end }: AskProps) => (
  <Confirm
    title={say(t.promoteTitle, { name: named(user.displayName) })}
    label={say(t.promote)}
    close={close}
    change={async () => {
      await change(user)
      end(say(t.promoted, { name: named(user.displayName) }))
    }}
  >
    <p>{say(t.promoteWhy, { name: named(user.displayName) })}</p>
    {group !== undefined && (
      <p>{say(t.promoteGroup, { name: named(user.displayName), group: named(group) })}</p>
    )}
  </Confirm>
)

const Demoting = ({ user, group, change, close, end }: AskProps) => (
  <Confirm
    title={say(t.demoteTitle, { name: named(user.displayName) })}
    label={say(t.demote)}
    close={close}
    change={async () => {
      await change(user)
      end(say(t.demoted, { name: named(user.displayName) }))
    }}
  >
    <p>{say(t.demoteWhy, { name: named(user.displayName), group: named(group ?? '') })}</p>
  </Confirm>
)
