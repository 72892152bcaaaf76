/** The large numbers of a page: each with its name, and what it means below it. */
import type { ComponentChildren } from 'preact'

export interface Figure {
  name: string
  value: ComponentChildren
  below: ComponentChildren
  /** What is one's own to be proud of. */
  isFelt?: boolean
}

export const Figures = ({ of }: { of: readonly Figure[] }) => (
  <dl class="figures">
    {of.map(({ name, value, below, isFelt }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class={isFelt ? 'value felt' : 'value'}>{value}</dd>
        <dd class="note">{below}</dd>
      </div>
    ))}
  </dl>
)
