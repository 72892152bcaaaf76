/** Picks a file of another app, or takes a file that is dropped on the page, and sends it to the service to be read. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { refetch } from '../../api/cache.ts'
import { call } from '../../api/call.ts'
import { useLocation } from '../../location.tsx'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { useDropped } from '../../parts/changes/dropped.ts'
import { online } from '../../parts/changes/online.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { faultOf } from '../../parts/changes/violations.tsx'
import { named } from '../../parts/marks/names.ts'
import { timeZone } from '../../parts/marks/numbers.ts'
import { t } from '../../texts/imports.ts'
import { t as saving } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { FORMATS } from './formats.ts'
import { sharedFile } from './shared.ts'
import { ZoneField } from './zone.tsx'

/** In bytes. The service has the same limit. */
const LARGEST_FILE = 64 * 1_048_576

const ACCEPT = '.json,.bgsplay,.xml,.csv,.txt,application/json,text/xml,application/xml,text/csv'

export function Pick({ isShared }: { isShared: boolean }) {
  const { route } = useLocation()
  const zone = useSignal(timeZone())
  const name = useSignal('')
  const isTooLarge = useSignal(false)
  const action = useAction()
  const take = (file: File | undefined) => {
    if (!file || action.busy.peek() || !online.peek()) return
    name.value = file.name
    action.refused.value = undefined
    isTooLarge.value = file.size > LARGEST_FILE
    if (isTooLarge.value) return
    void action.run(async () => {
      // The service recognises the format from the content.
      const body = new Blob([file], { type: 'application/octet-stream' })
      const made = await call('createImport', { query: { timeZone: zone.value }, body })
      refetch(/^\/imports/)
      route(`/settings/import?id=${made.body.id}`)
    })
  }
  useDropped(take)
  useEffect(() => {
    if (isShared && online.peek()) void sharedFile().then(take)
  }, [])
  const fault = isTooLarge.value ? say(t.tooLarge) : faultOf(problemIn(action.refused), 'body')
  const isAway = !online.value
  return (
    <section class="part">
      <div class="sheet">
        <div class="import-file">
          <label class="button" aria-disabled={action.busy.value || isAway}>
            {say(t.choose)}
            <input
              id="import-file"
              type="file"
              class="unseen"
              accept={ACCEPT}
              disabled={action.busy.value || isAway}
              {...(fault === undefined
                ? {}
                : { 'aria-invalid': true, 'aria-describedby': 'import-file-fault' })}
              onChange={({ currentTarget }) => {
                take(currentTarget.files?.[0])
                currentTarget.value = '' // so that the same file can be chosen again
              }}
            />
          </label>
          <p class="hint drop-or-paste">{say(t.drop)}</p>
          {isAway && <p class="hint">{say(saving.needsNetwork)}</p>}
          <div role="status">
            {action.busy.value && (
              <>
                <p>{say(t.reading, { name: named(name.value) })}</p>
                <progress aria-label={say(t.reading, { name: name.value })} />
              </>
            )}
          </div>
          <div role="alert">
            {fault !== undefined && (
              <p class="fault" id="import-file-fault">
                {name.value !== '' && (
                  <>
                    <bdi>{name.value}</bdi>:{' '}
                  </>
                )}
                {fault}
              </p>
            )}
          </div>
        </div>
        <ZoneField zone={zone.value} change={(other) => (zone.value = other)} />
      </div>
      {fault === undefined && <Refused of={action.refused} />}
      <Where />
    </section>
  )
}

const Where = () => (
  <details>
    <summary>{say(t.where)}</summary>
    <ul class="lines">
      {FORMATS.map(({ format, name: app, where }) => (
        <li key={format}>
          <div class="line-main">
            <strong>{app()}</strong>
            <p class="detail">{say(where)}</p>
          </div>
        </li>
      ))}
    </ul>
  </details>
)
