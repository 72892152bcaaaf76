/** How the scores of a game are spread: steps of few, columns of many. */
import { number, percent } from '../numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, Ground, Lines, listed, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { edgesOf, histogramMarks, stepMarks } from './marks/distribution.ts'

export interface Spread {
  written: number
  lowest: number
  middle: number
  highest: number
  /** All of them, the lowest first; of few. */
  values?: readonly number[] | undefined
  /** How many are in each of equal parts of the range; of many. */
  bins?: readonly number[] | undefined
}

interface DistributionOptions {
  of: Spread
  /** Says a score as people read it. */
  write: (score: number) => string
}

export function Distribution({ of, write }: DistributionOptions) {
  const { written, lowest, middle, highest, values, bins } = of
  const { marks, lines } = histogramMarks(bins ?? [])
  const top = lines.at(-1) ?? 1
  const at = highest > lowest ? (middle - lowest) / (highest - lowest) : 0.5
  return (
    <Field
      class="distribution"
      label={say(t.scoresLabel, { count: written, lowest: write(lowest), highest: write(highest) })}
      marks={marks}
      ground={bins && <Lines of={lines} top={top} />}
    >
      {values && (
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
          <polyline class="line" points={listed(stepMarks(values))} />
        </svg>
      )}
      <Ground />
      <line class="middle-one" x1={part(at)} x2={part(at)} y1="0" y2="100%" />
      {bins
        ? lines.map((line) => (
            <text key={line} class="axis" x="100%" y={part(1 - line / top)} dx="6" dy="4">
              {number(line)}
            </text>
          ))
        : [1, 0.5].map((share) => (
            <text key={share} class="axis" x="100%" y={part(1 - share)} dx="6" dy="4">
              {percent(share)}
            </text>
          ))}
      <text class="axis first" x="0" y="100%" dy="18">
        {write(lowest)}
      </text>
      <text class="axis last" x="100%" y="100%" dy="18">
        {write(highest)}
      </text>
    </Field>
  )
}

export function distributionTable({ of, write }: DistributionOptions): Numbers {
  const { lowest, highest, values, bins } = of
  if (values)
    return {
      head: [say(t.score), say(t.atMost)],
      rows: values
        .map((value, n) => [value, n + 1] as const)
        .filter(([value, count]) => values[count] !== value)
        .map(([value, count]) => [write(value), count]),
    }
  const edges = edgesOf(bins?.length ?? 0, lowest, highest)
  return {
    head: [say(t.from), say(t.to), say(t.scores)],
    rows: (bins ?? []).map((count, n) => [write(edges[n] ?? lowest), write(edges[n + 1] ?? highest), count]),
  }
}
