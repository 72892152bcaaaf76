/** The public keys of one issuer: loaded when first needed, again when they get old, and when a token's key is not among them. */
import { type JSONWebKeySet, type LocalJWKSet, createLocalJWKSet } from 'jose'
import { IssuerUnavailable } from '../http/access-token.ts'

/** Reads the keys from where the issuer publishes them. */
export type LoadKeys = () => Promise<JSONWebKeySet>

/** Gives the key for a token's header. Another object stands for another set of keys. */
export type Keys = LocalJWKSet

/** How often keys are read, in milliseconds. */
export interface Pace {
  /** Keys older than this are read again, while the old ones still serve. */
  oldAfter: number
  /** Between two readings for the sake of keys that are not among those known. */
  searchEvery: number
  /** Between two attempts while there are no keys at all. */
  retryEvery: number
}

export interface KeyRingOptions {
  issuer: string
  load: LoadKeys
  pace: Pace
  warn: (message: string, facts: { issuer: string; error: unknown }) => void
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

  /** The keys as last read, or undefined before that. Old ones are read again meanwhile. */
  get latest(): Keys | undefined {
    if (this.#keys && this.#isOld()) void this.#load()
    return this.#keys
  }

  /** The keys, waited for where there are none yet; throws `IssuerUnavailable`. */
  async keys(): Promise<Keys> {
    const { latest } = this
    if (latest) return latest
    if (this.#loading || Date.now() - this.#triedAt >= this.#options.pace.retryEvery) await this.#load()
    return this.#keys ?? this.#unavailable()
  }

  /** The keys read anew, because `known` lack one; the same ones where it is too early for that. */
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

  /** Never throws; those who ask at once share one reading. */
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
      'The keys of the issuer of the access token cannot be read at the moment, so it cannot be checked.',
    )
  }
}
