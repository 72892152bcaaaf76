/** The frame around every page: the bars, and the page for the present URL. */
import { signal } from '@preact/signals'
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks'
import { forReader } from './api/inbox.ts'
import { Offline } from './api/problem.ts'
import { goToSignIn, may, session } from './api/session.ts'
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

/** The file of this dialog is loaded at the start. Later, a new version of the service may no longer have it. */
const SignInAgain = later(async () => (await import('./parts/dialogs/sign-in-again.tsx')).SignInAgain)

const Find = later(async () => (await import('./find.tsx')).Find)

const isFinding = signal(false)

export const Frame = () => (
  <LocationProvider isPage={(path) => routeOf(path) !== undefined}>
    <Bars />
    <NewVersion />
    <Notice />
    <SignInAgain />
    <Finding />
  </LocationProvider>
)

/** Opens by Ctrl+K, as long as no other dialog is open. */
function Finding() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || session.peek().state !== 'in') return
      event.preventDefault()
      isFinding.value ||= !document.querySelector('dialog[open]')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const close = () => (isFinding.value = false)
  return isFinding.value ? <Find places={PLACES} {...{ reachable, close }} /> : null
}

interface Place {
  path: string
  text: Parameters<typeof say>[0]
  /** A path. Pages below it belong to this place of the bar too. */
  also?: string
  /** True if phones have no room for the link. There it is on the home page. */
  isRare?: boolean
  /** True if the link shows how many things wait. */
  hasCount?: boolean
}

/** The links of the bar. A link is shown if its page exists and the person may see it. */
const PLACES: readonly Place[] = [
  { path: '/matches', text: frame.matches },
  { path: '/people', text: frame.people, also: '/stand-ins' },
  { path: '/games', text: frame.games },
  { path: '/communities', text: frame.communities, isRare: true },
  { path: '/catalogue/candidates', text: frame.candidates, isRare: true },
  { path: '/translations', text: frame.translations, isRare: true },
  { path: '/inbox', text: frame.inbox, hasCount: true },
  { path: '/operator', text: frame.operator, isRare: true },
]

const reachable = (path: string): boolean => {
  const row = routes.find((one) => one.path === path)
  return row !== undefined && mayOpen(row)
}

const mayOpen = ({ scope }: RouteRow): boolean => scope === undefined || may(scope)

/** True for a page with a score sheet that somebody writes into. */
const isSheet = (path: string) =>
  path === '/record' || path.startsWith('/record/') || path.endsWith('/propose')

function Bars() {
  const { path } = useLocation()
  const known = session.value
  const mine = reachable('/settings') ? '/settings' : '/account'
  const current = (place: string) => (path === place || path.startsWith(`${place}/`) ? 'page' : undefined)
  const places = PLACES.filter((place) => reachable(place.path))
  return (
    <div class="app" data-page={isSheet(path) ? 'record' : undefined}>
      <a class="skip" href="#main">
        {say(frame.skip)}
      </a>
      <header class="app-top">
        <a class="brand" href="/" aria-current={path === '/' ? 'page' : undefined}>
          <Emblem />
          <span>Scorebook</span>
        </a>
        {known.state === 'in' && (
          <button type="button" class="quiet app-find" onClick={() => (isFinding.value = true)}>
            {say(frame.find)}
          </button>
        )}
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
              aria-current={current(place.path) ?? current(place.also ?? place.path)}
            >
              {say(place.text)}
              {place.hasCount && <Count />}
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

/** From this number on, the exact number does not matter. */
const MANY = 10

function Count() {
  const count = forReader.value ?? 0
  if (count === 0) return null
  return (
    <>
      {' '}
      <span class="app-count" aria-hidden="true">
        {count < MANY ? count : `${MANY - 1}+`}
      </span>
      <span class="unseen">{say(frame.forYou, { count })}</span>
    </>
  )
}

/** While a page loads, the previous page stays. Before the first page there are ruled lines. */
function Shown({ path }: { path: string }) {
  const { query } = useLocation()
  const found = routeOf(path)
  const row = found?.row
  const [, count] = useState(0)
  const rerender = () => count((n) => n + 1)
  const before = useRef<{ path: string; Component: ComponentType<PageProps>; props: PageProps }>(undefined)
  const page = row && loaded.get(row)
  const isLoaded = row !== undefined && (!row.reserved || mayOpen(row))
  useEffect(() => {
    if (isLoaded && typeof page !== 'function') void load(row).then(rerender)
  }, [row, path, isLoaded])
  if (!found || !row) return <Missing />
  // If the service has not answered, nobody knows who is signed in.
  if (session.value.state === 'unknown')
    return <Fault error={new Offline('It is not known who is here.')} again={() => location.reload()} />
  if (session.value.state === 'out' && !row.open) {
    goToSignIn()
    return <Waiting />
  }
  if (session.value.state === 'in' && !mayOpen(row)) return <Forbidden />
  if (page instanceof Offline) {
    const again = () => void load(row).then(rerender)
    return <Fault error={page} again={again} />
  }
  if (page) before.current = { path, Component: page, props: { params: found.params, query } }
  const { current } = before
  if (!current) return <Waiting />
  // The key is the path, so that another match gets a new page.
  return (
    <Guard key={current.path}>
      <current.Component {...current.props} />
    </Guard>
  )
}

/** Shows the bars even if a page cannot be rendered. */
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

/** True if people can see the page without signing in. */
export const isOpen = (path: string): boolean => routeOf(path)?.row.open === true

export function loadFirst(path: string): void {
  const row = routeOf(path)?.row
  if (row && !row.reserved) void load(row)
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

/**
 * Reloads the page to get the files of a newer service. It does this at most once a minute, because the fault may be in the
 * network.
 */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (!navigator.onLine || Date.now() - last < 60_000) return
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
}
