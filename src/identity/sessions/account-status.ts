/** Caches accounts, credentials and signing keys. Each change notifies all instances, which then drop what they cached. */
import { randomUUID } from 'node:crypto'
import { type Database, DatabaseUnavailable } from '../../db/database.ts'
import type { Subscription } from '../../db/listener.ts'
import { type Row, type Sql, sql } from '../../db/sql.ts'
import { keyOfAccount } from '../../http/access-token.ts'
import { unavailable } from '../../http/problem.ts'
import { Turns, behind } from '../../http/turns/turns.ts'
import { type OfAccount, AccountCache } from './account-cache.ts'

const CHANNEL = 'scorebook_standing'
/** The text of a notification about signing keys. Other notifications have an account's id. */
const KEYS = '!keys'

/** Every change of an account's rights, credentials, sessions or tokens must send this in its transaction. */
export const accountChanged = (accountId: string): Sql => sql`select pg_notify(${CHANNEL}, ${accountId})`

/** `rows` is a query with a column `account_id`, such as deleted rows. */
export const accountsChanged = (rows: Sql): Sql =>
  sql`select pg_notify(${CHANNEL}, account_id::text) from ${rows}`

/** Every change of the signing keys must send this in its transaction. */
export const signingKeysChanged = sql`select pg_notify(${CHANNEL}, ${KEYS})`

/** In milliseconds. While notifications arrive, a row is used for this time, because a notification can still get lost. */
export const KEPT_FOR = 60_000
/** In milliseconds. While no notifications arrive, a row is used for this time, because a change must take effect within 5 s. */
export const KEPT_UNHEARD = 3_000
/** The number of entries of each kind. An entry takes about 1 kB. */
const MOST = 10_000

/** Queries for unknown credentials wait for each other, because anybody can send such credentials. Other queries do not wait. */
const questions = () =>
  new Turns({
    atOnce: 16,
    mostWaiting: 1_000,
    patience: 3_000,
    refusal: () =>
      unavailable('Too many unknown sessions and tokens are looked up at the moment; try again.'),
  })
/** In milliseconds: `PATIENCE` is how long a start waits for its own notification, `AGAIN` when it sends the next one. */
const PATIENCE = 1_000
const AGAIN = 5_000

export interface KeyChanges {
  /** False while no notifications can arrive. */
  readonly hears: boolean
  /** Calls `forget` if the keys have changed, or may have changed while no notifications arrived. */
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
  /** The text of the notification that this instance sends to itself. */
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
   * Every account that a query finds at the primary is noted, so that a standby without the account does not answer its owner.
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

  /** Sends a notification to itself, because behind a pooler LISTEN can succeed although nothing arrives. */
  #notifyItself(): void {
    this.#probe = PROBE + randomUUID()
    this.#db.many(accountChanged(this.#probe)).catch(() => {})
    this.#again = setTimeout(() => this.#hears || this.#notifyItself(), AGAIN)
    this.#again.unref()
  }

  /** Call it while there is no connection, because notifications are then lost. */
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

/** No account's id begins with this sign. */
const PROBE = '?'
