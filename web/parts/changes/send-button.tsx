/** A button that sends something. While a request runs, or without a network, it is greyed and says why. */
import { t } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import { online } from './online.ts'

interface SendButtonProps {
  label: string
  busy: boolean
  /** Called by a press. If it is absent, the button sends its form. */
  press?: (() => void) | undefined
  class?: string
  /** The thing that the button is about, for screen readers. */
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
