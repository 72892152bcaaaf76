/** The page of a community: for strangers what it is and how they come in, for members what they share. */
import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { kept } from '../../api/cache.ts'
import { Problem } from '../../api/problem.ts'
import { may, session } from '../../api/session.ts'
import { Fault } from '../../parts/page/fault.tsx'
import { UUID } from '../../parts/fields/filter.ts'
import { later } from '../../parts/page/later.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Seen } from '../../parts/lists/seen.tsx'
import { Skeleton } from '../../parts/lists/skeleton.tsx'
import type { PageProps } from '../../page-props.ts'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { chosenIn } from './chosen.ts'
import { figuresOf } from './figures.ts'
import { Gone } from './gone.tsx'
import { Joining, LeaveButton } from './joining.tsx'
import { Members } from './members.tsx'
import { Requests, waitingIn } from './requests.tsx'
import { type Community, type Standing, ownMembership, standingIn } from './my-membership.ts'

/** Strangers are shown nothing of it. */
const Shared = later(async () => (await import('./shared.tsx')).Shared)

export default function CommunityPage({ params: { id = '' }, query }: PageProps) {
  return UUID.test(id) ? <Known id={id} query={query} /> : <Gone />
}

function Known({ id, query }: { id: string; query: PageProps['query'] }) {
  const read = kept('getCommunity', { params: { communityId: id } }).value
  ownMembership(id) // asked for in the same round
  const me = session.value
  const { value, error } = read
  const standing = value && me.state === 'in' ? standingIn(value, me.user.id) : undefined
  if (value && standing)
    return <Whole community={value} standing={standing} query={query} seen={<Seen of={read} />} />
  if (error instanceof Problem && error.status === 404) return <Gone />
  if (error && !value) return <Fault error={error} />
  return (
    <Page title={value?.displayName ?? say(t.title)}>
      <Skeleton rows={6} />
    </Page>
  )
}

interface WholeOptions {
  community: Community
  standing: Standing
  query: PageProps['query']
  seen: JSX.Element
}

function Whole({ community, standing, query, seen }: WholeOptions) {
  const { id, displayName, description, owner, joinPolicy } = community
  const { isMember, isAdmin } = standing
  const said = useSignal<string | undefined>(undefined)
  const me = session.value
  if (me.state !== 'in') return null
  const tell = (text: string) => (said.value = text)
  const props = { community, standing, userId: me.user.id, tell }
  // Both are asked for at once; the requests stand above the rest, which would move when they come.
  const waiting = isAdmin ? waitingIn(id) : undefined
  if (isMember) figuresOf(id, chosenIn(query).year)
  return (
    <Page
      title={displayName}
      class="community"
      lead={`${say(t.owned, { name: named(owner.displayName) })} · ${say(joinPolicy === 'OPEN' ? t.open : t.closed)}`}
      aside={<Actions {...props} />}
    >
      {seen}
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {description !== undefined && description.trim() !== '' && (
        <p class="text" dir="auto">
          {description}
        </p>
      )}
      {!isMember && <Joining community={community} userId={me.user.id} tell={tell} />}
      {waiting?.state === 'loading' ? (
        <Skeleton rows={6} />
      ) : (
        <>
          {isAdmin && <Requests id={id} tell={tell} />}
          {isMember ? (
            <Shared id={id} query={query}>
              <Members {...props} />
            </Shared>
          ) : (
            isAdmin && <Members {...props} />
          )}
        </>
      )}
    </Page>
  )
}

interface ActionsOptions {
  community: Community
  standing: Standing
  userId: string
  tell: (text: string) => void
}

const Actions = ({ community, standing: { isMember, isAdmin, isOwner }, userId, tell }: ActionsOptions) => (
  <p class="actions start">
    {isMember && may('match-create') && (
      <a class="button" href={`/record?community=${community.id}`}>
        {say(t.record)}
      </a>
    )}
    {isAdmin && may('community-update') && (
      <a class="button second" href={`/communities/${community.id}/edit`}>
        {say(t.settings)}
      </a>
    )}
    {isMember && !isOwner && may('membership-delete') && (
      <LeaveButton community={community} userId={userId} tell={tell} />
    )}
  </p>
)
