/** Verifies access tokens: JWTs (RFC 9068) of an issuer that the service trusts. */
import {
  type JWTHeaderParameters,
  type JWTPayload,
  type JWTVerifyOptions,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
} from 'jose'
import { EMBEDDED_ISSUER, type VerifiedToken, type Verifier, InvalidToken } from '../http/access-token.ts'
import { type ClaimRules, LEEWAY, tokenOf } from './claims.ts'
import type { KeyRing, Keys } from './key-ring.ts'
import type { KeyChanges } from './sessions/account-status.ts'
import { TokenMemory } from './token-memory.ts'

export interface TrustedIssuer extends ClaimRules {
  /** A token's `iss`, letter by letter. */
  issuer: string
  audience: string
  keys: KeyRing
  /** Called with each verified token, once while it is cached. */
  met?: (token: VerifiedToken) => void
}

/** Algorithms with a key pair. A shared secret (HS256) would let everybody who verifies tokens sign them too. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']

const MOST_REMEMBERED = 10_000

interface MemoryEntry {
  token: VerifiedToken
  issuer: TrustedIssuer
  /** The keys that verified the token. If the issuer has other keys now, we verify the token again. */
  keys: Keys
}

export class TokenVerifier implements Verifier {
  readonly #issuers: ReadonlyMap<string, TrustedIssuer>
  readonly #memory = new TokenMemory<MemoryEntry>(MOST_REMEMBERED)
  readonly #underWay = new Map<string, Promise<VerifiedToken>>()

  constructor(issuers: TrustedIssuer[]) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]))
  }

  /** Keys of outside issuers change without a notification. */
  follow(changes: KeyChanges): void {
    for (const { knownAs, keys } of this.#issuers.values())
      if (knownAs === EMBEDDED_ISSUER) keys.follow(changes)
  }

  verify(token: string): VerifiedToken | Promise<VerifiedToken> {
    const key = this.#memory.keyOf(token)
    return this.#recall(key) ?? this.#underWay.get(key) ?? this.#begin(key, token)
  }

  #recall(key: string): VerifiedToken | undefined {
    const entry = this.#memory.get(key)
    if (entry === undefined) return undefined
    if (entry.token.expiresAt + LEEWAY > seconds() && entry.issuer.keys.latest === entry.keys) {
      return entry.token
    }
    this.#memory.delete(key)
    return undefined
  }

  /** Simultaneous requests with a new token share one verification and its result. */
  #begin(key: string, token: string): Promise<VerifiedToken> {
    const verification = this.#check(token)
      .then((verified) => {
        this.#memory.set(key, verified)
        return verified.token
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, verification)
    return verification
  }

  async #check(token: string): Promise<MemoryEntry> {
    const issuer = this.#issuerOf(token)
    const known = await issuer.keys.keys()
    const { payload, keys } = await signedPayload(token, issuer, known)
    mustBeIssuedByNow(payload)
    const verified = tokenOf(payload, issuer)
    issuer.met?.(verified)
    return { token: verified, issuer, keys }
  }

  /** Reads the issuer before checking the signature, and refuses what needs no check. */
  #issuerOf(token: string): TrustedIssuer {
    const { header, issuer } = unverified(token)
    mustBeOurKind(header)
    const trusted = issuer === undefined ? undefined : this.#issuers.get(issuer)
    if (trusted) return trusted
    throw new InvalidToken(`The access token is not from an issuer that this service trusts.${this.#own()}`)
  }

  /** Names our own issuer in the refusal, because a token of another instance on the same database differs only in this name. */
  #own(): string {
    const own = this.#issuers.values().find(({ knownAs }) => knownAs === EMBEDDED_ISSUER)
    return own ? ` It takes the tokens that it issues itself, which name ${own.issuer} as their issuer.` : ''
  }
}

/** Tries the known keys, then newer ones, because the issuer might have changed its keys meanwhile. */
async function signedPayload(
  token: string,
  issuer: TrustedIssuer,
  known: Keys,
): Promise<{ payload: JWTPayload; keys: Keys }> {
  try {
    return { payload: await verified(token, issuer, known), keys: known }
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw refusal(error)
  }
  const newer = await issuer.keys.newerThan(known)
  try {
    return { payload: await verified(token, issuer, newer), keys: newer }
  } catch (error) {
    throw refusal(error)
  }
}

async function verified(token: string, issuer: TrustedIssuer, keys: Keys): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    algorithms: ALGORITHMS,
    issuer: issuer.issuer,
    audience: issuer.audience,
    clockTolerance: LEEWAY,
    requiredClaims: ['exp', 'sub'],
  }
  try {
    // `kid` selects one of the issuer's own keys; we ignore keys and addresses of keys in the header.
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return await verifiedByAny(token, error, options)
    throw error
  }
}

/** Any key of the right type can have signed a token without `kid`. */
async function verifiedByAny(
  token: string,
  candidates: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  for await (const key of candidates) {
    try {
      return (await jwtVerify(token, key, options)).payload
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
    }
  }
  throw new errors.JWSSignatureVerificationFailed()
}

function unverified(token: string): { header: JWTHeaderParameters; issuer: string | undefined } {
  try {
    const { iss } = decodeJwt(token)
    const header = decodeProtectedHeader(token)
    const { alg } = header
    if (typeof alg === 'string') return { header: { ...header, alg }, issuer: iss }
  } catch {
    // Every kind of garbage gets the same message.
  }
  throw new InvalidToken('The access token is not a signed JSON Web Token.')
}

/** RFC 9068 requires `at+jwt`; many issuers write `JWT` or nothing. Tokens of any other type are for another use. */
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt'])

/** The header is not verified yet, so its values can have any type, whatever `jose` declares. */
function mustBeOurKind({ alg, typ, crit }: { [name in keyof JWTHeaderParameters]: unknown }): void {
  if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) {
    throw new InvalidToken(
      `The access token must be signed by one of the algorithms ${ALGORITHMS.join(', ')}.`,
    )
  }
  if (typ !== undefined && (typeof typ !== 'string' || !TYPES.has(typ.toLowerCase()))) {
    throw new InvalidToken('The token is of a type that is not an access token.')
  }
  if (crit !== undefined) {
    throw new InvalidToken('The access token has critical header parameters, which are not supported.')
  }
}

function mustBeIssuedByNow({ iat }: JWTPayload): void {
  if (iat === undefined || iat <= seconds() + LEEWAY) return
  throw new InvalidToken('The access token was issued in the future.')
}

/**
 * Says in plain words what is wrong with the token. Any error that is not about the token comes from an unusable key of the
 * issuer.
 */
function refusal(error: unknown): InvalidToken {
  const because = (message: string) => new InvalidToken(message, { cause: error })
  if (error instanceof errors.JWTExpired) return because('The access token has expired.')
  if (error instanceof errors.JWTClaimValidationFailed) return because(claimRefusal(error.claim))
  if (error instanceof errors.JWKSNoMatchingKey) {
    return because('The access token is signed with a key that its issuer does not publish.')
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return because('The signature of the access token is wrong.')
  }
  if (error instanceof errors.JWTInvalid || error instanceof errors.JWSInvalid) {
    return because('The access token is not a valid JSON Web Token.')
  }
  return because('The access token is signed with a key that cannot be used.')
}

function claimRefusal(claim: string): string {
  if (claim === 'aud') return 'The access token is meant for another audience.'
  if (claim === 'nbf') return 'The access token is not valid yet.'
  return `The access token's claim "${claim}" is missing or invalid.`
}

const seconds = () => Date.now() / 1000
