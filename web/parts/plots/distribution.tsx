/** Plots the scores of a game: a few scores as steps, many scores as columns. */
import { number, percent } from '../marks/numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, Ground, Lines, listed, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { edgesOf, histogramMarks, stepMarks } from './marks/distribution.ts'
import { placeOn } from './marks/range.ts'

export interface Spread {
  written: number
  lowest: number
  middle: number
  highest: number
  /** All scores from the lowest to the highest, if there are few. */
  values?: readonly number[] | undefined
  /** If there are many scores: how many are in each of several equal parts of the range. */
  bins?: readonly number[] | undefined
  /** The range of the bins, if it is wider than the range of these scores. */
  range?: { lowest: number; highest: number } | undefined
}

interface DistributionProps {
  of: Spread
  write: (score: number) => string
}

export function Distribution({ of, write }: DistributionProps) {
  const { written, lowest, middle, highest, values, bins } = of
  const [left, right] = endsOf(of)
  const { marks, lines } = histogramMarks(bins ?? [])
  const top = lines.at(-1) ?? 1
  const at = placeOn({ lowest: left, highest: right })(middle)
  return (
    <Field
      class="distribution"
      label={say(t.scoresLabel, { count: written, lowest: write(lowest), highest: write(highest) })}
      marks={marks}
      ground={bins && <Lines of={lines} top={top} />}
    >
      {values && (
        <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
          <polyline points={listed(stepMarks(values))} />
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
        {write(left)}
      </text>
      <text class="axis last" x="100%" y="100%" dy="18">
        {write(right)}
      </text>
    </Field>
  )
}

/**
 * The ends of the plot. For single scores, these are the lowest and the highest. Bins have the same range as the bins of other
 * plots.
 */
const endsOf = ({ lowest, highest, bins, range }: Spread): [left: number, right: number] =>
  bins && range ? [range.lowest, range.highest] : [lowest, highest]

export function distributionTable({ of, write }: DistributionProps): Numbers {
  const { values, bins } = of
  const [left, right] = endsOf(of)
  if (values)
    return {
      head: [say(t.score), say(t.atMost)],
      rows: values
        .map((value, n) => [value, n + 1] as const)
        .filter(([value, count]) => values[count] !== value)
        .map(([value, count]) => [write(value), count]),
    }
  const edges = edgesOf(bins?.length ?? 0, left, right)
  return {
    head: [say(t.from), say(t.to), say(t.scores)],
    rows: (bins ?? []).map((count, n) => [write(edges[n] ?? left), write(edges[n + 1] ?? right), count]),
  }
}
