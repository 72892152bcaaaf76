/** The public keys of one issuer. We read them at first use, when they are old, and when a token names an unknown key. */
import { type JSONWebKeySet, type LocalJWKSet, createLocalJWKSet } from 'jose'
import { IssuerUnavailable } from '../http/access-token.ts'
import type { KeyChanges } from './sessions/account-status.ts'

export type LoadKeys = () => Promise<JSONWebKeySet>

/** Each reading makes a new object, so `===` shows whether the keys were read again. */
export type Keys = LocalJWKSet

/** All times are in milliseconds. */
export interface Pace {
  oldAfter: number
  /** The shortest time between two readings because of unknown keys. */
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
 * In milliseconds. While no notifications arrive, we read the keys again after `oldAfter`, and stop using them after `usedFor`.
 */
const UNHEARD = { oldAfter: 1_000, usedFor: 3_000 }

export class KeyRing {
  readonly #options: KeyRingOptions
  #keys: Keys | undefined
  #written = ''
  #loading: Promise<void> | undefined
  #changes: KeyChanges | undefined
  /** The time at which the last reading began. `-Infinity` means that the keys must not be used. */
  #readAt = -Infinity
  #triedAt = -Infinity
  #searchedAt = -Infinity
  #failed = false

  constructor(options: KeyRingOptions) {
    this.#options = options
  }

  /** Call it once. Afterwards changed keys are dropped at once. While no notifications arrive, the keys are read often. */
  follow(changes: KeyChanges): void {
    this.#changes = changes
    changes.whenKeysChange(() => {
      this.#readAt = -Infinity
      this.#triedAt = -Infinity
      this.#loading = undefined
    })
  }

  /** Undefined if there are no usable keys. If the keys are old, this starts a reading. */
  get latest(): Keys | undefined {
    if (Date.now() - this.#readAt >= (this.#isUnheard ? UNHEARD.usedFor : Infinity)) return undefined
    if (this.#isOld()) void this.#load()
    return this.#keys
  }

  /** Waits for a reading if there are no usable keys. Throws `IssuerUnavailable`. */
  async keys(): Promise<Keys> {
    const { latest } = this
    if (latest) return latest
    if (this.#loading || Date.now() - this.#triedAt >= this.#options.pace.retryEvery) await this.#load()
    const isForgotten = this.#triedAt === -Infinity // because the keys changed during the reading
    return this.latest ?? (isForgotten ? this.keys() : this.#unavailable())
  }

  /** Reads the keys again because `known` lacks a key, but at most every `searchEvery` ms. Otherwise it returns `known`. */
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

  /** Reads the keys, without ever throwing. Everybody who waits shares one reading. */
  #load(): Promise<void> {
    this.#triedAt = Date.now()
    if (this.#loading) return this.#loading
    const loading: Promise<void> = this.#read(() => this.#loading === loading).finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  /** If the keys change while they are read, ignores the result. */
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
