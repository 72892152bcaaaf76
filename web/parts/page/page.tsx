/** A page: its heading and its content. It sets the title of the window, and gets the focus when a link leads to it. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { frame } from '../../texts/frame.ts'
import { say } from '../../texts/text.ts'

export interface PageView {
  title: string
  lead?: ComponentChildren
  aside?: ComponentChildren
  class?: string
  children?: ComponentChildren
}

export function Page({ title, lead, aside, class: own, children }: PageView) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = say(frame.title, { page: title })
  }, [title])
  useEffect(() => {
    // True if a link has led here. The first page gets no focus, so that the app begins at its top. Later headings get it, so
    // that a screen reader reads them.
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

let at = location.pathname
let hasGoneOn = false
