/** Buttons to join a community, to ask to join it, and to leave it. */
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
import { demote } from './admins.ts'
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
  const last = kept('listMembershipRequests', {
    params,
    query: { filter: `userId==${exactly(userId)}`, sort: 'createdAt:DESC', limit: 1 },
  }).value.value?.items[0]
  const run = (change: () => Promise<unknown>, done?: string) =>
    void action.run(async () => {
      try {
        await change()
      } finally {
        // The page is read again even after a refusal, because it may have been out of date.
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
                        // The version does not matter: if somebody has decided the request, the service refuses and says so.
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

export function LeaveButton({ community, isAdmin, userId, notify }: JoiningProps & { isAdmin: boolean }) {
  const { id, displayName, adminGroup } = community
  const asked = useSignal(false)
  const leave = async () => {
    // Otherwise an admin who has left could still let people in.
    if (isAdmin) await demote(community, userId)
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
          {isAdmin && adminGroup && <p>{say(t.leaveAdmin, { group: named(adminGroup.displayName) })}</p>}
        </Confirm>
      )}
    </>
  )
}
