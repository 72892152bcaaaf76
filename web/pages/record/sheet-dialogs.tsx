/** The questions over the sheet of a draft: place and more of a seat, missing results, and what two devices wrote. */
import { type Sheet, isTapped, missingIn } from '../../drafts/sheet.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { listOfNames } from '../../parts/marks/names.ts'
import { later } from '../../parts/page/later.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { SheetModel } from './sheet-model.ts'

const Clashes = later(async () => (await import('./trouble.tsx')).Clashes)
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

const Missing = ({ model }: { model: SheetModel }) => (
  <Dialog title={say(record.missingTitle)} onClose={() => (model.asksMissing.value = false)}>
    <p>{missingText(model.sheet.value)}</p>
    <div class="actions">
      <button type="button" class="second" onClick={() => model.goToMissing()}>
        {say(record.goBack)}
      </button>
      <button type="button" onClick={() => model.finish(true)}>
        {say(record.finishAnyway)}
      </button>
    </div>
  </Dialog>
)

function missingText(sheet: Sheet): string {
  const missing = missingIn(sheet)
  const names = listOfNames(missing.map(({ name }) => name))
  if (!isTapped(sheet)) return say(record.missingScores, { names })
  return missing.length === sheet.seats.length
    ? say(record.missingResult)
    : say(record.missingWins, { names })
}
