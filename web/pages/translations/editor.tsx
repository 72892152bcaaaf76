/** The editor of one text: what it translates, the text, how it reads, and what can be done with it. */
import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import type { Body } from '../../api/call.ts'
import { may, session } from '../../api/session.ts'
import { type KeptText, type TextPlace, keptText } from '../../drafts/kept-translations.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { Unread } from '../../parts/lists/unread.tsx'
import { Skeleton } from '../../parts/page/skeleton.tsx'
import { directionOf } from '../../texts/messages.ts'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import { TextModel, type Translation } from './model.ts'
import { Preview, type Samples, faultIn } from './preview.tsx'
import { TextField } from './text-field.tsx'

interface EditorProps {
  place: TextPlace
  baseLocale: string
  /** Opens the next text. */
  goOn: (isDone: boolean) => Promise<void>
}

export function Editor({ place, ...others }: EditorProps) {
  const { applicationId, messageKey, locale } = place
  const params = { applicationId, messageKey }
  const key = kept('getKey', { params }).value
  const list = kept('listTranslations', { params, query: { filter: `locale==${locale}` } }).value
  const isWritten = list.value?.items.length !== 0
  const read = list.value && isWritten ? kept('getTranslation', { params: { ...place } }).value : undefined
  const known = session.value
  const userId = known.state === 'in' ? known.user.id : ''
  const unsaved = useSignal<{ text: KeptText | undefined } | undefined>(undefined)
  useEffect(() => {
    void keptText(userId, place).then((text) => (unsaved.value = { text }))
  }, [])
  const first = useRef<{ body: Translation | undefined; etag: string | undefined }>(undefined)
  if (!first.current && list.value && isFresh(list)) {
    if (!isWritten) first.current = { body: undefined, etag: undefined }
    else if (read?.value && isFresh(read)) first.current = { body: read.value, etag: read.etag }
  }
  const error = key.value && first.current ? undefined : (key.error ?? list.error ?? read?.error)
  if (error) return <Unread error={error} />
  if (!key.value || !first.current || !unsaved.value) return <Skeleton rows={5} />
  return (
    <Loaded
      {...others}
      place={place}
      messageKey={key.value}
      userId={userId}
      read={first.current}
      unsaved={unsaved.value.text}
    />
  )
}

const isFresh = (one: { stale: boolean; error?: unknown }) => !one.stale || one.error !== undefined

interface LoadedProps extends EditorProps {
  messageKey: Body<'getKey'>
  userId: string
  read: { body: Translation | undefined; etag: string | undefined }
  unsaved: KeptText | undefined
}

function Loaded({ place, baseLocale, goOn, messageKey, userId, read, unsaved }: LoadedProps) {
  const { key, baseText, description, arguments: declared } = messageKey
  const model = useMemo(() => new TextModel(place, userId, read, unsaved), [])
  const action = useAction()
  const conflict = useConflict<{ text: string }>({ text: { label: key, show: String } })
  const isSplit = useSignal(true)
  const form = useRef<HTMLFormElement>(null)
  const text = model.text.value
  const fault = faultIn(text, declared)
  const saved = model.saved.value
  useEffect(() => form.current?.querySelector<HTMLElement>('textarea, [role="tab"]')?.focus(), [])
  const isSavable = text !== '' && fault === undefined && may('translation-update')
  const save = () =>
    action.run(async () => {
      if (!isSavable) return
      const isUpToDate = !model.isChanged.peek() && saved?.outdated !== true
      if (isUpToDate || (await model.save(conflict.ask))) await goOn(true)
    })
  const publish = () =>
    action.run(async () => {
      if (model.isChanged.peek() && !(await model.save(conflict.ask))) return
      await model.publish()
      await goOn(true)
    })
  return (
    <>
      <form
        class="translation"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void save()
        }}
      >
        <h2>
          <bdi>{key}</bdi>
        </h2>
        <Source {...{ baseText, baseLocale, description }} />
        {saved?.outdated && <p class="notice">{say(t.isOutdated)}</p>}
        <Problems of={saved} isChanged={model.isChanged.value} />
        <Inserts declared={declared} form={form} />
        <Written {...{ model, messageKey, fault }} locale={place.locale} isSplit={isSplit.value} />
        {model.isChanged.value && <p class="hint">{say(t.isKept)}</p>}
        <Refused of={action.refused} labelOf={() => say(t.text)} />
        <div class="actions start">
          {isSavable && <SendButton label={say(t.saveAndGoOn)} busy={action.busy.value} />}
          {isSavable &&
            may('translation-publish') &&
            (model.isChanged.value || saved?.draftText !== undefined) && (
              <SendButton
                class="second"
                label={say(t.publishOne)}
                busy={action.busy.value}
                press={() => void publish()}
              />
            )}
          <button type="button" class="second" onClick={() => void goOn(false)}>
            {say(t.skip)}
          </button>
          <AsOneText isSplit={isSplit} />
        </div>
      </form>
      {conflict.dialog}
    </>
  )
}

const AsOneText = ({ isSplit }: { isSplit: Signal<boolean> }) => (
  <button
    type="button"
    class="quiet"
    aria-pressed={!isSplit.value}
    onClick={() => (isSplit.value = !isSplit.value)}
  >
    {say(t.asOneText)}
  </button>
)

interface WrittenProps {
  model: TextModel
  messageKey: Body<'getKey'>
  locale: string
  fault: string | undefined
  isSplit: boolean
}

function Written({ model, messageKey, locale, fault, isSplit }: WrittenProps) {
  const samples = useSignal<Samples>({})
  const id = useId()
  const dir = directionOf(new Intl.Locale(locale))
  const faultId = fault === undefined ? undefined : `${id}-fault`
  const text = model.text.value
  return (
    <>
      <TextField
        {...{ text, locale, dir, isSplit, faultId }}
        base={messageKey.baseText}
        label={say(t.text)}
        change={model.change}
        sample={(name, value) => (samples.value = { ...samples.peek(), [name]: value })}
      />
      {fault !== undefined && (
        <p class="fault" id={faultId}>
          {fault}
        </p>
      )}
      <Preview {...{ text, locale, dir, samples }} declared={messageKey.arguments} />
    </>
  )
}

interface SourceProps {
  baseText: string
  baseLocale: string
  description: string | undefined
}

const Source = ({ baseText, baseLocale, description }: SourceProps) => (
  <>
    <blockquote class="source" lang={baseLocale} dir="auto">
      {baseText}
    </blockquote>
    {description !== undefined && (
      <p class="hint" dir="auto">
        {description}
      </p>
    )}
  </>
)

/** What the service says about the text as it is stored. */
const Problems = ({ of, isChanged }: { of: Translation | undefined; isChanged: boolean }) =>
  isChanged || !of?.invalid ? null : (
    <ul class="fault">
      {of.problems.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )

interface InsertsProps {
  declared: Body<'getKey'>['arguments']
  form: { current: HTMLFormElement | null }
}

/** Chips that write an argument where the cursor is. */
function Inserts({ declared, form }: InsertsProps) {
  if (declared.length === 0) return null
  const insert = (what: string) => {
    const field = form.current?.querySelector('textarea')
    if (!field) return
    field.setRangeText(what, field.selectionStart, field.selectionEnd, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.focus()
  }
  return (
    <div class="chips" role="group" aria-label={say(t.insert)}>
      {declared.map(({ name, type }) => (
        <button key={name} type="button" class="chip" title={type} onClick={() => insert(`{${name}}`)}>
          <bdi>{`{${name}}`}</bdi>
        </button>
      ))}
    </div>
  )
}
