/** The line above a draft: the button that leaves it, the title, and where the draft is stored. */
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { Emblem } from '../../parts/marks/emblem.tsx'
import { frame } from '../../texts/frame.ts'
import { record } from '../../texts/record.ts'
import { say } from '../../texts/text.ts'

interface HeadProps {
  title: string
  state?: ComponentChildren
  onClose?: (() => void) | undefined
  /** The page to which the cross leads. Drafts are listed on the home page. */
  leaveTo?: { href: string; label: string }
}

const home = () => ({ href: '/', label: say(record.leave) })

export function Head({ title, state, onClose, leaveTo = home() }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    document.title = say(frame.title, { page: title })
  }, [title])
  useEffect(() => {
    if (!document.querySelector('main :focus, dialog[open]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div class="record-head">
      {onClose ? (
        <button type="button" class="record-leave" aria-label={say(record.close)} onClick={onClose}>
          <Cross />
        </button>
      ) : (
        <a class="record-leave" href={leaveTo.href} aria-label={leaveTo.label}>
          <Cross />
        </a>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p class="record-state" role="status">
        {state}
      </p>
      <Emblem />
    </div>
  )
}

const Cross = () => (
  <svg viewBox="0 0 14 14" aria-hidden="true">
    <path d="m1.5 1.5 11 11m0-11-11 11" />
  </svg>
)
