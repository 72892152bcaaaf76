/** The large numbers of a page. Above each is its name, and below it what it means. */
import type { ComponentChildren } from 'preact'

export interface Figure {
  name: string
  value: ComponentChildren
  below: ComponentChildren
  /** True for a number to be proud of. It is green. */
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
