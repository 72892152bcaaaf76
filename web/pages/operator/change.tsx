/** A button that changes something on a page for operators, and says what came of it. */
import { refetch } from '../../api/cache.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { SendButton } from '../../parts/changes/send-button.tsx'

export type Notify = (text: string) => void

interface ChangeProps {
  label: string
  /** The name for screen readers, if several buttons of the page have this label. */
  called?: string
  done: string
  change: () => Promise<unknown>
  notify: Notify
}

export function Change({ label, called, done, change, notify }: ChangeProps) {
  const action = useAction()
  const run = async () => {
    try {
      await change()
      notify(done)
    } finally {
      refetch(/^\/(system|webhooks|pipeline|accounts|clients|audit)/)
    }
  }
  return (
    <div>
      <SendButton
        class="second"
        label={label}
        {...(called === undefined ? {} : { called })}
        busy={action.busy.value}
        press={() => void action.run(run)}
      />
      <Refused of={action.refused} />
    </div>
  )
}
