/** The requests to join a community, oldest first, for its owner and admins. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { call, type Item } from '../../api/call.ts'
import { kept, pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { More } from '../../parts/lists/more.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { refetchCommunities } from './my-membership.ts'

type Request = Item<'listMembershipRequests'>

interface RequestsProps {
  id: string
  notify: (text: string) => void
}

const PENDING = { filter: 'status=="PENDING"' }
const AT_ONCE = 20

/** How many requests are pending. It reads signals, so call it while rendering. */
export const waitingIn = (communityId: string) =>
  kept('countMembershipRequests', { params: { communityId }, query: PENDING }).value

export function Requests({ id, notify }: RequestsProps) {
  const params = { communityId: id }
  const list = useMemo(
    () =>
      pages('listMembershipRequests', {
        params,
        query: { ...PENDING, sort: 'createdAt:ASC', limit: AT_ONCE },
      }),
    [id],
  )
  const count = waitingIn(id).value?.count ?? 0
  const refusing = useSignal<Request | undefined>(undefined)
  const action = useAction()
  const decide = async ({ id: membershipRequestId }: Request, status: 'APPROVED' | 'REJECTED') => {
    try {
      // If somebody has decided or withdrawn the request meanwhile, the service refuses and says so.
      await call('decideMembershipRequest', {
        params: { ...params, membershipRequestId },
        body: { status },
        ifMatch: '*',
      })
    } finally {
      refetchCommunities()
    }
  }
  // A refusal stays on the screen, even if there is no pending request any more.
  if (count === 0 && list.items.value.length === 0)
    return action.refused.value ? <Refused of={action.refused} /> : null
  return (
    <section class="part part-waiting">
      <h2>{say(t.requests, { count: Math.max(count, list.items.value.length) })}</h2>
      <Refused of={action.refused} />
      <More
        list={list}
        label={say(t.requestsLabel)}
        class="lines requests"
        empty={null}
        row={(request) => (
          <RequestRow
            key={request.id}
            request={request}
            busy={action.busy.value}
            letIn={() =>
              void action.run(async () => {
                await decide(request, 'APPROVED')
                notify(say(t.letInDone, { name: named(request.user.displayName) }))
              })
            }
            refuse={() => (refusing.value = request)}
          />
        )}
      />
      {refusing.value && (
        <Confirm
          title={say(t.refuseTitle, { name: named(refusing.value.user.displayName) })}
          label={say(t.refuse)}
          close={() => (refusing.value = undefined)}
          change={async () => {
            const request = refusing.value
            if (!request) return
            await decide(request, 'REJECTED')
            refusing.value = undefined
            notify(say(t.refused, { name: named(request.user.displayName) }))
          }}
        >
          <p>{say(t.refuseWhy)}</p>
        </Confirm>
      )}
    </section>
  )
}

interface RequestRowProps {
  request: Request
  busy: boolean
  letIn: () => void
  refuse: () => void
}

function RequestRow({ request: { user, createdAt }, busy, letIn, refuse }: RequestRowProps) {
  const name = named(user.displayName)
  return (
    <li>
      <div class="line-main">
        <strong>
          <bdi>{user.displayName}</bdi>
        </strong>
        <p class="detail">{say(t.askedOn, { when: whenOf(new Date(createdAt), { near: true }) })}</p>
      </div>
      {may('membership-request-decide') && (
        <div class="actions">
          <button type="button" class="quiet" aria-label={say(t.refuseThis, { name })} onClick={refuse}>
            {say(t.refuse)}
          </button>
          <SendButton
            class="second"
            label={say(t.letIn)}
            called={say(t.letInThis, { name })}
            busy={busy}
            press={letIn}
          />
        </div>
      )}
    </li>
  )
}
