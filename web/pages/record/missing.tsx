/** If results are missing, asks once before the match is finished. */
import { namesIn } from '../../drafts/line-names.ts'
import { type Sheet, isTapped } from '../../drafts/sheet.ts'
import { missingIn } from '../../drafts/lines.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { listOfNames } from '../../parts/marks/names.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { SheetModel } from './sheet-model.ts'

export const Missing = ({ model }: { model: SheetModel }) => (
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
  const names = listOfNames(namesIn(sheet, missing))
  if (!isTapped(sheet)) return say(record.missingScores, { names })
  return missing.length === sheet.seats.length
    ? say(record.missingResult)
    : say(record.missingWins, { names })
}
