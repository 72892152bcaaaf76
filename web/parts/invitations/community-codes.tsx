/** Codes with which people join a community. Its admins make them. */
import { useSignal } from '@preact/signals'
import { may } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { SendButton } from '../changes/send-button.tsx'
import { exactly } from '../fields/filter.ts'
import { inviteMembers } from './made.ts'
import { SeveralCodes, dateOf } from './several-codes.tsx'

const MOST_USES = 100
const MOST_DAYS = 365

export function CommunityCodes({ communityId }: { communityId: string }) {
  const uses = useSignal(10)
  const days = useSignal(30)
  if (!may('invitation-create')) return null
  return (
    <SeveralCodes
      title={say(t.community)}
      why={say(t.communityWhy)}
      mail={(mail) => inviteMembers(communityId, { uses: 1, days: days.value, ...mail })}
      filter={`communityId==${exactly(communityId)}`}
      about={({ uses: used, mostUses, expiresAt }) =>
        say(t.usedBy, { uses: used, most: mostUses, date: dateOf(expiresAt) })
      }
    >
      {(action) => (
        <form
          class="code-form"
          onSubmit={(event) => {
            event.preventDefault()
            void action.run(() => inviteMembers(communityId, { uses: uses.value, days: days.value }))
          }}
        >
          <Amount id="code-uses" label={say(t.uses)} of={uses} most={MOST_USES} />
          <Amount id="code-days" label={say(t.days)} of={days} most={MOST_DAYS} />
          <SendButton class="second" label={say(t.make)} busy={action.busy.value} />
        </form>
      )}
    </SeveralCodes>
  )
}

interface AmountProps {
  id: string
  label: string
  of: { value: number }
  most: number
}

const Amount = ({ id, label, of, most }: AmountProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      type="number"
      required
      min={1}
      max={most}
      value={of.value}
      onInput={({ currentTarget }) => (of.value = currentTarget.valueAsNumber)}
    />
  </div>
)
