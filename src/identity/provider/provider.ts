/** The OpenID provider: the library `oidc-provider` with our accounts, sessions, clients and keys. */
import { hash, timingSafeEqual } from 'node:crypto'
import { type Configuration, type KoaContextWithOIDC, Provider, errors } from 'oidc-provider'
import type { Database } from '../../db/database.ts'
import { GRANT, SECRET_NUMBER } from '../claims.ts'
import { COMMAND_LINE } from '../clients/command-line.ts'
import { scopesOfRoles } from '../roles.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import { findSubject } from './account.ts'
import { adapterFor } from './adapter.ts'
import { followOurs } from './browser-sessions.ts'
import { CONSENT_COOKIE, RESUME_COOKIE, UNUSED_COOKIE } from './cookies.ts'
import { grantOf } from './grants.ts'
import type { ProviderPages } from './pages.ts'
import { ROUTES, consentPath } from './paths.ts'
import { OPENID_SCOPES, words } from './scopes.ts'
import { answerWhole } from './serve.ts'
import type { SigningKey } from './signing-keys.ts'

const MINUTE = 60
const DAY = 86_400

/** In seconds: how wrong the clock of a client may be. */
const CLOCK_TOLERANCE = 15

/** How long codes, tokens and grants live, in seconds. */
export const LIFETIMES = {
  /**
   * It is short, because other services may accept the token without asking us. Our own API checks the account and the grant each
   * time.
   */
  accessToken: 15 * MINUTE,
  code: MINUTE,
  deviceCode: 10 * MINUTE,
  interaction: 30 * MINUTE,
  idToken: 60 * MINUTE,
  /** A refresh token lives as long as a session: until 30 days after its last use, and at most 180 days. */
  refreshTokenIdle: 30 * DAY,
  refreshToken: 180 * DAY,
  /** For clients that authenticate by a signed assertion. The id of the assertion is stored until it ends (RFC 7523 §3). */
  assertion: 10 * MINUTE,
}

export interface ProviderOptions {
  db: Database
  /** The `iss` of all tokens. For tokens for our API, it is also the `aud`. */
  issuer: string
  keys: SigningKey[]
  pages: ProviderPages
  signedIn: (cookie: string | undefined) => Promise<SignedIn | undefined>
}

export function makeProvider({ db, issuer, keys, pages, signedIn }: ProviderOptions): Provider {
  const provider = new Provider(issuer, configuration({ db, issuer, keys, pages }))
  // The library can trust the address in a request, because `serve.ts` sets it.
  provider.proxy = true
  followOurs(provider, signedIn)
  answerWhole(provider, pages)
  // The library must compare hashes of client secrets, because only hashes are stored.
  Object.assign(provider.Client.prototype, { compareClientSecret })
  return provider
}

function mustEndSoon(exp: unknown): void {
  if (typeof exp === 'number' && exp <= Date.now() / 1000 + LIFETIMES.assertion + CLOCK_TOLERANCE) return
  throw new errors.InvalidClient(
    `the client_assertion must end within ${LIFETIMES.assertion / MINUTE} minutes: set its exp so`,
  )
}

function compareClientSecret(this: { clientSecret: string }, given: string): boolean {
  const [ours, theirs] = [this.clientSecret, hash('sha256', given, 'base64url')].map((text) =>
    Buffer.from(text),
  )
  return ours?.length === theirs?.length && timingSafeEqual(ours as Buffer, theirs as Buffer)
}

function configuration({ db, issuer, keys, pages }: Omit<ProviderOptions, 'signedIn'>): Configuration {
  return {
    adapter: adapterFor(db),
    clients: [COMMAND_LINE],
    jwks: {
      keys: keys.map(({ kid, algorithm, privateJwk }) => ({
        ...privateJwk,
        kid,
        alg: algorithm,
        use: 'sig',
      })),
    },
    routes: ROUTES,
    interactions: { url: (_ctx, { uid }) => consentPath(uid) },
    cookies: {
      names: { session: UNUSED_COOKIE, interaction: CONSENT_COOKIE, resume: RESUME_COOKIE },
      short: { httpOnly: true, sameSite: 'strict', signed: false },
      long: { httpOnly: true, sameSite: 'strict', signed: false },
    },
    scopes: [...OPENID_SCOPES],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientDefaults: {
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      id_token_signed_response_alg: 'RS256',
    },
    extraClientMetadata: { properties: ['api_scope', SECRET_NUMBER] },
    clockTolerance: CLOCK_TOLERANCE,
    assertJwtClientAuthClaimsAndHeader: async (_ctx, { exp }) => mustEndSoon(exp),
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // An app's access ends with the session, unless the app has asked for `offline_access` and the person has allowed it.
    expiresWithSession: async (_ctx, { scopes }) => !scopes.has('offline_access'),
    clientBasedCORS: (_ctx, origin, { tokenEndpointAuthMethod, redirectUris = [] }) =>
      tokenEndpointAuthMethod === 'none' && redirectUris.some((uri) => URL.parse(uri)?.origin === origin),
    loadExistingGrant: (ctx) => grantOf(ctx, issuer),
    findAccount: async (_ctx, id) => findSubject(db, id),
    extraTokenClaims: (ctx, token) => ({ ...nameOf(ctx), ...grantIn(token), ...secretIn(ctx) }),
    ttl: { ...TTL },
    renderError: (ctx, out, error) => pages.error(ctx, out, error),
    features: featuresOf(issuer, pages),
  }
}

