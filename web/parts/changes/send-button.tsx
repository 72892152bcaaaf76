/** A button that sends something: greyed while that is under way, and without a network, which is said beside it. */
import { t } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { online } from './online.ts'

interface SendButtonOptions {
  label: string
  busy: boolean
  /** Without it the button sends its form. */
  press?: (() => void) | undefined
  class?: string
  /** For screen readers, where the label alone does not say of what. */
  called?: string
}

export function SendButton({ label, busy, press, class: own, called }: SendButtonOptions) {
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
          // A form is not sent by Enter either, as that presses its button.
          if (isAway) event.preventDefault()
          else press?.()
        }}
      >
        {label}
      </button>
    </>
  )
}
