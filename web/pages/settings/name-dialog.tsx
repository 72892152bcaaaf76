/** A dialog for the name of a group, either a new group or one that gets another name. */
import { useSignal } from '@preact/signals'
import { problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { frame } from '../../texts/frame.ts'
import { t } from '../../texts/sharing.ts'
import { say } from '../../texts/text.ts'

interface NameDialogProps {
  title: string
  name: string
  save: (name: string) => Promise<unknown>
  close: () => void
}

/** In UTF-16 units, as the browser counts. The service counts code points, and checks by itself. */
const LONGEST_NAME = 200

export function NameDialog({ title, name: before, save, close }: NameDialogProps) {
  const name = useSignal(before)
  const action = useAction()
  return (
    <Dialog title={title} onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(() => save(name.value))
        }}
      >
        <Refused
          of={action.refused}
          idOf={(field) => (field === 'displayName' ? 'group-name' : undefined)}
          labelOf={() => say(t.name)}
        />
        <div class="sheet">
          <Field
            id="group-name"
            name="displayName"
            label={say(t.name)}
            problem={problemIn(action.refused)}
            change={(value) => (name.value = value)}
          >
            {(own) => (
              <input
                {...own}
                type="text"
                required
                autocomplete="off"
                maxLength={LONGEST_NAME}
                value={name.value}
              />
            )}
          </Field>
        </div>
        <DialogButtons
          close={close}
          cancel={say(frame.cancel)}
          busy={action.busy.value}
          label={say(t.save)}
        />
      </form>
    </Dialog>
  )
}
