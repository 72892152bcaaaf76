/** Imports all keys of an application from a file: what it would change is shown first. */
import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { kept, refetch } from '../../api/cache.ts'
import { type Body, call } from '../../api/call.ts'
import type { PageProps } from '../../page-props.ts'
import { problemIn } from '../../parts/changes/action.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Shown } from '../../parts/page/shown.tsx'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import { type ChangeRow, Changes, Found } from './found.tsx'
import { gone } from './gone.ts'
import { languageName } from './language.ts'
import { Pick } from './pick.tsx'
import { TriedFile } from './tried-file.ts'

type Preview = Body<'previewKeys'>
type Catalog = NonNullable<Parameters<typeof call<'previewKeys'>>[1]>['body']

/** The service reads the file as it is, so that its faults have the places of the file. */
const asSent = (file: Blob) => file as unknown as Catalog

export default function ImportKeysPage({ params: { app = '' } }: PageProps) {
  const read = kept('getApplication', { params: { applicationId: app } }).value
  return (
    <Shown
      of={read}
      loading={say(t.importKeys)}
      gone={gone()}
      view={({ displayName }) => ({
        title: say(t.importKeys),
        lead: <bdi>{displayName}</bdi>,
        class: 'settings translating',
        children: <ImportKeys key={app} app={app} />,
      })}
    />
  )
}

function ImportKeys({ app }: { app: string }) {
  const params = { applicationId: app }
  const tried = useMemo(
    () =>
      new TriedFile<Preview, Body<'importKeys'>>({
        look: async (file) => (await call('previewKeys', { params, body: asSent(file) })).body,
        async make(file) {
          const { body } = await call('importKeys', { params, body: asSent(file) })
          refetch(`/applications/${app}`)
          return body
        },
      }),
    [app],
  )
  const { found, made, action } = tried
  const keyOf = useKeys(tried)
  const labelOf = (field: string) => {
    const key = keyOf(field)
    return key === undefined ? undefined : `${key} (${field})`
  }
  return (
    <>
      <section class="part">
        <p class="hint">{say(t.importKeysWhy)}</p>
        <Pick of={tried} accept=".json,application/json" labelOf={labelOf} />
      </section>
      {found.value && (
        <Found isDone={made.value !== undefined}>
          <Counts of={{ ...found.value, ...made.value }} />
          {made.value ? (
            <>
              <p role="status" class="notice">
                {say(t.keysImported)}
              </p>
              <p>
                <a href="/translations">{say(t.toTranslations)}</a>
              </p>
            </>
          ) : changesOf(found.value) === 0 ? (
            <p>{say(t.nothingToImport)}</p>
          ) : (
            <p class="actions start">
              <SendButton
                label={say(t.doImportKeys)}
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

const changesOf = ({ added, updated, obsoleted }: Preview) => added + updated + obsoleted

function Counts({ of: { added, updated, obsoleted, unchanged, invalidated, rows } }: { of: Preview }) {
  const rowsOf = (which: Preview['rows'][number]['change']) =>
    rows.filter(({ change }) => change === which).map(rowOf)
  return (
    <>
      <Changes label={say(t.newKeys, { count: added })} count={added} rows={rowsOf('ADDED')} />
      <Changes label={say(t.changedKeys, { count: updated })} count={updated} rows={rowsOf('UPDATED')} />
      <Changes
        label={say(t.obsoleteKeys, { count: obsoleted })}
        count={obsoleted}
        rows={rowsOf('OBSOLETE')}
      />
      <Changes label={say(t.sameKeys, { count: unchanged })} count={unchanged} rows={[]} />
      <Changes
        label={say(t.invalidated, { count: invalidated.length })}
        count={invalidated.length}
        rows={invalidated.slice(0, AT_ONCE).map(({ key, locale }) => ({
          name: `${key} · ${locale}`,
          text: languageName(locale),
        }))}
      />
    </>
  )
}

const AT_ONCE = 100

const rowOf = ({ key, baseText, change, before }: Preview['rows'][number]): ChangeRow => ({
  name: key,
  text: baseText,
  hint:
    change !== 'UPDATED'
      ? undefined
      : before === undefined || before === baseText
        ? say(t.sameText)
        : say(t.textBefore, { text: before }),
})

/** The names of the keys in a refused file, because a violation has only a number. */
function useKeys(tried: TriedFile<Preview, unknown>): (field: string) => string | undefined {
  const keys = useSignal<readonly unknown[]>([])
  const problem = problemIn(tried.action.refused)
  useEffect(() => {
    keys.value = []
    if (problem?.violations.some(({ field }) => PLACE.test(field)))
      void tried.text().then((text) => (keys.value = keysIn(text)))
  }, [problem])
  return (field) => {
    const [, place] = PLACE.exec(field) ?? []
    const item = place === undefined ? undefined : keys.value[Number(place)]
    const { key } = (item ?? {}) as { key?: unknown }
    return typeof key === 'string' ? key : undefined
  }
}

const PLACE = /^keys\[(\d+)\]/

function keysIn(text: string): readonly unknown[] {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown }
    return Array.isArray(keys) ? keys : []
  } catch {
    return []
  }
}
