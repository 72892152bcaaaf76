/** The OpenID provider with the newest keys, and the hourly task that renews the keys. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from 'oidc-provider'
import { type Background, type Warn, startWork } from '../../db/background.ts'
import type { Database } from '../../db/database.ts'
import { ITSELF } from '../audit/actor.ts'
import type { KeyChanges } from '../sessions/account-status.ts'
import { type ProviderOptions, makeProvider } from './provider.ts'
import { providerKeys, purgeKeys, rotateKeys } from './signing-keys.ts'

/** In milliseconds. Notifications can get lost, so the keys are read again after this time. */
const READ_EVERY = 30_000
/** In milliseconds. While notifications cannot arrive, the keys are read again after this time. */
const READ_UNHEARD = 3_000

/** The longest wait for the keys, in milliseconds. The request must end within 5 s, and needs the database afterwards. */
const PATIENCE = 300

/** The library gets its keys when it is made, so new keys need a new provider. Making one takes some 5 ms. */
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

  /** From now on, keys are dropped as soon as they change. It must be called only once. */
  follow(changes: KeyChanges): void {
    this.#changes = changes
    changes.whenKeysChange(() => {
      this.#provider = undefined
      this.#reading = undefined
    })
  }

  /** A provider with the newest keys. If they cannot be read in time, the known keys are used, unless they have changed. */
  async now(): Promise<Provider> {
    const known = this.#provider
    const readEvery = this.#changes?.hears === false ? READ_UNHEARD : this.#readEvery
    if (known && performance.now() - this.#readAt < readEvery) return known
    const reading = this.#reading ?? this.#begin()
    if (!known) return reading
    return Promise.race([reading.catch(() => known), sleep(PATIENCE, known, { ref: false })])
  }

  /** Reads the keys. If they change meanwhile, reads them again. */
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

/** Replaces old keys, and deletes keys whose tokens have all ended. Any number of instances can call it at once. */
export async function upkeep(db: Database, keyDays: number): Promise<void> {
  await rotateKeys(db, { by: ITSELF, olderThanDays: keyDays })
  await db.many(purgeKeys)
}

export const startUpkeep = (db: Database, keyDays: number, warn: Warn): Background =>
  startWork({ name: 'the upkeep of signing keys', every: HOUR, warn, round: () => upkeep(db, keyDays) })
