/** The large numbers of a page, each with a name above and its meaning below. */
import type { ComponentChildren } from 'preact'

export interface Figure {
  name: string
  value: ComponentChildren
  below: ComponentChildren
  /** A number to be proud of, shown in green. */
  isFelt?: boolean
}

export const Figures = ({ of }: { of: readonly Figure[] }) => (
  <dl class="figures">
    {of.map(({ name, value, below, isFelt }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class={isFelt ? 'figure-value felt' : 'figure-value'}>{value}</dd>
        <dd class="figure-note">{below}</dd>
      </div>
    ))}
  </dl>
)
