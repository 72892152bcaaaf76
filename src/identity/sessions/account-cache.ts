/** A cache of rows by key, with a limited size. A row leaves it when its account changes, or when the row is old. */

export interface OfAccount {
  accountId: string
}

interface Entry<T> {
  value: T
  askedAt: number
}

interface Question<T> {
  answer: Promise<T | undefined>
  /** The accounts that have changed since we sent the query. */
  changed: Set<string>
  allChanged: boolean
}

export class AccountCache<T extends OfAccount> {
  readonly #most: number
  readonly #longest: () => number
  readonly #found: (accountId: string) => void
  readonly #entries = new Map<string, Entry<T>>()
  readonly #keysOf = new Map<string, Set<string>>()
  /** The queries under way, by key. Everybody who needs the same key waits for the same query. */
  readonly #shared = new Map<string, Question<T>>()
  readonly #unanswered = new Set<Question<T>>()

  /**
   * If there are more than `most` entries, drops the oldest. An entry is used for `longest` ms. `found` gets each row's account.
   */
  constructor(most: number, longest: () => number, found: (accountId: string) => void = () => {}) {
    this.#most = most
    this.#longest = longest
    this.#found = found
  }

  /** Returns no promise if the entry is cached, as nearly all are. */
  find(key: string, ask: () => Promise<T | undefined>): T | undefined | Promise<T | undefined> {
    const entry = this.#entries.get(key)
    if (entry && Date.now() - entry.askedAt < this.#longest()) return entry.value
    return this.#shared.get(key)?.answer ?? this.#ask(key, ask)
  }

  /** Adds a row that was read together with other data, by a query sent at `askedAt`. */
  put(key: string, value: T, askedAt: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, askedAt })
    const keys = this.#keysOf.get(value.accountId)
    if (keys) keys.add(key)
    else this.#keysOf.set(value.accountId, new Set([key]))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#most && oldest !== undefined) this.#drop(oldest)
  }

  /** Drops an account's entries. A query under way may return the old state, so later callers send a new query. */
  forget(accountId: string): void {
    for (const question of this.#unanswered) question.changed.add(accountId)
    this.#shared.clear()
    for (const key of this.#keysOf.get(accountId) ?? []) this.#entries.delete(key)
    this.#keysOf.delete(accountId)
  }

  forgetAll(): void {
    for (const question of this.#unanswered) question.allChanged = true
    this.#shared.clear()
    this.#entries.clear()
    this.#keysOf.clear()
  }

  #ask(key: string, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const askedAt = Date.now()
    const question: Question<T> = { answer: ask(), changed: new Set(), allChanged: false }
    question.answer = question.answer
      .then((value) => {
        if (value !== undefined) this.#found(value.accountId)
        if (value !== undefined && !question.allChanged && !question.changed.has(value.accountId))
          this.put(key, value, askedAt)
        return value
      })
      .finally(() => {
        this.#unanswered.delete(question)
        if (this.#shared.get(key) === question) this.#shared.delete(key)
      })
    this.#unanswered.add(question)
    this.#shared.set(key, question)
    return question.answer
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    const keys = this.#keysOf.get(entry.value.accountId)
    keys?.delete(key)
    if (keys?.size === 0) this.#keysOf.delete(entry.value.accountId)
  }
}
