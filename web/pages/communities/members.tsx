/** The members of a community, oldest members first; its owner and admins can remove one. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call, type Item } from '../../api/call.ts'
import { kept, pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { More } from '../../parts/lists/more.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { type Community, type Standing, refetchCommunities } from './my-membership.ts'

type Membership = Item<'listMemberships'>

interface MembersProps {
  community: Community
  standing: Standing
  userId: string
  notify: (text: string) => void
}

const AT_ONCE = 20

export function Members({ community: { id, owner }, standing: { isAdmin }, userId, notify }: MembersProps) {
  const params = { communityId: id }
  const list = useMemo(
    () => pages('listMemberships', { params, query: { sort: 'createdAt:ASC', limit: AT_ONCE } }),
    [id],
  )
  const count = kept('countMemberships', { params }).value.value?.count
  const removing = useSignal<Membership | undefined>(undefined)
  const row = (membership: Membership) => {
    const { user, createdAt } = membership
    return (
      <li key={membership.id}>
        <div class="line-main">
          <strong>
            <bdi>{user.displayName}</bdi>
          </strong>{' '}
          {user.id === userId && <span class="soft">({say(t.you)})</span>}
          <p class="detail">
            {[
              ...(user.id === owner.id ? [say(t.owner)] : []),
              say(t.since, { when: whenOf(new Date(createdAt)) }),
            ].join(' · ')}
          </p>
        </div>
        {isAdmin && user.id !== owner.id && user.id !== userId && may('membership-delete') && (
          <button
            type="button"
            class="quiet"
            aria-label={say(t.removeThis, { name: named(user.displayName) })}
            onClick={() => (removing.value = membership)}
          >
            {say(t.remove)}
          </button>
        )}
      </li>
    )
  }
  return (
    <section class="part">
      <h2>{count === undefined ? say(t.members) : say(t.membersCount, { count })}</h2>
      <More list={list} label={say(t.members)} class="lines members" row={row} empty={null} />
      {removing.value && (
        <Confirm
          title={say(t.removeTitle, { name: named(removing.value.user.displayName) })}
          label={say(t.remove)}
          close={() => (removing.value = undefined)}
          change={async () => {
            const user = removing.value?.user
            if (!user) return
            await call('endMembership', { params: { ...params, userId: user.id } })
            refetchCommunities()
            removing.value = undefined
            notify(say(t.removed, { name: named(user.displayName) }))
          }}
        >
          <p>{say(t.removeWhy)}</p>
        </Confirm>
      )}
    </section>
  )
}
