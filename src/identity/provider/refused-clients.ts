/** Slows down clients that the OAuth endpoints refuse often, because each attempt costs a transaction. */
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

/** All unknown clients share the budget with this name, because anybody can invent client ids. */
const UNKNOWN = ''
const MOST = 10_000

/** Errors that also happen to correct clients. They cost no attempt. */
const USUAL = new Set(['authorization_pending', 'slow_down', 'access_denied', 'expired_token'])

export class RefusedClients {
  readonly #db: Database
  /** For each address: the clients that have no attempt left, with the time at which they get one, in milliseconds since 1970. */
  readonly #usedUp = new Map<string, Map<string, number>>()

  constructor(db: Database) {
    this.#db = db
  }

  /**
   * How many seconds the client must wait, or 0. The database is asked only if some client at this address has no attempt left.
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

  /** To be called if the library has refused a client. `client` is undefined if nobody knows the client. */
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

  /** True if the client has proved who it is. Then strangers at the same address cannot slow it down. */
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
  /** The codes and tokens in the request. An app without a secret proves who it is by these. */
  kept: { model: string; secret: string }[]
}

/** The parameters that can contain a code or token, and the model under which the provider stores it. */
const KEPT = {
  code: 'AuthorizationCode',
  refresh_token: 'RefreshToken',
  device_code: 'DeviceCode',
  token: 'RefreshToken',
}

/** The client that the request names. Nothing is checked yet. */
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

/** In this header, ids are encoded as in a form (RFC 6749 §2.3.1). */
const decoded = (id: string): string => new URLSearchParams(`id=${id.replaceAll('&', '%26')}`).get('id') ?? ''

function subjectOf(assertion: string): string {
  try {
    return decodeJwt(assertion).sub ?? ''
  } catch {
    return ''
  }
}
