/** The dialogs that add and delete a stand-in. */
import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { CHANGED, NameForm } from '../../parts/dialogs/stand-in-name.tsx'
import { t } from '../../texts/stand-ins.ts'
import { say } from '../../texts/text.ts'
import { named } from '../../parts/marks/names.ts'
import type { StandIn } from './relations.ts'

interface Asked {
  close: () => void
  done: (text: string) => void
}

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

interface RemoveProps extends Asked {
  standIn: StandIn
  claimedBy: string | undefined
}

export function RemoveDialog({ standIn: { id, displayName }, claimedBy, close, done }: RemoveProps) {
  const remove = async () => {
    // The version does not matter: the person means this stand-in, whatever has changed.
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
