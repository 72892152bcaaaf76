/** The page of groups: the reader's own, other groups and communities that the reader is in, and claims that wait. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { areHere, kept, pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import { useLocation } from '../../location.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { Ref } from '../../parts/marks/ref.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'
import { NameDialog } from './name-dialog.tsx'
import { MyRequests } from './my-requests.tsx'

type Group = Item<'listMyGroups'>
type Membership = Item<'listMyMemberships'>

const ownGroups = () => pages('listGroups', { query: { sort: 'name:ASC', limit: 50 } })
const myCommunities = () => pages('listMyMemberships', { query: { sort: 'createdAt:ASC', limit: 50 } })

export default function Groups() {
  const said = useSignal<string | undefined>(undefined)
  const me = session.value
  if (me.state !== 'in') return null
  const notify = (text: string) => (said.value = text)
  // The lists appear together, because the first one would move the second.
  const lists = may('membership-read') ? [ownGroups(), myCommunities()] : [ownGroups()]
  const isHere = areHere(lists)
  return (
    <Page title={say(t.groupsTitle)} lead={say(t.groupsLead)} class="settings">
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {isHere ? (
        <>
          <Own />
          {may('membership-read') && <Communities userId={me.user.id} notify={notify} />}
          <Joined userId={me.user.id} notify={notify} />
          <MyRequests canonicalPlayerId={me.canonicalPlayerId} notify={notify} />
        </>
      ) : (
        <Skeleton />
      )}
    </Page>
  )
}

function Own() {
  const { route } = useLocation()
  const making = useSignal(false)
  const list = useMemo(ownGroups, [])
  const make = async (displayName: string) => {
    const { body } = await call('createGroup', { body: { displayName } })
    refetch(/^\/groups/)
    route(`/settings/groups/${body.id}`)
  }
  return (
    <section class="part">
      <header>
        <h2>{say(t.own)}</h2>
        {may('group-create') && (
          <button type="button" class="second" onClick={() => (making.value = true)}>
            {say(t.newGroup)}
          </button>
        )}
      </header>
      <More
        list={list}
        label={say(t.own)}
        class="lines short"
        row={({ id, displayName, memberCount: count }) => (
          <li key={id}>
            <div class="line-main">
              <a class="line-link" href={`/settings/groups/${id}`}>
                <bdi>{displayName}</bdi>
              </a>
            </div>
            <span class="line-side">{say(t.members, { count })}</span>
          </li>
        )}
        empty={<p class="soft">{say(t.ownNone)}</p>}
      />
      {making.value && (
        <NameDialog title={say(t.newTitle)} name="" save={make} close={() => (making.value = false)} />
      )}
    </section>
  )
}

interface LeavingProps {
  userId: string
  notify: (text: string) => void
}

function Communities({ userId, notify }: LeavingProps) {
  const list = useMemo(myCommunities, [])
  const leaving = useSignal<Membership | undefined>(undefined)
  const row = (membership: Membership) => {
    const { id, community, owner, createdAt } = membership
    const isOwner = owner.id === userId
    return (
      <li key={id}>
        <div class="line-main">
          <strong>
            <Ref to="/communities" of={community} />
          </strong>
          <p class="detail">
            {isOwner ? say(t.isOwner) : say(t.by, { name: named(owner.displayName) })} ·{' '}
            {say(t.since, { when: whenOf(new Date(createdAt)) })}
          </p>
        </div>
        {!isOwner && may('membership-delete') && (
          <LeaveButton name={community.displayName} press={() => (leaving.value = membership)} />
        )}
      </li>
    )
  }
  return (
    <section class="part">
      <header>
        <h2>{say(t.communities)}</h2>
        {may('community-read') && <a href="/communities">{say(t.findCommunities)}</a>}
      </header>
      <More
        list={list}
        label={say(t.communities)}
        class="lines"
        row={row}
        empty={<p class="soft">{say(t.communitiesNone)}</p>}
      />
      {leaving.value && (
        <Leave
          name={leaving.value.community.displayName}
          why={say(t.leaveCommunityWhy)}
          change={async ({ community: { id: communityId } }) => {
            await call('endMembership', { params: { communityId, userId } })
            refetch(/^\/(communities|users\/me|matches|games|canonical-players)/)
          }}
          of={leaving.value}
          close={() => (leaving.value = undefined)}
          notify={notify}
        />
      )}
    </section>
  )
}

/** Like most people, the reader may be in no group of somebody else. Then this shows nothing. */
function Joined({ userId, notify }: LeavingProps) {
  const count = kept('countMyGroups').value.value?.count
  const list = useMemo(() => pages('listMyGroups', { query: { sort: 'name:ASC', limit: 50 } }), [])
  const leaving = useSignal<Group | undefined>(undefined)
  if (!count) return null
  const row = (group: Group) => (
    <li key={group.id}>
      <div class="line-main">
        <strong>
          <bdi>{group.displayName}</bdi>
        </strong>
        <p class="detail">{say(t.by, { name: named(group.owner.displayName) })}</p>
      </div>
      {may('group-member-remove') && (
        <LeaveButton name={group.displayName} press={() => (leaving.value = group)} />
      )}
    </li>
  )
  return (
    <section class="part">
      <h2>{say(t.joined)}</h2>
      <p class="hint">{say(t.joinedWhy)}</p>
      <More list={list} label={say(t.joined)} class="lines" row={row} empty={null} />
      {leaving.value && (
        <Leave
          name={leaving.value.displayName}
          why={say(t.leaveGroupWhy, { owner: named(leaving.value.owner.displayName) })}
          change={async ({ id: groupId }) => {
            await call('removeGroupMember', { params: { groupId, userId } })
            refetch(/^\//)
          }}
          of={leaving.value}
          close={() => (leaving.value = undefined)}
          notify={notify}
        />
      )}
    </section>
  )
}

const LeaveButton = ({ name, press }: { name: string; press: () => void }) => (
  <button type="button" class="quiet" aria-label={say(t.leaveThis, { name: named(name) })} onClick={press}>
    {say(t.leave)}
  </button>
)

interface LeaveProps<T> {
  name: string
  why: string
  of: T
  change: (of: T) => Promise<void>
  close: () => void
  notify: (text: string) => void
}

const Leave = <T,>({ name, why, of, change, close, notify }: LeaveProps<T>) => (
  <Confirm
    title={say(t.leaveGroupTitle, { name: named(name) })}
    label={say(t.leave)}
    close={close}
    change={async () => {
      await change(of)
      close()
      notify(say(t.leftGroup, { name: named(name) }))
    }}
  >
    <p>{why}</p>
  </Confirm>
)
