/** Reads the claims of an access token: its subject, name and scopes. */
import type { JWTPayload } from 'jose'
import { type VerifiedToken, InvalidToken } from '../http/access-token.ts'
import { faultOfName, isBlank } from '../http/schema/text.ts'
import { type Role, SCOPE_PREFIX, isRole, scopesOfRole } from './roles.ts'

/** In seconds. Two machines' clocks may differ by this time. */
export const LEEWAY = 60

/** Only tokens of `scorebook token` have this claim. */
export const FROM_SHELL = 'from_shell'

/** The claim that names the grant with which an app got the token. */
export const GRANT = 'grant_id'

/** The claim with the number of the client secret that was used. The first secret has the number 1. */
export const SECRET_NUMBER = 'secret_number'

export interface ClaimRules {
  knownAs: string
  /** The claim with the roles, or the dotted path to it. */
  rolesClaim: string
  /** Maps the issuer's role names to our names. Undefined if the issuer uses our names. */
  roles: ReadonlyMap<string, Role> | undefined
}

/** Check the signature, issuer, audience and times of `payload` before you call it. */
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

/** `JSON.parse` reads 1e400 as infinity, and such a token would never end. */
function expiryOf({ exp }: JWTPayload): number {
  if (Number.isFinite(exp) && exp !== undefined) return exp
  throw new InvalidToken('The access token\'s claim "exp" must be a time in seconds.')
}

const LONGEST_NAME = 100

/** Ignores a name that nobody could choose here. */
function nameIn(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || !isText(claim) || faultOfName(claim.trim())) return undefined
  const name = [...claim.trim()].slice(0, LONGEST_NAME).join('').trim()
  return isBlank(name) ? undefined : name
}

/** False for a text with NUL, which PostgreSQL refuses, or with half of a surrogate pair, which PostgreSQL replaces. */
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

/** Takes the whole path for one name first, because a name can have dots, such as a URL. */
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
