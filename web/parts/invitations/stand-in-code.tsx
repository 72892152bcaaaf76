/** Offers a code with which a person gets the stand-in that represents them: make the code, show it, cancel it. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { may, session } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { SendButton } from '../changes/send-button.tsx'
import { named } from '../marks/names.ts'
import { whenOf } from '../marks/when.tsx'
import { useGoingOn } from '../page/go-on.ts'
import { AskMember } from './ask-member.tsx'
import { ByMail } from './by-mail.tsx'
import { Code, isReachable } from './code.tsx'
import { type Invitation, inviteStandIn, linkOf, takeBack } from './made.ts'

export interface StandIn {
  id: string
  displayName: string
}

interface StandInCodeProps {
  standIn: StandIn
  /** The newest invitation. Undefined if there was none. */
  invitation: Invitation | undefined
  isClaimed: boolean
  /** True on the page of a match, where the text counts only the other matches. */
  isMatch?: boolean
}

export function StandInCode({ standIn, invitation, isClaimed, isMatch = false }: StandInCodeProps) {
  const own = useRef<HTMLElement>(null)
  useGoingOn(own, '.code-part h2')
  const action = useAction()
  const said = useSignal('')
  const { id, displayName } = standIn
  const name = named(displayName)
  const count =
    kept('countMatchesOfGhostPlayer', {
      params: { ghostPlayerId: id },
      query: { filter: 'finalizedAt=null=false' },
    }).value.value?.count ?? 0
  if (isClaimed)
    return invitation?.state === 'USED' ? <p class="notice">{usedText(displayName, invitation)}</p> : null
  const url = invitation && linkOf(invitation.id)
  const others = isMatch ? count - 1 : count
  const make = () => void action.run(() => inviteStandIn(id))
  const isOpen = invitation?.state === 'OPEN'
  const byMail = may('invitation-create') && (
    <ByMail
      hint={say(isOpen ? t.mailInstead : t.mailWhy, { name })}
      said={said}
      send={(mail) => inviteStandIn(id, mail)}
    />
  )
  return (
    <section class="part code-part" ref={own}>
      <h2 tabIndex={-1}>{say(t.offer, { name })}</h2>
      {isOpen && url !== undefined ? (
        <Shown
          name={displayName}
          lead={[
            ...(others > 0 && isMatch ? [say(t.others, { count: others, name })] : []),
            ...(isReachable(url) ? [say(t.scan, { name })] : []),
          ].join(' ')}
          count={count}
          invitation={invitation}
          url={url}
        >
          {byMail}
        </Shown>
      ) : (
        <>
          <p class="soft">{whyClosed(displayName, invitation, isMatch ? others : 0)}</p>
          <p class="actions start">
            <SendButton
              label={say(invitation === undefined ? t.make : t.makeAnother)}
              busy={action.busy.value}
              press={make}
              class="second"
            />
          </p>
          {byMail}
        </>
      )}
      {isOpen && may('invitation-revoke') && (
        <p>
          <button type="button" class="quiet" onClick={() => void action.run(() => takeBack(invitation.id))}>
            {say(t.back)}
          </button>
        </p>
      )}
      <Refused of={action.refused} />
      {may('invitation-create') && <AskMember standIn={standIn} />}
    </section>
  )
}

/** True if people can make an account with an invitation. */
const mayJoin = (): boolean => session.value.state === 'in' && session.value.invites === true

const dateOf = (at: string): string => whenOf(new Date(at), { near: true })

export const usedText = (displayName: string, { lastUsedAt, updatedAt }: Invitation): string =>
  say(t.used, { name: named(displayName), date: dateOf(lastUsedAt ?? updatedAt) })

/** `others` is how many matches there are beside the one that the page shows. */
function whyClosed(displayName: string, invitation: Invitation | undefined, others: number): string {
  const name = named(displayName)
  switch (invitation?.state) {
    case 'OPEN':
      return say(t.open, { date: dateOf(invitation.expiresAt) })
    case 'EXPIRED':
      return say(t.expired, { date: dateOf(invitation.expiresAt) })
    case 'DECLINED':
      return say(t.declined)
    default:
      return others > 0 ? say(t.others, { count: others, name }) : say(t.offerWhy, { name })
  }
}

interface ShownProps {
  name: string
  lead: string
  count: number
  invitation: Invitation
  url: string
  /** Shown below the code. */
  children: ComponentChildren
}

function Shown({ name: displayName, lead, count, invitation, url, children }: ShownProps) {
  const name = named(displayName)
  return (
    <>
      {lead !== '' && <p class="soft">{lead}</p>}
      <Code url={url} hint={say(t.camera, { name })} />
      {children}
      <dl class="facts">
        <div>
          <dt>{say(t.sees, { name })}</dt>
          <dd>{say(t.seesWhat, { name, count })}</dd>
        </div>
        <div>
          <dt>{say(t.works)}</dt>
          <dd>
            {say(t.once, { date: dateOf(invitation.expiresAt) })}{' '}
            {!mayJoin() && say(t.needsAccount, { name })}
          </dd>
        </div>
      </dl>
    </>
  )
}
