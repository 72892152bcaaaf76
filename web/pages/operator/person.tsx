/** The account of a person: disable or enable it, let its owner in again, sign it out everywhere, and change its roles. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import type { PageProps } from '../../page-props.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { t } from '../../texts/operator.ts'
import { say } from '../../texts/text.ts'
import { Browsers, Tokens } from './access.tsx'
import { Once } from './once.tsx'
import { RoleChecks, rolesIn } from './role-checks.tsx'
import type { Role } from './roles.ts'

type Account = Body<'getAccount'>

const refetchAccounts = () => refetch(/^\/(accounts|system)/)

export default function Person({ params: { id = '' } }: PageProps) {
  const said = useSignal<string | undefined>(undefined)
  const account = kept('getAccount', { params: { accountId: id } }).value
  const notify = (text: string) => (said.value = text)
  return (
    <Shown
      of={account}
      loading={say(t.account)}
      gone={{
        title: say(t.account),
        lead: say(t.gone),
        href: '/operator/people',
        action: say(t.allPeople),
      }}
      view={(value) => ({
        title: value.displayName,
        lead: value.email,
        class: 'settings',
        aside: (
          <p class="actions start">
            <a class="quiet" href="/operator/people">
              {say(t.allPeople)}
            </a>
            {may('audit-read') && (
              <a class="quiet" href={`/operator/audit?account=${value.id}`}>
                {say(t.goAudit)}
              </a>
            )}
          </p>
        ),
        children: (
          <>
            <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
              {said.value}
            </p>
            <div class="page-halves">
              <SigningIn of={value} etag={account.etag} notify={notify} />
              <Lost of={value} />
              <Leaked of={value} notify={notify} />
              <Roles of={value} etag={account.etag} notify={notify} />
            </div>
            {may('session-read') && <Browsers accountId={value.id} notify={notify} />}
            {may('account-token-read') && <Tokens accountId={value.id} notify={notify} />}
          </>
        ),
      })}
    />
  )
}

interface PartProps {
  of: Account
  notify: (text: string) => void
}

interface VersionProps extends PartProps {
  etag: string | undefined
}

const versionOf = (etag: string | undefined) => (etag === undefined ? {} : { ifMatch: etag })

function SigningIn({ of, etag, notify }: VersionProps) {
  const { id, displayName, passkeys, hasPassword, disabledAt } = of
  const name = named(displayName)
  const isAsking = useSignal(false)
  const action = useAction()
  const change = async (disabled: boolean) => {
    try {
      await call('updateAccount', { params: { accountId: id }, body: { disabled }, ...versionOf(etag) })
    } finally {
      refetchAccounts()
    }
    notify(say(disabled ? t.wasDisabled : t.wasEnabled, { name }))
  }
  return (
    <section class="part">
      <h2>{say(t.state)}</h2>
      <p>
        {disabledAt === undefined
          ? say(t.mayEnter, { passkeys, password: hasPassword ? 'yes' : 'no' })
          : say(t.disabledSince, { when: whenOf(new Date(disabledAt)) })}
      </p>
      <Refused of={action.refused} />
      {may('account-update') && (
        <p class="actions start">
          {disabledAt === undefined ? (
            <button type="button" class="second" onClick={() => (isAsking.value = true)}>
              {say(t.disable)}
            </button>
          ) : (
            <SendButton
              label={say(t.enable)}
              busy={action.busy.value}
              press={() => void action.run(() => change(false))}
            />
          )}
        </p>
      )}
      {isAsking.value && (
        <Confirm
          title={say(t.disableTitle, { name })}
          label={say(t.disable)}
          close={() => (isAsking.value = false)}
          change={async () => {
            await change(true)
            isAsking.value = false
          }}
        >
          <p>{say(t.disableWhy)}</p>
        </Confirm>
      )}
    </section>
  )
}

function Lost({ of: { id, displayName, disabledAt } }: Pick<PartProps, 'of'>) {
  const url = useSignal<string | undefined>(undefined)
  const action = useAction()
  const make = async () => {
    const { body } = await call('createAccountLink', { body: { kind: 'RESET', accountId: id } })
    url.value = body.url
  }
  if (!may('account-create')) return null
  return (
    <section class="part">
      <h2>{say(t.lost)}</h2>
      <p class="hint">{say(t.lostWhy)}</p>
      <Refused of={action.refused} />
      {disabledAt !== undefined ? (
        <p class="soft">{say(t.lostDisabled)}</p>
      ) : url.value === undefined ? (
        <p class="actions start">
          <SendButton
            class="second"
            label={say(t.makeLink)}
            busy={action.busy.value}
            press={() => void action.run(make)}
          />
        </p>
      ) : (
        <Once id="operator-link" label={say(t.linkHere, { name: named(displayName) })} value={url.value} />
      )}
    </section>
  )
}

function Leaked({ of: { id, displayName, sessions, tokens }, notify }: PartProps) {
  const isAsking = useSignal(false)
  const name = named(displayName)
  return (
    <section class="part">
      <h2>{say(t.leaked)}</h2>
      <p>{say(t.leakedNow, { sessions, tokens })}</p>
      {may('session-delete') && (
        <p class="actions start">
          <button type="button" class="second" onClick={() => (isAsking.value = true)}>
            {say(t.endAll)}
          </button>
        </p>
      )}
      {isAsking.value && (
        <Confirm
          title={say(t.endAllTitle, { name })}
          label={say(t.endAll)}
          close={() => (isAsking.value = false)}
          change={async () => {
            await call('endSessions', { params: { accountId: id } })
            refetchAccounts()
            isAsking.value = false
            notify(say(t.endAllDone, { name }))
          }}
        >
          <p>{say(t.endAllWhy)}</p>
        </Confirm>
      )}
    </section>
  )
}

function Roles({ of: { id, displayName, roles }, etag, notify }: VersionProps) {
  const chosen = useSignal<ReadonlySet<Role>>(new Set(roles))
  const action = useAction()
  useEffect(() => {
    chosen.value = new Set(roles)
  }, [roles.join()])
  const save = async () => {
    try {
      await call('updateAccount', {
        params: { accountId: id },
        body: { roles: rolesIn(chosen.value) },
        ...versionOf(etag),
      })
    } finally {
      refetchAccounts()
    }
    notify(say(t.rolesSaved, { name: named(displayName) }))
  }
  return (
    <section class="part">
      <h2>{say(t.roles)}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(save)
        }}
      >
        <RoleChecks legend={say(t.roles)} isUnseen chosen={chosen} disabled={!may('account-update')} />
        <Refused of={action.refused} />
        {may('account-update') && (
          <p class="actions start">
            <SendButton class="second" label={say(t.rolesSave)} busy={action.busy.value} />
          </p>
        )}
      </form>
    </section>
  )
}
