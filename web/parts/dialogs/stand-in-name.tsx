/** The dialog that renames a stand-in, and the form for its name. */
import { type Signal, useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { t } from '../../texts/stand-ins.ts'
import { say } from '../../texts/text.ts'
import { type Action, isStale, problemIn, useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { saveByField } from '../changes/save.ts'
import { FieldFault, faultProps } from '../changes/violations.tsx'
import { named } from '../marks/names.ts'
import { useConflict } from './conflict.tsx'
import { Dialog } from './dialog.tsx'
import { DialogButtons } from './dialog-buttons.tsx'

/** In UTF-16 units, as the browser counts. The service counts code points, and checks again. */
const LONGEST_NAME = 200

export const CHANGED =
  /^\/(ghost-players|matches|canonical-players|users\/me\/(suggestions|ghost-players)|claim-)/

interface RenameProps {
  standIn: { id: string; displayName: string }
  close: () => void
  done: (text: string) => void
}

export function RenameDialog({ standIn: { id, displayName }, close, done }: RenameProps) {
  const name = useSignal(displayName)
  const action = useAction()
  const path = { params: { ghostPlayerId: id } }
  const conflict = useConflict<{ displayName: string }>({ displayName: { label: say(t.name), show: String } })
  const rename = async () => {
    const saved = await saveByField({
      before: { displayName },
      mine: { displayName: name.value },
      etag: undefined,
      fieldsOf: (body: { displayName: string }) => ({ displayName: body.displayName }),
      read: () => call('getGhostPlayer', path),
      send: (body, ifMatch) => call('updateGhostPlayer', { ...path, body, ifMatch }),
      ask: conflict.ask,
      isStale,
    })
    if (!saved) return
    refetch(CHANGED)
    done(say(t.renamed))
  }
  return (
    <Dialog title={say(t.renameTitle, { name: named(displayName) })} onClose={close}>
      <p>{say(t.renameWhy)}</p>
      <NameForm name={name} action={action} send={() => void action.run(rename)} close={close} />
      {conflict.dialog}
    </Dialog>
  )
}

interface NameFormProps {
  name: Signal<string>
  action: Action
  send: () => void
  close: () => void
}

export function NameForm({ name, action, send, close }: NameFormProps) {
  const problem = problemIn(action.refused)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Refused
        of={action.refused}
        idOf={(field) => (field === 'displayName' ? 'stand-in-name' : undefined)}
        labelOf={() => say(t.name)}
      />
      <div class="sheet">
        <div class={problem ? 'field wrong' : 'field'}>
          <label for="stand-in-name">{say(t.name)}</label>
          <input
            id="stand-in-name"
            type="text"
            required
            autocomplete="off"
            maxLength={LONGEST_NAME}
            value={name.value}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
            {...faultProps(problem, 'displayName', 'stand-in-name')}
          />
          <FieldFault problem={problem} field="displayName" id="stand-in-name" label={say(t.name)} />
        </div>
      </div>
      <DialogButtons close={close} cancel={say(t.cancel)} busy={action.busy.value} label={say(t.save)} />
    </form>
  )
}
