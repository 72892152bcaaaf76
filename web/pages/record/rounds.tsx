/** The rounds of a draft as a table. */
import { lineName } from '../../drafts/line-names.ts'
import { linesOf } from '../../drafts/lines.ts'
import { roundsOf } from '../../drafts/loadout.ts'
import { RoundsTable } from '../../parts/matches/rounds-table.tsx'
import type { SheetModel } from './sheet-model.ts'

export function Rounds({ model }: { model: SheetModel }) {
  const sheet = model.sheet.value
  const columns = linesOf(sheet).map((line) => ({
    name: lineName(line),
    rounds: roundsOf(sheet, line.seat) ?? [],
  }))
  return <RoundsTable columns={columns} scoreType={model.type.value} />
}
