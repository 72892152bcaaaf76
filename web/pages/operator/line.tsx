/** A line of a list of operators: what it is, something about it, and what can be done. */
import type { ComponentChildren } from 'preact'

interface LineProps {
  name: ComponentChildren
  detail: ComponentChildren
  children?: ComponentChildren
}

export const Line = ({ name, detail, children }: LineProps) => (
  <li>
    <div class="line-main">
      <strong>{name}</strong>
      <p class="detail">{detail}</p>
    </div>
    {children}
  </li>
)
