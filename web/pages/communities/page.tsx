/** The page of a community. Strangers see what it is and how to join, members see what they share. */
import { useSignal } from '@preact/signals'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { Absent } from '../../parts/page/fault.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { later } from '../../parts/page/later.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { chosenIn } from './chosen.ts'
import { figuresOf } from './figures.ts'
import { gone } from './gone.ts'
import { Joining, LeaveButton } from './joining.tsx'
import { Members } from './members.tsx'
import { Requests, waitingIn } from './requests.tsx'
import { type Community, type Standing, ownMembership, standingIn } from './my-membership.ts'

const CommunityCodes = later(
  async () => (await import('../../parts/invitations/community-codes.tsx')).CommunityCodes,
)
const Shared = later(async () => (await import('./shared.tsx')).Shared)

export default function CommunityPage({ params: { id = '' }, query }: PageProps) {
  return UUID.test(id) ? <Known id={id} query={query} /> : <Absent of={gone()} />
}

function Known({ id, query }: { id: string; query: PageProps['query'] }) {
  const said = useSignal<string | undefined>(undefined)
  const { value: community, error, at } = kept('getCommunity', { params: { communityId: id } }).value
  ownMembership(id)
  const me = session.value
  if (me.state !== 'in') return null
  const userId = me.user.id
  const notify = (text: string) => (said.value = text)
  const standing = community && standingIn(community, userId)
  return (
    <Shown
      of={{
        ...(community && standing && { value: { community, standing, userId, notify } }),
        // Nothing is shown until the reader's role is known, because members and strangers see different pages.
        error: community && !standing ? undefined : error,
        at,
      }}
      loading={community?.displayName ?? say(t.title)}
      gone={gone()}
      view={(props) => ({
        title: props.community.displayName,
        class: 'community',
        lead: leadOf(props.community),
        aside: <Actions {...props} />,
        children: <Sheet {...props} said={said.value} query={query} />,
      })}
    />
  )
}

/** Loaded when an admin asks for it. */
function Codes({ id }: { id: string }) {
  const isOpen = useSignal(false)
  if (isOpen.value) return <CommunityCodes communityId={id} />
  return (
    <p>
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        {say(t.codes)}
      </button>
    </p>
  )
}

const leadOf = ({ owner, joinPolicy }: Community): string =>
  `${say(t.owned, { name: named(owner.displayName) })} · ${say(joinPolicy === 'OPEN' ? t.open : t.closed)}`

interface SheetProps extends ActionsProps {
  said: string | undefined
  query: PageProps['query']
}

function Sheet({ said, query, ...props }: SheetProps) {
  const { community, standing, userId, notify } = props
  const { id, description } = community
  const { isMember, isAdmin } = standing
  // Both are requested at once. The requests to join are above the rest, so the rest waits until they have loaded.
  const waiting = isAdmin ? waitingIn(id) : undefined
  if (isMember) figuresOf(id, chosenIn(query).year)
  return (
    <>
      <p role="status" class={said === undefined ? 'unseen' : 'notice'}>
        {said}
      </p>
      {description !== undefined && description.trim() !== '' && (
        <p class="long-text" dir="auto">
          {description}
        </p>
      )}
      {!isMember && <Joining community={community} userId={userId} notify={notify} />}
      {waiting?.state === 'loading' ? (
        <section class="part">
          <Skeleton rows={6} />
        </section>
      ) : (
        <>
          {isAdmin && <Requests id={id} notify={notify} />}
          {isAdmin && may('invitation-create') && <Codes id={id} />}
          {isMember ? (
            <Shared id={id} query={query}>
              <Members {...props} />
            </Shared>
          ) : (
            isAdmin && <Members {...props} />
          )}
        </>
      )}
    </>
  )
}

interface ActionsProps {
  community: Community
  standing: Standing
  userId: string
  notify: (text: string) => void
}

function Actions({ community, standing: { isMember, isAdmin, isOwner }, userId, notify }: ActionsProps) {
  const mayRecord = isMember && may('match-create')
  const maySet = isAdmin && may('community-update')
  const mayLeave = isMember && !isOwner && may('membership-delete')
  if (!mayRecord && !maySet && !mayLeave) return null
  return (
    <p class="actions start">
      {mayRecord && (
        <a class="button" href={`/record?community=${community.id}`}>
          {say(t.record)}
        </a>
      )}
      {maySet && (
        <a class="button second" href={`/communities/${community.id}/edit`}>
          {say(t.settings)}
        </a>
      )}
      {mayLeave && <LeaveButton community={community} isAdmin={isAdmin} userId={userId} notify={notify} />}
    </p>
  )
}
