/** The buttons below a dialog: cancel and go on. */
import { SendButton } from '../changes/send-button.tsx'

interface DialogButtonsProps {
  close: () => void
  cancel: string
  /** The label of the button that goes on. */
  label: string
  busy: boolean
  /** If absent, the button sends its form. */
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
