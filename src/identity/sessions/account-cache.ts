/** A bounded cache of rows by key. We drop entries by account and by age. */

export interface OfAccount {
  accountId: string
}

interface Entry<T> {
  value: T
  /** When we asked the database for it. */
  askedAt: number
}

/** A question to the database that is not answered yet. */
interface Question<T> {
  answer: Promise<T | undefined>
  /** The accounts that have changed since we asked. */
  changed: Set<string>
  allChanged: boolean
}

export class AccountCache<T extends OfAccount> {
  readonly #most: number
  readonly #longest: () => number
  readonly #found: (accountId: string) => void
  readonly #entries = new Map<string, Entry<T>>()
  readonly #keysOf = new Map<string, Set<string>>()
  /** The question that further callers with the same key wait for. */
  readonly #shared = new Map<string, Question<T>>()
  readonly #unanswered = new Set<Question<T>>()

  /**
   * Above `most` entries we drop the oldest. `longest` is how long we may use an entry now, in milliseconds; `found` is called
   * with the account of each row that comes from the database.
   */
  constructor(most: number, longest: () => number, found: (accountId: string) => void = () => {}) {
    this.#most = most
    this.#longest = longest
    this.#found = found
  }

  /** Returns no promise for a cached entry, which is nearly always. */
  find(key: string, ask: () => Promise<T | undefined>): T | undefined | Promise<T | undefined> {
    const entry = this.#entries.get(key)
    if (entry && Date.now() - entry.askedAt < this.#longest()) return entry.value
    return this.#shared.get(key)?.answer ?? this.#ask(key, ask)
  }

  /** Caches a row that was read at `askedAt` together with something else. */
  put(key: string, value: T, askedAt: number): void {
    this.#drop(key)
    this.#entries.set(key, { value, askedAt })
    const keys = this.#keysOf.get(value.accountId)
    if (keys) keys.add(key)
    else this.#keysOf.set(value.accountId, new Set([key]))
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#most && oldest !== undefined) this.#drop(oldest)
  }

  /** Questions under way might still show the state before the change, so later callers ask again. */
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
