/** The page of a match that was finished on this device but is not sent yet. */
import { online } from '../../parts/changes/online.ts'
import { frame } from '../../texts/frame.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { unfinish } from '../../drafts/changes.ts'
import { signedOut } from '../../drafts/outbox.ts'
import { sendAll } from '../../drafts/delivery.ts'
import { lasting } from '../../drafts/shown.ts'
import type { DraftEntry } from '../../drafts/entry.ts'
import { saveAsFile } from './save-as-file.ts'
import { daysWaiting } from '../../drafts/faults.ts'

export function Waiting({ entry }: { entry: DraftEntry }) {
  const days = daysWaiting(entry)
  // If the service may have finished the match already, it can no longer be changed.
  const mayChange = entry.step?.operation !== 'finalizeMatch'
  const text = signedOut.value
    ? record.waitsSignIn
    : online.value && entry.tries > 0
      ? record.waitsService
      : record.waitsText
  return (
    <div class="notice waiting-here" role="status">
      <p>
        <strong>{say(record.waitsTitle)}</strong>
      </p>
      <p>{say(text)}</p>
      {!lasting.value && <p>{say(record.notKept)}</p>}
      {days !== undefined && <p>{say(record.waitsOld, { days })}</p>}
      {/iPhone|iPad/.test(navigator.userAgent) && <p class="hint">{say(record.waitsOnIos)}</p>}
      <div class="actions start">
        <a class="button" href="/record">
          {say(record.recordAnother)}
        </a>
        <a class="button second" href="/">
          {say(frame.toStart)}
        </a>
        <button type="button" class="quiet" onClick={() => sendAll()}>
          {say(record.sendNow)}
        </button>
        {mayChange && (
          <button type="button" class="quiet" onClick={() => void unfinish(entry.id)}>
            {say(record.changeIt)}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => saveAsFile(entry)}>
          {say(record.saveAsFile)}
        </button>
      </div>
    </div>
  )
}
