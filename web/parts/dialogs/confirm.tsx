/** A dialog that asks before a change that cannot be undone. */
import type { ComponentChildren } from 'preact'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import { Dialog } from './dialog.tsx'
import { Refused } from '../changes/refused.tsx'

interface ConfirmProps {
  title: string
  children: ComponentChildren
  label: string
  change: () => Promise<unknown>
  close: () => void
}

export function Confirm({ title, children, label, change, close }: ConfirmProps) {
  const action = useAction()
  return (
    <Dialog title={title} onClose={close}>
      {children}
      <Refused of={action.refused} />
      <DialogButtons
        close={close}
        cancel={say(frame.cancel)}
        busy={action.busy.value}
        label={label}
        press={() => void action.run(change)}
      />
    </Dialog>
  )
}
