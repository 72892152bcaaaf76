/**
 * Caches accounts, credentials and signing keys. Each change sends a notification to all instances, and they drop what they have
 * cached.
 */
import { randomUUID } from 'node:crypto'
import { type Database, DatabaseUnavailable } from '../../db/database.ts'
import type { Subscription } from '../../db/listener.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import { keyOfAccount } from '../../http/access-token.ts'
import { unavailable } from '../../http/problem.ts'
import { Turns, behind } from '../../http/turns/turns.ts'
import { type OfAccount, AccountCache } from './account-cache.ts'

const CHANNEL = 'scorebook_standing'
/** The payload of a notification about signing keys. Other notifications have the id of an account. */
const KEYS = '!keys'

/** This must be sent in the transaction of every change of an account's rights, credentials, sessions or tokens. */
export const accountChanged = (accountId: string): Sql => sql`select pg_notify(${CHANNEL}, ${accountId})`

/** The same for several accounts. `rows` is a query with a column `account_id`, such as the deleted rows. */
export const accountsChanged = (rows: Sql): Sql =>
  sql`select pg_notify(${CHANNEL}, account_id::text) from ${rows}`

/** This must be sent in the transaction of every change of the signing keys. */
export const signingKeysChanged = sql`select pg_notify(${CHANNEL}, ${KEYS})`

/** In milliseconds. A row is used for this time even if notifications arrive, because a single one can get lost. */
export const KEPT_FOR = 60_000
/**
 * In milliseconds. While notifications cannot arrive, a row is used only for this time, because a change must take effect within
 * 5 s.
 */
export const KEPT_UNHEARD = 3_000
/** How many entries there are of each kind. An entry takes about 1 kB. */
const MOST = 10_000

/**
 * The turns of queries for unknown credentials. They run one after the other, because anybody can send such credentials. Other
 * queries do not wait.
 */
const questions = () =>
  new Turns({
    atOnce: 16,
    mostWaiting: 1_000,
    patience: 3_000,
    refusal: () =>
      unavailable('Too many unknown sessions and tokens are looked up at the moment; try again.'),
  })
/**
 * In milliseconds. At its start, the service waits up to `PATIENCE` for a notification to itself. It sends the next one after
 * `AGAIN`.
 */
const PATIENCE = 1_000
const AGAIN = 5_000

export interface KeyChanges {
  /** False while notifications cannot arrive. */
  readonly hears: boolean
  /** Calls `forget` if the keys have changed, or may have changed while notifications could not arrive. */
  whenKeysChange(forget: () => void): void
}

export class AccountStatus implements KeyChanges {
  /** Resolves when notifications arrive, or after a second. */
  readonly ready: Promise<void>
  readonly #db: Database
  readonly #listener: Subscription
  readonly #caches: Pick<AccountCache<OfAccount>, 'forget' | 'forgetAll'>[] = []
  readonly #forgetKeys: (() => void)[] = []
  readonly #questions = questions()
  /** The payload of the notification that this instance sends to itself. */
  #probe = ''
  #again: NodeJS.Timeout | undefined
  #hears = false

  constructor(db: Database) {
    this.#db = db
    const hearing = Promise.withResolvers<void>()
    this.#listener = db.listen(
      CHANNEL,
      (payload) => {
        if (payload === this.#probe) {
          this.#hears = true
          hearing.resolve()
        } else if (!payload.startsWith(PROBE)) this.#forget(payload)
      },
      { opened: () => this.#opened(), lost: () => this.#deafen() },
    )
    const patience = setTimeout(hearing.resolve, PATIENCE)
    this.ready = hearing.promise.finally(() => clearTimeout(patience))
  }

  /**
   * Makes a cache. When a query finds an account at the primary, this is noted: a standby that lacks the account must not answer
   * its owner.
   */
  newCache<T extends OfAccount>(): AccountCache<T> {
    const cache = new AccountCache<T>(
      MOST,
      () => (this.#hears ? KEPT_FOR : KEPT_UNHEARD),
      (accountId) => this.#db.seenAtPrimary(keyOfAccount(accountId)),
    )
    this.#caches.push(cache)
    return cache
  }

  get hears(): boolean {
    return this.#hears
  }

  whenKeysChange(forget: () => void): void {
    this.#forgetKeys.push(forget)
  }

  async ask<R extends Row>(statement: Sql<R>): Promise<R | undefined> {
    const { come, end } = this.#questions.take('all')
    await come
    try {
      return await this.#db.maybe(statement)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#questions.dismiss('all', behind(error))
      throw error
    } finally {
      end()
    }
  }

  close(): Promise<void> {
    clearTimeout(this.#again)
    return this.#listener.close()
  }

  #opened(): void {
    this.#deafen()
    this.#notifyItself()
  }

  /**
   * Sends a notification to itself. This is necessary because behind a pooler LISTEN can succeed although nothing ever arrives.
   */
  #notifyItself(): void {
    this.#probe = PROBE + randomUUID()
    this.#db.many(accountChanged(this.#probe)).catch(() => {})
    this.#again = setTimeout(() => this.#hears || this.#notifyItself(), AGAIN)
    this.#again.unref()
  }

  /** To be called when the connection is lost, because notifications are lost too. */
  #deafen(): void {
    clearTimeout(this.#again)
    this.#hears = false
    for (const cache of this.#caches) cache.forgetAll()
    for (const forget of this.#forgetKeys) forget()
  }

  #forget(changed: string): void {
    if (changed === KEYS) for (const forget of this.#forgetKeys) forget()
    else for (const cache of this.#caches) cache.forget(changed)
  }
}

/** The first character of such a payload. No id begins with it. */
const PROBE = '?'
