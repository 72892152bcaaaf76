/** What the claims of an access token mean here: its subject, the name it gives, and its effective scopes. */
import type { JWTPayload } from 'jose'
import { type VerifiedToken, InvalidToken } from '../http/access-token.ts'
import { faultOfName, isBlank } from '../http/text.ts'
import { type Role, SCOPE_PREFIX, isRole, scopesOfRole } from './roles.ts'

/** Clocks may differ by this many seconds. */
export const LEEWAY = 60

export interface ClaimRules {
  /** What `VerifiedToken.issuer` is; subjects are told apart by it. */
  knownAs: string
  /** The claim that holds roles: its name, or the dotted path to it. */
  rolesClaim: string
  /** The issuer's role names and what they are here. Without it, names equal to ours count. */
  roles: ReadonlyMap<string, Role> | undefined
}

/** Of the payload of a token whose signature, issuer, audience and times were checked. */
export function tokenOf(payload: JWTPayload, rules: ClaimRules): VerifiedToken {
  const subject = subjectOf(payload)
  return {
    issuer: rules.knownAs,
    subject,
    isClient: subject === payload['client_id'] || subject === payload['azp'],
    name: nameIn(payload['name']) ?? nameIn(payload['preferred_username']),
    scopes: effectiveScopes(payload, rules),
    issuedAt: Number.isFinite(payload.iat) ? (payload.iat ?? 0) : 0,
    expiresAt: expiryOf(payload),
  }
}

const LONGEST_SUBJECT = 255

function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && sub !== '' && isText(sub) && [...sub].length <= LONGEST_SUBJECT) return sub
  throw new InvalidToken(
    `The access token's claim "sub" has to be a text of 1 to ${LONGEST_SUBJECT} characters.`,
  )
}

/** `JSON.parse` reads 1e400 as infinity, which would never end. */
function expiryOf({ exp }: JWTPayload): number {
  if (Number.isFinite(exp) && exp !== undefined) return exp
  throw new InvalidToken('The access token\'s claim "exp" has to be a time in seconds.')
}

const LONGEST_NAME = 100

/** A name with half characters, or one that nobody may give themself here, isn't one to show. */
function nameIn(claim: unknown): string | undefined {
  if (typeof claim !== 'string' || !isText(claim) || faultOfName(claim.trim())) return undefined
  const name = [...claim.trim()].slice(0, LONGEST_NAME).join('').trim()
  return isBlank(name) ? undefined : name
}

/** PostgreSQL stores no NUL, and half of a surrogate pair only by making it another character. */
const isText = (value: string) => value.isWellFormed() && !value.includes('\0')

/** A token that names any scope of ours is limited to those it names; only one that names none has its roles'. */
function effectiveScopes(payload: JWTPayload, { rolesClaim, roles }: ClaimRules): Set<string> {
  const named = [...words(payload['scope']), ...words(payload['scp'])].filter((scope) =>
    scope.startsWith(SCOPE_PREFIX),
  )
  if (named.length > 0) return new Set(named)
  const theirs = texts(claimAt(payload, rolesClaim))
  const ours = roles ? theirs.flatMap((role) => roles.get(role) ?? []) : theirs.filter(isRole)
  return new Set(ours.flatMap((role) => scopesOfRole[role]))
}

/** A claim's own name may have dots in it, as names that are URLs do. */
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
