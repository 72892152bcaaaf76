/**
 * What the database said of accounts and their credentials, kept in memory so that most requests need not ask. A change is
 * notified to all instances in its transaction, and each then forgets what it kept of the account.
 */
import type { Database } from '../../db/database.ts'
import type { Listener } from '../../db/listener.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { type OfAccount, Kept } from './kept.ts'

const CHANNEL = 'scorebook_standing'

/**
 * Belongs in the transaction of any change of roles, disabled, credentials, sessions or tokens of an account. It is delivered
 * when that commits. A service account is named by its client id.
 */
export const standingChanged = (accountId: string): Sql => sql`select pg_notify(${CHANNEL}, ${accountId})`

/** How long an entry is used while notifications arrive, in milliseconds: one may be lost all the same. */
const KEPT_FOR = 60_000
/** The same while they can't arrive, so that a change acts within 5 s. */
const KEPT_UNHEARD = 3_000
/** Entries of each kind; some 1 kB each. */
const MOST = 10_000

export class Standing {
  readonly #listener: Listener
  readonly #kept: Pick<Kept<OfAccount>, 'forget' | 'forgetAll'>[] = []
  #hears = false

  constructor(db: Database) {
    this.#listener = db.listen(CHANNEL, (accountId) => this.#forget(accountId), {
      opened: () => this.#turn(true),
      lost: () => this.#turn(false),
    })
  }

  /** Settles after the first attempt to listen: from then on, entries are kept for a minute if it succeeded. */
  get ready(): Promise<void> {
    return this.#listener.tried
  }

  /** A store for entries of one kind. */
  keep<T extends OfAccount>(): Kept<T> {
    const kept = new Kept<T>(MOST, () => (this.#hears ? KEPT_FOR : KEPT_UNHEARD))
    this.#kept.push(kept)
    return kept
  }

  close(): Promise<void> {
    return this.#listener.close()
  }

  /** Notifications between the loss of a connection and the next one went to nobody. */
  #turn(hears: boolean): void {
    this.#hears = hears
    for (const kept of this.#kept) kept.forgetAll()
  }

  #forget(accountId: string): void {
    for (const kept of this.#kept) kept.forget(accountId)
  }
}
