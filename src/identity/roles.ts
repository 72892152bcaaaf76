/** The scopes of our API, and the roles. A role is a set of scopes. */

export const SCOPE_PREFIX = 'svc-engine:'

/** Whoever has this scope administers the service. */
export const MAKES_ACCOUNTS = `${SCOPE_PREFIX}account-create`

export type Role = keyof typeof scopesOfRole

const playerScopes = [
  ...scopes('match', 'read', 'create', 'update', 'delete', 'finalize'),
  ...scopes('match-edit', 'read', 'create', 'decide', 'withdraw'),
  ...scopes('match-participant', 'dispute'),
  ...scopes('inbox', 'read', 'update'),
  ...scopes('suggestion', 'read'),
  ...scopes('leaderboard', 'read'),
  ...scopes('game', 'read'),
  ...scopes('expansion', 'read'),
  ...scopes('playset', 'read', 'create', 'update', 'delete'),
  ...scopes('ghost-player', 'read', 'create', 'update', 'delete'),
  ...scopes('canonical-player', 'read'),
  ...scopes('statistics', 'read'),
  ...scopes('claim-request', 'read', 'create', 'decide', 'cancel'),
  ...scopes('claim-edge', 'read', 'revoke'),
  ...scopes('invitation', 'read', 'create', 'revoke', 'acknowledge', 'accept'),
  ...scopes('same-person', 'read', 'create', 'delete'),
  ...scopes('trusted-editor', 'read', 'grant', 'revoke'),
  ...scopes('privacy-setting', 'read', 'update'),
  ...scopes('audience', 'read'),
  ...scopes('group', 'read', 'create', 'update', 'delete'),
  ...scopes('group-member', 'read', 'add', 'remove'),
  ...scopes('community', 'read', 'create', 'update', 'delete'),
  ...scopes('membership', 'read', 'create', 'delete'),
  ...scopes('membership-request', 'read', 'create', 'decide', 'cancel'),
  ...scopes('user', 'read', 'update', 'delete'),
  ...scopes('message', 'read'),
  ...scopes('token', 'read', 'create', 'delete'),
  ...scopes('event', 'read'),
  ...scopes('notification', 'read', 'update'),
  ...scopes('import', 'read', 'create', 'update', 'delete'),
]

/** A catalog service may also read, because a change needs an ETag, and a read returns it. */
const catalogServiceScopes = [
  ...scopes('game', 'read', 'create', 'update'),
  ...scopes('expansion', 'read', 'create', 'update'),
  ...scopes('missing-game', 'read'),
]

const catalogEditorScopes = [
  ...catalogServiceScopes,
  ...scopes('candidate', 'read', 'create', 'update', 'approve', 'reject', 'retry'),
  ...scopes('pipeline', 'read', 'control'),
  ...scopes('ranking', 'read', 'import'),
]

const translatorScopes = [
  ...scopes('application', 'read'),
  ...scopes('message-key', 'read'),
  ...scopes('translation', 'read', 'update', 'delete'),
  ...scopes('message', 'read'),
]

const applicationOwnerScopes = [
  ...translatorScopes,
  ...scopes('application', 'create', 'update'),
  ...scopes('message-key', 'import'),
  ...scopes('translation', 'publish'),
]

const administratorScopes = [
  ...scopes('account', 'read', 'create', 'update'),
  ...scopes('account-link', 'read', 'delete'),
  ...scopes('session', 'read', 'delete'),
  ...scopes('account-token', 'read', 'delete'),
  ...scopes('system', 'read', 'check'),
  ...scopes('backup', 'create'),
  ...scopes('audit', 'read'),
  ...scopes('client', 'read', 'create', 'update', 'delete'),
  ...scopes('webhook', 'read', 'create', 'update', 'delete'),
]

export const allScopes: ReadonlySet<string> = new Set([
  ...playerScopes,
  ...catalogEditorScopes,
  ...applicationOwnerScopes,
  ...administratorScopes,
])

export const scopesOfRole = {
  player: playerScopes,
  'catalog-editor': catalogEditorScopes,
  translator: translatorScopes,
  'application-owner': applicationOwnerScopes,
  'catalog-service': catalogServiceScopes,
  admin: [...allScopes],
} satisfies Record<string, readonly string[]>

export const isRole = (name: string): name is Role => Object.hasOwn(scopesOfRole, name)

export const ROLES = Object.keys(scopesOfRole) as Role[]

/** The scopes of these roles. Accounts with the same roles share one set. */
export function scopesOfRoles(roles: readonly string[]): ReadonlySet<string> {
  const known = [...new Set(roles)].filter(isRole).toSorted()
  const key = known.join(' ')
  const scopes = scopesOf.get(key) ?? new Set(known.flatMap((role) => scopesOfRole[role]))
  scopesOf.set(key, scopes)
  return scopes
}

/** The sets that were made so far: at most one for each combination of the six roles. */
const scopesOf = new Map<string, ReadonlySet<string>>()

function scopes(resource: string, ...verbs: string[]): string[] {
  return verbs.map((verb) => `${SCOPE_PREFIX}${resource}-${verb}`)
}
