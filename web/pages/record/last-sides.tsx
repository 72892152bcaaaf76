/** A chip that seats the same people on the sides of their last match in this game. */
import { divided, divisionOf, isDividedSo } from '../../drafts/sides.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import { lastMatchesOf } from './last-matches.ts'
import type { SheetModel } from './sheet-model.ts'

export function LastSides({ model }: { model: SheetModel }) {
  const sheet = model.sheet.value
  for (const { participants } of sheet.game ? lastMatchesOf(sheet.game) : []) {
    const division = divisionOf(participants, sheet)
    if (!division) continue
    if (isDividedSo(sheet, division)) return null
    return <Chip onClick={() => model.change((was) => divided(was, division))}>{say(record.asLastTime)}</Chip>
  }
  return null
}
