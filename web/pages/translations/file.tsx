/** The texts of a language as a file, for people who translate in another program, and the way back. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import type { PageProps } from '../../page-props.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Chip } from '../../parts/fields/chip.tsx'
import { named } from '../../parts/marks/names.ts'
import { Missing } from '../../parts/page/fault.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import { type ChangeRow, Changes, Found } from './found.tsx'
import { gone } from './gone.ts'
import { isLanguage, languageName } from './language.ts'
import { Pick } from './pick.tsx'
import { TriedFile } from './tried-file.ts'

type Result = Body<'importXliff'>
type File = NonNullable<Parameters<typeof call<'importTranslationFile'>>[1]>['body']

interface Place {
  app: string
  locale: string
}

export default function FilePage(props: PageProps) {
  return isLanguage(props.params['locale'] ?? '') ? <FileOf {...props} /> : <Missing />
}

function FileOf({ params: { app = '', locale = '' } }: PageProps) {
  const read = kept('getApplication', { params: { applicationId: app } }).value
  return (
    <Shown
      of={read}
      loading={say(t.asFile)}
      gone={gone()}
      view={({ displayName }) => ({
        title: say(t.asFile),
        lead: (
          <>
            <bdi>{displayName}</bdi> · {named(languageName(locale))}
          </>
        ),
        class: 'settings translating',
        children: (
          <>
            <Export app={app} locale={locale} />
            {may('translation-update') && <Import key={`${app} ${locale}`} app={app} locale={locale} />}
            <p>
              <a href={`/translations/${encodeURIComponent(app)}/${encodeURIComponent(locale)}`}>
                {say(t.toTexts)}
              </a>
            </p>
          </>
        ),
      })}
    />
  )
}

const FORMATS = { xliff: ['xlf', t.asXliff], json: ['json', t.asJson] } as const

const Export = ({ app, locale }: Place) => (
  <section class="part">
    <h2>{say(t.takeAlong)}</h2>
    <p class="hint">{say(t.takeAlongWhy)}</p>
    <p class="actions start">
      {(Object.keys(FORMATS) as (keyof typeof FORMATS)[]).map((format) => (
        <a
          key={format}
          class="button second"
          href={`/web/api/v1/applications/${encodeURIComponent(app)}/locales/${encodeURIComponent(locale)}/export/${format}`}
          download={`${app}-${locale}.${FORMATS[format][0]}`}
        >
          {say(FORMATS[format][1])}
        </a>
      ))}
    </p>
  </section>
)

function Import({ app, locale }: Place) {
  const replaceChanged = useSignal(false)
  const tried = useMemo(() => {
    const send = (file: Blob, dryRun: boolean) =>
      sent(file, { app, locale }, { dryRun, replaceChanged: replaceChanged.peek() })
    return new TriedFile<Result, Result>({
      look: (file) => send(file, true),
      async make(file) {
        const result = await send(file, false)
        refetch(`/applications/${app}`)
        return result
      },
    })
  }, [app, locale])
  const { action } = tried
  const made = tried.made.value
  const found = made ?? tried.found.value
  const count = found ? found.added + found.updated : 0
  return (
    <>
      <section class="part">
        <h2>{say(t.bringBack)}</h2>
        <p class="hint">{say(t.bringBackWhy)}</p>
        <Pick of={tried} accept=".xlf,.xliff,.json,.xml,application/xliff+xml,application/json" />
      </section>
      {found && (
        <Found isDone={made !== undefined}>
          <Counts of={found} />
          {!made && (replaceChanged.value || found.rows.some(({ change }) => change === 'CHANGED')) && (
            <div class="chips">
              <Chip
                pressed={replaceChanged.value}
                onClick={() => {
                  if (action.busy.peek()) return
                  replaceChanged.value = !replaceChanged.peek()
                  void tried.look()
                }}
              >
                {say(t.replaceThem)}
              </Chip>
            </div>
          )}
          {made ? (
            <p role="status" class="notice">
              {say(t.textsTaken, { count })}
            </p>
          ) : count === 0 ? (
            <p>{say(t.nothingToImport)}</p>
          ) : (
            <p class="actions start">
              <SendButton
                label={say(t.takeTexts, { count })}
                busy={action.busy.value}
                press={() => void tried.make()}
              />
            </p>
          )}
        </Found>
      )}
    </>
  )
}

/** JSON begins with a brace, XLIFF does not. The service reads the file as it is. */
async function sent(
  file: Blob,
  { app, locale }: Place,
  query: { dryRun: boolean; replaceChanged: boolean },
): Promise<Result> {
  const params = { applicationId: app, locale }
  const isJson = (await file.slice(0, 1_000).text()).trimStart().startsWith('{')
  const { body } = await (isJson
    ? call('importTranslationFile', { params, query, body: file as unknown as File })
    : call('importXliff', { params, query, body: new Blob([file], { type: 'application/xliff+xml' }) }))
  return body
}

function Counts({
  of: { added, updated, unchanged, untranslated, outdated, rejected, rows },
}: {
  of: Result
}) {
  const rowsOf = (which: Result['rows'][number]['change']) =>
    rows.filter(({ change }) => change === which).map(rowOf)
  const changed = rejected.filter(({ code }) => code === 'CHANGED').length
  const unfit = rejected.filter(({ code }) => code !== 'CHANGED')
  return (
    <>
      <Changes label={say(t.newTexts, { count: added })} count={added} rows={rowsOf('ADDED')} />
      <Changes label={say(t.changedTexts, { count: updated })} count={updated} rows={rowsOf('UPDATED')} />
      <Changes label={say(t.outdatedTexts, { count: outdated })} count={outdated} rows={[]} />
      <Changes
        label={say(t.unfitTexts, { count: unfit.length })}
        count={unfit.length}
        rows={unfit.slice(0, AT_ONCE).map(({ key, at, message }) => ({ name: key, text: message, hint: at }))}
      />
      <Changes label={say(t.changedHere, { count: changed })} count={changed} rows={rowsOf('CHANGED')} />
      <Changes label={say(t.sameTexts, { count: unchanged })} count={unchanged} rows={[]} />
      <Changes label={say(t.untranslated, { count: untranslated })} count={untranslated} rows={[]} />
    </>
  )
}

const AT_ONCE = 100

const rowOf = ({ key, change, text, before, outdated }: Result['rows'][number]): ChangeRow => {
  const hints = [
    ...(before === undefined
      ? []
      : [say(change === 'CHANGED' ? t.textHere : t.textBefore, { text: before })]),
    ...(outdated ? [say(t.rowOutdated)] : []),
  ]
  return { name: key, text, hint: hints.length === 0 ? undefined : hints.join(' · ') }
}
