/** The dialog that tries the failed candidates of the queue again. It says first how many there are. */
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Body, call } from '../../api/call.ts'
import { refetch } from '../../api/cache.ts'
import { useAction } from '../../parts/changes/action.ts'
import { Refused } from '../../parts/changes/refused.tsx'
import { DialogButtons } from '../../parts/dialogs/dialog-buttons.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { t } from '../../texts/catalogue.ts'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'
import { type Sought, filterOf } from './filter.ts'

export function RetryMany({ sought, close }: { sought: Sought; close: () => void }) {
  const action = useAction()
  const counted = useSignal<Body<'retryCandidates'> | undefined>(undefined)
  const filter = filterOf(sought)
  const body = filter === undefined ? {} : { filter }
  useEffect(() => {
    void action.run(async () => {
      counted.value = (await call('retryCandidates', { query: { dryRun: true }, body })).body
    })
  }, [])
  const retry = async () => {
    const done = await action.run(async () => {
      await call('retryCandidates', { body })
      refetch(/^\/(candidates|pipeline)/)
    })
    if (done) close()
  }
  const found = counted.value
  return (
    <Dialog title={say(t.retryTitle)} onClose={close}>
      <p role="status">
        {found
          ? say(t.retryCount, { matching: found.matching, retryable: found.retryable })
          : say(frame.loading)}
      </p>
      <Refused of={action.refused} />
      {found && found.retryable > 0 ? (
        <DialogButtons
          close={close}
          cancel={say(frame.cancel)}
          busy={action.busy.value}
          label={say(t.retryNow)}
          press={() => void retry()}
        />
      ) : (
        <div class="actions">
          <button type="button" class="quiet" onClick={close}>
            {say(frame.close)}
          </button>
        </div>
      )}
    </Dialog>
  )
}
