/** Plots the score differences in one game, with dots on both sides of zero. */
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, part } from './field.tsx'
import { type Difference, differenceMarks, middleOf } from './marks/differences.ts'

export function Differences({ of, write }: { of: readonly Difference[]; write: (value: number) => string }) {
  const middle = middleOf(of.map(({ by }) => by))
  return (
    <Field
      class="differences"
      label={say(t.differencesLabel, {
        count: of.length,
        middle: middle === undefined ? say(t.nothing) : write(middle),
      })}
    >
      <line class="line" x1="0" x2="100%" y1="50%" y2="50%" />
      <line class="middle" x1="50%" x2="50%" y1="0" y2="100%" />
      {differenceMarks(of).map(({ x, tone }, n) => (
        <circle key={n} class={`dot dot-${tone}`} cx={part(x)} cy="50%" r="4" />
      ))}
    </Field>
  )
}