const TTL: Configuration['ttl'] = {
  AccessToken: LIFETIMES.accessToken,
  ClientCredentials: LIFETIMES.accessToken,
  AuthorizationCode: LIFETIMES.code,
  DeviceCode: LIFETIMES.deviceCode,
  Interaction: LIFETIMES.interaction,
  IdToken: LIFETIMES.idToken,
  Grant: LIFETIMES.refreshToken,
  Session: LIFETIMES.refreshToken,
  RefreshToken(_ctx, token) {
    const left = LIFETIMES.refreshToken - token.totalLifetime()
    return Math.max(1, Math.min(LIFETIMES.refreshTokenIdle, left))
  },
}

const featuresOf = (issuer: string, pages: ProviderPages): Configuration['features'] => ({
  devInteractions: { enabled: false },
  // DPoP is off: our API does not check the proofs, so it would accept a bound token from anybody.
  dPoP: { enabled: false },
  userinfo: { enabled: false }, // off: access tokens are for our API, and the ID token has what apps may know
  pushedAuthorizationRequests: { enabled: false },
  clientCredentials: { enabled: true },
  revocation: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
  },
  introspection: {
    enabled: true,
    allowedPolicy: (_ctx, client, token) =>
      client.tokenEndpointAuthMethod !== 'none' && token.clientId === client.clientId,
  },
  deviceFlow: {
    enabled: true,
    deviceInfo: () => ({}), // the pages show the verified name of the app instead
    userCodeInputSource: (ctx, _form, out, error) => pages.deviceCode(ctx, out, error),
    userCodeConfirmSource: (ctx, _form, client, _info, userCode) =>
      pages.deviceConfirm(ctx, client, userCode),
    successSource: (ctx) => pages.deviceDone(ctx),
  },
  rpInitiatedLogout: {
    enabled: true,
    logoutSource: (ctx) => pages.signOut(ctx),
    postLogoutSuccessSource: (ctx) => pages.signedOut(ctx),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => issuer,
    useGrantedResource: () => true,
    getResourceServerInfo: (ctx, resource) => ourApi(ctx, resource, issuer),
  },
})

function ourApi(ctx: KoaContextWithOIDC, resource: string, issuer: string) {
  if (resource !== issuer) throw new errors.InvalidTarget(`The only resource here is ${issuer}.`)
  const { client, account, params } = ctx.oidc
  let scopes = new Set(words(client?.['api_scope']))
  if (account) scopes = scopes.intersection(scopesOfRoles(account['roles'] as string[]))
  if (params?.['grant_type'] === 'client_credentials') {
    mustBeAmong(ctx.oidc.requestParamScopes, scopes)
    params['scope'] ??= [...scopes].join(' ')
  }
  return {
    scope: [...scopes].join(' '),
    audience: issuer,
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: LIFETIMES.accessToken,
    jwt: { sign: { alg: 'ES256' as const } },
  }
}

/**
 * A service that asks for a scope it lacks is refused, because it knows its own scopes. A token for a person is made without the
 * scope.
 */
function mustBeAmong(asked: ReadonlySet<string>, allowed: ReadonlySet<string>): void {
  const lacking = [...asked].filter((scope) => !allowed.has(scope))
  if (lacking.length > 0)
    throw new errors.InvalidScope('The client is not allowed these scopes.', lacking.join(' '))
}

/** The claim that makes the API refuse a token after its grant has ended. A service has no grant. */
const grantIn = (token: object): object => ('grantId' in token ? { [GRANT]: token.grantId } : {})

/** The claim that makes the API refuse a token that was made for an earlier secret of the client. */
function secretIn({ oidc: { client } }: KoaContextWithOIDC): object {
  const number = client?.[SECRET_NUMBER]
  return number === undefined ? {} : { [SECRET_NUMBER]: number }
}

/** The name in the token, which the API gives to a new user. */
function nameOf(ctx: KoaContextWithOIDC): { name: string } | undefined {
  const name = ctx.oidc.account?.['name']
  return typeof name === 'string' ? { name } : undefined
}
