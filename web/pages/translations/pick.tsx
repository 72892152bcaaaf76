/** Picks a file, or takes a file that is dropped on the sheet. Says what is wrong with it, and offers to try it once more. */
import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { Offline, Problem } from '../../api/problem.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { named } from '../../parts/marks/names.ts'
import { say } from '../../texts/text.ts'
import { t } from '../../texts/translations.ts'
import type { TriedFile } from './tried-file.ts'

interface PickProps<P, R> {
  of: TriedFile<P, R>
  accept: string
  /** What a field of the service's violations is called in the file. */
  labelOf?: (field: string) => string | undefined
}

export function Pick<P, R>({ of, accept, labelOf }: PickProps<P, R>): JSX.Element {
  const id = useId()
  const { name, fault, found, made, action } = of
  const busy = action.busy.value
  const isRefused = fault.value !== undefined
  return (
    <>
      <div
        class="sheet"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void of.take(event.dataTransfer?.files[0])
        }}
      >
        <div class="import-file">
          <label class="button" aria-disabled={busy}>
            {say(t.pick)}
            <input
              type="file"
              class="unseen"
              accept={accept}
              aria-disabled={busy}
              {...(isRefused ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
              onChange={({ currentTarget }) => {
                void of.take(currentTarget.files?.[0])
                currentTarget.value = '' // so that the same file can be chosen again
              }}
            />
          </label>
          <p class="hint drop-or-paste">{say(t.drop)}</p>
          <div role="status">
            {name.value !== '' && !isRefused && (
              <p>
                {busy
                  ? say(found.value ? t.importing : t.reading, { name: named(name.value) })
                  : say(t.chosen, { name: named(name.value) })}
              </p>
            )}
            {busy && <progress aria-label={say(t.reading, { name: name.value })} />}
          </div>
          <div role="alert">
            {isRefused && (
              <p class="fault" id={id}>
                <bdi>{name.value}</bdi>: {say(fault.value === 'large' ? t.tooLarge : t.unreadable)}
              </p>
            )}
          </div>
        </div>
      </div>
      <Refused of={action.refused} {...(labelOf ? { labelOf } : {})} />
      {isWorthAnotherTry(action.refused.value) && !found.value && !made.value && of.isReady && (
        <p class="actions start">
          <SendButton label={say(t.tryAgain)} class="second" busy={busy} press={() => void of.look()} />
        </p>
      )}
    </>
  )
}

/** Not if the service has found a fault in the file: the same file has it again. */
const isWorthAnotherTry = (error: Problem | Offline | undefined): boolean =>
  error !== undefined && (!('status' in error) || error.status >= 429)
