/**
 * Slows down clients that the OAuth endpoints refuse again and again. Codes, refresh tokens and secrets have 256 random bits, so
 * nobody guesses one; but each attempt is a transaction. A client that is accepted never touches its budget.
 */
import type { FastifyRequest } from 'fastify'
import { type JWK, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema/schema.ts'
import { type WhereFrom, whereFrom } from '../../http/where-from.ts'
import { BUDGETS, budgetsFrom, spend } from '../accounts/throttle.ts'
import { STRANGER } from '../audit/actor.ts'
import { auditRecord } from '../audit/record.ts'
import { COMMAND_LINE } from '../clients/command-line.ts'
import { hashOfSecret } from '../clients/secret.ts'
import { isGoodFor } from './adapter.ts'

/** Unknown clients share one budget, because somebody could invent a client for each request. */
const UNKNOWN = ''
/** The most addresses that we remember. */
const MOST = 10_000

/** Well-behaved clients get these errors too, so they cost no budget. */
const USUAL = new Set(['authorization_pending', 'slow_down', 'access_denied', 'expired_token'])

export class RefusedClients {
  readonly #db: Database
  /** By address: the clients that have used up their budgets, and until when, in milliseconds since the epoch. */
  readonly #usedUp = new Map<string, Map<string, number>>()

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * The seconds until the client may ask again; 0 means now. We look into the database only for an address that has used up a
   * budget.
   */
  async wait(request: FastifyRequest): Promise<number> {
    const { address } = whereFrom(request)
    const clients = this.#usedUp.get(address)
    if (!clients) return 0
    for (const [client, until] of clients) if (until <= Date.now()) clients.delete(client)
    if (clients.size === 0) this.#usedUp.delete(address)
    const { name, isRight } = await this.#known(claimedBy(request))
    const until = isRight ? undefined : clients.get(name)
    return until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000)
  }

  /** To call when the library has refused a request of this client, or of an unknown one. */
  async refused(from: WhereFrom, client: { id: string; isPublic: boolean } | undefined, error: string) {
    if (USUAL.has(error)) return
    const name = client?.id ?? UNKNOWN
    if (!(await spend(this.#db, budgetsFrom('client', from.address, name)))) this.#useUp(from.address, name)
    else if (error === 'invalid_client' && client && !client.isPublic)
      await this.#db.many(auditRecord({ kind: 'CLIENT_REFUSED', clientId: client.id, by: STRANGER, ...from }))
  }

  #useUp(address: string, client: string): void {
    const clients = this.#usedUp.get(address) ?? new Map<string, number>()
    clients.set(client, Date.now() + 1000 * BUDGETS.client.seconds)
    this.#usedUp.delete(address)
    this.#usedUp.set(address, clients)
    const [oldest] = this.#usedUp.keys()
    if (this.#usedUp.size > MOST && oldest !== undefined) this.#usedUp.delete(oldest)
  }

  /** A client that shows its secret is never slowed down by others who guess it from the same address. */
  async #known(claim: Claim): Promise<{ name: string; isRight: boolean }> {
    const client = await this.#find(claim.id)
    return client
      ? { name: claim.id, isRight: await this.#isRight(claim, client) }
      : { name: UNKNOWN, isRight: false }
  }

  async #find(id: string): Promise<KnownClient | undefined> {
    if (id === COMMAND_LINE.client_id) return { secretHash: null, keys: null }
    if (!UUID.test(id)) return undefined
    return this.#db.maybe(sql<KnownClient>`
      select secret_hash as "secretHash", metadata -> 'jwks' -> 'keys' as keys from oidc_clients where id = ${id}`)
  }

  async #isRight(
    { id, secret, assertion, kept }: Claim,
    { secretHash, keys }: KnownClient,
  ): Promise<boolean> {
    if (secretHash !== null) return secret !== undefined && secretHash === hashOfSecret(secret)
    if (keys !== null) return assertion !== undefined && (await isSigned(assertion, id, keys))
    const found = await Promise.all(
      kept.map(({ model, secret: code }) => this.#db.maybe(isGoodFor(id, model, code))),
    )
    return found.some((one) => one !== undefined)
  }
}

type KnownClient = {
  secretHash: string | null
  /** The keys of a client that signs assertions. */
  keys: JWK[] | null
}

async function isSigned(assertion: string, id: string, keys: readonly JWK[]): Promise<boolean> {
  const checks = keys.map(async (key) => {
    const { alg } = decodeProtectedHeader(assertion)
    if (alg === undefined || (key.alg !== undefined && key.alg !== alg)) return
    await jwtVerify(assertion, await importJWK(key, alg), { issuer: id, subject: id })
    return true
  })
  const results = await Promise.allSettled(checks)
  return results.some((result) => result.status === 'fulfilled' && result.value === true)
}

interface Claim {
  id: string
  secret?: string | undefined
  assertion?: string | undefined
  /** Codes and tokens: an app without a secret shows them instead. */
  kept: { model: string; secret: string }[]
}

/** The parameters with codes and tokens that the provider gave to an app, and their models in its store. */
const KEPT = {
  code: 'AuthorizationCode',
  refresh_token: 'RefreshToken',
  device_code: 'DeviceCode',
  token: 'RefreshToken',
}

/** The client that the request claims to come from; nothing is checked yet. */
function claimedBy({ headers: { authorization }, body }: FastifyRequest): Claim {
  const [, basic] = /^basic +([\w+/]+=*)$/i.exec(authorization ?? '') ?? []
  if (basic !== undefined) {
    const [id = '', secret] = Buffer.from(basic, 'base64').toString().split(':').map(decoded)
    return { id, secret, kept: [] }
  }
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  const assertion = form.get('client_assertion') ?? undefined
  return {
    id: form.get('client_id') ?? (assertion === undefined ? '' : subjectOf(assertion)),
    secret: form.get('client_secret') ?? undefined,
    assertion,
    kept: Object.entries(KEPT).flatMap(([name, model]) => {
      const value = form.get(name)
      return value === null ? [] : [{ model, secret: value }]
    }),
  }
}

/** RFC 6749, section 2.3.1: the id in the header is encoded as in a form. */
const decoded = (id: string): string => new URLSearchParams(`id=${id.replaceAll('&', '%26')}`).get('id') ?? ''

function subjectOf(assertion: string): string {
  try {
    return decodeJwt(assertion).sub ?? ''
  } catch {
    return ''
  }
}
