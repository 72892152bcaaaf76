/** The public keys of one issuer: loaded on first use, when they are old, and when a token's key is not among them. */
import { type JSONWebKeySet, type LocalJWKSet, createLocalJWKSet } from 'jose'
import { IssuerUnavailable } from '../http/access-token.ts'

/** Reads the keys from where the issuer publishes them. */
export type LoadKeys = () => Promise<JSONWebKeySet>

/** Finds the key for a token's header. Each set of keys is an object of its own, so that `===` compares sets. */
export type Keys = LocalJWKSet

/** How often keys are read, in milliseconds. */
export interface Pace {
  /** Keys older than this are read again; the old ones are used until then. */
  oldAfter: number
  /** Between two readings that look for an unknown key. */
  searchEvery: number
  /** Between two attempts while there are no keys at all. */
  retryEvery: number
}

export interface KeyRingOptions {
  issuer: string
  load: LoadKeys
  pace: Pace
  warn: (message: string, facts: { issuer: string; error?: unknown; account?: string }) => void
}

export class KeyRing {
  readonly #options: KeyRingOptions
  #keys: Keys | undefined
  #written = ''
  #loading: Promise<void> | undefined
  #triedAt = -Infinity
  #searchedAt = -Infinity
  #failed = false

  constructor(options: KeyRingOptions) {
    this.#options = options
  }

  /** The keys as last read, undefined before the first reading. Starts a new reading if they are old. */
  get latest(): Keys | undefined {
    if (this.#keys && this.#isOld()) void this.#load()
    return this.#keys
  }

  /** Waits for the first reading if there are no keys yet; throws `IssuerUnavailable`. */
  async keys(): Promise<Keys> {
    const { latest } = this
    if (latest) return latest
    if (this.#loading || Date.now() - this.#triedAt >= this.#options.pace.retryEvery) await this.#load()
    return this.#keys ?? this.#unavailable()
  }

  /** Reads the keys again because `known` lack one; returns the same ones within `searchEvery` of the last search. */
  async newerThan(known: Keys): Promise<Keys> {
    if (this.#keys === known && Date.now() - this.#searchedAt >= this.#options.pace.searchEvery) {
      this.#searchedAt = Date.now()
      await this.#load()
    } else {
      await this.#loading
    }
    if (this.#keys === known && this.#failed) this.#unavailable()
    return this.#keys ?? this.#unavailable()
  }

  #isOld(): boolean {
    return Date.now() - this.#triedAt >= this.#options.pace.oldAfter
  }

  /** Never throws. Simultaneous callers share one reading. */
  #load(): Promise<void> {
    this.#triedAt = Date.now()
    this.#loading ??= this.#read().finally(() => (this.#loading = undefined))
    return this.#loading
  }

  async #read(): Promise<void> {
    try {
      const set = await this.#options.load()
      const written = JSON.stringify(set)
      if (written !== this.#written) {
        this.#keys = createLocalJWKSet(set)
        this.#written = written
      }
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
