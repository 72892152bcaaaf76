/** The dialog that renames something. If somebody else has renamed it meanwhile, the person chooses. */
import { useSignal } from '@preact/signals'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { isStale, problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { type Answer, saveByField } from '../../parts/changes/save.ts'
import { Field } from '../../parts/fields/field.tsx'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'

interface Named {
  displayName?: string | undefined
}

interface RenameProps<N extends string | null> {
  title: string
  /** The present name. Null if it has none. */
  name: N
  hint?: string
  /** What is sent for an empty field. */
  empty: N
  read: () => Promise<Answer<Named>>
  send: (body: { displayName?: N }, etag: string) => Promise<Answer<Named>>
  close: () => void
  /** Called after the new name was saved. */
  done: () => void
}

export function Rename<N extends string | null>({
  title,
  name: before,
  hint,
  empty,
  read,
  send,
  close,
  done,
}: RenameProps<N>) {
  const name = useSignal<string>(before ?? '')
  const action = useAction()
  const conflict = useConflict<{ displayName: N }>({ displayName: { label: say(t.name), show: String } })
  const rename = async () => {
    const saved = await saveByField({
      before: { displayName: before },
      mine: { displayName: (name.value.trim() || empty) as N },
      etag: undefined,
      fieldsOf: ({ displayName }: Named) => ({ displayName: (displayName ?? null) as N }),
      read,
      send,
      ask: conflict.ask,
      isStale,
    })
    if (saved) done()
  }
  return (
    <Dialog title={title} onClose={close}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(rename)
        }}
      >
        <Refused
          of={action.refused}
          idOf={(field) => (field === 'displayName' ? 'new-name' : undefined)}
          labelOf={() => say(t.name)}
        />
        <Field
          id="new-name"
          name="displayName"
          label={say(t.name)}
          problem={problemIn(action.refused)}
          change={(text) => (name.value = text)}
        >
          {(own) => <input {...own} type="text" autocomplete="off" value={name.value} />}
        </Field>
        {hint !== undefined && <p class="hint">{hint}</p>}
        <DialogButtons close={close} cancel={say(t.cancel)} busy={action.busy.value} label={say(t.save)} />
      </form>
      {conflict.dialog}
    </Dialog>
  )
}
