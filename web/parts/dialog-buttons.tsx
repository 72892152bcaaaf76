/** Below a dialog: away from it, and on with it. */

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
    <button type={press ? 'button' : 'submit'} aria-disabled={busy} onClick={press}>
      {label}
    </button>
  </div>
)
