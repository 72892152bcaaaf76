/** The provider with the keys of the moment, and the work on its keys that is done now and then. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider } from 'oidc-provider'
import type { Database } from '../../db/database.ts'
import { type ProviderOptions, makeProvider } from './provider.ts'
import { providerKeys, purgeKeys, rotateKeys } from './signing-keys.ts'

/** Another instance may have rotated the keys, so they are read again when they are older, in milliseconds. */
const READ_EVERY = 30_000

/** For that reading, in milliseconds: what follows waits for the database itself, and all of it ends within 5 s. */
const PATIENCE = 300

/** The library takes its keys when it is made, so it is made anew when they change: some 5 ms. */
export class CurrentProvider {
  readonly #options: Omit<ProviderOptions, 'keys'>
  readonly #readEvery: number
  #provider: Provider | undefined
  #kids = ''
  #readAt = -Infinity
  #reading: Promise<Provider> | undefined

  constructor(options: Omit<ProviderOptions, 'keys'>, readEvery = READ_EVERY) {
    this.#options = options
    this.#readEvery = readEvery
  }

  /** If the keys cannot be read again, or not at once, those at hand are used. */
  async now(): Promise<Provider> {
    const known = this.#provider
    if (known && performance.now() - this.#readAt < this.#readEvery) return known
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
    if (!known) return this.#reading
    return Promise.race([this.#reading.catch(() => known), sleep(PATIENCE, known, { ref: false })])
  }

  async #read(): Promise<Provider> {
    const keys = await providerKeys(this.#options.db)
    this.#readAt = performance.now()
    const kids = keys.map(({ kid }) => kid).join(' ')
    if (!this.#provider || kids !== this.#kids) {
      this.#provider = makeProvider({ ...this.#options, keys })
      this.#kids = kids
    }
    return this.#provider
  }
}

const HOUR = 3_600_000

/** Replaces keys that are old, and removes those whose tokens have all expired. Any number of instances may do so at once. */
export async function upkeep(db: Database, keyDays: number): Promise<void> {
  await rotateKeys(db, { olderThanDays: keyDays })
  await db.many(purgeKeys)
}

/** Does so now and every hour until `stop`. After a failure it calls `warn`, and tries again the next hour. */
export function startUpkeep(
  db: Database,
  keyDays: number,
  warn: (error: unknown) => void,
): { stop: () => Promise<void> } {
  let underWay: Promise<unknown> = Promise.resolve()
  const work = () => {
    underWay = upkeep(db, keyDays).catch(warn)
  }
  work()
  const timer = setInterval(work, HOUR)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
