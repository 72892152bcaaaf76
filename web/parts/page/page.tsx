/**
 * A page: its heading, the parts beside it, and the rest. It sets the window's title, and takes the focus when a link leads to
 * it.
 */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

export interface PageView {
  title: string
  /** Below the name. */
  lead?: ComponentChildren
  /** Beside the name, such as one action. */
  aside?: ComponentChildren
  /** For a style of its own. */
  class?: string
  children?: ComponentChildren
}

export function Page({ title, lead, aside, class: own, children }: PageView) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = say(frame.title, { page: title })
  }, [title])
  useEffect(() => {
    // Whoever opens the app begins at its top; whoever goes on begins at the page, where a screen reader says its name. When the
    // page is read its name is another one, in a heading of its own: that takes over, unless the person has gone on.
    const isGoneTo = at !== location.pathname
    hasGoneOn ||= isGoneTo
    const isFree = isGoneTo || (hasGoneOn && document.activeElement === document.body)
    if (isFree && !document.querySelector('main :focus, dialog[open]'))
      heading.current?.focus({ preventScroll: true })
    at = location.pathname
  }, [title])
  return (
    <main id="main" class={own} tabIndex={-1}>
      <div class="head">
        <h1 key={title} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {aside}
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children}
    </main>
  )
}

/** The path of the page that was shown last. */
let at = location.pathname
let hasGoneOn = false
