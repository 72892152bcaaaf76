/** The page of trust: people who may correct the reader's matches without asking, and people who trust the reader. */
import { useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { areHere, pages, refetch } from '../../api/cache.ts'
import { type Item, call } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import type { Choice } from '../../parts/fields/combobox.tsx'
import { allOf, exactly } from '../../parts/fields/filter.ts'
import { More } from '../../parts/lists/more.tsx'
import { named } from '../../parts/marks/names.ts'
import { whenOf } from '../../parts/marks/when.tsx'
import { useGoingOn } from '../../parts/page/go-on.ts'
import { later } from '../../parts/page/later.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'

const TrustCodes = later(async () => (await import('../../parts/invitations/trust-codes.tsx')).TrustCodes)
const PersonPicker = later(async () => (await import('../../parts/privacy/add-people.tsx')).PersonPicker)

type Trust = Item<'listTrustedEditors'>

/** Trust lets people see matches and drafts, so after a change of trust most pages can look different. */
const refetchTrust = () =>
  refetch(/^\/(trusted-editors|matches|games|ghost-players|canonical-players|users\/me)/)

const trustOf = (side: 'grantorId' | 'editorId', userId: string) =>
  pages('listTrustedEditors', {
    query: {
      filter: allOf(`${side}==${exactly(userId)}`, 'revokedAt=null=true') ?? '',
      sort: 'createdAt:ASC',
      limit: 50,
    },
  })

export default function TrustedEditors() {
  const said = useSignal<string | undefined>(undefined)
  const me = session.value
  if (me.state !== 'in') return null
  const notify = (text: string) => (said.value = text)
  const isHere = areHere([trustOf('grantorId', me.user.id), trustOf('editorId', me.user.id)])
  return (
    <Page title={say(t.trustTitle)} lead={say(t.trustLead)} class="settings">
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      {isHere ? (
        <>
          <Given userId={me.user.id} notify={notify} />
          <Received userId={me.user.id} notify={notify} />
          <TrustCodes />
        </>
      ) : (
        <Skeleton />
      )}
    </Page>
  )
}

interface PartProps {
  userId: string
  notify: (text: string) => void
}

function Given({ userId, notify }: PartProps) {
  const list = useMemo(() => trustOf('grantorId', userId), [userId])
  return (
    <section class="part">
      <More
        list={list}
        label={say(t.trustTitle)}
        class="lines"
        row={(trust) => <GivenRow key={trust.id} trust={trust} notify={notify} />}
        empty={<p class="soft">{say(t.trustNone)}</p>}
      />
      {may('trusted-editor-grant') && <Give notify={notify} />}
    </section>
  )
}

function Give({ notify }: Pick<PartProps, 'notify'>) {
  const isPicking = useSignal(false)
  const asked = useSignal<Choice | undefined>(undefined)
  return (
    <p class="actions start">
      <button type="button" class="second" onClick={() => (isPicking.value = true)}>
        {say(t.trustGive)}
      </button>
      {isPicking.value && (
        <PersonPicker
          title={say(t.trustGiveTitle)}
          choose={(choice) => {
            isPicking.value = false
            asked.value = choice
          }}
          close={() => (isPicking.value = false)}
        />
      )}
      {asked.value && <GiveTo person={asked.value} close={() => (asked.value = undefined)} notify={notify} />}
    </p>
  )
}

function GiveTo({
  person: { id, label },
  close,
  notify,
}: {
  person: Choice
  close: () => void
  notify: (text: string) => void
}) {
  const name = named(label)
  return (
    <Confirm
      title={say(t.trustAskTitle, { name })}
      label={say(t.trustYes)}
      close={close}
      change={async () => {
        await call('grantTrust', { body: { userId: id } })
        refetchTrust()
        close()
        notify(say(t.trustGiven, { name }))
      }}
    >
      <p>{say(t.trustAsk, { name })}</p>
    </Confirm>
  )
}

interface TrustRowProps {
  trust: Trust
  notify: (text: string) => void
}

const end = ({ id }: Trust) =>
  // The version does not matter: trust can only end, and if it has ended already, the service refuses.
  call('revokeTrust', { params: { trustedEditorId: id }, ifMatch: '*' }).finally(refetchTrust)

function GivenRow({ trust, notify }: TrustRowProps) {
  const own = useRef<HTMLLIElement>(null)
  useGoingOn(own, '.lines button')
  const action = useAction()
  const name = named(trust.editor.displayName)
  const takeBack = async () => {
    await end(trust)
    notify(say(t.trustBackDone, { name }))
  }
  return (
    <li ref={own}>
      <div class="line-main">
        <strong>{say(t.trustSentence, { name })}</strong>
        <p class="detail">{say(t.since, { when: whenOf(new Date(trust.createdAt)) })}</p>
        <Refused of={action.refused} />
      </div>
      {may('trusted-editor-revoke') && (
        <SendButton
          class="quiet"
          label={say(t.trustBack)}
          called={say(t.trustBackThis, { name })}
          busy={action.busy.value}
          press={() => void action.run(takeBack)}
        />
      )}
    </li>
  )
}

/** If nobody trusts the reader, this shows nothing. */
function Received({ userId, notify }: PartProps) {
  const list = useMemo(() => trustOf('editorId', userId), [userId])
  const asked = useSignal<Trust | undefined>(undefined)
  if (list.items.value.length === 0) return null
  const row = (trust: Trust) => {
    const name = named(trust.grantor.displayName)
    return (
      <li key={trust.id}>
        <div class="line-main">
          <strong>{say(t.trustMeSentence, { name })}</strong>
          <p class="detail">{say(t.since, { when: whenOf(new Date(trust.createdAt)) })}</p>
        </div>
        {may('trusted-editor-revoke') && (
          <button
            type="button"
            class="quiet"
            aria-label={say(t.trustReturnThis, { name })}
            onClick={() => (asked.value = trust)}
          >
            {say(t.trustReturn)}
          </button>
        )}
      </li>
    )
  }
  const name = named(asked.value?.grantor.displayName ?? '')
  return (
    <section class="part">
      <h2>{say(t.trustMe)}</h2>
      <p class="hint">{say(t.trustMeWhy)}</p>
      <More list={list} label={say(t.trustMe)} class="lines" row={row} empty={null} />
      {asked.value && (
        <Confirm
          title={say(t.trustReturnTitle, { name })}
          label={say(t.trustReturn)}
          close={() => (asked.value = undefined)}
          change={async () => {
            if (asked.value) await end(asked.value)
            asked.value = undefined
            notify(say(t.trustReturnDone, { name }))
          }}
        >
          <p>{say(t.trustReturnWhy, { name })}</p>
        </Confirm>
      )}
    </section>
  )
}
