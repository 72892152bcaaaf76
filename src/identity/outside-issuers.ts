/** The outside issuers in the settings: where their keys are, and how we read them. */
import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import * as z from 'zod'
import { fetchJson } from './fetch-json.ts'
import { type KeyRingOptions, type LoadKeys, type Pace, KeyRing } from './key-ring.ts'
import type { Role } from './roles.ts'
import type { TrustedIssuer } from './verifier.ts'

export interface OutsideIssuer {
  /** The `iss` of a token must be exactly this text. */
  issuer: string
  audience: string
  /**
   * The address of the keys. Undefined if the keys are in `jwksFile`, or if the issuer's discovery document says where they are.
   */
  jwksUri: string | undefined
  /** The absolute path of a file that has the keys. */
  jwksFile: string | undefined
  rolesClaim: string
  roles: ReadonlyMap<string, Role> | undefined
  /** If set, people can sign in at this issuer in a browser. */
  client?: OutsideClient | undefined
}

export interface OutsideClient {
  id: string
  secret: string | undefined
  scope: string
}

export function trustOutside(configured: OutsideIssuer, warn: KeyRingOptions['warn']): TrustedIssuer {
  const { issuer, audience, rolesClaim, roles } = configured
  const keys = new KeyRing({ issuer, warn, load: loaderOf(configured), pace: paceOf(configured) })
  return { issuer, audience, keys, knownAs: issuer, rolesClaim, roles }
}

/** Returns a function that reads the keys. If that fails, the function throws the reason. */
export function loaderOf({ issuer, jwksUri, jwksFile }: OutsideIssuer): LoadKeys {
  if (jwksFile !== undefined) return async () => keySetIn(JSON.parse(await readFile(jwksFile, 'utf8')))
  if (jwksUri !== undefined) return async () => keySetIn(await fetchJson(jwksUri))
  return async () => keySetIn(await fetchJson(await discover(issuer)))
}

const overNetwork: Pace = { oldAfter: 10 * 60_000, searchEvery: 60_000, retryEvery: 2_000 }
const fromFile: Pace = { oldAfter: 1_000, searchEvery: 1_000, retryEvery: 1_000 }

const paceOf = ({ jwksFile }: OutsideIssuer) => (jwksFile === undefined ? overNetwork : fromFile)

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.string() })

/** Reads the address of the keys from the discovery document (OpenID Connect Discovery 1.0, section 4). */
async function discover(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = Discovery.parse(await fetchJson(address))
  if (document.issuer === issuer) return document.jwks_uri
  throw new Error(`${address} is about the issuer ${document.issuer}, not ${issuer}.`)
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

const keySetIn = (value: unknown): JSONWebKeySet => KeySet.parse(value)
