/** Accepts the invitation: at once if the person is signed in, otherwise with a new account. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Body, call } from '../../api/call.ts'
import { type Invitation, forgetInvitation, hasAgreed } from '../../api/invitation.ts'
import { Problem } from '../../api/problem.ts'
import { type SignedIn, session, signOut } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { named } from '../../parts/marks/names.ts'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/invitation.ts'
import { say } from '../../texts/text.ts'
import { Join } from './join.tsx'
import { type AnswerProps, SIGN_IN, labelToAccept } from './words.ts'

export function Answer(props: AnswerProps) {
  const me = session.value
  if (me.state === 'in') return <Accept {...props} me={me} />
  if (props.canJoin) return <Join {...props} />
  return (
    <div class="notice">
      <p>
        <strong>{say(t.closed)}</strong> {say(t.closedWhy)}
      </p>
      <p class="actions start">
        <a class="button" href={SIGN_IN}>
          {say(t.haveAccount)}
        </a>
      </p>
    </div>
  )
}

/** Whose account gets it if the person says yes, and the way to another account. */
export function Account({ kind }: Pick<Invitation, 'kind'>) {
  const me = session.value
  if (me.state !== 'in' || hasAgreed()) return null
  const name = named(me.user.displayName)
  return (
    <div class="notice">
      <p>{say(kind === 'GHOST_PLAYER' ? t.countFor : t.asWho, { name })}</p>
      <p class="actions start">
        <button type="button" class="quiet" onClick={() => void signOut('invitation')}>
          {say(t.otherAccount)}
        </button>
      </p>
    </div>
  )
}

function Accept({ invitation, secret, gone, me }: AnswerProps & { me: SignedIn }) {
  const action = useAction()
  const isTwice = useSignal(false)
  const accept = async () => {
    try {
      const { body } = await call('acceptInvitation', { body: { secret } })
      forgetInvitation()
      location.assign(placeOf(body, me))
    } catch (error) {
      if (!(error instanceof Problem) || (error.status !== 404 && error.status !== 409)) throw error
      forgetInvitation()
      if (error.status === 404) gone()
      else isTwice.value = true
    }
  }
  // If the person has just made an account for this, they have already accepted.
  useEffect(() => {
    if (hasAgreed()) void action.run(accept)
  }, [])
  if (isTwice.value)
    return (
      <div class="notice" role="alert">
        <p>{say(t.already)}</p>
        <p class="actions start">
          <a class="button second" href={`/people/${me.canonicalPlayerId}`}>
            {say(t.myPage)}
          </a>
        </p>
      </div>
    )
  if (action.busy.value && hasAgreed()) return <Skeleton rows={2} />
  return (
    <>
      <Refused of={action.refused} />
      <div class="answer">
        <SendButton
          label={labelToAccept(invitation)}
          busy={action.busy.value}
          press={() => void action.run(accept)}
        />
      </div>
    </>
  )
}

/** The path of the page that shows what the person has got. */
function placeOf({ membership }: Body<'acceptInvitation'>, me: SignedIn): string {
  if (membership) return `/communities/${membership.community.id}`
  return `/people/${me.canonicalPlayerId}`
}
