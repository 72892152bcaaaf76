/** The focus of a part of a page that goes: it moves to the next one, or to the page's name, and is not lost. */
import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** `among` is a selector of what can have the focus next, such as the same part of other rows. */
export function useGoingOn(own: RefObject<HTMLElement | null>, among: string): void {
  useLayoutEffect(() => {
    const part = own.current
    return () => {
      if (!part?.contains(document.activeElement)) return
      const isBehind = (one: Node) => part.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING
      const next = [...document.querySelectorAll<HTMLElement>(among)].filter(isBehind)
      const name = document.querySelector<HTMLElement>('main h1')
      // When the page is drawn; the next one may have gone together with this one.
      queueMicrotask(() => {
        if (document.activeElement === document.body) [...next, name].find((one) => one?.isConnected)?.focus()
      })
    }
  }, [])
}
