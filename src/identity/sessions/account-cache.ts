/** A cache of rows by key, of a limited size. A row is dropped when its account changes, or when it is old. */

export interface OfAccount {
  accountId: string
}

interface Entry<T> {
  value: T
  askedAt: number
}

interface Question<T> {
  answer: Promise<T | undefined>
  /** The accounts that have changed since the query was sent. */
  changed: Set<string>
  allChanged: boolean
}

export class AccountCache<T extends OfAccount> {
  readonly #most: number
  readonly #longest: () => number
  readonly #found: (accountId: string) => void
  readonly #entries = new Map<string, Entry<T>>()
  readonly #keysOf = new Map<string, Set<string>>()
  /** The running queries, by key. Everybody who needs a key waits for the same query. */
  readonly #shared = new Map<string, Question<T>>()
  readonly #unanswered = new Set<Question<T>>()

  /**
   * Beyond `most` entries, the oldest is dropped. An entry is used for `longest` ms. `found` is called with the account of each
   * row.
   */
  constructor(most: number, longest: () => number, found: (accountId: string) => void = () => {}) {
    this.#most = most
    this.#longest = longest
    this.#found = found
  }

  /** If the entry is in the cache, as nearly all are, it is not a promise. */
  find(key: string, ask: () => Promise<T | undefined>): T | undefined | Promise<T | undefined> {
    const entry = this.#entries.get(key)
    if (entry && Date.now() - entry.askedAt < this.#longest()) return entry.value
    return this.#shared.get(key)?.answer ?? this.#ask(key, ask)
  }

  /** Adds a row that was read together with other data. Its query was sent at `askedAt`. */
  put(key: string, value: T, askedAt: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, askedAt })
    const keys = this.#keysOf.get(value.accountId)
    if (keys) keys.add(key)
    else this.#keysOf.set(value.accountId, new Set([key]))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#most && oldest !== undefined) this.#drop(oldest)
  }

  /** Drops the entries of an account. A running query may still return the old state, so later callers send a new one. */
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
