/** The OpenID provider with the newest keys, and the hourly task that renews keys. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from 'oidc-provider'
import { type Background, type Warn, startWork } from '../../db/background.ts'
import type { Database } from '../../db/database.ts'
import { ITSELF } from '../audit/actor.ts'
import type { KeyChanges } from '../sessions/account-status.ts'
import { type ProviderOptions, makeProvider } from './provider.ts'
import { providerKeys, purgeKeys, rotateKeys } from './signing-keys.ts'

/** In milliseconds. A notification can get lost, so we read the keys again after this time. */
const READ_EVERY = 30_000
/** In milliseconds. While no notifications arrive, we read the keys again after this time. */
const READ_UNHEARD = 3_000

/** In milliseconds, the longest wait for the keys. The request must end within 5 s, and still needs the database afterwards. */
const PATIENCE = 300

/** The library gets its keys when it is created, so new keys need a new provider. To create one takes some 5 ms. */
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

  /** Call it once. Afterwards changed keys are dropped at once. */
  follow(changes: KeyChanges): void {
    this.#changes = changes
    changes.whenKeysChange(() => {
      this.#provider = undefined
      this.#reading = undefined
    })
  }

  /**
   * Returns a provider with the newest keys. If they cannot be read in time, it uses the known keys, if these have not changed.
   */
  async now(): Promise<Provider> {
    const known = this.#provider
    const readEvery = this.#changes?.hears === false ? READ_UNHEARD : this.#readEvery
    if (known && performance.now() - this.#readAt < readEvery) return known
    const reading = this.#reading ?? this.#begin()
    if (!known) return reading
    return Promise.race([reading.catch(() => known), sleep(PATIENCE, known, { ref: false })])
  }

  /** Reads the keys. If they change meanwhile, it reads them again. */
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

/** Replaces old keys, and deletes keys after their tokens have ended. Any number of instances can call it at once. */
export async function upkeep(db: Database, keyDays: number): Promise<void> {
  await rotateKeys(db, { by: ITSELF, olderThanDays: keyDays })
  await db.many(purgeKeys)
}

export const startUpkeep = (db: Database, keyDays: number, warn: Warn): Background =>
  startWork({ name: 'the upkeep of signing keys', every: HOUR, warn, round: () => upkeep(db, keyDays) })
