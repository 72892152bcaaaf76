/** The public keys of one issuer: read on first use, when they are old, and when a token's key is not among them. */
import { type JSONWebKeySet, type LocalJWKSet, createLocalJWKSet } from 'jose'
import { IssuerUnavailable } from '../http/access-token.ts'
import type { KeyChanges } from './sessions/account-status.ts'

/** Reads the keys from where the issuer publishes them. */
export type LoadKeys = () => Promise<JSONWebKeySet>

/** Finds the key for a token's header. Each set of keys is an object of its own, so that `===` compares sets. */
export type Keys = LocalJWKSet

/** How often keys are read, in milliseconds. */
export interface Pace {
  /** Keys older than this are read again; we use the old ones until then. */
  oldAfter: number
  /** The shortest time between two reads of the keys because of an unknown key. */
  searchEvery: number
  /** The time between two attempts while there are no keys at all. */
  retryEvery: number
}

export interface KeyRingOptions {
  issuer: string
  load: LoadKeys
  pace: Pace
  warn: (message: string, facts: { issuer: string; error?: unknown; account?: string }) => void
}

/**
 * While no notifications of changes arrive, we read keys again after `oldAfter` and stop using them after `usedFor`, in
 * milliseconds.
 */
const UNHEARD = { oldAfter: 1_000, usedFor: 3_000 }

export class KeyRing {
  readonly #options: KeyRingOptions
  #keys: Keys | undefined
  #written = ''
  #loading: Promise<void> | undefined
  #changes: KeyChanges | undefined
  /** When the reading of the present keys began; `-Infinity` means that they must not be used. */
  #readAt = -Infinity
  #triedAt = -Infinity
  #searchedAt = -Infinity
  #failed = false

  constructor(options: KeyRingOptions) {
    this.#options = options
  }

  /** From now on we drop the keys as soon as they change, and read them often while no notifications arrive. */
  follow(changes: KeyChanges): void {
    this.#changes = changes
    changes.whenKeysChange(() => {
      this.#readAt = -Infinity
      this.#triedAt = -Infinity
      this.#loading = undefined
    })
  }

  /** The keys of the last reading; undefined if none are usable. Starts a new reading if they are old. */
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
    const isForgotten = this.#triedAt === -Infinity // the keys changed during the reading
    return this.latest ?? (isForgotten ? this.keys() : this.#unavailable())
  }

  /** Reads the keys again because `known` lacks one. Returns the same keys within `searchEvery` of the last search. */
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

  /** Never throws. Simultaneous callers share one reading. */
  #load(): Promise<void> {
    this.#triedAt = Date.now()
    if (this.#loading) return this.#loading
    const loading: Promise<void> = this.#read(() => this.#loading === loading).finally(() => {
      if (this.#loading === loading) this.#loading = undefined
    })
    this.#loading = loading
    return loading
  }

  /** Uses the result only if `isWanted` still holds: the keys might have changed after the reading began. */
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
