/** Plots a person's rating after each match, and the band of their strength. */
import { dayText, number } from '../marks/numbers.ts'
import { t } from '../../texts/rating.ts'
import { say } from '../../texts/text.ts'
import { Field, listed, part } from './field.tsx'
import type { Numbers } from './number-table.tsx'
import { type Rated, ratingMarks, strengthOf } from './marks/rating.ts'

type RatedOn = Rated & { on: string }

export function RatingLine({ of }: { of: readonly RatedOn[] }) {
  const { line, estimate, band, lines } = ratingMarks(of)
  const [first, last, end] = [of[0], of.at(-1), line.at(-1)]
  if (!first || !last || !end) return null
  const [from, to] = strengthOf(last)
  return (
    <Field
      class="rating"
      label={say(t.label, {
        match: last.match,
        first: first.rating,
        rating: last.rating,
        from,
        to,
      })}
      ground={
        <g class="lines-of-axis">
          {lines.map(({ value, y }) => (
            <line key={value} x1="0" x2="100%" y1={part(y)} y2={part(y)} />
          ))}
        </g>
      }
    >
      <svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">
        <polygon points={listed(band)} />
        <polyline class="estimate" points={listed(estimate)} />
        <polyline points={listed(line)} />
      </svg>
      <circle class="dot" cx={part(end.x)} cy={part(end.y)} r="4" />
      {lines.map(({ value, y }) => (
        <text key={value} class="axis" x="100%" y={part(y)} dx="6" dy="4">
          {number(value)}
        </text>
      ))}
      {first !== last && (
        <text class="axis first" x="0" y="100%" dy="20">
          {dayText(first.on)}
        </text>
      )}
      <text
        class={`axis ${first === last ? 'centred' : 'last'}`}
        x={first === last ? '50%' : '100%'}
        y="100%"
        dy="20"
      >
        {dayText(last.on)}
      </text>
    </Field>
  )
}

export const ratingTable = (of: readonly RatedOn[]): Numbers => ({
  head: [say(t.match), say(t.day), say(t.rating), say(t.strengthFrom), say(t.to)],
  rows: of.toReversed().map((one) => {
    const [from, to] = strengthOf(one)
    return [one.match, dayText(one.on), one.rating, from, to]
  }),
})
