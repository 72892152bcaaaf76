/**
 * What the database said of accounts, their credentials and the signing keys, kept in memory so that most requests need not
 * ask. A change is notified to all instances in its transaction, and each then forgets what it kept of that account or the keys.
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
/** Stands for the signing keys in place of an account, and is no id. */
const KEYS = '!keys'

/**
 * Belongs in the transaction of any change of roles, disabled, credentials, sessions or tokens of an account. It is delivered
 * when that commits. A service account is named by its client id.
 */
export const accountChanged = (accountId: string): Sql => sql`select pg_notify(${CHANNEL}, ${accountId})`

/** The same for each row of a query that has an `account_id`, such as what a statement has deleted. */
export const accountsChanged = (rows: Sql): Sql =>
  sql`select pg_notify(${CHANNEL}, account_id::text) from ${rows}`

/** Belongs in the transaction of any change of the signing keys, as above. */
export const signingKeysChanged = sql`select pg_notify(${CHANNEL}, ${KEYS})`

/** How long an entry is used while notifications arrive, in milliseconds: one may be lost all the same. */
const KEPT_FOR = 60_000
/** The same while they can't arrive, so that a change acts within 5 s. */
const KEPT_UNHEARD = 3_000
/** Entries of each kind; some 1 kB each. */
const MOST = 10_000

/**
 * Questions to the database at once. Anybody can send credentials that nobody knows: these wait for one another, and not the
 * requests of those who are known.
 */
const questions = () =>
  new Turns({
    atOnce: 16,
    mostWaiting: 1_000,
    patience: 3_000,
    refusal: () =>
      unavailable('Too many unknown sessions and tokens are looked up at the moment; try again.'),
  })
/** How long a start waits to hear itself, and how often an instance tries to while it doesn't, in milliseconds. */
const PATIENCE = 1_000
const AGAIN = 5_000

/** What holds the signing keys in memory follows their changes. */
export interface KeyChanges {
  /** False while a change of the keys is not heard of. */
  readonly hears: boolean
  /** `forget` is called when the keys have changed, or may have while nobody listened. */
  whenKeysChange(forget: () => void): void
}

export class AccountStatus implements KeyChanges {
  /** Settles when notifications arrive, or soon after they don't. */
  readonly ready: Promise<void>
  readonly #db: Database
  readonly #listener: Listener
  readonly #caches: Pick<AccountCache<OfAccount>, 'forget' | 'forgetAll'>[] = []
  readonly #forgetKeys: (() => void)[] = []
  readonly #questions = questions()
  /** What this instance notifies itself of, to know whether it hears. */
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

  /** A store for entries of one kind. What the primary said of an account, the reads of its owner find too. */
  newCache<T extends OfAccount>(): AccountCache<T> {
    const cache = new AccountCache<T>(
      MOST,
      () => (this.#hears ? KEPT_FOR : KEPT_UNHEARD),
      (accountId) => this.#db.met(keyOfAccount(accountId)),
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

  /** Asks the database when few others do. */
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
   * Behind a pooler of transactions one may listen and hear nothing, so an instance takes itself to hear when it has heard
   * itself, and tries again until then.
   */
  #notifyItself(): void {
    this.#probe = PROBE + randomUUID()
    this.#db.many(accountChanged(this.#probe)).catch(() => {})
    this.#again = setTimeout(() => this.#hears || this.#notifyItself(), AGAIN)
    this.#again.unref()
  }

  /** Notifications between the loss of a connection and the next one went to nobody. */
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

/** What a probe begins with, and no id. */
const PROBE = '?'
