/** The area in which a plot is drawn. It is as wide as its container. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Point, Rect, Tone } from './marks/mark.ts'

interface FieldProps {
  /** A text for screen readers. It is absent if there is a text beside the plot that says the same. */
  label?: string
  class?: string
  marks?: readonly Rect[]
  hintOf?: (n: number) => string
  ground?: ComponentChildren
  children?: ComponentChildren
}

export function Field({ label, class: own = '', marks = [], hintOf, ground, children }: FieldProps) {
  const stripes = useId()
  return (
    <svg
      class={`field ${own}`}
      {...(label === undefined ? { 'aria-hidden': 'true' as const } : { role: 'img', 'aria-label': label })}
    >
      {marks.some(({ tone }) => tone === 'together') && <Stripes id={stripes} />}
      {ground}
      {marks.map((mark, n) => (
        <rect
          key={n}
          class={`tone-${mark.tone}`}
          {...(mark.tone === 'together' ? { fill: `url(#${stripes})` } : {})}
          x={part(mark.x)}
          y={part(mark.y)}
          width={part(mark.width)}
          height={part(mark.height)}
          rx="1"
        >
          {hintOf && <title>{hintOf(n)}</title>}
        </rect>
      ))}
      {children}
    </svg>
  )
}

export const part = (share: number): string => `${Math.round(share * 10_000) / 100}%`

/** The points in the form that `viewBox="0 0 100 100"` needs. */
export const listed = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${Math.round(x * 10_000) / 100},${Math.round(y * 10_000) / 100}`).join(' ')

/** Stripes for matches played together, because a colour alone would not be enough. */
const Stripes = ({ id }: { id: string }) => (
  <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="stripe" width="5" height="5" />
    <rect class="between" width="1.5" height="5" />
  </pattern>
)

/** The horizontal lines of a plot. In `of`, the lowest line comes first. */
export const Lines = ({ of, top }: { of: readonly number[]; top: number }) => (
  <g class="lines-of-axis">
    {of.map((line) => (
      <line key={line} x1="0" x2="100%" y1={part(1 - line / top)} y2={part(1 - line / top)} />
    ))}
  </g>
)

export const Ground = () => <line class="ground" x1="0" x2="100%" y1="100%" y2="100%" />

export const Legend = ({ of }: { of: readonly { tone: Tone; text: string }[] }) => (
  <ul class="legend">
    {of.map(({ tone, text }) => (
      <li key={tone}>
        <Field marks={[{ x: 0, y: 0, width: 1, height: 1, tone }]} class="swatch" />
        {text}
      </li>
    ))}
  </ul>
)
