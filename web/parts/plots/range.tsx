/** A person's scores in a table row: dots on the range of all players' scores, and the median in red. */
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, part } from './field.tsx'
import { type Scores, rangeMarks } from './marks/range.ts'

export function Range({
  of,
  write,
}: {
  of: Scores & { lowest: number; highest: number }
  write: (value: number) => string
}) {
  const { dots, middle } = rangeMarks(of)
  const [lowest, highest] = [write(of.lowest), write(of.highest)]
  return (
    <Field class="range" label={say(t.rangeLabel, { lowest, highest, middle: write(of.middle) })}>
      <line class="line" x1="0" x2="100%" y1="50%" y2="50%" />
      {dots.map((x, n) => (
        <circle key={n} class="dot" cx={part(x)} cy="50%" r="4" />
      ))}
      <line class="middle-one" x1={part(middle)} x2={part(middle)} y1="10%" y2="90%" />
    </Field>
  )
}
