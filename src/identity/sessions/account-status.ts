/**
 * Caches accounts, their credentials and the signing keys, so that most requests need not ask the database. The transaction of a
 * change notifies all instances, and each drops what it has cached about the account or the keys.
 */
import { randomUUID } from 'node:crypto'
import { type Database, DatabaseUnavailable } from '../../db/database.ts'
import type { Listener } from '../../db/listener.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import { keyOfAccount } from '../../http/access-token.ts'
import { unavailable } from '../../http/problem.ts'
import { Turns, behind } from '../../http/turns/turns.ts'
import { type OfAccount, AccountCache } from './account-cache.ts'

const CHANNEL = 'scorebook_standing'
/** Names the signing keys in a notification; it is no account's id. */
const KEYS = '!keys'

/**
 * For the transaction of every change of an account's roles, disabled, credentials, sessions or tokens. PostgreSQL delivers it at
 * the commit. A service account is named by its client id.
 */
export const accountChanged = (accountId: string): Sql => sql`select pg_notify(${CHANNEL}, ${accountId})`

/** Notifies of the account of each row of a query that has an `account_id`, such as the rows that a statement has deleted. */
export const accountsChanged = (rows: Sql): Sql =>
  sql`select pg_notify(${CHANNEL}, account_id::text) from ${rows}`

/** For the transaction of every change of the signing keys. */
export const signingKeysChanged = sql`select pg_notify(${CHANNEL}, ${KEYS})`

/** How long we use an entry while notifications arrive, in milliseconds: one might still get lost. */
const KEPT_FOR = 60_000
/** How long we use an entry while none can arrive, so that a change takes effect within 5 s. */
const KEPT_UNHEARD = 3_000
/** The most entries of each kind, of about 1 kB each. */
const MOST = 10_000

/**
 * Limits the questions to the database at once. Anybody can send unknown credentials: they wait for each other, and delay no
 * request with a known one.
 */
const questions = () =>
  new Turns({
    atOnce: 16,
    mostWaiting: 1_000,
    patience: 3_000,
    refusal: () =>
      unavailable('Too many unknown sessions and tokens are looked up at the moment; try again.'),
  })
/** How long a start waits for its own notification, and how often an instance repeats it until it arrives, in milliseconds. */
const PATIENCE = 1_000
const AGAIN = 5_000

/** Reports changes of the signing keys to whatever holds them in memory. */
export interface KeyChanges {
  /** False while a notification of a change could not arrive. */
  readonly hears: boolean
  /** `forget` is called when the keys have changed, or might have changed while no notifications arrived. */
  whenKeysChange(forget: () => void): void
}

export class AccountStatus implements KeyChanges {
  /** Settles when notifications arrive, or after a second without one. */
  readonly ready: Promise<void>
  readonly #db: Database
  readonly #listener: Listener
  readonly #caches: Pick<AccountCache<OfAccount>, 'forget' | 'forgetAll'>[] = []
  readonly #forgetKeys: (() => void)[] = []
  readonly #questions = questions()
  /** The notification that this instance sends to itself, to find out whether it receives any. */
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
   * A cache for one kind of entries. Once we found an account at the primary, its owner's reads must not be answered by a standby
   * that does not have it yet.
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

  /** Waits until few others ask the database. */
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
   * Behind a pooler of transactions, LISTEN succeeds but nothing arrives. So an instance relies on notifications only once it has
   * received its own, and repeats that until then.
   */
  #notifyItself(): void {
    this.#probe = PROBE + randomUUID()
    this.#db.many(accountChanged(this.#probe)).catch(() => {})
    this.#again = setTimeout(() => this.#hears || this.#notifyItself(), AGAIN)
    this.#again.unref()
  }

  /** Notifications between the loss of a connection and the next connection are lost. */
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

/** The prefix of a probe; no id begins with it. */
const PROBE = '?'
