/** Joining a community, asking to join it, and leaving it. */
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/communities.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import { type Community, refetchCommunities } from './my-membership.ts'

const dateOf = (at: string) => whenOf(new Date(at))

interface JoiningProps {
  community: Community
  userId: string
  notify: (text: string) => void
}

export function Joining({ community: { id, owner, joinPolicy }, userId, notify }: JoiningProps) {
  const action = useAction()
  const params = { communityId: id }
  // The newest request: it waits, or shows how it was decided.
  const last = kept('listMembershipRequests', {
    params,
    query: { filter: `userId==${exactly(userId)}`, sort: 'createdAt:DESC', limit: 1 },
  }).value.value?.items[0]
  const run = (change: () => Promise<unknown>, done?: string) =>
    void action.run(async () => {
      try {
        await change()
      } finally {
        // Also after a refusal, as it can mean that the page shows an old state.
        refetchCommunities()
      }
      if (done !== undefined) notify(done)
    })
  return (
    <div class="joining part">
      <p>{say(t.inside)}</p>
      <Refused of={action.refused} />
      {last?.status === 'PENDING' ? (
        <>
          <p class="notice">
            {say(t.asked, { when: dateOf(last.createdAt), name: named(owner.displayName) })}
          </p>
          {may('membership-request-cancel') && (
            <p class="actions start">
              <SendButton
                class="second"
                label={say(t.askWithdraw)}
                busy={action.busy.value}
                press={() =>
                  run(
                    () =>
                      call('cancelMembershipRequest', {
                        params: { ...params, membershipRequestId: last.id },
                        // If somebody decided it meanwhile, the service's refusal says so.
                        ifMatch: '*',
                      }),
                    say(t.withdrawn),
                  )
                }
              />
            </p>
          )}
        </>
      ) : (
        <>
          {last?.status === 'REJECTED' && (
            <p class="soft">{say(t.askRejected, { when: dateOf(last.decidedAt ?? last.updatedAt) })}</p>
          )}
          <p class="actions start">
            {joinPolicy === 'OPEN'
              ? may('membership-create') && (
                  <SendButton
                    label={say(t.join)}
                    busy={action.busy.value}
                    press={() => run(() => call('joinCommunity', { params }), say(t.joined))}
                  />
                )
              : may('membership-request-create') && (
                  <SendButton
                    label={say(t.ask)}
                    busy={action.busy.value}
                    press={() => run(() => call('createMembershipRequest', { params }))}
                  />
                )}
          </p>
        </>
      )}
    </div>
  )
}

export function LeaveButton({ community: { id, displayName }, userId, notify }: JoiningProps) {
  const asked = useSignal(false)
  const leave = async () => {
    await call('endMembership', { params: { communityId: id, userId } })
    refetchCommunities()
    asked.value = false
    notify(say(t.left))
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => (asked.value = true)}>
        {say(t.leave)}
      </button>
      {asked.value && (
        <Confirm
          title={say(t.leaveTitle, { name: named(displayName) })}
          label={say(t.leave)}
          change={leave}
          close={() => (asked.value = false)}
        >
          <p>{say(t.leaveWhy)}</p>
        </Confirm>
      )}
    </>
  )
}
