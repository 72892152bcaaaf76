/** The URL of the page, for all parts of the page, and functions for going elsewhere. */
import { createContext } from 'preact'
import type { ComponentChildren } from 'preact'
import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

interface Location {
  url: string
  path: string
  query: Readonly<Record<string, string>>
  /** Goes to a URL. With `replace`, no new entry is made in the history. */
  route: (url: string, replace?: boolean) => void
}

const Here = createContext<Location>({ url: '/', path: '/', query: {}, route: () => {} })

export const useLocation = (): Location => useContext(Here)

const addressed = () => location.pathname + location.search

/** The scroll position of each entry in the history, by the state of the entry. */
const heights = new Map<unknown, number>()
let step: unknown = history.state

interface LocationProviderProps {
  /** True for a page of the app. Links to other paths, such as the account or the API reference, leave the app. */
  isPage: (path: string) => boolean
  children: ComponentChildren
}

export function LocationProvider({ isPage, children }: LocationProviderProps) {
  const [url, setUrl] = useState(addressed)
  const shown = useRef(url)
  shown.current = url
  const leadsToPage = (to: URL) => to.origin === location.origin && isPage(to.pathname)
  const route = (to: string, replace = false) => {
    if (!leadsToPage(new URL(to, location.href))) return location.assign(to)
    const before = location.pathname
    if (replace) history.replaceState(history.state, '', to)
    else {
      heights.set(step, scrollY)
      history.pushState((step = `${performance.now()}`), '', to)
    }
    setUrl(addressed())
    if (location.pathname !== before) scrollTo(0, 0)
    return undefined
  }
  useLayoutEffect(() => {
    const clicked = (event: MouseEvent) => {
      const to = linkIn(event)
      if (!to || !leadsToPage(to)) return
      event.preventDefault()
      route(to.pathname + to.search + to.hash)
    }
    const moved = () => {
      heights.set(step, scrollY)
      const now = (step = history.state as unknown)
      const from = shown.current
      setUrl((shown.current = addressed()))
      // Within one page, the browser scrolls by itself.
      if (from === shown.current) return
      const height = heights.get(now) ?? 0
      void import('./scroll.ts').then(
        ({ scrollBack }) => scrollBack(height, from, () => step === now),
        () => scrollTo(0, height),
      )
    }
    // The browser restores the scroll position only if the page is complete at once, for example when another document was left.
    const byHand = () => (history.scrollRestoration = 'manual')
    byHand()
    addEventListener('pageshow', byHand)
    addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
    addEventListener('click', clicked)
    addEventListener('popstate', moved)
    return () => {
      removeEventListener('click', clicked)
      removeEventListener('popstate', moved)
    }
  }, [])
  const here = useMemo(() => {
    const { pathname, searchParams } = new URL(url, location.origin)
    return { url, path: pathname, query: Object.fromEntries(searchParams), route }
  }, [url])
  return <Here.Provider value={here}>{children}</Here.Provider>
}

/** The link that was clicked. Undefined if the browser itself must handle the click. */
function linkIn(event: MouseEvent): URL | undefined {
  const { button, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
  if (button !== 0 || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented) return undefined
  const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement)
  if (!link || link.href === '' || link.hasAttribute('download')) return undefined
  if (!['', '_self'].includes(link.target) || link.getAttribute('href')?.startsWith('#')) return undefined
  return new URL(link.href)
}
