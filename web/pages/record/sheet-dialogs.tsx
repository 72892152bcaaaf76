/** The dialogs of a draft: about a participant, about missing results, and about changes on two devices. */
import { later } from '../../parts/page/later.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { SheetModel } from './sheet-model.ts'

const Clashes = later(async () => (await import('./trouble.tsx')).Clashes)
const Missing = later(async () => (await import('./missing.tsx')).Missing)
const SeatDialog = later(async () => (await import('./seat-dialog.tsx')).SeatDialog)

export function SheetDialogs({ model }: { model: SheetModel }) {
  const opened = model.opened.value
  return (
    <>
      {opened && (
        <SeatDialog sheet={model.sheet.value} seat={opened} change={model.change} onClose={model.close} />
      )}
      {model.asksMissing.value && <Missing model={model} />}
      {model.clash.value && !model.isPutOff.value && (
        <Clashes entry={model.entry.value} onClose={model.putOff} />
      )}
      {model.clash.value && model.isPutOff.value && (
        <div class="problem" role="alert">
          <p>{say(record.clash)}</p>
          <button type="button" onClick={model.resume}>
            {say(record.choose)}
          </button>
        </div>
      )}
    </>
  )
}
