/** Below a dialog: away from it, and on with it. */
import { SendButton } from '../changes/send-button.tsx'

interface DialogButtonsOptions {
  close: () => void
  cancel: string
  /** What goes on. */
  label: string
  busy: boolean
  /** Without it the button sends its form. */
  press?: () => void
}

export const DialogButtons = ({ close, cancel, label, busy, press }: DialogButtonsOptions) => (
  <div class="actions">
    <button type="button" class="quiet" onClick={close}>
      {cancel}
    </button>
    <SendButton label={label} busy={busy} press={press} />
  </div>
)
