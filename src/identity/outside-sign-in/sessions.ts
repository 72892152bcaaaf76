/**
 * Sessions of people who sign in at outside issuers. The issuer's tokens are stored encrypted, and only the cookie has the key.
 */
import type { FastifyReply } from 'fastify'
import type { Database, Transaction } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { InvalidToken, type VerifiedToken, type Verifier } from '../../http/access-token.ts'
import { callerOf } from '../../http/caller.ts'
import { unavailable } from '../../http/problem.ts'
import { Turns } from '../../http/turns/turns.ts'
import { type Actor, ITSELF, STRANGER, actorOf, person } from '../audit/actor.ts'
import { auditRecord, shortUserAgent } from '../audit/record.ts'
import {
  type SessionCookie,
  beginCookies,
  cookieAt,
  endCookies,
  hashOf,
  newSecret,
  secretIn,
} from '../sessions/cookie.ts'
import type { People } from '../people.ts'
import type { AccountCache, OfAccount } from '../sessions/account-cache.ts'
import type { LastUses } from '../sessions/last-uses.ts'
import { type AccountStatus, accountChanged } from '../sessions/account-status.ts'
import { LONGEST_DAYS, goesOn } from '../sessions/store.ts'
import { type OutsideClients, type OutsideTokens, SignInRefused } from './clients.ts'
import { keyFrom, seal, unseal } from './sealed.ts'

/**
 * Such a person has no account, so `accountId` is the id of the session. A notification with this id means that the session has
 * ended.
 */
interface KnownOutsideSession extends OfAccount {
  token: VerifiedToken
  /** After this time the access token is renewed. In milliseconds since 1970. */
  staleAt: number
}

/** In milliseconds. An access token is renewed this long before its end, because requests take time. */
const BEFORE = 30_000

type Row = { id: string; issuer: string; subject: string; sealed: Buffer }

interface OutsideSessionsOptions {
  baseUrl: string
  plainSignIn?: boolean
  accountStatus: AccountStatus
  lastUses: LastUses
  verifier: Verifier
  people: People
  clients: OutsideClients
}

