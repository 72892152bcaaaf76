/**
 * Slows down whom the endpoints of clients refuse again and again. Codes, refresh tokens and secrets have 256 random bits, so
 * nobody guesses one; but each attempt is a transaction. A client that is let in never asks for its budget.
 */
import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { UUID } from '../../http/schema.ts'
import { type WhereFrom, whereFrom } from '../../http/where-from.ts'
import { BUDGETS, spend } from '../accounts/throttle.ts'
import { auditRecord } from '../audit/record.ts'
import { COMMAND_LINE } from '../clients/command-line.ts'

/** Unknown clients share one budget, as somebody could make up a client for each request. */
const UNKNOWN = ''
/** Addresses that are kept. */
const MOST = 10_000

/** These are told to clients that do as they should. */
const USUAL = new Set(['authorization_pending', 'slow_down', 'access_denied', 'expired_token'])

export class RefusedClients {
  readonly #db: Database
  /** For an address its clients that have used up their budgets, and until when, in milliseconds since the epoch. */
  readonly #usedUp = new Map<string, Map<string, number>>()

  constructor(db: Database) {
    this.#db = db
  }

  /** The seconds until the client may ask again; 0 means now. Only an address that has used up a budget costs a look into the database. */
  async wait(request: FastifyRequest): Promise<number> {
    const { address } = whereFrom(request)
    const clients = this.#usedUp.get(address)
    if (!clients) return 0
    for (const [client, until] of clients) if (until <= Date.now()) clients.delete(client)
    if (clients.size === 0) this.#usedUp.delete(address)
    const until = clients.get(await this.#known(claimedBy(request)))
    return until === undefined ? 0 : Math.ceil((until - Date.now()) / 1000)
  }

  /** The library has refused a request of this client, or of one that it does not know. */
  async refused(from: WhereFrom, client: { id: string; isPublic: boolean } | undefined, error: string) {
    if (USUAL.has(error)) return
    const name = client?.id ?? UNKNOWN
    if (!(await spend(this.#db, [{ of: 'client', whose: `${from.address} ${name}` }])))
      this.#useUp(from.address, name)
    else if (error === 'invalid_client' && client && !client.isPublic)
      await this.#db.many(auditRecord({ kind: 'CLIENT_REFUSED', clientId: client.id, ...from }))
  }

  #useUp(address: string, client: string): void {
    const clients = this.#usedUp.get(address) ?? new Map<string, number>()
    clients.set(client, Date.now() + 1000 * BUDGETS.client.seconds)
    this.#usedUp.delete(address)
    this.#usedUp.set(address, clients)
    const [oldest] = this.#usedUp.keys()
    if (this.#usedUp.size > MOST && oldest !== undefined) this.#usedUp.delete(oldest)
  }

  async #known(claimed: string): Promise<string> {
    if (claimed === COMMAND_LINE.client_id) return claimed
    if (!UUID.test(claimed)) return UNKNOWN
    return (await this.#db.maybe(sql`select from oidc_clients where id = ${claimed}`)) ? claimed : UNKNOWN
  }
}

/** Whom the request says that it comes from, which is not checked yet. */
function claimedBy({ headers: { authorization }, body }: FastifyRequest): string {
  const [, basic] = /^basic +([\w+/]+=*)$/i.exec(authorization ?? '') ?? []
  if (basic !== undefined) return decoded(Buffer.from(basic, 'base64').toString().split(':')[0] ?? '')
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
  const assertion = form.get('client_assertion')
  return form.get('client_id') ?? (assertion === null ? '' : subjectOf(assertion))
}

/** RFC 6749, section 2.3.1: in the header the id is encoded as in a form. */
const decoded = (id: string): string => new URLSearchParams(`id=${id.replaceAll('&', '%26')}`).get('id') ?? ''

function subjectOf(assertion: string): string {
  try {
    return decodeJwt(assertion).sub ?? ''
  } catch {
    return ''
  }
}
