/** A button that sends something. It is greyed while the request runs and without a network, with the reason beside it. */
import { t } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { online } from './online.ts'

interface SendButtonProps {
  label: string
  busy: boolean
  /** If absent, the button sends its form. */
  press?: (() => void) | undefined
  class?: string
  /** For screen readers, if the label alone does not name the thing. */
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
          // Enter presses the button, so this also stops a form from being sent by Enter.
          if (isAway) event.preventDefault()
          else press?.()
        }}
      >
        {label}
      </button>
    </>
  )
}
