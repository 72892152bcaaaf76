/** The few figures that a page begins with: each with its name above it and what belongs to it below. */
import type { ComponentChildren } from 'preact'

export const Totals = ({ children }: { children: ComponentChildren }) => <dl class="totals">{children}</dl>

interface TotalOptions {
  name: string
  value: ComponentChildren
  /** Below it. */
  about?: ComponentChildren
  /** Won, or one's own. */
  isOwn?: boolean
}

export const Total = ({ name, value, about, isOwn = false }: TotalOptions) => (
  <div>
    <dt>{name}</dt>
    <dd class={isOwn ? 'value own' : 'value'}>{value}</dd>
    {about !== undefined && <dd class="beneath">{about}</dd>}
  </div>
)
