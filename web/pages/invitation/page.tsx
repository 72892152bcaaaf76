/**
 * The page that a code or link opens: who invites the reader, what the invitation is for, and how to accept it, even without an
 * account.
 */
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import {
  type Opened,
  decline,
  forgetInvitation,
  hasAgreed,
  lookUp,
  openedSecret,
} from '../../api/invitation.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { named } from '../../parts/marks/names.ts'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/invitation.ts'
import { say } from '../../texts/text.ts'
import { Account, Answer } from './answer.tsx'
import { Newest } from './newest.tsx'
import { leadOf, titleOf } from './words.ts'

type State =
  | { is: 'loading' | 'none' | 'gone' | 'away' }
  | { is: 'declined'; inviter: string }
  | ({ is: 'open' } & Opened)

export default function InvitationPage() {
  const secret = useMemo(openedSecret, [])
  const state = useSignal<State>({ is: secret === undefined ? 'none' : 'loading' })
  const read = async () => {
    if (secret === undefined) return
    state.value = { is: 'loading' }
    state.value = await stateOf(secret)
  }
  useEffect(() => void read(), [])
  // If another link is opened on this page, only the part after the # changes.
  useEffect(() => {
    const opened = () => location.hash.length > 1 && location.reload()
    addEventListener('hashchange', opened)
    return () => removeEventListener('hashchange', opened)
  }, [])
  const now = state.value
  switch (now.is) {
    case 'loading':
      return (
        <Page title={say(t.loading)}>
          <Skeleton rows={4} />
        </Page>
      )
    case 'none':
      return <Left title={say(t.noCode)} why={say(t.noCodeWhy)} />
    case 'away':
      return (
        <Page title={say(t.title)} lead={say(t.offline)}>
          <p class="actions start">
            <button type="button" onClick={() => void read()}>
              {say(t.again)}
            </button>
          </p>
        </Page>
      )
    case 'gone':
      return <Left title={say(t.gone)} why={say(t.goneWhy)} isGone />
    case 'declined':
      return <Left title={say(t.thanksTitle)} why={say(t.thanks, { inviter: named(now.inviter) })} />
    default:
      return (
        <Open
          {...now}
          secret={secret ?? ''}
          declined={() => (state.value = { is: 'declined', inviter: now.invitation.inviter.displayName })}
          gone={() => (state.value = { is: 'gone' })}
        />
      )
  }
}

async function stateOf(secret: string): Promise<State> {
  try {
    return { is: 'open', ...(await lookUp(secret)) }
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Offline)) throw error
    const isGone = error instanceof Problem && error.status === 404
    if (isGone) forgetInvitation()
    return { is: isGone ? 'gone' : 'away' }
  }
}

/** Shown if there is nothing left to do, with a link that leads on. */
function Left({ title, why, isGone = false }: { title: string; why: string; isGone?: boolean }) {
  const me = session.value
  return (
    <Page title={title} lead={why}>
      {isGone && me.state === 'in' && <p class="soft">{say(t.goneMine)}</p>}
      <p class="actions start">
        {me.state === 'in' ? (
          <a class="button second" href={`/people/${me.canonicalPlayerId}`}>
            {say(t.myPage)}
          </a>
        ) : (
          <a class="button second" href="/sign-in">
            {say(t.signIn)}
          </a>
        )}
      </p>
    </Page>
  )
}

interface OpenProps extends Opened {
  secret: string
  declined: () => void
  gone: () => void
}

function Open({ invitation, canJoin, secret, declined, gone }: OpenProps) {
  const isStandIn = invitation.kind === 'GHOST_PLAYER'
  const says = useSignal<'yes' | 'no' | undefined>(!isStandIn || hasAgreed() ? 'yes' : undefined)
  const action = useAction()
  const refuse = async () => {
    await decline(secret)
    forgetInvitation()
    declined()
  }
  const name = named(invitation.ghostPlayer?.displayName ?? '')
  return (
    <Page title={titleOf(invitation)} lead={leadOf(invitation)} class="invitation">
      <Newest of={invitation} />
      <Account kind={invitation.kind} />
      {isStandIn && (
        <div class="either" role="radiogroup" aria-label={say(t.which, { name })}>
          <label>
            <input
              type="radio"
              name="who"
              checked={says.value === 'yes'}
              onChange={() => (says.value = 'yes')}
            />
            {say(t.yes)}
          </label>
          <label>
            <input
              type="radio"
              name="who"
              checked={says.value === 'no'}
              onChange={() => (says.value = 'no')}
            />
            {say(t.no)}
          </label>
        </div>
      )}
      {says.value === 'no' && (
        <>
          <p class="hint">{say(t.noWhy, { inviter: named(invitation.inviter.displayName) })}</p>
          <p class="actions start">
            <button
              type="button"
              class="second"
              aria-disabled={action.busy.value}
              onClick={() => void action.run(refuse)}
            >
              {say(t.noSure, { name })}
            </button>
          </p>
        </>
      )}
      <Refused of={action.refused} />
      {says.value === 'yes' && (
        <Answer invitation={invitation} canJoin={canJoin} secret={secret} gone={gone} />
      )}
    </Page>
  )
}
