/** The frame around every page: the bars, the page of the address, and what is shown if there is none. */
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks'
import { Offline } from './api/problem.ts'
import { may, session } from './api/session.ts'
import { LocationProvider, useLocation } from './location.tsx'
import { Fault, Forbidden, Missing } from './parts/page/fault.tsx'
import { Emblem } from './parts/marks/emblem.tsx'
import { Skeleton } from './parts/page/skeleton.tsx'
import { later } from './parts/page/later.tsx'
import { NewVersion } from './parts/page/new-version.tsx'
import { Notice } from './parts/page/notice.tsx'
import { Page } from './parts/page/page.tsx'
import { type RouteRow, routeOf, routes } from './routes.ts'
import type { PageProps } from './page-props.ts'
import { frame } from './texts/frame.ts'
import { say } from './texts/text.ts'

/** Rendered from the start, so its file is loaded early: later, the service might have a new version. */
const SignInAgain = later(async () => (await import('./parts/dialogs/sign-in-again.tsx')).SignInAgain)

export const Frame = () => (
  <LocationProvider isPage={(path) => routeOf(path) !== undefined}>
    <Bars />
    <NewVersion />
    <Notice />
    <SignInAgain />
  </LocationProvider>
)

interface Place {
  path: string
  text: Parameters<typeof say>[0]
  /** Left out of the bar on a phone, which has too little room; the home page links to it. */
  isRare?: boolean
}

/** In the order of the bar. A place is shown if its page exists and the person may see it. */
const PLACES: readonly Place[] = [
  { path: '/matches', text: frame.matches },
  { path: '/people', text: frame.people },
  { path: '/stand-ins', text: frame.standIns },
  { path: '/games', text: frame.games },
  { path: '/communities', text: frame.communities, isRare: true },
]

const reachable = (path: string): boolean => {
  const row = routes.find((one) => one.path === path)
  return row !== undefined && (row.scope === undefined || may(row.scope))
}

function Bars() {
  const { path } = useLocation()
  const known = session.value
  const mine = reachable('/settings') ? '/settings' : '/account'
  const current = (place: string) => (path === place || path.startsWith(`${place}/`) ? 'page' : undefined)
  const places = PLACES.filter((place) => reachable(place.path))
  return (
    <div class="app" data-page={path === '/record' || path.startsWith('/record/') ? 'record' : undefined}>
      <a class="skip" href="#main">
        {say(frame.skip)}
      </a>
      <header class="app-top">
        <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
          <Emblem />
          <span>Scorebook</span>
        </a>
        {known.state === 'in' && (
          <a class="app-me" href={mine} aria-current={current(mine)}>
            {known.user.displayName}
          </a>
        )}
      </header>
      {(places.length > 0 || reachable('/record')) && (
        <nav class="app-places" aria-label={say(frame.pages)}>
          {places.map((place) => (
            <a
              key={place.path}
              class={place.isRare ? 'app-rare' : undefined}
              href={place.path}
              aria-current={current(place.path)}
            >
              {say(place.text)}
            </a>
          ))}
          {reachable('/record') && (
            <a class="button" href="/record" aria-current={current('/record')}>
              {say(frame.record)}
            </a>
          )}
        </nav>
      )}
      <Shown path={path} />
    </div>
  )
}

/** The page of the path. While it loads, the previous page stays, or ruled lines at the first page. */
function Shown({ path }: { path: string }) {
  const { query } = useLocation()
  const found = routeOf(path)
  const row = found?.row
  const [, count] = useState(0)
  const rerender = () => count((n) => n + 1)
  const before = useRef<{ path: string; Component: ComponentType<PageProps>; props: PageProps }>(undefined)
  const page = row && loaded.get(row)
  useEffect(() => {
    // The page might have been loaded since.
    if (row && typeof page !== 'function') void load(row).then(rerender)
  }, [row, path])
  if (!found || !row) return <Missing />
  // The service did not answer, so it is not known who is signed in.
  if (session.value.state === 'unknown')
    return <Fault error={new Offline('It is not known who is here.')} again={() => location.reload()} />
  if (row.scope !== undefined && session.value.state === 'in' && !may(row.scope)) return <Forbidden />
  if (page instanceof Offline) {
    const again = () => void load(row).then(rerender)
    return <Fault error={page} again={again} />
  }
  if (page) before.current = { path, Component: page, props: { params: found.params, query } }
  const { current } = before
  if (!current) return <Waiting />
  // Keyed by the path, so that another match is a new page.
  return (
    <Guard key={current.path}>
      <current.Component {...current.props} />
    </Guard>
  )
}

/** Shows an error that happens while a page is drawn, and keeps the bars. */
function Guard({ children }: { children: ComponentChildren }) {
  const [error, again] = useErrorBoundary() as [unknown, () => void]
  if (error === undefined || error === null) return <>{children}</>
  return <Fault error={error instanceof Error ? error : new Error('', { cause: error })} again={again} />
}

const Waiting = () => (
  <Page title={say(frame.loading)}>
    <Skeleton rows={6} />
  </Page>
)

const loaded = new Map<RouteRow, ComponentType<PageProps> | Offline>()

/** Loads the first page while the session is read. */
export function loadFirst(path: string): void {
  const row = routeOf(path)?.row
  if (row) void load(row)
}

async function load(row: RouteRow): Promise<void> {
  try {
    loaded.set(row, (await row.load()).default)
  } catch {
    reloadOnce()
    loaded.set(row, new Offline('The page could not be loaded.'))
  }
}

const RELOADED = 'scorebook-reloaded'

/** Reloads to get the files of a newer service; at most once a minute, as the network might be the cause. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (!navigator.onLine || Date.now() - last < 60_000) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
}
