/** Adds an app or a service. Its secret, if it has one, is shown once. */
import { type Signal, useSignal } from '@preact/signals'
import { refetch } from '../../api/cache.ts'
import { type Body, type Item, call } from '../../api/call.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/access.ts'
import { say } from '../../texts/text.ts'
import type { Notify } from './change.tsx'
import { Once } from './once.tsx'
import { RoleChecks, rolesIn } from './role-checks.tsx'
import type { Role } from './roles.ts'

type Kind = Item<'listClients'>['kind']

const KINDS: readonly Kind[] = ['WEB', 'BROWSER', 'NATIVE', 'SERVICE']

const LABELS = {
  displayName: t.clientName,
  redirectUris: t.redirectUris,
  roles: t.clientRoles,
  scopes: t.clientScopesLabel,
} as const

const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

export function NewClient({ notify }: { notify: Notify }) {
  const kind = useSignal<Kind>('WEB')
  const typed = { displayName: useSignal(''), redirectUris: useSignal(''), scopes: useSignal('') }
  const roles = useSignal<ReadonlySet<Role>>(new Set<Role>())
  const made = useSignal<Body<'createClient'> | undefined>(undefined)
  const action = useAction()
  const isService = kind.value === 'SERVICE'
  const make = async () => {
    made.value = undefined
    const [displayName, redirectUris, scopes] = Object.values(typed).map((field) => field.peek())
    const wanted = linesOf(scopes)
    const { body } = await call('createClient', {
      body: {
        displayName: displayName ?? '',
        kind: kind.peek(),
        ...(isService ? { roles: rolesIn(roles.peek()) } : { redirectUris: linesOf(redirectUris) }),
        ...(wanted.length === 0 ? {} : { scopes: wanted }),
      },
    })
    for (const field of Object.values(typed)) field.value = ''
    made.value = body
    refetch(/^\/clients/)
    notify(say(t.clientAdded, { name: named(body.displayName) }))
  }
  const field = (name: keyof typeof typed, isLong: boolean) => (
    <Field
      id={`client-${name}`}
      name={name}
      label={say(LABELS[name])}
      problem={problemIn(action.refused)}
      change={(text) => (typed[name].value = text)}
    >
      {(own) =>
        isLong ? (
          <textarea rows={2} spellcheck={false} {...own} value={typed[name].value} />
        ) : (
          <input type="text" autocomplete="off" {...own} value={typed[name].value} />
        )
      }
    </Field>
  )
  return (
    <details>
      <summary>{say(t.newClient)}</summary>
      <section class="part">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void action.run(make)
          }}
        >
          <Refused of={action.refused} labelOf={labelOf} />
          {field('displayName', false)}
          <KindField kind={kind} />
          {isService ? (
            <RoleChecks legend={say(t.clientRoles)} chosen={roles} />
          ) : (
            field('redirectUris', true)
          )}
          {field('scopes', true)}
          <p class="hint">{say(isService ? t.scopesOfService : t.scopesOfApp)}</p>
          <div class="actions start">
            <SendButton class="second" label={say(t.addClient)} busy={action.busy.value} />
          </div>
        </form>
        {made.value && <Made of={made.value} />}
      </section>
    </details>
  )
}

const KindField = ({ kind }: { kind: Signal<Kind> }) => (
  <div class="field">
    <label for="client-kind">{say(t.clientKindLabel)}</label>
    <select
      id="client-kind"
      value={kind.value}
      onChange={({ currentTarget: { value } }) => (kind.value = KINDS.find((one) => one === value) ?? 'WEB')}
    >
      {KINDS.map((one) => (
        <option key={one} value={one}>
          {say(t.clientKind, { kind: one })}
        </option>
      ))}
    </select>
  </div>
)

const labelOf = (field: string): string | undefined =>
  Object.hasOwn(LABELS, field) ? say(LABELS[field as keyof typeof LABELS]) : undefined

const Made = ({ of: { id, displayName, secret } }: { of: Body<'createClient'> }) => (
  <>
    <Once id="client-id" label={say(t.clientId, { name: named(displayName) })} value={id} />
    {secret !== undefined && (
      <Once id="client-secret" label={say(t.clientSecretHere, { name: named(displayName) })} value={secret} />
    )}
  </>
)
