/** The dialogs that rename and delete a playset. */
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { isStale, problemIn, useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { Field } from '../../parts/fields/field.tsx'
import { named } from '../../parts/marks/names.ts'
import { t } from '../../texts/games.ts'
import { say } from '../../texts/text.ts'
import { type Playset, playsetName } from './facts.ts'

interface Asked {
  playset: Playset
  close: () => void
  /** Called with a sentence that says what has changed. */
  done: (text: string) => void
}

const CHANGED = /^\/(playsets|matches|games|users\/me\/suggestions)/

type Fields = { displayName: string | null }

export function RenamePlayset({ playset, close, done }: Asked) {
  const name = useSignal(playset.displayName ?? '')
  const action = useAction()
  const path = { params: { playsetId: playset.id } }
  const conflict = useConflict<Fields>({ displayName: { label: say(t.name), show: String } })
  const rename = async () => {
    const saved = await saveByField({
      before: { displayName: playset.displayName ?? null },
      mine: { displayName: name.value.trim() || null },
      etag: undefined,
      fieldsOf: (body: Pick<Playset, 'displayName'>): Fields => ({ displayName: body.displayName ?? null }),
      read: () => call('getPlayset', path),
      send: (body, ifMatch) => call('updatePlayset', { ...path, body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (!saved) return
    refetch(CHANGED)
    done(say(t.renamed))
  }
  return (
    <Dialog title={say(t.renameTitle, { name: named(playsetName(playset)) })} onClose={close}>
      <form
        class="dialog-stack"
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(rename)
        }}
      >
        <Refused
          of={action.refused}
          idOf={(field) => (field === 'displayName' ? 'playset-name' : undefined)}
          labelOf={() => say(t.name)}
        />
        <Field
          id="playset-name"
          name="displayName"
          label={say(t.name)}
          problem={problemIn(action.refused)}
          change={(text) => (name.value = text)}
        >
          {(own) => <input {...own} type="text" autocomplete="off" value={name.value} />}
        </Field>
        <p class="hint">{say(t.nameHint)}</p>
        <DialogButtons close={close} cancel={say(t.cancel)} busy={action.busy.value} label={say(t.save)} />
      </form>
      {conflict.dialog}
    </Dialog>
  )
}

export const DeletePlayset = ({ playset, close, done }: Asked) => (
  <Confirm
    title={say(t.deleteTitle, { name: named(playsetName(playset)) })}
    label={say(t.delete)}
    close={close}
    change={async () => {
      // The version does not matter: the person means this playset, whatever has changed.
      await call('deletePlayset', { params: { playsetId: playset.id }, ifMatch: '*' })
      refetch(CHANGED)
      done(say(t.deleted))
    }}
  >
    <p>{say(t.deleteWhy)}</p>
  </Confirm>
)
