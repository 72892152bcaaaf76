/** Every scope of the API, and the roles that stand for a set of them where a token names no scope of ours. */

export const SCOPE_PREFIX = 'svc-engine:'

export type Role = keyof typeof scopesOfRole

/** What a person does for themself. */
const ofPlayers = [
  ...scopes('match', 'read', 'create', 'update', 'delete', 'finalize'),
  ...scopes('match-edit', 'read', 'create', 'decide'),
  ...scopes('match-participant', 'dispute'),
  ...scopes('game', 'read'),
  ...scopes('expansion', 'read'),
  ...scopes('playset', 'read', 'create', 'update', 'delete'),
  ...scopes('ghost-player', 'read', 'create', 'update', 'delete'),
  ...scopes('canonical-player', 'read'),
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
]

/** They read what they change, as a change needs its ETag. */
const ofCatalogServices = [
  ...scopes('game', 'read', 'create', 'update'),
  ...scopes('expansion', 'read', 'create', 'update'),
]

const ofCatalogEditors = [
  ...ofCatalogServices,
  ...scopes('candidate', 'read', 'create', 'update', 'approve', 'reject', 'retry'),
  ...scopes('pipeline', 'read', 'control'),
  ...scopes('ranking', 'read', 'import'),
]

/** They write drafts; publishing them is the application owner's. */
const ofTranslators = [
  ...scopes('application', 'read'),
  ...scopes('message-key', 'read'),
  ...scopes('translation', 'read', 'update', 'delete'),
  ...scopes('message', 'read'),
]

const ofApplicationOwners = [
  ...ofTranslators,
  ...scopes('application', 'create', 'update'),
  ...scopes('message-key', 'import'),
  ...scopes('translation', 'publish'),
]

export const allScopes: ReadonlySet<string> = new Set([
  ...ofPlayers,
  ...ofCatalogEditors,
  ...ofApplicationOwners,
])

export const scopesOfRole = {
  player: ofPlayers,
  'catalog-editor': ofCatalogEditors,
  translator: ofTranslators,
  'application-owner': ofApplicationOwners,
  'catalog-service': ofCatalogServices,
  admin: [...allScopes],
} satisfies Record<string, readonly string[]>

export const isRole = (name: string): name is Role => Object.hasOwn(scopesOfRole, name)

function scopes(resource: string, ...verbs: string[]): string[] {
  return verbs.map((verb) => `${SCOPE_PREFIX}${resource}-${verb}`)
}
