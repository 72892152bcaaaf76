/** The pages of the app: path, import and required scope of each. */
import type { ComponentType } from 'preact'
import type { Keep } from './api/keep-ahead.ts'
import type { PageProps } from './page-props.ts'

export interface RouteRow {
  /** Like `/matches/:id`; a parameter is one non-empty part of the path. */
  path: string
  load: () => Promise<{ default: ComponentType<PageProps>; keep?: Keep }>
  /** Without the service's prefix, such as `match-read`; undefined for pages that everybody who is signed in may see. */
  scope?: string
}

// The service reads these rows too, and finds the file in the text of `load`. Every other path is a 404.
export const routes: readonly RouteRow[] = [
  { path: '/', load: () => import('./pages/home/page.tsx') },
  { path: '/record', load: () => import('./pages/record/page.tsx'), scope: 'match-create' },
  { path: '/record/:id', load: () => import('./pages/record/page.tsx'), scope: 'match-create' },
  { path: '/matches', load: () => import('./pages/matches/history.tsx'), scope: 'match-read' },
  { path: '/matches/:id', load: () => import('./pages/matches/page.tsx'), scope: 'match-read' },
  {
    path: '/people',
    load: () => import('./pages/people/list.tsx'),
    scope: 'canonical-player-read',
  },
  { path: '/people/:id', load: () => import('./pages/people/page.tsx'), scope: 'statistics-read' },
  {
    path: '/people/:id/with/:otherId',
    load: () => import('./pages/people/with.tsx'),
    scope: 'statistics-read',
  },
  { path: '/recap/:year', load: () => import('./pages/recap/page.tsx'), scope: 'statistics-read' },
  { path: '/stand-ins', load: () => import('./pages/stand-ins/page.tsx'), scope: 'ghost-player-read' },
  { path: '/games', load: () => import('./pages/games/list.tsx'), scope: 'game-read' },
  { path: '/games/new', load: () => import('./pages/games/edit.tsx'), scope: 'game-create' },
  { path: '/games/:id', load: () => import('./pages/games/page.tsx'), scope: 'game-read' },
  { path: '/games/:id/edit', load: () => import('./pages/games/edit.tsx'), scope: 'game-update' },
  { path: '/communities', load: () => import('./pages/communities/list.tsx'), scope: 'community-read' },
  { path: '/communities/new', load: () => import('./pages/communities/edit.tsx'), scope: 'community-create' },
  { path: '/communities/:id', load: () => import('./pages/communities/page.tsx'), scope: 'community-read' },
  {
    path: '/communities/:id/edit',
    load: () => import('./pages/communities/edit.tsx'),
    scope: 'community-update',
  },
  { path: '/settings', load: () => import('./pages/settings/page.tsx') },
]

/** The row of a path with its parameters; undefined if no row matches, or a parameter is not UTF-8. */
export function routeOf(
  path: string,
  rows: readonly RouteRow[] = routes,
): { row: RouteRow; params: Record<string, string> } | undefined {
  for (const row of rows) {
    const found = patternOf(row.path).exec(path)
    if (!found) continue
    try {
      const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ])
      return { row, params: Object.fromEntries(params) as Record<string, string> }
    } catch {
      return undefined
    }
  }
  return undefined
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known =
    patterns.get(path) ?? new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)').replace(/^\/$/, '/')}$`)
  patterns.set(path, known)
  return known
}
