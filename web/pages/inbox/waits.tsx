/** What the reader waits for, with a button that withdraws it. */
import { useSignal } from '@preact/signals'
import type { Pages } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { online } from '../../parts/changes/online.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { OFFLINE_ID } from '../../parts/corrections/choices.tsx'
import { withdraw } from '../../parts/corrections/decide.ts'
import type { InboxItem } from '../../parts/corrections/items.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/inbox.ts'
import { say } from '../../texts/text.ts'
import { changeText } from './change-text.ts'

export function Waits({ list, announce }: { list: Pages<InboxItem>; announce: (text: string) => void }) {
  if (list.state.value === 'here' && list.items.value.length === 0) return null
  return (
    <section class="part inbox-waits">
      <h2>{say(t.waitFor)}</h2>
      <More
        list={list}
        label={say(t.waitFor)}
        class="waits"
        empty={null}
        row={(item) => <Wait key={item.id} item={item} announce={announce} />}
      />
    </section>
  )
}

/** A withdrawn item disappears when the list is read again. */
function Wait({ item, announce }: { item: InboxItem; announce: (text: string) => void }) {
  const action = useAction()
  const isGone = useSignal(false)
  if (isGone.value) return null
  const what = whatOf(item)
  const isAway = !online.value
  const press = () =>
    void action.run(async () => {
      announce((await withdraw(item)).said)
      isGone.value = true
    })
  return (
    <li>
      <div class="line-main">
        <p>{item.match ? <a href={`/matches/${item.match.id}`}>{what}</a> : what}</p>
        <p class="detail">{moreOf(item)}</p>
        <Refused of={action.refused} />
      </div>
      {item.kind !== 'TRUSTED_EDITOR' && may(SCOPES[item.kind]) && (
        <button
          type="button"
          class="quiet"
          aria-label={say(t.withdrawWhich, { what })}
          aria-disabled={isAway || action.busy.value}
          aria-describedby={isAway ? OFFLINE_ID : undefined}
          onClick={() => !isAway && press()}
        >
          {say(t.withdraw)}
        </button>
      )}
    </li>
  )
}

const SCOPES = {
  MATCH_EDIT: 'match-edit-withdraw',
  DISPUTE: 'match-participant-dispute',
  CLAIM_REQUEST: 'claim-request-cancel',
  MEMBERSHIP_REQUEST: 'membership-request-cancel',
  INVITATION: 'invitation-revoke',
}

function whatOf({ game, match, claimRequest, owner, membershipRequest, invitation }: InboxItem): string {
  if (invitation)
    return say(t.asked, {
      name: named(invitation.recipient?.displayName ?? ''),
      standIn: named(invitation.ghostPlayer?.displayName ?? ''),
    })
  if (claimRequest)
    return owner
      ? say(t.whose, {
          name: named(owner.displayName),
          standIn: named(claimRequest.ghostPlayer.displayName),
        })
      : say(t.whoseHidden)
  if (membershipRequest) return say(t.toJoin, { name: named(membershipRequest.community.displayName) })
  const about = named(game?.displayName ?? '')
  return match
    ? say(t.about, { name: named(match.recorder.displayName), game: about })
    : say(t.aboutHidden, { game: about })
}

function moreOf(item: InboxItem): string {
  const day = whenOf(new Date(item.since), { near: true })
  const { claimRequest, membershipRequest, invitation, matches, dispute } = item
  if (claimRequest && matches && matches.number > 0)
    return say(t.matchesAsked, { count: matches.number, day })
  if (claimRequest || membershipRequest || invitation) return say(t.askedOn, { day })
  const what = dispute ? `“${dispute.reason}”` : changeText(item)
  return what === undefined ? say(t.sentDay, { day }) : say(t.sentOn, { what, day })
}
