/** Makes an invitation: the roles of the new accounts, how many people it lets in, and for how long. */
import { useSignal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { t } from '../../texts/access.ts'
import { say } from '../../texts/text.ts'
import { Once } from './once.tsx'
import { RoleChecks, rolesIn } from './role-checks.tsx'
import type { Role } from './roles.ts'

const NUMBERS = [
  ['uses', t.invitationUses],
  ['days', t.invitationDays],
] as const

export function NewInvitation() {
  const roles = useSignal<ReadonlySet<Role>>(new Set<Role>(['player']))
  const typed = { uses: useSignal('1'), days: useSignal('7') }
  const url = useSignal<string | undefined>(undefined)
  const action = useAction()
  const make = async () => {
    url.value = undefined
    const { body } = await call('createAccountLink', {
      body: {
        kind: 'INVITATION',
        roles: rolesIn(roles.peek()),
        uses: numberIn(typed.uses.peek()),
        days: numberIn(typed.days.peek()),
      },
    })
    url.value = body.url
    refetch(/^\/accounts\/links/)
  }
  return (
    <section class="part">
      <h2>{say(t.newInvitation)}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(make)
        }}
      >
        <Refused of={action.refused} labelOf={labelOf} />
        <RoleChecks legend={say(t.invitationRoles)} chosen={roles} />
        {NUMBERS.map(([name, label]) => (
          <Field
            key={name}
            id={`invitation-${name}`}
            name={name}
            label={say(label)}
            problem={problemIn(action.refused)}
            change={(text) => (typed[name].value = text)}
          >
            {(own) => (
              <input type="text" inputMode="numeric" autocomplete="off" {...own} value={typed[name].value} />
            )}
          </Field>
        ))}
        <div class="actions start">
          <SendButton class="second" label={say(t.makeInvitation)} busy={action.busy.value} />
        </div>
      </form>
      {url.value !== undefined && (
        <Once id="invitation-link" label={say(t.invitationHere)} value={url.value} />
      )}
    </section>
  )
}

/** What is no number is sent as it was typed, and the service says what is wrong. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text) as number

const labelOf = (field: string) => {
  const label = NUMBERS.find(([name]) => name === field)?.[1]
  return label && say(label)
}
