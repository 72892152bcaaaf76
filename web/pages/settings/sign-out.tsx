/** The button that signs out. If drafts are not sent, it asks what to do with them. */
import { useState } from 'preact/hooks'
import { signOut } from '../../api/session.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { dropAll } from '../../drafts/changes.ts'
import { drafts } from '../../drafts/shown.ts'
import { isSent } from '../../drafts/entry.ts'

export function SignOut() {
  const [asks, setAsks] = useState(false)
  // Until the drafts are read, nobody knows what would be deleted.
  const isRead = drafts.value !== undefined
  const unsent = drafts.value?.filter((entry) => !isSent(entry)) ?? []
  const leave = () => (unsent.length > 0 ? setAsks(true) : void dropAll().then(() => signOut()))
  return (
    <>
      <button type="button" class="second" aria-disabled={!isRead} onClick={() => isRead && leave()}>
        {say(record.signOut)}
      </button>
      {asks && (
        <Dialog title={say(record.leaveTitle)} onClose={() => setAsks(false)}>
          <p>{say(record.leaveText, { count: unsent.length })}</p>
          <div class="actions">
            <button type="button" class="second" onClick={() => void dropAll().then(() => signOut())}>
              {say(record.leaveDelete)}
            </button>
            <button type="button" onClick={() => void signOut()}>
              {say(record.leaveKeep)}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
