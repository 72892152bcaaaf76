/** Adds passkeys and signs in with them. `@simplewebauthn/server` reads and checks what browsers send. */
import type { KeyObject } from 'node:crypto'
import * as z from 'zod'
import type { Queryable } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { isOurs, newChallenge, useChallenge } from './challenges.ts'

export type Passkey = {
  id: string
  name: string
  createdAt: Date
  lastUsedAt: Date | null
  suspectedAt: Date | null
  backedUp: boolean
}

interface NewPasskey {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
  backedUp: boolean
  /** The host name at which it works. */
  host: string
}

export type SignIn =
  | { as: 'SIGNED_IN'; accountId: string; name: string; passkeyId: string }
  /** The passkey's counter is not higher than at the last sign-in. So somebody may have copied the passkey. */
  | { as: 'SUSPECTED'; accountId: string; passkeyId: string }
  /** `accountId` is the owner of the passkey, if we know it. */
  | { as: 'REFUSED'; accountId?: string; why: string }

/** The library is loaded at first use, because that takes a quarter of a second. */
const library = () => import('@simplewebauthn/server')

/**
 * The names by which browsers know this service. Null if it is reached by an IP address, because WebAuthn accepts only host
 * names.
 */
interface RelyingParty {
  id: string
  origin: string
}

export function relyingPartyOf(baseUrl: string): RelyingParty {
  const { hostname, origin } = new URL(baseUrl)
  return { id: hostname, origin }
}

export class Passkeys {
  readonly #key: KeyObject
  readonly #party: RelyingParty

  constructor(key: KeyObject, party: RelyingParty) {
    this.#key = key
    this.#party = party
  }

