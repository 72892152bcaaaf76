/** The button that discards a draft. It asks first. */
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { discard } from '../../drafts/changes.ts'

export function Discard({ id, onDone }: { id: string; onDone?: () => void }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" class="quiet sheet-discard" onClick={() => setAsks(true)}>
        {say(record.discard)}
      </button>
      {asks && (
        <Dialog title={say(record.discardTitle)} onClose={() => setAsks(false)}>
          <p>{say(record.discardText)}</p>
          <div class="actions">
            <button type="button" class="second" onClick={() => setAsks(false)}>
              {say(record.goBack)}
            </button>
            <button type="button" onClick={() => void discard(id).then(onDone)}>
              {say(record.discard)}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
