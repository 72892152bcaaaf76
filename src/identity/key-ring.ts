/** The public keys of one issuer. They are read at first use, when they are old, and when a token names an unknown key. */
import { type JSONWebKeySet, type LocalJWKSet, createLocalJWKSet } from 'jose'
import { IssuerUnavailable } from '../http/access-token.ts'
import type { KeyChanges } from './sessions/account-status.ts'

export type LoadKeys = () => Promise<JSONWebKeySet>

/** Each reading makes a new object. So `===` shows whether the keys were read again. */
export type Keys = LocalJWKSet

/** How often the keys are read. All times are in milliseconds. */
export interface Pace {
  oldAfter: number
  /** The shortest time between two readings that are caused by unknown keys. */
  searchEvery: number
  retryEvery: number
}

export interface KeyRingOptions {
  issuer: string
  load: LoadKeys
  pace: Pace
  warn: (message: string, facts: { issuer: string; error?: unknown; account?: string }) => void
}

/**
 * In milliseconds. If notifications cannot arrive, the keys are read again after `oldAfter`, and no longer used after `usedFor`.
 */
const UNHEARD = { oldAfter: 1_000, usedFor: 3_000 }

export class KeyRing {
  readonly #options: KeyRingOptions
  #keys: Keys | undefined
  #written = ''
  #loading: Promise<void> | undefined
  #changes: KeyChanges | undefined
  /** When the last reading began. `-Infinity` means that the keys must not be used. */
  #readAt = -Infinity
  #triedAt = -Infinity
  #searchedAt = -Infinity
  #failed = false

  constructor(options: KeyRingOptions) {
    this.#options = options
  }

  /**
   * From now on, keys are dropped as soon as they change. While notifications cannot arrive, the keys are read often. It must be
   * called only once.
   */
  follow(changes: KeyChanges): void {
    this.#changes = changes
    changes.whenKeysChange(() => {
      this.#readAt = -Infinity
      this.#triedAt = -Infinity
      this.#loading = undefined
    })
  }

  /** The keys, or undefined if there are none that may be used. If they are old, a reading begins. */
  get latest(): Keys | undefined {
    if (Date.now() - this.#readAt >= (this.#isUnheard ? UNHEARD.usedFor : Infinity)) return undefined
    if (this.#isOld()) void this.#load()
    return this.#keys
  }

  /** The keys. If there are none that may be used, it waits for a reading. Throws `IssuerUnavailable`. */
  async keys(): Promise<Keys> {
    const { latest } = this
    if (latest) return latest
    if (this.#loading || Date.now() - this.#triedAt >= this.#options.pace.retryEvery) await this.#load()
    const isForgotten = this.#triedAt === -Infinity // because the keys changed during the reading
    return this.latest ?? (isForgotten ? this.keys() : this.#unavailable())
  }

  /**
   * Reads the keys again because `known` lacks a key. It does so at most every `searchEvery` ms, and otherwise returns `known`.
   */
  async newerThan(known: Keys): Promise<Keys> {
    if (this.#keys === known && Date.now() - this.#searchedAt >= this.#options.pace.searchEvery) {
      this.#searchedAt = Date.now()
      await this.#load()
    } else {
      await this.#loading
    }
    if (this.#keys === known && this.#failed) this.#unavailable()
    return this.keys()
  }

  get #isUnheard(): boolean {
    return this.#changes?.hears === false
  }

  #isOld(): boolean {
    const { oldAfter } = this.#isUnheard ? UNHEARD : this.#options.pace
    return Date.now() - this.#triedAt >= oldAfter
  }

  /** Reads the keys and never throws. Everybody who waits shares the same reading. */
  #load(): Promise<void> {
    this.#triedAt = Date.now()
    if (this.#loading) return this.#loading
    const loading: Promise<void> = this.#read(() => this.#loading === loading).finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  /** If the keys change while they are being read, the result is ignored. */
  async #read(isWanted: () => boolean): Promise<void> {
    const began = Date.now()
    try {
      const set = await this.#options.load()
      if (!isWanted()) return
      const written = JSON.stringify(set)
      if (written !== this.#written) {
        this.#keys = createLocalJWKSet(set)
        this.#written = written
      }
      this.#readAt = began
      this.#failed = false
    } catch (error) {
      this.#failed = true
      const { issuer, warn } = this.#options
      warn(`The keys of the token issuer ${issuer} could not be read.`, { issuer, error })
    }
  }

  #unavailable(): never {
    throw new IssuerUnavailable(
      'The keys of the issuer of the access token cannot be read at the moment, so the token cannot be checked.',
    )
  }
}