  /**
   * The JSON for `navigator.credentials.create`. `purpose` says whether the passkey is added by the owner of the account or by a
   * link.
   */
  async optionsToAdd(
    account: { id: string; name: string },
    purpose: string,
    known: readonly { id: string; transports: string[] }[] = [],
  ): Promise<object> {
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpName: 'Scorebook',
      rpID: this.#party.id,
      userName: account.name,
      userDisplayName: account.name,
      userID: handleOf(account.id),
      challenge: Uint8Array.from(
        Buffer.from(newChallenge(this.#key, toAdd(purpose, account.id)), 'base64url'),
      ),
      timeout: TIMEOUT,
      attestationType: 'none',
      excludeCredentials: [...known],
      supportedAlgorithmIDs: ALGORITHMS,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** The JSON for `navigator.credentials.get`. The person can choose any passkey of this service. */
  async optionsToSignIn(): Promise<object> {
    return {
      challenge: newChallenge(this.#key, TO_SIGN_IN),
      rpId: this.#party.id,
      allowCredentials: [],
      timeout: TIMEOUT,
      userVerification: 'required',
    }
  }

  /**
   * Checks a new passkey. Returns undefined if the browser answered no challenge of ours for this purpose, or one that was used
   * before.
   */
  async added(
    db: Queryable,
    accountId: string,
    purpose: string,
    answer: unknown,
  ): Promise<NewPasskey | undefined> {
    const parsed = Registration.safeParse(answer)
    if (!parsed.success) return undefined
    const { verifyRegistrationResponse } = await library()
    let challenge = ''
    const verified = await verifyRegistrationResponse({
      response: parsed.data as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: (given) => isOurs(this.#key, toAdd(purpose, accountId), (challenge = given)),
      expectedOrigin: this.#party.origin,
      expectedRPID: this.#party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => undefined) // the library throws if anything does not match
    if (!verified?.verified || !(await useChallenge(db, challenge))) return undefined
    const { credential, credentialBackedUp } = verified.registrationInfo
    const { id, publicKey, counter, transports = [] } = credential
    return {
      id,
      publicKey,
      counter,
      transports: transports.filter(isTransport),
      backedUp: credentialBackedUp,
      host: this.#party.id,
    }
  }

  /** Checks a sign-in. It must be called in a transaction, which must be committed whatever the result is. */
  async signIn(db: Queryable, answer: unknown): Promise<SignIn> {
    const parsed = Assertion.safeParse(answer)
    if (!parsed.success) return { as: 'REFUSED', why: 'not an answer of WebAuthn' }
    const passkey = await db.maybe(passkeyToUse(parsed.data.id))
    if (!passkey) return { as: 'REFUSED', why: 'unknown passkey' }
    const { accountId } = passkey
    const { verifyAuthenticationResponse } = await library()
    let challenge = ''
    const { userHandle } = parsed.data.response
    const verified = await verifyAuthenticationResponse({
      response: parsed.data as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: (given) => isOurs(this.#key, TO_SIGN_IN, (challenge = given)),
      expectedOrigin: this.#party.origin,
      expectedRPID: this.#party.id,
      // The counter is not given to the library: it compares counters before signatures, so a stranger could make a passkey look
      // copied.
      credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 },
    }).catch(() => undefined)
    if (!verified?.verified || !isHandleOf(userHandle, accountId))
      return { as: 'REFUSED', accountId, why: 'signature, origin or challenge' }
    if (!(await useChallenge(db, challenge))) return { as: 'REFUSED', accountId, why: 'answered before' }
    if (passkey.suspectedAt) return { as: 'SUSPECTED', accountId, passkeyId: passkey.id }
    const { newCounter, credentialBackedUp } = verified.authenticationInfo
    // If both counters are zero, the authenticator has no counter.
    if (newCounter <= Number(passkey.counter) && (newCounter > 0 || Number(passkey.counter) > 0)) {
      await db.many(sql`update passkeys set suspected_at = now() where id = ${passkey.id}`)
      return { as: 'SUSPECTED', accountId, passkeyId: passkey.id }
    }
    await db.many(sql`
      update passkeys set counter = ${newCounter}, backed_up = ${credentialBackedUp}, last_used_at = now()
      where id = ${passkey.id}`)
    return { as: 'SIGNED_IN', accountId, name: passkey.name, passkeyId: passkey.id }
  }
}

/** Ed25519, ES256 and RS256. Every authenticator has at least one of these. */
const ALGORITHMS = [-8, -7, -257]
/** How long people can take in their browser, in milliseconds. */
const TIMEOUT = 300_000
export const MOST_PASSKEYS = 20
export const LONGEST_PASSKEY_NAME = 60
const TO_SIGN_IN = 'sign in'
const toAdd = (purpose: string, accountId: string) => `add ${accountId} ${purpose}`

type PasskeyRow = {
  id: string
  accountId: string
  publicKey: Buffer
  counter: string
  suspectedAt: Date | null
  name: string
}

/** Locks the row. So if two answers have the same counter, the second one is noticed as a copy. */
const passkeyToUse = (id: string) => sql<PasskeyRow>`
  select p.id, p.account_id as "accountId", p.public_key as "publicKey", p.counter::text,
    p.suspected_at as "suspectedAt", p.name
  from passkeys p where p.id = ${id} for update`

export const passkeysOf = (db: Queryable, accountId: string) =>
  db.many(sql<Passkey & { transports: string[] }>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt", suspected_at as "suspectedAt",
      backed_up as "backedUp", transports
    from passkeys where account_id = ${accountId} order by created_at`)

/**
 * Selects no row if the account has too many passkeys, or if the id of the passkey is taken. The account must be locked before.
 */
export const insertPasskey = (
  accountId: string,
  name: string,
  passkey: NewPasskey,
): Sql<{ id: string }> => sql`
  insert into passkeys (id, account_id, public_key, counter, transports, backed_up, host, name)
  select ${passkey.id}, ${accountId}::uuid, ${Buffer.from(passkey.publicKey)}::bytea, ${passkey.counter}::bigint,
    ${passkey.transports}::text[], ${passkey.backedUp}::boolean, ${passkey.host}, ${name}
  where (select count(*) from passkeys own where own.account_id = ${accountId}) < ${MOST_PASSKEYS}
  on conflict (id) do nothing
  returning id`

export const renamePasskey = (accountId: string, id: string, name: string): Sql => sql`
  update passkeys set name = ${name} where id = ${id} and account_id = ${accountId}`

export const removePasskey = (accountId: string, id: string): Sql<{ name: string }> => sql`
  delete from passkeys where id = ${id} and account_id = ${accountId} returning name`

/** The account's id as 16 bytes. An authenticator stores it with the passkey and shows it to nobody. */
const handleOf = (accountId: string) => Uint8Array.from(Buffer.from(accountId.replaceAll('-', ''), 'hex'))

const isHandleOf = (handle: string | null | undefined, accountId: string) =>
  handle === Buffer.from(handleOf(accountId)).toString('base64url')

const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])
const isTransport = (transport: string) => TRANSPORTS.has(transport)

const encoded = z.string().regex(/^[\w-]*$/)
/** An id has up to 1,023 bytes, or 1,364 letters in base64url. */
const id = encoded.min(1).max(1_400)

const Registration = z.looseObject({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string()).optional(),
  }),
  clientExtensionResults: z.looseObject({}),
})

const Assertion = z.looseObject({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.looseObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
  clientExtensionResults: z.looseObject({}),
})
