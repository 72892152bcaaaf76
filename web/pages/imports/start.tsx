/** The button that starts an import, or starts it again when missing games have been added. */
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { may } from '../../api/session.ts'
import { isStale, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { t } from '../../texts/imports.ts'
import { say } from '../../texts/text.ts'
import type { Import, LiveImport } from './live.ts'
import { playsWith } from './summary.ts'

interface StartProps {
  of: Import
  live: LiveImport
  hasMissing: boolean
  mayAdd: boolean
}

export function Start({ of, live, hasMissing, mayAdd }: StartProps) {
  const action = useAction()
  const hasChanged = useSignal(false)
  const start = async () => {
    hasChanged.value = false
    try {
      const etag = live.etag
      live.see(await call('startImport', { ...live.path, ...(etag === undefined ? {} : { ifMatch: etag }) }))
    } catch (error) {
      await live.read()
      if (!isStale(error)) throw error
      hasChanged.value = true
    }
  }
  const label = labelOf(of, hasMissing && !mayAdd)
  const waits = hasMissing && !mayAdd
  const isDone = of.state === 'DONE' && of.playsToDo === 0
  return (
    <div class="import-start">
      {waits && <p class="hint">{say(of.state === 'DONE' ? t.waitingWhy : t.askWhy)}</p>}
      {hasChanged.value && (
        <p class="problem" role="alert">
          {say(t.changed)}
        </p>
      )}
      <Refused of={action.refused} />
      <p class="actions start">
        {(isDone || isHere(of)) && (
          <a class="button" href="/matches">
            {say(t.toMatches)}
          </a>
        )}
        {label !== undefined && may('import-create') && (
          <SendButton
            label={label}
            class={isDone || mayAdd ? 'second' : ''}
            busy={action.busy.value}
            press={() => void action.run(start)}
          />
        )}
      </p>
    </div>
  )
}

const isHere = ({ plays }: Import) => plays.length > 0 && plays.every(({ status }) => status === 'SAME')

function labelOf(of: Import, waits: boolean): string | undefined {
  if (of.state === 'FAILED') return say(t.again)
  if (of.playsToDo > 0)
    return playsWith(of, 'NEW') === of.playsToDo
      ? say(t.start, { count: of.playsToDo })
      : say(t.startChanges, { count: of.playsToDo })
  if (!waits) return undefined
  return say(of.state === 'DONE' ? t.lookAgain : t.askEditors)
}
