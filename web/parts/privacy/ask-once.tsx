/** Asks once, after the first finished match, who may see it. The settings show whether the person has chosen before. */
import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { kept } from '../../api/cache.ts'
import { may } from '../../api/session.ts'
import { t } from '../../texts/privacy.ts'
import { say } from '../../texts/text.ts'
import { useAction } from '../changes/action.ts'
import { Refused } from '../changes/refused.tsx'
import { SendButton } from '../changes/send-button.tsx'
import { isUntouched, keepAsItIs } from './saving.ts'
import { Three } from './three.tsx'

export function AskOnce() {
  const settings = kept('listPrivacySettings').value.value?.items
  /** After a choice, the question stays until the person closes it. */
  const isOpen = useRef(false)
  const isDone = useSignal(false)
  const action = useAction()
  if (!settings || isDone.value || !may('privacy-setting-update')) return null
  if (!isOpen.current && !isUntouched(settings)) return null
  isOpen.current = true
  const done = async () => {
    if (isUntouched(settings)) await keepAsItIs(settings)
    isDone.value = true
  }
  return (
    <section class="sheet ask-once">
      <div>
        <h2>{say(t.askTitle)}</h2>
        <p>{say(t.askLead)}</p>
      </div>
      <Three heading="h3" />
      <div>
        <Refused of={action.refused} />
        <p class="actions">
          <SendButton label={say(t.askDone)} busy={action.busy.value} press={() => void action.run(done)} />
        </p>
      </div>
    </section>
  )
}
