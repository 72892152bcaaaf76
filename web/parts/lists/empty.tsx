/** Shown instead of an empty list: what would be here, and the one action that fills it. */
import type { ComponentChildren } from 'preact'

interface EmptyOptions {
  children: ComponentChildren
  /** The action's target and label. */
  href?: string
  action?: string
}

export const Empty = ({ children, href, action }: EmptyOptions) => (
  <div class="empty-list">
    <p>{children}</p>
    {href !== undefined && action !== undefined && (
      <a class="button" href={href}>
        {action}
      </a>
    )}
  </div>
)
