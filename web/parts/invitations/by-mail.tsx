/** The form by which the service mails an invitation. It is shown only if the service sends mail. */
import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { t } from '../../texts/codes.ts'
import { say } from '../../texts/text.ts'
import { problemIn, useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { SendButton } from '../changes/send-button.tsx'
import { FieldFault, faultOf, faultProps } from '../changes/violations.tsx'
import type { ByMail as Mailed } from './made.ts'

interface ByMailProps {
  hint: string
  /** What was sent last. It outlives the form, which moves when the code appears. */
  said: Signal<string>
  /** Makes an invitation whose link the service mails. */
  send: (mail: Mailed) => Promise<void>
}

export function ByMail(props: ByMailProps) {
  if (!may('notification-read')) return null
  return kept('getNotifications').value.value?.sending === true ? <Form {...props} /> : null
}

function Form({ hint, send, said }: ByMailProps) {
  const id = useId()
  const typed = useSignal('')
  const action = useAction()
  const problem = problemIn(action.refused)
  const submit = async () => {
    said.value = ''
    const sendTo = typed.value.trim()
    await send({ sendTo, locale: document.documentElement.lang.startsWith('de') ? 'de' : 'en' })
    typed.value = ''
    said.value = say(t.mailed, { address: sendTo })
  }
  return (
    <form
      class="sheet code-mail"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(submit)
      }}
    >
      <Refused
        of={action.refused}
        idOf={(field) => (field === 'sendTo' ? id : undefined)}
        labelOf={() => say(t.email)}
      />
      <div class={faultOf(problem, 'sendTo') === undefined ? 'field' : 'field wrong'}>
        <label for={id}>{say(t.email)}</label>
        <input
          id={id}
          type="email"
          required
          autocomplete="off"
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          {...faultProps(problem, 'sendTo', id)}
        />
        <FieldFault problem={problem} field="sendTo" id={id} label={say(t.email)} />
        <p class="hint">{hint}</p>
      </div>
      <div class="actions">
        <span role="status">{said.value}</span>
        <SendButton class="second" label={say(t.sendMail)} busy={action.busy.value} />
      </div>
    </form>
  )
}
