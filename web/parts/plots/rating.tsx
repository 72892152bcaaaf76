/** A rating from match to match, with the band in which the strength most likely lies. */
import { number } from '../numbers.ts'
import { t } from '../../texts/plots.ts'
import { say } from '../../texts/text.ts'
import { Field, listed } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type Rated, ratingMarks } from './marks/rating.ts'

export function Rating({ of }: { of: readonly Rated[] }) {
  const [first, last] = [of[0], of.at(-1)]
  if (!first || !last) return null
  const { line, band, lowest, highest } = ratingMarks(of)
  return (
    <Field
      class="rating"
      label={say(t.ratingLabel, {
        first: number(first.rating),
        last: number(last.rating),
        count: of.length,
      })}
    >
      <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
        <polygon class="band" points={listed(band)} />
        <polyline class="line" points={listed(line)} />
      </svg>
      {[highest, lowest].map((value, n) => (
        <text key={n} class="axis" x="100%" y={n === 0 ? '0' : '100%'} dx="6" dy="4">
          {number(value)}
        </text>
      ))}
    </Field>
  )
}

export const ratingTable = (of: readonly Rated[]): Numbers => ({
  head: [say(t.match), say(t.rating), say(t.uncertainty)],
  rows: of.map(({ rating, uncertainty }, n) => [number(n + 1), rating, uncertainty]),
})
