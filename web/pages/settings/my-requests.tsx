/** The reader's claims that nobody has decided yet. */
import { useGoingOn } from '../../parts/page/go-on.ts'
import { useRef } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { exactly } from '../../parts/fields/filter.ts'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'

interface MyRequestsProps {
  canonicalPlayerId: string
  notify: (text: string) => void
}

export function MyRequests({ canonicalPlayerId, notify }: MyRequestsProps) {
  const filter = `canonicalPlayerId==${exactly(canonicalPlayerId)};status==${exactly('PENDING')}`
  const { value } = kept('listClaimRequests', { query: { filter, sort: 'createdAt:ASC', limit: 50 } }).value
  if (!value || value.items.length === 0) return null
  return (
    <section class="part">
      <h2>{say(t.requests)}</h2>
      <ul class="lines">
        {value.items.map((request) => (
          <Row key={request.id} request={request} notify={notify} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  request: { id, ghostPlayer, createdAt },
  notify,
}: {
  request: Item<'listClaimRequests'>
  notify: (text: string) => void
}) {
  const own = useRef<HTMLLIElement>(null)
  useGoingOn(own, '.lines button')
  const action = useAction()
  const name = named(ghostPlayer.displayName)
  const withdraw = async () => {
    try {
      // If the owner has decided meanwhile, the service refuses and says so.
      await call('cancelClaimRequest', { params: { claimRequestId: id }, ifMatch: '*' })
    } finally {
      refetch(/^\/(claim-requests|users\/me\/inbox)/)
    }
    notify(say(t.withdrawn))
  }
  return (
    <li ref={own}>
      <div class="line-main">
        <strong>{say(t.claim, { name })}</strong>
        <p class="detail">{say(t.since, { when: whenOf(new Date(createdAt), { near: true }) })}</p>
        <Refused of={action.refused} />
      </div>
      {may('claim-request-cancel') && (
        <SendButton
          class="quiet"
          label={say(t.withdraw)}
          called={say(t.withdrawThis, { name })}
          busy={action.busy.value}
          press={() => void action.run(withdraw)}
        />
      )}
    </li>
  )
}
