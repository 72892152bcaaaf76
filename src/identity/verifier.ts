/** Verifies access tokens: JWTs (RFC 9068) by an issuer that this service trusts. */
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
  /** The `iss` of a token must be exactly this text. */
  issuer: string
  audience: string
  keys: KeyRing
  /** Called with each verified token, but not while the token is in the cache. */
  met?: (token: VerifiedToken) => void
}

/** Only algorithms with a key pair. With a shared secret (HS256), everybody who checks tokens could also make them. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']

const MOST_REMEMBERED = 10_000

interface MemoryEntry {
  token: VerifiedToken
  issuer: TrustedIssuer
  /** The keys that verified the token. If the issuer gets new keys, the token is verified again. */
  keys: Keys
}

export class TokenVerifier implements Verifier {
  readonly #issuers: ReadonlyMap<string, TrustedIssuer>
  readonly #memory = new TokenMemory<MemoryEntry>(MOST_REMEMBERED)
  readonly #underWay = new Map<string, Promise<VerifiedToken>>()

  constructor(issuers: TrustedIssuer[]) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]))
  }

  /** Watches for changes of our own keys. Outside issuers send no notifications. */
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

  /** If several requests bring the same token at once, it is verified only once. */
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

  /** Reads the issuer before the signature is checked. Refuses a token that no signature could make valid. */
  #issuerOf(token: string): TrustedIssuer {
    const { header, issuer } = unverified(token)
    mustBeOurKind(header)
    const trusted = issuer === undefined ? undefined : this.#issuers.get(issuer)
    if (trusted) return trusted
    throw new InvalidToken(`The access token is not from an issuer that this service trusts.${this.#own()}`)
  }

  /** A sentence that names our own issuer. A token of another instance may differ from ours only in the issuer. */
  #own(): string {
    const own = this.#issuers.values().find(({ knownAs }) => knownAs === EMBEDDED_ISSUER)
    return own ? ` It takes the tokens that it issues itself, which name ${own.issuer} as their issuer.` : ''
  }
}

/** Tries the known keys, and then newer keys, because the issuer may have changed them. */
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
    // `kid` only chooses among the issuer's keys. Keys and addresses in the header of the token are ignored.
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return await verifiedByAny(token, error, options)
    throw error
  }
}

/** The token has no `kid`, so all keys of the right type are tried. */
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
    // Every malformed token gets the same message.
  }
  throw new InvalidToken('The access token is not a signed JSON Web Token.')
}

/** RFC 9068 requires `at+jwt`, but many issuers write `JWT` or nothing. Other types are tokens for other uses. */
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt'])

/** The header is not verified yet, so its values can have any type. */
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

/** Says in plain words why the token is refused. An unknown error means that a key of the issuer is unusable. */
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
