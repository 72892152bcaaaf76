/** Codes for the reader's unclaimed stand-ins. One code is open, the others are rows. */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { online } from '../changes/online.ts'
import { Refused } from '../changes/refused.tsx'
import { SendButton } from '../changes/send-button.tsx'
import { oneOf } from '../fields/filter.ts'
import { named } from '../marks/names.ts'
import { type Invitation, inviteStandIn, linkOf, takeBack } from './made.ts'
import { type StandIn, StandInCode, usedText } from './stand-in-code.tsx'

interface StandInCodesProps {
  standIns: readonly StandIn[]
  isMatch?: boolean
  /** Shown below the codes, as soon as it is known which are offered. */
  children?: ComponentChildren
}

export function StandInCodes({ standIns, isMatch = false, children }: StandInCodesProps) {
  const chosen = useSignal<string | undefined>(undefined)
  const action = useAction()
  if (standIns.length === 0 || !may('invitation-create')) return null
  const known = codesOf(standIns.map(({ id }) => id))
  if (known === 'loading' && online.value) return null
  if (known === 'loading' || known === 'failed') return <>{children}</>
  const { claimed, newest } = known
  const questions = [...newest.values()].filter(({ state, recipient }) => state === 'OPEN' && recipient)
  const isAsked = (id: string) => questions.some(({ ghostPlayer }) => ghostPlayer?.id === id)
  const free = standIns.filter(({ id }) => !claimed.has(id) && !isAsked(id))
  const shows = ({ id }: StandIn) => {
    const invitation = newest.get(id)
    return invitation !== undefined && linkOf(invitation.id) !== undefined && invitation.state === 'OPEN'
  }
  const open = free.find(({ id }) => id === chosen.value) ?? free.find(shows) ?? free[0]
  const rest = free.filter((one) => one !== open)
  const used = standIns.filter(({ id }) => claimed.has(id) && (newest.get(id)?.unread ?? 0) > 0)
  const isOpen = (id: string) => newest.get(id)?.state === 'OPEN'
  // A new code would end the open one.
  const choose = (id: string) =>
    void action.run(async () => {
      if (!isOpen(id)) await inviteStandIn(id)
      chosen.value = id
    })
  const offers = (
    <>
      {used.map((one) => (
        <p key={one.id} class="notice" role="status">
          {usedText(one.displayName, newest.get(one.id) as Invitation)}
        </p>
      ))}
      {questions.map((one) => (
        <Question key={one.id} of={one} />
      ))}
      {open && (
        <StandInCode
          key={open.id}
          standIn={open}
          invitation={newest.get(open.id)}
          isClaimed={false}
          isMatch={isMatch}
        />
      )}
      <Refused of={action.refused} />
      {rest.length > 0 && (
        <ul class="lines codes">
          {rest.map(({ id, displayName }) => (
            <li key={id}>
              <SendButton
                class="quiet"
                label={say(isOpen(id) ? t.openFor : t.makeFor, { name: named(displayName) })}
                busy={action.busy.value}
                press={() => choose(id)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
  return (
    <>
      {isMatch ? <div class="match-offers">{offers}</div> : offers}
      {children}
    </>
  )
}

/** Says that somebody was asked, with a button that withdraws the question. */
function Question({ of: { id, recipient } }: { of: Invitation }) {
  const action = useAction()
  const name = named(recipient?.displayName ?? '')
  return (
    <div class="notice asked">
      <p>{say(t.asked, { name })}</p>
      {may('invitation-revoke') && (
        <SendButton
          class="quiet"
          label={say(t.backQuestion)}
          busy={action.busy.value}
          press={() => void action.run(() => takeBack(id))}
        />
      )}
      <Refused of={action.refused} />
    </div>
  )
}

interface Codes {
  claimed: ReadonlySet<string>
  /** The newest invitation for each stand-in, by the stand-in's id. */
  newest: ReadonlyMap<string, Invitation>
}

/**
 * Nothing is known until both claims and invitations are, because a claimed stand-in must not be offered. It reads signals, so
 * call it while rendering.
 */
function codesOf(ids: readonly string[]): Codes | 'loading' | 'failed' {
  const filter = `ghostPlayerId=in=${oneOf(ids)}`
  const claims = kept('listClaimEdges', {
    query: { filter: `${filter};revokedAt=null=true`, limit: 100 },
  }).value
  const invitations = kept('listInvitations', { query: { filter, sort: 'createdAt:DESC', limit: 100 } }).value
  const [edges, made] = [claims.value?.items, invitations.value?.items]
  if (!edges || !made)
    return claims.state === 'failed' || invitations.state === 'failed' ? 'failed' : 'loading'
  const newest = new Map<string, Invitation>()
  for (const one of made)
    if (one.ghostPlayer && !newest.has(one.ghostPlayer.id)) newest.set(one.ghostPlayer.id, one)
  return { claimed: new Set(edges.map(({ ghostPlayer }) => ghostPlayer.id)), newest }
}
