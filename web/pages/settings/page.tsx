/** The settings: the name that others see, links to more pages, and the look and language of this device. */
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Body, call } from '../../api/call.ts'
import { kept, refetch } from '../../api/cache.ts'
import { loadSession, may, session } from '../../api/session.ts'
import { isStale, problemIn, useAction } from '../../parts/changes/action.ts'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { Page } from '../../parts/page/page.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { FieldFault, faultOf, faultProps } from '../../parts/changes/violations.tsx'
import { changeSettings, settings } from '../../settings.ts'
import { t } from '../../texts/settings.ts'
import { say } from '../../texts/text.ts'
import { SignOut } from './sign-out.tsx'
import { LOCALES, nameOfLocale } from './locales.ts'

export default function Settings() {
  const { value, etag, error } = kept('getMe').value
  return (
    <Page title={say(t.title)} class="settings">
      <div class="page-halves">
        <section class="part">
          <h2>{say(t.name)}</h2>
          {value || !error ? <Name key={value && 'read'} me={value} etag={etag} /> : <Unread error={error} />}
        </section>
        <Sections />
        <section class="part">
          <h2>{say(t.signIn)}</h2>
          <p class="hint">{say(t.signInWhy)}</p>
          <p class="actions start">
            <a class="button second" href="/account">
              {say(t.account)}
            </a>
            <SignOut />
          </p>
        </section>
        <Appearance />
        <Language />
      </div>
      {!isSecureContext && <p class="notice">{say(t.noOffline)}</p>}
    </Page>
  )
}

const SECTIONS = [
  ['/settings/privacy', 'privacy-setting-read', t.privacy, t.privacyWhy],
  ['/settings/notifications', 'notification-read', t.notifications, t.notificationsWhy],
  ['/settings/groups', 'group-read', t.groups, t.groupsWhy],
  ['/settings/trusted-editors', 'trusted-editor-read', t.trust, t.trustWhy],
  ['/stand-ins', 'ghost-player-read', t.standIns, t.standInsWhy],
  ['/settings/import', 'import-create', t.import, t.importWhy],
  ['/catalogue/candidates', 'candidate-read', t.candidates, t.candidatesWhy],
  ['/translations', 'translation-read', t.translations, t.translationsWhy],
  ['/settings/data', 'user-read', t.data, t.dataWhy],
  ['/operator', 'system-read', t.operator, t.operatorWhy],
] as const

const Sections = () => (
  <nav class="part" aria-label={say(t.sections)}>
    <ul class="lines">
      {SECTIONS.map(
        ([path, scope, name, why]) =>
          may(scope) && (
            <li key={path}>
              <div class="line-main">
                <a class="line-link" href={path}>
                  {say(name)}
                </a>
                <p class="detail">{say(why)}</p>
              </div>
            </li>
          ),
      )}
    </ul>
  </nav>
)

type Me = Body<'getMe'>

function Name({ me, etag }: { me: Me | undefined; etag: string | undefined }) {
  const person = session.peek()
  const { displayName: shown } = me ?? (person.state === 'in' ? person.user : { displayName: '' })
  // The form stays with the version from which it started, even if the page reads a newer one.
  const before = useRef({ displayName: shown, etag })
  const name = useSignal(shown)
  const said = useSignal<string | undefined>(undefined)
  const action = useAction()
  const conflict = useConflict<{ displayName: string }>({ displayName: { label: say(t.name), show: String } })
  const problem = problemIn(action.refused)
  const save = async () => {
    said.value = undefined
    const saved = await saveByField({
      before: { displayName: before.current.displayName },
      mine: { displayName: name.value },
      etag: before.current.etag,
      fieldsOf: ({ displayName }: Me) => ({ displayName }),
      read: () => call('getMe'),
      send: (body, ifMatch) => call('updateMe', { body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (!saved) return
    const { displayName } = saved.body
    before.current = { displayName, etag: undefined }
    name.value = displayName
    said.value = say(t.saved)
    refetch(/^\//)
    await loadSession()
  }
  return (
    <form
      aria-busy={!me}
      onSubmit={(event) => {
        event.preventDefault()
        void action.run(save)
      }}
    >
      <Refused
        of={action.refused}
        idOf={(field) => (field === 'displayName' ? 'my-name' : undefined)}
        labelOf={() => say(t.name)}
      />
      <div class="sheet">
        <div class={faultOf(problem, 'displayName') === undefined ? 'field' : 'field wrong'}>
          <label for="my-name">{say(t.nameWhy)}</label>
          <input
            id="my-name"
            type="text"
            required
            disabled={!me}
            autocomplete="nickname"
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            {...faultProps(problem, 'displayName', 'my-name')}
          />
          <FieldFault problem={problem} field="displayName" id="my-name" label={say(t.name)} />
        </div>
      </div>
      <div class="actions">
        <span role="status">{said.value}</span>
        <SendButton label={say(t.save)} busy={!me || action.busy.value} />
      </div>
      {conflict.dialog}
    </form>
  )
}

const APPEARANCES = [
  ['system', t.system],
  ['light', t.light],
  ['dark', t.dark],
] as const

function Appearance() {
  return (
    <section class="part">
      <fieldset class="radios">
        <legend>
          <h2>{say(t.appearance)}</h2>
        </legend>
        <p class="hint">{say(t.appearanceWhy)}</p>
        {APPEARANCES.map(([value, text]) => (
          <label key={value} class="choice">
            <input
              type="radio"
              name="appearance"
              checked={settings.value.appearance === value}
              onChange={() => changeSettings({ appearance: value })}
            />
            {say(text)}
          </label>
        ))}
      </fieldset>
    </section>
  )
}

function Language() {
  return (
    <section class="part">
      <fieldset class="radios">
        <legend>
          <h2>{say(t.language)}</h2>
        </legend>
        <p class="hint">{say(t.languageWhy)}</p>
        <label class="choice">
          <input
            type="radio"
            name="language"
            checked={settings.value.locale === undefined}
            onChange={() => changeSettings({ locale: undefined })}
          />
          {say(t.browserLanguage)}
        </label>
        {LOCALES.map((locale) => (
          <label key={locale} class="choice" lang={locale}>
            <input
              type="radio"
              name="language"
              checked={settings.value.locale === locale}
              onChange={() => changeSettings({ locale })}
            />
            {nameOfLocale(locale)}
          </label>
        ))}
      </fieldset>
    </section>
  )
}
