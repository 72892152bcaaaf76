/** The scopes of the API, and the roles: sets of scopes for tokens that name no scope of ours. */

export const SCOPE_PREFIX = 'svc-engine:'

export type Role = keyof typeof scopesOfRole

/** The scopes that a person needs for their own matches. */
const playerScopes = [
  ...scopes('match', 'read', 'create', 'update', 'delete', 'finalize'),
  ...scopes('match-edit', 'read', 'create', 'decide'),
  ...scopes('match-participant', 'dispute'),
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
  ...scopes('trusted-editor', 'read', 'grant', 'revoke'),
  ...scopes('privacy-setting', 'read', 'update'),
  ...scopes('group', 'read', 'create', 'update', 'delete'),
  ...scopes('group-member', 'read', 'add', 'remove'),
  ...scopes('community', 'read', 'create', 'update', 'delete'),
  ...scopes('membership', 'read', 'create', 'delete'),
  ...scopes('membership-request', 'read', 'create', 'decide', 'cancel'),
  ...scopes('user', 'read', 'update', 'delete'),
  ...scopes('message', 'read'),
  ...scopes('token', 'read', 'create', 'delete'),
]

/** A change needs the ETag of a read, so these include the scopes to read what they change. */
const catalogServiceScopes = [
  ...scopes('game', 'read', 'create', 'update'),
  ...scopes('expansion', 'read', 'create', 'update'),
]

const catalogEditorScopes = [
  ...catalogServiceScopes,
  ...scopes('candidate', 'read', 'create', 'update', 'approve', 'reject', 'retry'),
  ...scopes('pipeline', 'read', 'control'),
  ...scopes('ranking', 'read', 'import'),
]

/** Translators write drafts; application owners publish them. */
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

/** For the people who run the service: accounts, roles, the audit, and the state of the service. */
const administratorScopes = [
  ...scopes('account', 'read', 'create', 'update'),
  ...scopes('account-link', 'read', 'delete'),
  ...scopes('session', 'delete'),
  ...scopes('system', 'read'),
  ...scopes('audit', 'read'),
  ...scopes('client', 'read', 'create', 'update', 'delete'),
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

/** Remembers each set of roles, so that accounts with the same roles share one set of scopes. */
export function scopesOfRoles(roles: readonly string[]): ReadonlySet<string> {
  const known = [...new Set(roles)].filter(isRole).toSorted()
  const key = known.join(' ')
  const scopes = scopesOf.get(key) ?? new Set(known.flatMap((role) => scopesOfRole[role]))
  scopesOf.set(key, scopes)
  return scopes
}

/** At most one for each subset of the six roles. */
const scopesOf = new Map<string, ReadonlySet<string>>()

function scopes(resource: string, ...verbs: string[]): string[] {
  return verbs.map((verb) => `${SCOPE_PREFIX}${resource}-${verb}`)
}
