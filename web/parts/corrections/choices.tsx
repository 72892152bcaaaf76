/** The two buttons of a decision. "No" asks once more, because it cannot be undone. */
import type { ComponentChildren } from 'preact'
import { useSignal } from '@preact/signals'
import type { Action } from '../changes/action.ts'
import { online } from '../changes/online.ts'
import { Refused } from '../changes/refused.tsx'
import { Confirm } from '../dialogs/confirm.tsx'

/** The id of the sentence above the buttons that says why they are grey. */
export const OFFLINE_ID = 'decide-offline'

interface SlipButtonsProps {
  refused: Action['refused']
  children: ComponentChildren
}

export const SlipButtons = ({ refused, children }: SlipButtonsProps) => (
  <div class="slip-buttons">
    <Refused of={refused} />
    {children}
  </div>
)

interface ChoicesProps {
  yes: string
  no?: string
  press: () => void
  /** What is asked before a "no", which cannot be undone. */
  refuse?: { title: string; why: string; send: string; run: () => Promise<unknown> }
  action: Action
  /** Shown in place of the button for "no". */
  other?: ComponentChildren
}

export function Choices({ yes, no, press, refuse, action, other }: ChoicesProps) {
  const refusing = useSignal(false)
  const isAway = !online.value
  const off = {
    'aria-disabled': isAway || action.busy.value,
    'aria-describedby': isAway ? OFFLINE_ID : undefined,
  }
  return (
    <>
      <button type="button" class="slip-yes" {...off} onClick={() => !isAway && press()}>
        {yes}
        <kbd aria-hidden="true">A</kbd>
      </button>
      {other}
      {no !== undefined && (
        <button
          type="button"
          class="second slip-no"
          {...off}
          onClick={() => !isAway && (refusing.value = true)}
        >
          {no}
          <kbd aria-hidden="true">R</kbd>
        </button>
      )}
      {refusing.value && refuse && (
        <Confirm
          title={refuse.title}
          label={refuse.send}
          change={refuse.run}
          close={() => (refusing.value = false)}
        >
          <p>{refuse.why}</p>
        </Confirm>
      )}
    </>
  )
}
