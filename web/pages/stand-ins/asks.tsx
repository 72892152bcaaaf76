/** The claims on the reader's stand-ins: what a claim means, and the buttons Yes and No. */
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Item, call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { t } from '../../texts/stand-ins.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'

interface AsksProps {
  request: Item<'listClaimRequests'>
  /** The stand-in's number of matches. */
  matches: number
  done: (text: string) => void
}

/** The paths of answers that depend on who has claimed which stand-in. */
const CHANGED = /^\/(ghost-players|matches|canonical-players|users|claim-|games|communities)/

/** Hides a claim at once when it is decided, before the list is read again. */
export function Asks({ done, ...asked }: AsksProps) {
  const isAnswered = useSignal(false)
  if (isAnswered.value) return null
  const answered = (text: string) => {
    isAnswered.value = true
    done(text)
  }
  return <Question {...asked} done={answered} />
}

function Question({ request, matches, done }: AsksProps) {
  const own = useRef<HTMLDivElement>(null)
  useGoingOn(own, '.claim-question')
  const action = useAction()
  const refusing = useSignal(false)
  const { id, canonicalPlayer, ghostPlayer, message } = request
  const who = { name: named(canonicalPlayer.displayName), standIn: named(ghostPlayer.displayName) }
  const decide = (status: 'APPROVED' | 'REJECTED') => async () => {
    const text = await decided(id, status)
    refetch(CHANGED)
    done(
      text === 'GONE' ? say(t.askGone, who) : say(status === 'APPROVED' ? t.askApproved : t.askRefused, who),
    )
  }
  return (
    <div class="claim-question" role="group" aria-label={say(t.asks, who)} tabIndex={-1} ref={own}>
      <p>
        {say(t.asks, who)}
        {message !== undefined && <q dir="auto">{message}</q>}
      </p>
      {may('claim-request-decide') && (
        <>
          <p class="detail">{say(t.askMeans, { ...who, count: matches })}</p>
          <Refused of={action.refused} />
          <p class="actions start">
            <SendButton
              label={say(t.askYes)}
              called={say(t.askYesLong, who)}
              busy={action.busy.value}
              press={() => void action.run(decide('APPROVED'))}
            />
            <button
              type="button"
              class="second"
              aria-label={say(t.askNoLong, who)}
              onClick={() => (refusing.value = true)}
            >
              {say(t.askNo)}
            </button>
          </p>
        </>
      )}
      {refusing.value && (
        <Confirm
          title={say(t.askNoTitle, who)}
          label={say(t.askNoSend)}
          change={decide('REJECTED')}
          close={() => (refusing.value = false)}
        >
          <p>{say(t.askNoWhy, who)}</p>
        </Confirm>
      )}
    </div>
  )
}

/** GONE: the claim was withdrawn, or decided elsewhere. */
async function decided(claimRequestId: string, status: 'APPROVED' | 'REJECTED'): Promise<'DONE' | 'GONE'> {
  const params = { claimRequestId }
  const { body, etag } = await call('getClaimRequest', { params })
  if (body.status !== 'PENDING') return 'GONE'
  try {
    await call('decideClaimRequest', {
      params,
      body: { status },
      ...(etag !== undefined && { ifMatch: etag }),
    })
    return 'DONE'
  } catch (error) {
    if (isStale(error)) return 'GONE'
    throw error
  }
}
