/** Rules for clients that a schema cannot express, and the metadata by which the provider knows a client. */
import { type Violation, invalid } from '../../http/problem.ts'
import { scopesOfRoles } from '../roles.ts'
import { isLocal, isPrivateScheme } from './redirects.ts'
import type { NewClient } from './schema.ts'

/** Throws one problem that lists all violations. */
export function mustFitItsKind(client: NewClient): void {
  const { kind, redirectUris = [], postLogoutRedirectUris = [], roles = [], scopes = [], publicKeys } = client
  const faults: Violation[] = []
  const fault = (field: string, code: Violation['code'], message: string) =>
    faults.push({ field, code, message: `${field} ${message}.` })
  if (kind === 'SERVICE') {
    if (roles.length === 0) fault('roles', 'REQUIRED', 'must name a role: they say what a service may do')
    if (redirectUris.length + postLogoutRedirectUris.length > 0)
      fault('redirectUris', 'INVALID_VALUE', 'must be empty, as nobody signs in to a service')
    const allowed = scopesOfRoles(roles)
    for (const [n, scope] of scopes.entries())
      if (!allowed.has(scope))
        fault(`scopes[${n}]`, 'INVALID_VALUE', `must be a scope of the roles ${roles.join(', ')}`)
  } else {
    if (redirectUris.length === 0)
      fault('redirectUris', 'REQUIRED', 'must have an address to which browsers go back')
    if (roles.length > 0)
      fault('roles', 'INVALID_VALUE', 'must be empty: an app has the roles of the person it acts for')
  }
  if (publicKeys && (kind === 'BROWSER' || kind === 'NATIVE'))
    fault('publicKeys', 'INVALID_VALUE', 'must be left out: such an app cannot keep a key from its users')
  for (const [field, uris] of Object.entries({ redirectUris, postLogoutRedirectUris }))
    for (const [n, uri] of uris.entries())
      if (kind !== 'NATIVE' && isPrivateScheme(uri))
        fault(
          `${field}[${n}]`,
          'INVALID_VALUE',
          'must be https or http; only a NATIVE client has a scheme of its own',
        )
      else if (kind === 'NATIVE' && uri.startsWith('https:') && isLocal(uri.replace('https:', 'http:')))
        fault(`${field}[${n}]`, 'INVALID_VALUE', 'must be http where it is on this machine')
  if (faults.length > 0) throw invalid(faults)
}

type Authentication = 'SECRET' | 'KEY' | 'NONE'

export const authenticationOf = ({ kind, publicKeys }: NewClient): Authentication =>
  kind === 'BROWSER' || kind === 'NATIVE' ? 'NONE' : publicKeys ? 'KEY' : 'SECRET'

export const WITHOUT_SECRET =
  'This client has no secret: it signs with a key of its own, or runs where no secret is safe.'

const METHODS = { SECRET: 'client_secret_basic', KEY: 'private_key_jwt', NONE: 'none' } as const

/**
 * The metadata, under the names of OpenID Connect Dynamic Client Registration. Only the name `api_scope` is ours: it has the
 * scopes of our API.
 */
export function metadataOf(id: string, client: NewClient, held: ReadonlySet<string>): object {
  const {
    displayName,
    kind,
    redirectUris = [],
    postLogoutRedirectUris = [],
    roles = [],
    scopes,
    publicKeys,
  } = client
  const isService = kind === 'SERVICE'
  const most = isService ? scopesOfRoles(roles) : held
  return {
    client_id: id,
    client_name: displayName,
    // Native apps may listen on any free port of the person's machine (RFC 8252 §7.3).
    application_type: kind === 'NATIVE' ? 'native' : 'web',
    token_endpoint_auth_method: METHODS[authenticationOf(client)],
    grant_types: isService
      ? ['client_credentials']
      : ['authorization_code', 'refresh_token', ...(kind === 'NATIVE' ? [DEVICE_CODE] : [])],
    response_types: isService ? [] : ['code'],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutRedirectUris,
    ...(publicKeys ? { jwks: { keys: publicKeys } } : {}),
    api_scope: (scopes ?? [...most]).join(' '),
  }
}

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
