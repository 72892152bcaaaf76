/** Shown in place of an empty list. It says what would be here, and how to get it. */
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
