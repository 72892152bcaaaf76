/** Finds the account that is signed in, by the Cookie header. */
import type { FastifyReply } from 'fastify'
import type { Database } from '../../db/database.ts'
import { type Eventual, after } from '../../http/eventual.ts'
import { type AccountNow, accountNow } from '../accounts-now.ts'
import { type Role, isRole } from '../roles.ts'
import {
  type SessionCookie,
  beginCookies,
  cookieAt,
  endCookies,
  hashOf,
  secretIn,
  setCookie,
} from './cookie.ts'
import type { AccountCache } from './account-cache.ts'
import type { AccountStatus } from './account-status.ts'
import { type SessionRow, type Method, findSession, renewal } from './store.ts'
import type { LastUses } from './last-uses.ts'

export interface SignedIn {
  sessionId: string
  accountId: string
  name: string
  roles: Role[]
  method: Method
  authenticatedAt: Date
}

/** A session that is kept in memory for its next requests. */
export interface KnownSession {
  sessionId: string
  accountId: string
  method: Method
  authenticatedAt: Date
  /** When the session ends unless it is used again, in milliseconds since 1970. */
  endsAt: number
  rightsChanged: boolean
  account: AccountNow
  roles: Role[]
}

interface SessionsOptions {
  baseUrl: string
  /** If true, people on other machines can sign in over plain http. */
  plainSignIn?: boolean
  accountStatus: AccountStatus
  lastUses: LastUses
}

export class Sessions {
  readonly #db: Database
  readonly #cookie: SessionCookie | undefined
  readonly #accountStatus: AccountStatus
  readonly #cache: AccountCache<KnownSession>
  readonly #lastUses: LastUses

  constructor(db: Database, { baseUrl, plainSignIn = false, accountStatus, lastUses }: SessionsOptions) {
    this.#db = db
    this.#cookie = cookieAt(baseUrl, plainSignIn)
    this.#accountStatus = accountStatus
    this.#cache = accountStatus.newCache()
    this.#lastUses = lastUses
  }

  /** False if the service is reached over plain http from other machines, because nobody can sign in then. */
  get possible(): boolean {
    return this.#cookie !== undefined
  }

  /** Undefined if nobody is signed in, or if the account is disabled. */
  async signedIn(cookieHeader: string | undefined): Promise<SignedIn | undefined> {
    const session = await this.find(cookieHeader)
    if (!session || session.account.disabled) return undefined
    const { sessionId, accountId, account, roles, method, authenticatedAt } = session
    return { sessionId, accountId, name: account.name, roles, method, authenticatedAt }
  }

  /** If the session is in memory, it is not a promise. */
  find(cookieHeader: string | undefined): Eventual<KnownSession | undefined> {
    const secret = this.#cookie && secretIn(cookieHeader, this.#cookie)
    if (secret === undefined) return undefined
    const hash = hashOf(secret)
    const known = this.#cache.find(hash.toString('base64'), async () => {
      const row = await this.#accountStatus.ask(findSession(hash))
      return row && knownSession(row)
    })
    return after(known, (session) => this.#used(session))
  }

  setCookie(reply: FastifyReply, secret: string): void {
    if (!this.#cookie) throw new Error('There is no cookie over plain http from other machines.')
    void reply.header('set-cookie', beginCookies(this.#cookie, secret))
  }

  clearCookie(reply: FastifyReply): void {
    if (this.#cookie) void reply.header('set-cookie', endCookies(this.#cookie))
  }

  /** If the rights of the account have changed since the browser got its secret, gives it a new secret. */
  async renew(session: KnownSession, reply: FastifyReply): Promise<void> {
    if (!session.rightsChanged) return
    const { statement, secret } = renewal(session.sessionId)
    if (this.#cookie && (await this.#db.maybe(statement)))
      void reply.header('set-cookie', setCookie(this.#cookie, secret))
    session.rightsChanged = false
  }

  #used(session: KnownSession | undefined): KnownSession | undefined {
    if (!session || session.endsAt <= Date.now()) return undefined
    this.#lastUses.ofSession(session.sessionId)
    return session
  }
}

const knownSession = (row: SessionRow): KnownSession => ({
  sessionId: row.sessionId,
  accountId: row.accountId,
  method: row.method,
  authenticatedAt: row.authenticatedAt,
  endsAt: row.endsAt.getTime(),
  rightsChanged: row.rightsChanged,
  account: accountNow(row),
  roles: row.roles.filter(isRole),
})
