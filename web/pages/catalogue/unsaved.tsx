/**
 * Says whether the service has what was typed, and offers to send it now or to forget it. Nothing here takes the focus, because the
 * person may already type into the next field.
 */
import { Offline, type Problem } from '../../api/problem.ts'
import { SendButton } from '../../parts/changes/send-button.tsx'
import { t } from '../../texts/catalogue.ts'
import { t as saving } from '../../texts/saving.ts'
import { say } from '../../texts/text.ts'
import type { Edits } from './edits.ts'
import { fieldText } from './fields.ts'

export function Unsaved({ edits }: { edits: Edits }) {
  const { action, said, texts } = edits
  const isEmpty = Object.keys(texts.value).length === 0
  const busy = action.busy.value
  const refused = action.refused.value
  return (
    <>
      <p role="status" class={isEmpty && said.value === undefined ? 'unseen' : 'notice'}>
        {isEmpty ? said.value : say(busy ? t.saving : t.unsaved)}
      </p>
      {refused && (
        <p class="problem" role="alert">
          {reasonOf(refused)}
        </p>
      )}
      {!isEmpty && (
        <div class="actions start">
          <SendButton class="second" label={say(t.saveNow)} busy={busy} press={() => void edits.save()} />
          <button type="button" class="quiet" aria-disabled={busy} onClick={() => busy || edits.drop()}>
            {say(t.discard)}
          </button>
        </div>
      )}
    </>
  )
}

function reasonOf(refused: Problem | Offline): string {
  if (refused instanceof Offline) return say(saving.offline)
  if (refused.violations.length === 0) return refused.detail
  const fields = new Set(refused.violations.map(({ field }) => fieldText(field).label))
  return say(t.wrongFields, { fields: [...fields].join(', ') })
}
