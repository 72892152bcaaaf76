/** Tokens that were verified, under their hash: checking a signature costs some forty times as much as finding it here. */
import { hash } from 'node:crypto'

export class TokenMemory<T> {
  readonly #most: number
  readonly #entries = new Map<string, T>()

  /** With more than `most` entries the oldest is forgotten. */
  constructor(most: number) {
    this.#most = most
  }

  /** The token itself is not kept: who reads this memory can't use what is in it. */
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
