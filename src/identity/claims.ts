/** Reads the claims of an access token: its subject, name and scopes. */
import type { JWTPayload } from 'jose'
import { type VerifiedToken, InvalidToken } from '../http/access-token.ts'
import { faultOfName, isBlank } from '../http/schema/text.ts'
import { type Role, SCOPE_PREFIX, isRole, scopesOfRole } from './roles.ts'

/** In seconds: how much the clocks of two machines may differ. */
export const LEEWAY = 60

/** The claim that only tokens by `scorebook token` have. */
export const FROM_SHELL = 'from_shell'

/** The claim with the grant by which an app got the token. */
export const GRANT = 'grant_id'

/** The claim with the number of the client secret that was used. A client's first secret has the number 1. */
export const SECRET_NUMBER = 'secret_number'

export interface ClaimRules {
  knownAs: string
  /** The name of the claim with the roles, or a path to it with dots. */
  rolesClaim: string
  /** Our name for each of the issuer's roles. Undefined if the issuer uses our names. */
  roles: ReadonlyMap<string, Role> | undefined
}

/** Reads the token. Its signature, issuer, audience and times must have been checked before. */
export function tokenOf(payload: JWTPayload, rules: ClaimRules): VerifiedToken {
  const subject = subjectOf(payload)
  return {
    issuer: rules.knownAs,
    subject,
    clientId: textIn(payload['client_id']),
    fromShell: payload[FROM_SHELL] === true,
    grantId: textIn(payload[GRANT]),
    secretNumber: numberIn(payload[SECRET_NUMBER]),
    isClient: subject === payload['client_id'] || subject === payload['azp'],
    name: nameIn(payload['name']) ?? nameIn(payload['preferred_username']),
    scopes: effectiveScopes(payload, rules),
    issuedAt: Number.isFinite(payload.iat) ? (payload.iat ?? 0) : 0,
    expiresAt: expiryOf(payload),
  }
}

const textIn = (claim: unknown) => (typeof claim === 'string' ? claim : undefined)
const numberIn = (claim: unknown) => (typeof claim === 'number' ? claim : undefined)

const LONGEST_SUBJECT = 255

function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && sub !== '' && isText(sub) && [...sub].length <= LONGEST_SUBJECT) return sub
  throw new InvalidToken(
    `The access token's claim "sub" must be a text of 1 to ${LONGEST_SUBJECT} characters.`,
  )
}

/** When the token ends. `JSON.parse` reads 1e400 as infinity, so such a token would never end. */
function expiryOf({ exp }: JWTPayload): number {
  if (Number.isFinite(exp) && exp !== undefined) return exp
  throw new InvalidToken('The access token\'s claim "exp" must be a time in seconds.')
}

const LONGEST_NAME = 100

/** The name in a claim. A name that nobody could choose here is ignored. */
function nameIn(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || !isText(claim) || faultOfName(claim.trim())) return undefined
  const name = [...claim.trim()].slice(0, LONGEST_NAME).join('').trim()
  return isBlank(name) ? undefined : name
}

/** False for a text with NUL, which PostgreSQL refuses, or with half of a surrogate pair, which it would replace. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

function effectiveScopes(payload: JWTPayload, { rolesClaim, roles }: ClaimRules): Set<string> {
  const namedScopes = [...words(payload['scope']), ...words(payload['scp'])].filter((scope) =>
    scope.startsWith(SCOPE_PREFIX),
  )
  if (namedScopes.length > 0) return new Set(namedScopes)
  const issuerRoles = texts(claimAt(payload, rolesClaim))
  const ourRoles = roles ? issuerRoles.flatMap((role) => roles.get(role) ?? []) : issuerRoles.filter(isRole)
  return new Set(ourRoles.flatMap((role) => scopesOfRole[role]))
}

/** Looks up a claim. The whole path is first tried as one name, because a name can contain dots, for example if it is a URL. */
function claimAt(payload: JWTPayload, path: string): unknown {
  if (Object.hasOwn(payload, path)) return payload[path]
  let value: unknown = payload
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const words = (claim: unknown) => texts(claim).flatMap((text) => text.split(' '))

function texts(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim]
  return values.filter((value) => typeof value === 'string')
}
