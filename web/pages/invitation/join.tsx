/** Makes an account for somebody who accepts an invitation: a name, and a passkey or a password. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Refusal, agree, canMakePasskey, joinByPasskey, joinByPassword } from '../../api/invitation.ts'
import { Offline, Problem } from '../../api/problem.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { t } from '../../texts/invitation.ts'
import { say } from '../../texts/text.ts'
import { type AnswerProps, SIGN_IN, labelToJoin, nameHint } from './words.ts'

/** In UTF-16 units, as the browser counts. The service counts code points, and checks by itself. */
const LONGEST_NAME = 200

export function Join(props: AnswerProps) {
  const hasPasskeys = useSignal<boolean | undefined>(undefined)
  useEffect(() => {
    const find = async () => (hasPasskeys.value = await canMakePasskey())
    void find()
  }, [])
  return hasPasskeys.value === undefined ? null : <Form {...props} hasPasskeys={hasPasskeys.value} />
}

function Form({ invitation, secret, gone, hasPasskeys }: AnswerProps & { hasPasskeys: boolean }) {
  const name = useSignal(invitation.ghostPlayer?.displayName ?? '')
  const password = useSignal('')
  const by = useSignal<'passkey' | 'password'>(hasPasskeys ? 'passkey' : 'password')
  const { busy, refused, join } = useJoin(gone)
  const isPassword = by.value === 'password'
  const send = () =>
    join(() =>
      isPassword ? joinByPassword(secret, name.value, password.value) : joinByPasskey(secret, name.value),
    )
  const fields = refused.value instanceof Refusal ? refused.value.fields : {}
  return (
    <form
      class="answer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div class="sheet">
        <Field
          name="name"
          label={say(t.name)}
          hint={nameHint(invitation)}
          fault={fields['name']}
          of={name}
          autocomplete="username"
        />
        {isPassword && (
          <Field
            name="password"
            label={say(t.password)}
            hint={say(t.passwordWhy)}
            fault={fields['password']}
            of={password}
            autocomplete="new-password"
          />
        )}
      </div>
      {refused.value && Object.keys(fields).length === 0 && (
        <p class="problem" role="alert">
          {refused.value instanceof Offline ? say(t.offline) : refused.value.message}
        </p>
      )}
      <SendButton label={labelToJoin(invitation, by.value)} busy={busy.value} />
      {!isPassword && <p class="hint">{say(t.passkeyWhy)}</p>}
      <p class="actions start">
        <a class="quiet" href={SIGN_IN}>
          {say(t.haveAccount)}
        </a>
        {hasPasskeys && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              by.value = isPassword ? 'passkey' : 'password'
              refused.value = undefined
            }}
          >
            {say(isPassword ? t.withPasskey : t.withPassword)}
          </button>
        )}
      </p>
    </form>
  )
}

/** `make` makes the account. It resolves to false if no passkey was made. */
function useJoin(gone: () => void) {
  const busy = useSignal(false)
  const refused = useSignal<Error | undefined>(undefined)
  const join = async (make: () => Promise<boolean>) => {
    if (busy.value) return
    busy.value = true
    refused.value = undefined
    try {
      if (await make()) {
        agree()
        // The whole app starts again, for the person who has just signed in.
        location.reload()
        return
      }
      refused.value = new Refusal(say(t.noPasskey), {})
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Problem || error instanceof Offline)) throw error
      if (error instanceof Problem && error.status === 403) gone()
      refused.value = error
    }
    busy.value = false
  }
  return { busy, refused, join }
}

interface FieldProps {
  name: 'name' | 'password'
  label: string
  hint: string
  fault: string | undefined
  of: Signal<string>
  autocomplete: string
}

function Field({ name, label, hint, fault, of, autocomplete }: FieldProps) {
  const id = `join-${name}`
  const facts = {
    id,
    name,
    required: true,
    autocomplete,
    value: of.value,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': fault !== undefined,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => (of.value = currentTarget.value),
  }
  return (
    <div class={fault === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {name === 'password' ? (
        <input type="password" {...facts} />
      ) : (
        <input type="text" maxLength={LONGEST_NAME} {...facts} />
      )}
      <p
        class={fault === undefined ? 'hint' : 'fault'}
        id={`${id}-hint`}
        role={fault === undefined ? undefined : 'alert'}
      >
        {fault ?? hint}
      </p>
    </div>
  )
}
