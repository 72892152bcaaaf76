/** The chips for how people play and finish: in sides, by rounds, or by places. */
import { useComputed } from '@preact/signals'
import { sidesOf } from '../../drafts/lines.ts'
import { dealt, withoutSides } from '../../drafts/sides.ts'
import { isTapped } from '../../drafts/sheet.ts'
import { Chip } from '../../parts/fields/chip.tsx'
import { later } from '../../parts/page/later.tsx'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'
import type { SheetModel } from './sheet-model.ts'

const LastSides = later(async () => (await import('./last-sides.tsx')).LastSides)

/** With fewer players, each would be a side. */
const FEWEST = 3

export function Counting({ model }: { model: SheetModel }) {
  const count = useComputed(() => model.sheet.value.seats.length).value
  const sides = useComputed(() => sidesOf(model.sheet.value).join('\n')).value
  const hasRounds = useComputed(() => model.sheet.value.hasRounds === true).value
  const all = sides === '' ? [] : sides.split('\n')
  if (count < 2) return null
  const deal = (among: number) => model.change((was) => dealt(was, among))
  const other = all.length < count - 1 ? all.length + 1 : 2
  return (
    <>
      {(count >= FEWEST || all.length > 0) && (
        <Chip
          pressed={all.length > 0}
          onClick={() => (all.length > 0 ? model.change(withoutSides) : deal(2))}
        >
          {say(record.sides)}
        </Chip>
      )}
      {all.length > 0 && <LastSides model={model} />}
      {all.length > 1 && other !== all.length && (
        <Chip onClick={() => deal(other)}>{say(record.sidesOf, { count: other })}</Chip>
      )}
      {!isTapped(model.sheet.peek()) && (
        <>
          <Chip
            pressed={hasRounds}
            onClick={() => model.change((was) => ({ ...was, hasRounds: !was.hasRounds || undefined }))}
          >
            {say(record.rounds)}
          </Chip>
          <Chip pressed={model.isPlacing.value} onClick={model.togglePlacing}>
            {say(record.places)}
          </Chip>
        </>
      )}
    </>
  )
}
