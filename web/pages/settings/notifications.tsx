/** The page of notifications: what they are about, how often they come, and by which way. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { FieldFault, faultOf, faultProps } from '../../parts/changes/violations.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { t } from '../../texts/notifications.ts'
import { say } from '../../texts/text.ts'
import { Push, devicesList } from './push.tsx'

type Mail = Body<'getNotifications'>
type Change = Partial<Pick<Mail, 'mail' | 'kinds' | 'pace' | 'locale' | 'timeZone'>> & {
  address?: string | null
}
type Kind = Mail['kinds'][number]

const PATH = '/users/me/notifications'

export default function NotificationsPage() {
  const { value, error } = kept('getNotifications').value
  const said = useSignal<string | undefined>(undefined)
  // This is kept outside of the form, because the form starts again when settings were saved.
  const saved = useSignal<string | undefined>(undefined)
  const opening = useAction()
  // The link in a mail opens this page. Its secret is then removed from the address bar and the history.
  useEffect(() => {
    const secret = location.hash.slice(1)
    if (secret === '') return
    history.replaceState(history.state, '', location.pathname)
    void opening.run(async () => {
      await call('verifyAddress', { body: { secret } }).finally(() => refetch(PATH))
      said.value = say(t.verified)
    })
  }, [])
  // If another link is opened on this page, only the part after the # changes.
  useEffect(() => {
    const opened = () => location.hash.length > 1 && location.reload()
    addEventListener('hashchange', opened)
    return () => removeEventListener('hashchange', opened)
  }, [])
  const devices = useMemo(devicesList, []).items.value
  const canMail = value && (value.sending || value.address !== undefined)
  const canChoose = value && (canMail || value.pushKey !== undefined || devices.length > 0)
  const notify = (text: string | undefined) => (said.value = text)
  return (
    <Page title={say(t.title)} lead={say(t.lead)} class="settings">
      <p role="status" class={said.value === undefined ? 'unseen' : 'notice'}>
        {said.value}
      </p>
      <Refused of={opening.refused} />
      {value && !canChoose && <p class="notice">{say(t.off)}</p>}
      {canChoose && (
        <>
          <Choices key={value.kinds.join()} mail={value} said={saved} hasDevice={devices.length > 0} />
          <Address mail={value} notify={notify} />
          <Push pushKey={value.pushKey} prepare={() => save(ofBrowser())} notify={notify} />
        </>
      )}
      {!value && (error ? <Unread error={error} /> : <Skeleton rows={4} />)}
    </Page>
  )
}

/** The version does not matter: these are the reader's own settings, and each button changes only its part of them. */
async function save(body: Change): Promise<void> {
  await call('updateNotifications', { body, ifMatch: '*' })
  refetch(PATH)
}

