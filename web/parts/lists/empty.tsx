/** Shown instead of an empty list: what would be here, and how to fill it. */
import type { ComponentChildren } from 'preact'

interface EmptyProps {
  children: ComponentChildren
  href?: string
  action?: string
}

export const Empty = ({ children, href, action }: EmptyProps) => (
  <div class="empty-list">
    <p>{children}</p>
    {href !== undefined && action !== undefined && (
      <a class="button" href={href}>
        {action}
      </a>
    )}
  </div>
)
