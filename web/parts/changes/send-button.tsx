/** A button that sends something. It is grey while a request is running or while there is no network, and says why. */
import { t } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { online } from './online.ts'

interface SendButtonProps {
  label: string
  busy: boolean
  /** Called when the button is pressed. Without it, the button sends its form. */
  press?: (() => void) | undefined
  class?: string
  /** What the button is about, for screen readers. */
  called?: string
}

export function SendButton({ label, busy, press, class: own, called }: SendButtonProps) {
  const isAway = !online.value
  return (
    <>
      {isAway && <span class="hint">{say(t.needsNetwork)}</span>}
      <button
        type={press ? 'button' : 'submit'}
        class={own}
        aria-disabled={busy || isAway}
        aria-label={called}
        onClick={(event) => {
          // Enter presses the button too.
          if (isAway) event.preventDefault()
          else press?.()
        }}
      >
        {label}
      </button>
    </>
  )
}