export class OutsideSessions {
  readonly clients: OutsideClients
  readonly #db: Database
  readonly #cookie: SessionCookie | undefined
  readonly #verifier: Verifier
  readonly #people: People
  readonly #accountStatus: AccountStatus
  readonly #cache: AccountCache<KnownOutsideSession>
  /** Limits how many renewals run at once. Each keeps a database connection until the issuer answers, which can take seconds. */
  readonly #refreshes = new Turns({
    atOnce: 4,
    mostWaiting: 200,
    patience: 5_000,
    refusal: () => unavailable('The token issuer is slow at the moment; try again.'),
  })
  readonly #lastUses: LastUses

  constructor(db: Database, options: OutsideSessionsOptions) {
    const { baseUrl, plainSignIn = false, accountStatus, lastUses, verifier, people, clients } = options
    this.clients = clients
    this.#db = db
    this.#cookie = cookieAt(baseUrl, plainSignIn)
    this.#verifier = verifier
    this.#people = people
    this.#accountStatus = accountStatus
    this.#cache = accountStatus.newCache()
    this.#lastUses = lastUses
  }

  /** The access token of the signed-in person. If the session is in memory, it is not a promise. */
  find(cookieHeader: string | undefined): VerifiedToken | undefined | Promise<VerifiedToken | undefined> {
    const secret = this.#cookie && secretIn(cookieHeader, this.#cookie)
    if (secret === undefined) return undefined
    const key = hashOf(secret).toString('base64')
    const known = this.#cache.find(key, () => this.#read(secret))
    if (known instanceof Promise) return known.then((late) => this.#used(late))
    if (known && known.staleAt <= Date.now()) {
      this.#cache.forget(known.accountId)
      return Promise.resolve(this.#cache.find(key, () => this.#read(secret))).then((late) => this.#used(late))
    }
    return this.#used(known)
  }

  /**
   * Begins a session, and ends the former session of the browser. Throws `SignInRefused` if the access token is not for this
   * service.
   */
  async begin(
    tokens: OutsideTokens,
    {
      issuer,
      address,
      userAgent,
      cookie,
    }: { issuer: string; address: string; userAgent: string; cookie: string | undefined },
    reply: FastifyReply,
  ): Promise<void> {
    if (!this.#cookie)
      throw new SignInRefused('Nobody can sign in here over plain http from another machine.')
    const token = await this.#verified(tokens)
    if (token.issuer !== issuer) throw new SignInRefused('The access token is one of another issuer.')
    const holder = await this.#people.holderOf(token)
    if (holder.erased)
      throw new SignInRefused('The access token is older than the erasure of its account here.')
    const by = actorOf(callerOf(token, holder))
    const secret = newSecret()
    const sealed = sealedBy(tokens, secret)
    const former = secretIn(cookie, this.#cookie)
    await this.#db.transaction(async (tx) => {
      if (former !== undefined) await endedBy(tx, former)
      await tx.many(sql`
        insert into sessions (hash, issuer, subject, outside_name, outside_tokens, method, address, user_agent, ends_at)
        values (
          ${hashOf(secret)}, ${issuer}, ${token.subject}, ${token.name}, ${sealed}, 'OUTSIDE', ${address},
          ${shortUserAgent(userAgent)}, now() + make_interval(days => ${LONGEST_DAYS}))`)
      await tx.many(
        auditRecord({ kind: 'SIGNED_IN', by, address, userAgent, details: { method: 'OUTSIDE', issuer } }),
      )
    })
    void reply.header('set-cookie', beginCookies(this.#cookie, secret))
  }

  /** Ends the session. Returns the issuer's address for signing out, if it has one. */
  async end(cookieHeader: string | undefined, reply: FastifyReply): Promise<string | undefined> {
    const secret = this.#cookie && secretIn(cookieHeader, this.#cookie)
    if (this.#cookie) void reply.header('set-cookie', endCookies(this.#cookie))
    if (secret === undefined) return undefined
    const ended = await this.#db.transaction((tx) => endedBy(tx, secret))
    const tokens = ended && opened(ended, secret)
    return tokens && this.clients.signOutAt(ended.issuer, tokens)
  }

  async #read(secret: string): Promise<KnownOutsideSession | undefined> {
    const row = await this.#accountStatus.ask(sessionOf(secret))
    if (!row) return undefined
    const tokens = opened(row, secret)
    if (!tokens) return undefined
    const fresh = tokens.expiresAt - BEFORE > Date.now() ? tokens : await this.#refreshed(secret)
    return fresh && this.#known(row, fresh)
  }

  /** A refresh token works only once. So only one request on one instance may use it. */
  async #refreshed(secret: string): Promise<OutsideTokens | undefined> {
    const { come, end } = this.#refreshes.take('all')
    await come
    try {
      return await this.#refreshedInTurn(secret)
    } finally {
      end()
    }
  }

  #refreshedInTurn(secret: string): Promise<OutsideTokens | undefined> {
    return this.#db.transaction(async (tx) => {
      const row = await tx.maybe(sql<Row>`${sessionOf(secret)} for update`)
      const tokens = row && opened(row, secret)
      if (!row || !tokens) return undefined
      if (tokens.expiresAt - BEFORE > Date.now()) return tokens
      const fresh = await this.#ask(row, tokens)
      if (fresh) {
        await tx.many(
          sql`update sessions set outside_tokens = ${sealedBy(fresh, secret)} where id = ${row.id}`,
        )
        return fresh
      }
      await tx.many(sql`delete from sessions where id = ${row.id}`)
      await recordEnd(tx, row.id, ITSELF)
      return undefined
    })
  }

  /** Renews the tokens. Undefined if the issuer gives no more tokens, so that the person must sign in again. */
  async #ask({ issuer }: Row, tokens: OutsideTokens): Promise<OutsideTokens | undefined> {
    const { refreshToken } = tokens
    if (refreshToken === undefined) return undefined
    try {
      return await this.clients.refresh(issuer, refreshToken, tokens)
    } catch (error) {
      if (error instanceof SignInRefused) return undefined
      throw error
    }
  }

  async #known({ id, issuer, subject }: Row, tokens: OutsideTokens): Promise<KnownOutsideSession> {
    const token = await this.#verifier.verify(tokens.accessToken)
    if (token.issuer !== issuer || token.subject !== subject)
      throw new InvalidToken('The issuer gave an access token of somebody else.')
    const staleAt = Math.min(tokens.expiresAt, token.expiresAt * 1000) - BEFORE
    return { accountId: id, token: { ...token, sessionId: id }, staleAt }
  }

  async #verified({ accessToken }: OutsideTokens): Promise<VerifiedToken> {
    try {
      return await this.#verifier.verify(accessToken)
    } catch (error) {
      if (error instanceof InvalidToken) throw new SignInRefused(error.message, { cause: error })
      throw error
    }
  }

  #used(known: KnownOutsideSession | undefined): VerifiedToken | undefined {
    if (!known) return undefined
    this.#lastUses.ofSession(known.accountId)
    return known.token
  }
}

const sessionOf = (secret: string): Sql<Row> => sql<Row>`
  select s.id, s.issuer, s.subject, s.outside_tokens as sealed from sessions s
  where s.hash = ${hashOf(secret)} and s.account_id is null and ${goesOn}`

const USE = 'outside tokens'

const sealedBy = (tokens: OutsideTokens, secret: string) => seal(JSON.stringify(tokens), keyFrom(secret, USE))

function opened({ sealed }: Row, secret: string): OutsideTokens | undefined {
  const text = unseal(sealed, keyFrom(secret, USE))
  return text === undefined ? undefined : (JSON.parse(text) as OutsideTokens)
}

async function endedBy(tx: Transaction, secret: string): Promise<Row | undefined> {
  const ended = await tx.maybe(sql<Row>`
    delete from sessions where hash = ${hashOf(secret)} and account_id is null
    returning id, issuer, subject, outside_tokens as sealed`)
  if (!ended) return undefined
  const user = await tx.maybe(sql<{ id: string }>`
    select id from users where issuer = ${ended.issuer} and subject = ${ended.subject}`)
  await recordEnd(tx, ended.id, user ? person(user.id) : STRANGER)
  return ended
}

async function recordEnd(tx: Transaction, id: string, by: Actor): Promise<void> {
  await Promise.all([
    tx.many(accountChanged(id)),
    tx.many(auditRecord({ kind: 'SIGNED_OUT', by, details: { method: 'OUTSIDE' } })),
  ])
}
