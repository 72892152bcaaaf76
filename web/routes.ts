/** The pages of the app. Each has its path, its import, and the scope that it requires. */
import type { ComponentType } from 'preact'
import type { Keep } from './api/keep-ahead.ts'
import type { PageProps } from './page-props.ts'

export interface RouteRow {
  path: string
  load: () => Promise<{ default: ComponentType<PageProps>; keep?: Keep }>
  /** The scope without the service's prefix, such as `match-read`. Undefined if every signed-in person may see the page. */
  scope?: string
  /** True if people can see the page without signing in. */
  open?: true
  /** True if only people with the scope download the files of the page. */
  reserved?: true
}

// The service reads these rows too, and finds the name of each file in the text of `load`. It answers every other path with 404.
export const routes: readonly RouteRow[] = [
  { path: '/', load: () => import('./pages/home/page.tsx') },
  { path: '/record', load: () => import('./pages/record/page.tsx'), scope: 'match-create' },
  { path: '/record/:id', load: () => import('./pages/record/page.tsx'), scope: 'match-create' },
  { path: '/matches', load: () => import('./pages/matches/history.tsx'), scope: 'match-read' },
  { path: '/matches/:id', load: () => import('./pages/matches/page.tsx'), scope: 'match-read' },
  {
    path: '/matches/:id/propose',
    load: () => import('./pages/record/page.tsx'),
    scope: 'match-edit-create',
  },
  { path: '/inbox', load: () => import('./pages/inbox/page.tsx'), scope: 'inbox-read' },
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
  {
    path: '/stand-ins/:id',
    load: () => import('./pages/people/stand-in.tsx'),
    scope: 'statistics-read',
  },
  {
    path: '/stand-ins/:id/with/:otherId',
    load: () => import('./pages/people/with.tsx'),
    scope: 'statistics-read',
  },
  { path: '/games', load: () => import('./pages/games/list.tsx'), scope: 'game-read' },
  { path: '/games/new', load: () => import('./pages/games/edit.tsx'), scope: 'game-create' },
  { path: '/games/missing', load: () => import('./pages/games/missing.tsx'), scope: 'missing-game-read' },
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
  {
    path: '/catalogue/candidates',
    load: () => import('./pages/catalogue/queue.tsx'),
    scope: 'candidate-read',
    reserved: true,
  },
  {
    path: '/catalogue/candidates/:id',
    load: () => import('./pages/catalogue/candidate.tsx'),
    scope: 'candidate-read',
    reserved: true,
  },
  {
    path: '/catalogue/pipeline',
    load: () => import('./pages/catalogue/pipeline.tsx'),
    scope: 'pipeline-read',
    reserved: true,
  },
  {
    path: '/catalogue/rankings',
    load: () => import('./pages/catalogue/rankings.tsx'),
    scope: 'ranking-read',
    reserved: true,
  },
  { path: '/invitation', load: () => import('./pages/invitation/page.tsx'), open: true },
  { path: '/settings', load: () => import('./pages/settings/page.tsx') },
  {
    path: '/settings/privacy',
    load: () => import('./pages/settings/privacy.tsx'),
    scope: 'privacy-setting-read',
  },
  {
    path: '/settings/privacy/:kind',
    load: () => import('./pages/settings/seers.tsx'),
    scope: 'audience-read',
  },
  {
    path: '/settings/privacy/as/:looker',
    load: () => import('./pages/people/seen-as.tsx'),
    scope: 'audience-read',
  },
  { path: '/settings/groups', load: () => import('./pages/settings/groups.tsx'), scope: 'group-read' },
  { path: '/settings/groups/:id', load: () => import('./pages/settings/group.tsx'), scope: 'group-read' },
  {
    path: '/settings/trusted-editors',
    load: () => import('./pages/settings/trusted-editors.tsx'),
    scope: 'trusted-editor-read',
  },
  {
    path: '/settings/notifications',
    load: () => import('./pages/settings/notifications.tsx'),
    scope: 'notification-read',
  },
  { path: '/settings/import', load: () => import('./pages/imports/page.tsx'), scope: 'import-read' },
  {
    path: '/translations',
    load: () => import('./pages/translations/page.tsx'),
    scope: 'translation-read',
    reserved: true,
  },
  {
    path: '/translations/:app/import',
    load: () => import('./pages/translations/import-keys.tsx'),
    scope: 'message-key-import',
    reserved: true,
  },
  {
    path: '/translations/:app/:locale/file',
    load: () => import('./pages/translations/file.tsx'),
    scope: 'translation-read',
    reserved: true,
  },
  {
    path: '/translations/:app/:locale',
    load: () => import('./pages/translations/queue.tsx'),
    scope: 'translation-read',
    reserved: true,
  },
  {
    path: '/operator',
    load: () => import('./pages/operator/page.tsx'),
    scope: 'system-read',
    reserved: true,
  },
  {
    path: '/operator/people',
    load: () => import('./pages/operator/people.tsx'),
    scope: 'account-read',
    reserved: true,
  },
  {
    path: '/operator/people/:id',
    load: () => import('./pages/operator/person.tsx'),
    scope: 'account-read',
    reserved: true,
  },
  {
    path: '/operator/invitations',
    load: () => import('./pages/operator/invitations.tsx'),
    scope: 'account-link-read',
    reserved: true,
  },
  {
    path: '/operator/clients',
    load: () => import('./pages/operator/clients.tsx'),
    scope: 'client-read',
    reserved: true,
  },
  {
    path: '/operator/webhooks',
    load: () => import('./pages/operator/webhooks.tsx'),
    scope: 'webhook-read',
    reserved: true,
  },
  {
    path: '/operator/webhooks/:hook',
    load: () => import('./pages/operator/webhook.tsx'),
    scope: 'webhook-read',
    reserved: true,
  },
  {
    path: '/operator/audit',
    load: () => import('./pages/operator/audit.tsx'),
    scope: 'audit-read',
    reserved: true,
  },
  { path: '/settings/data', load: () => import('./pages/settings/data.tsx'), scope: 'user-read' },
]

/** The route of a path. Undefined if no row matches, or if a parameter is not valid UTF-8. */
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

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
