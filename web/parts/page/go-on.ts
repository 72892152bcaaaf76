/** If the focused part of a page disappears, moves the focus to the next part, or to the heading. */
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** `among` selects the elements to which the focus can move, such as the same button in other rows. */
export function useGoingOn(own: RefObject<HTMLElement | null>, among: string): void {
  useLayoutEffect(() => {
    const part = own.current
    return () => {
      if (!part?.contains(document.activeElement)) return
      const isBehind = (one: Node) => part.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING
      const next = [...document.querySelectorAll<HTMLElement>(among)].filter(isBehind)
      const name = document.querySelector<HTMLElement>('main h1')
      // This waits until the page is rendered, because the next element may disappear too.
      queueMicrotask(() => {
        if (document.activeElement === document.body) [...next, name].find((one) => one?.isConnected)?.focus()
      })
    }
  }, [])
}
