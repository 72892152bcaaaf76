/** The provider with the present keys, and the hourly upkeep of its keys. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from 'oidc-provider'
import { type Background, type Warn, startWork } from '../../db/background.ts'
import type { Database } from '../../db/database.ts'
import { ITSELF } from '../audit/actor.ts'
import type { KeyChanges } from '../sessions/account-status.ts'
import { type ProviderOptions, makeProvider } from './provider.ts'
import { providerKeys, purgeKeys, rotateKeys } from './signing-keys.ts'

/** In milliseconds. A notification might get lost, so we read keys again that are older than this. */
const READ_EVERY = 30_000
/** The same while no notifications arrive. */
const READ_UNHEARD = 3_000

/**
 * The longest that a request waits for that reading, in milliseconds: it needs the database itself afterwards, and must end
 * within 5 s in total.
 */
const PATIENCE = 300

/** The library takes its keys when it is made, so we make it again when they change, in some 5 ms. */
export class CurrentProvider {
  readonly #options: Omit<ProviderOptions, 'keys'>
  readonly #readEvery: number
  #provider: Provider | undefined
  #kids = ''
  #readAt = -Infinity
  #reading: Promise<Provider> | undefined
  #changes: KeyChanges | undefined

  constructor(options: Omit<ProviderOptions, 'keys'>, readEvery = READ_EVERY) {
    this.#options = options
    this.#readEvery = readEvery
  }

  /** From now on we drop the present keys as soon as they change. */
  follow(changes: KeyChanges): void {
    this.#changes = changes
    changes.whenKeysChange(() => {
      this.#provider = undefined
      this.#reading = undefined
    })
  }

  /** If the keys cannot be read again in time, it uses the present ones, unless we know that they have changed. */
  async now(): Promise<Provider> {
    const known = this.#provider
    const readEvery = this.#changes?.hears === false ? READ_UNHEARD : this.#readEvery
    if (known && performance.now() - this.#readAt < readEvery) return known
    const reading = this.#reading ?? this.#begin()
    if (!known) return reading
    return Promise.race([reading.catch(() => known), sleep(PATIENCE, known, { ref: false })])
  }

  /** If the keys changed during the reading, we read them again. */
  #begin(): Promise<Provider> {
    const isLatest = () => this.#reading === reading
    const reading: Promise<Provider> = this.#read(isLatest)
      .then((made) => made ?? this.now())
      .finally(() => {
        if (isLatest()) this.#reading = undefined
      })
    this.#reading = reading
    return reading
  }

  async #read(isLatest: () => boolean): Promise<Provider | undefined> {
    const began = performance.now()
    const keys = await providerKeys(this.#options.db)
    if (!isLatest()) return undefined
    this.#readAt = began
    const kids = keys.map(({ kid }) => kid).join(' ')
    if (!this.#provider || kids !== this.#kids) {
      this.#provider = makeProvider({ ...this.#options, keys })
      this.#kids = kids
    }
    return this.#provider
  }
}

const HOUR = 3_600_000

/** Replaces old keys, and removes keys whose tokens have all expired. Any number of instances may do so at once. */
export async function upkeep(db: Database, keyDays: number): Promise<void> {
  await rotateKeys(db, { by: ITSELF, olderThanDays: keyDays })
  await db.many(purgeKeys)
}

/** Does the upkeep now and every hour. */
export const startUpkeep = (db: Database, keyDays: number, warn: Warn): Background =>
  startWork({ name: 'the upkeep of signing keys', every: HOUR, warn, round: () => upkeep(db, keyDays) })
