/** From the text of an access token to what it says: a JWT (RFC 9068) of an issuer that is trusted here. */
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
import { TokenMemory } from './token-memory.ts'

export interface TrustedIssuer extends ClaimRules {
  /** A token's `iss`, letter by letter. */
  issuer: string
  audience: string
  keys: KeyRing
}

/** Signatures by one of two keys; those with a shared secret (HS256) would let whoever verifies sign too. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA']

const MOST_REMEMBERED = 10_000

interface Remembered {
  token: VerifiedToken
  issuer: TrustedIssuer
  /** The keys it was verified with: a token whose issuer has other ones by now is verified again. */
  keys: Keys
}

export class TokenVerifier implements Verifier {
  readonly #issuers: ReadonlyMap<string, TrustedIssuer>
  readonly #memory = new TokenMemory<Remembered>(MOST_REMEMBERED)
  readonly #underWay = new Map<string, Promise<VerifiedToken>>()

  constructor(issuers: TrustedIssuer[]) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]))
  }

  verify(token: string): VerifiedToken | Promise<VerifiedToken> {
    const key = this.#memory.keyOf(token)
    return this.#recall(key) ?? this.#underWay.get(key) ?? this.#begin(key, token)
  }

  #recall(key: string): VerifiedToken | undefined {
    const known = this.#memory.get(key)
    if (known === undefined) return undefined
    if (known.token.expiresAt + LEEWAY > seconds() && known.issuer.keys.latest === known.keys) {
      return known.token
    }
    this.#memory.delete(key)
    return undefined
  }

  /** Requests that come at once with a new token share its verification, and so the one answer. */
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

  async #check(token: string): Promise<Remembered> {
    const issuer = this.#issuerOf(token)
    const known = await issuer.keys.keys()
    const { payload, keys } = await signedPayload(token, issuer, known)
    mustBeIssuedByNow(payload)
    return { token: tokenOf(payload, issuer), issuer, keys }
  }

  /** What can be known before the signature is checked. */
  #issuerOf(token: string): TrustedIssuer {
    const { header, issuer } = unverified(token)
    mustBeOurKind(header)
    const trusted = issuer === undefined ? undefined : this.#issuers.get(issuer)
    if (trusted) return trusted
    throw new InvalidToken(`The access token is not from an issuer that this service trusts.${this.#own()}`)
  }

  /** Tokens from another instance on the same database are refused for its name alone, which nobody would guess. */
  #own(): string {
    const own = this.#issuers.values().find(({ knownAs }) => knownAs === EMBEDDED_ISSUER)
    return own ? ` It takes the tokens that it issues itself, which name ${own.issuer} as their issuer.` : ''
  }
}

/** With the keys that are known, or else with newer ones, should the issuer have changed its keys meanwhile. */
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
    // The keys are found by `kid` among the issuer's own; what else a header says about keys is not looked at.
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return await verifiedByAny(token, error, options)
    throw error
  }
}

/** A token without `kid` may be signed by any key of its kind. */
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
    // The reasons differ by the kind of garbage; for the client they are one.
  }
  throw new InvalidToken('The access token is not a signed JSON Web Token.')
}

/** RFC 9068 asks for `at+jwt`; many issuers say `JWT`, or nothing. Any other type is meant for another use. */
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt'])

/** Nobody has vouched for the header yet: its values may be of any type, whatever `jose` declares. */
function mustBeOurKind({ alg, typ, crit }: { [name in keyof JWTHeaderParameters]: unknown }): void {
  if (typeof alg !== 'string' || !ALGORITHMS.includes(alg)) {
    throw new InvalidToken(
      `The access token is signed by an algorithm that is not accepted; accepted are ${ALGORITHMS.join(', ')}.`,
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

/** What was wrong, for the client. What isn't an error of the token's own is an issuer's key that can't be used. */
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
  return `The access token's claim "${claim}" is missing or is not what it has to be.`
}

const seconds = () => Date.now() / 1000
