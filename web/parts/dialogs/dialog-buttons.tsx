/** The two buttons of a dialog: Cancel, and another one. */
import { SendButton } from '../changes/send-button.tsx'

interface DialogButtonsProps {
  close: () => void
  cancel: string
  label: string
  busy: boolean
  /** Called when the other button is pressed. Without it, the button sends its form. */
  press?: () => void
}

export const DialogButtons = ({ close, cancel, label, busy, press }: DialogButtonsProps) => (
  <div class="actions">
    <button type="button" class="quiet" onClick={close}>
      {cancel}
    </button>
    <SendButton label={label} busy={busy} press={press} />
  </div>
)
