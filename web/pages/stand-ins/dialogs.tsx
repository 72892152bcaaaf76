/** Naming, renaming and deleting a stand-in. */
import { type Signal, useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { type Action, isStale, problemIn, useAction } from '../../parts/changes/action.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { useConflict } from '../../parts/dialogs/conflict.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Refused } from '../../parts/changes/refused.tsx'
import { saveByField } from '../../parts/changes/save.ts'
import { FieldFault, faultProps } from '../../parts/changes/violations.tsx'
import { t } from '../../texts/stand-ins.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import type { StandIn } from './relations.ts'

interface Asked {
  close: () => void
  done: (text: string) => void
}

/** In characters, which the browser counts in UTF-16; the service counts code points and has the last word. */
const LONGEST_NAME = 200

/** The paths of answers that contain a stand-in's name. */
const CHANGED = /^\/(ghost-players|matches|canonical-players|users\/me\/(suggestions|ghost-players)|claim-)/

export function AddDialog({ close, done }: Asked) {
  const name = useSignal('')
  const action = useAction()
  const add = async () => {
    await call('createGhostPlayer', { body: { displayName: name.value } })
    refetch(CHANGED)
    done(say(t.added))
  }
  return (
    <Dialog title={say(t.addTitle)} onClose={close}>
      <NameForm name={name} action={action} send={() => void action.run(add)} close={close} />
    </Dialog>
  )
}

export function RenameDialog({ standIn: { id, displayName }, close, done }: Asked & { standIn: StandIn }) {
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

interface RemoveProps extends Asked {
  standIn: StandIn
  claimedBy: string | undefined
}

export function RemoveDialog({ standIn: { id, displayName }, claimedBy, close, done }: RemoveProps) {
  const remove = async () => {
    // Any version, as the person means this stand-in even if it was renamed or claimed meanwhile.
    await call('deleteGhostPlayer', { params: { ghostPlayerId: id }, ifMatch: '*' })
    refetch(CHANGED)
    done(say(t.removed))
  }
  return (
    <Confirm
      title={say(t.removeTitle, { name: named(displayName) })}
      label={say(t.remove)}
      change={remove}
      close={close}
    >
      <p>{say(t.removeWhy)}</p>
      {claimedBy !== undefined && <p>{say(t.removeClaimed, { name: named(claimedBy) })}</p>}
    </Confirm>
  )
}

interface NameFormProps {
  name: Signal<string>
  action: Action
  send: () => void
  close: () => void
}

function NameForm({ name, action, send, close }: NameFormProps) {
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
