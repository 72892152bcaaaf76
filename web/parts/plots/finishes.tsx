/** A person's places: for each number of players a small plot, all of them on the same scale. */
import { number, percent } from '../marks/numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, Ground, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type Size, finishMarks, topOf } from './marks/finishes.ts'

export function Finishes({ of }: { of: readonly Size[] }) {
  const top = topOf(of)
  return (
    <ul class="finishes">
      {of.map((size) => (
        <li key={size.of} class={size.of > 6 ? 'finishes-long' : undefined}>
          <OfSize size={size} top={top} />
        </li>
      ))}
    </ul>
  )
}

function OfSize({ size, top }: { size: Size; top: number }) {
  const { of, matches, places } = size
  const { marks, chance } = finishMarks(size, top)
  const shares = places.map((count, n) => `${number(n + 1)}: ${percent(count / matches)}`).join(', ')
  return (
    <>
      <p>
        <b>{number(of)}</b> {say(t.size, { of, matches })}
      </p>
      <Field class="finish" label={say(t.sizeLabel, { of, shares })} marks={marks}>
        <Ground />
        <line class="chance" x1="-3" x2="100%" y1={part(chance)} y2={part(chance)} />
        {places.map((_, n) => (
          <text key={n} class="axis centred" x={part((n + 0.5) / places.length)} y="100%" dy="16">
            {number(n + 1)}
          </text>
        ))}
      </Field>
    </>
  )
}

export const finishesTable = (of: readonly Size[]): Numbers => ({
  head: [say(t.players), say(t.place), say(t.matches), say(t.share), say(t.byChance)],
  rows: of.flatMap(({ of, matches, places }) =>
    places.map((count, n) => [number(of), n + 1, count, percent(count / matches), percent(1 / of)]),
  ),
})