function Address({ mail, notify }: { mail: Mail; notify: (text: string | undefined) => void }) {
  const { address, unverifiedAddress, sending } = mail
  const isStopped = address !== undefined && !mail.mail
  const typed = useSignal(unverifiedAddress ?? '')
  const action = useAction()
  const problem = problemIn(action.refused)
  const send = async () => {
    notify(undefined)
    await save({ address: typed.value, mail: true, ...ofBrowser() })
  }
  const remove = async () => {
    await save({ address: null })
    typed.value = ''
    notify(say(t.removed))
  }
  const turn = async () => {
    notify(undefined)
    await save({ mail: isStopped })
  }
  const quiet = { class: 'quiet', busy: action.busy.value }
  const press = (change: () => Promise<void>) => () => void action.run(change)
  return (
    <section class="part">
      <h2>{say(t.address)}</h2>
      {unverifiedAddress !== undefined && <p>{say(t.sent, { address: unverifiedAddress })}</p>}
      {address !== undefined && (
        <p>
          {say(isStopped ? t.stopped : unverifiedAddress === undefined ? t.goes : t.goesStill, { address })}
        </p>
      )}
      {!sending && <p class="hint">{say(t.mailOff)}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(send)
        }}
      >
        <Refused
          of={action.refused}
          idOf={(field) => (field === 'address' ? 'mail-address' : undefined)}
          labelOf={() => say(t.email)}
        />
        {sending && (
          <div class="sheet">
            <div class={faultOf(problem, 'address') === undefined ? 'field' : 'field wrong'}>
              <label for="mail-address">{say(t.email)}</label>
              <input
                id="mail-address"
                type="email"
                required
                autocomplete="email"
                value={typed.value}
                onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
                {...faultProps(problem, 'address', 'mail-address')}
              />
              <FieldFault problem={problem} field="address" id="mail-address" label={say(t.email)} />
              <p class="hint">{say(t.addressWhy)}</p>
            </div>
          </div>
        )}
        <div class="actions">
          {address !== undefined && (
            <>
              {(sending || !isStopped) && (
                <SendButton {...quiet} label={say(isStopped ? t.mailAgain : t.noMail)} press={press(turn)} />
              )}
              <SendButton {...quiet} label={say(t.remove)} press={press(remove)} />
            </>
          )}
          {sending && <SendButton label={say(t.send)} busy={action.busy.value} />}
        </div>
      </form>
    </section>
  )
}

const KINDS = [
  ['MATCH_EDIT', t.edits],
  ['DISPUTE', t.disputes],
  ['CLAIM_REQUEST', t.claims],
  ['MEMBERSHIP_REQUEST', t.requests],
  ['INVITATION', t.invitations],
] as const satisfies readonly (readonly [Kind, unknown])[]

const PACES = [
  ['AT_ONCE', t.atOnce],
  ['DAILY', t.daily],
] as const

interface ChoicesProps {
  mail: Mail
  said: Signal<string | undefined>
  hasDevice: boolean
}

function Choices({ mail, said, hasDevice }: ChoicesProps) {
  const kinds = useSignal<readonly Kind[]>(mail.kinds)
  const pace = useSignal(mail.pace)
  const action = useAction()
  const choose = (kind: Kind, isOn: boolean) => {
    said.value = undefined
    kinds.value = KINDS.map(([one]) => one).filter((one) => (one === kind ? isOn : kinds.value.includes(one)))
  }
  const keep = async () => {
    await save({ kinds: [...kinds.value], pace: pace.value, ...ofBrowser() })
    said.value = say(t.saved)
  }
  return (
    <form
      class="part"
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(keep)
      }}
    >
      <Refused of={action.refused} />
      <fieldset class="radios">
        <legend>
          <h2>{say(t.about)}</h2>
        </legend>
        {mail.address === undefined && !hasDevice && <p class="hint">{say(t.noWay)}</p>}
        {hasDevice && mail.kinds.length === 0 && <p class="notice">{say(t.noKinds)}</p>}
        {KINDS.map(([kind, text]) => (
          <label key={kind} class="choice">
            <input
              type="checkbox"
              checked={kinds.value.includes(kind)}
              onChange={({ currentTarget }) => choose(kind, currentTarget.checked)}
            />
            {say(text)}
          </label>
        ))}
      </fieldset>
      <fieldset class="radios mail-pace">
        <legend>
          <h2>{say(t.pace)}</h2>
        </legend>
        {PACES.map(([value, text]) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="pace"
              checked={pace.value === value}
              onChange={() => (pace.value = value)}
            />
            {say(text)}
          </label>
        ))}
      </fieldset>
      <div class="actions">
        <span role="status">{said.value}</span>
        <SendButton label={say(t.save)} busy={action.busy.value} />
      </div>
    </form>
  )
}

/**
 * The language of the app and the time zone of this device. Mails and push messages are in this language, and daily ones come in
 * the morning here.
 */
const ofBrowser = () => ({
  locale: document.documentElement.lang.startsWith('de') ? ('de' as const) : ('en' as const),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})
