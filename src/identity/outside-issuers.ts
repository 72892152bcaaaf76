/** The configured outside issuers: where their keys are, and how we read them. */
import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { fetchJson } from './fetch-json.ts'
import { type KeyRingOptions, type LoadKeys, type Pace, KeyRing } from './key-ring.ts'
import type { Role } from './roles.ts'
import type { TrustedIssuer } from './verifier.ts'

export interface OutsideIssuer {
  /** A URL, equal to the `iss` of tokens letter by letter. */
  issuer: string
  audience: string
  /** The address of the keys. Without it and `jwksFile` we ask the issuer's discovery document. */
  jwksUri: string | undefined
  /** An absolute path. */
  jwksFile: string | undefined
  rolesClaim: string
  roles: ReadonlyMap<string, Role> | undefined
  /** The client with which people sign in there in a browser; without it they cannot. */
  client?: OutsideClient | undefined
}

/** The service as a client of an outside issuer. */
export interface OutsideClient {
  id: string
  /** Without it the client is public. */
  secret: string | undefined
  /** The scopes that it requests. */
  scope: string
}

export function trustOutside(configured: OutsideIssuer, warn: KeyRingOptions['warn']): TrustedIssuer {
  const { issuer, audience, rolesClaim, roles } = configured
  const keys = new KeyRing({ issuer, warn, load: loaderOf(configured), pace: paceOf(configured) })
  return { issuer, audience, keys, knownAs: issuer, rolesClaim, roles }
}

/** The returned function reads the issuer's keys once, and rejects with the reason if it can't. */
export function loaderOf({ issuer, jwksUri, jwksFile }: OutsideIssuer): LoadKeys {
  if (jwksFile !== undefined) return async () => keySetIn(JSON.parse(await readFile(jwksFile, 'utf8')))
  if (jwksUri !== undefined) return async () => keySetIn(await fetchJson(jwksUri))
  return async () => keySetIn(await fetchJson(await discover(issuer)))
}

const overNetwork: Pace = { oldAfter: 10 * 60_000, searchEvery: 60_000, retryEvery: 2_000 }
const fromFile: Pace = { oldAfter: 1_000, searchEvery: 1_000, retryEvery: 1_000 }

const paceOf = ({ jwksFile }: OutsideIssuer) => (jwksFile === undefined ? overNetwork : fromFile)

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })

/** OpenID Connect Discovery 1.0, section 4. */
async function discover(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = Discovery.parse(await fetchJson(address))
  if (document.issuer === issuer) return document.jwks_uri
  throw new Error(`${address} is about the issuer ${document.issuer}, not ${issuer}.`)
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

const keySetIn = (value: unknown): JSONWebKeySet => KeySet.parse(value)
