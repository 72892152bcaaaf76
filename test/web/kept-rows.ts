/** Counts what the app stores of a person on their device: unsent drafts, cached answers, and the name. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

export const keptRows = (page: Page) =>
  page.evaluate<Record<string, number>>(`(async () => {
    const rows = { session: localStorage.getItem('scorebook-session') === null ? 0 : 1 }
    for (const { name } of await indexedDB.databases()) {
      const db = await new Promise((resolve) => {
        const asked = indexedDB.open(name)
        asked.onsuccess = () => resolve(asked.result)
      })
      for (const store of db.objectStoreNames)
        rows[name] = await new Promise((resolve) => {
          const counted = db.transaction(store).objectStore(store).count()
          counted.onsuccess = () => resolve(counted.result)
        })
      db.close()
    }
    return rows
  })()`)

/** For each stored answer, the time in milliseconds when it was read. The key is the person's id and the path. */
export const keptPaths = (page: Page) =>
  page.evaluate<Record<string, number>>(`(async () => {
    const db = await new Promise((resolve) => {
      const asked = indexedDB.open('scorebook-kept')
      asked.onsuccess = () => resolve(asked.result)
    })
    if (!db.objectStoreNames.contains('read')) return db.close(), {}
    const found = {}
    await new Promise((resolve) => {
      const asked = db.transaction('read').objectStore('read').openCursor()
      asked.onsuccess = () => {
        if (!asked.result) return resolve()
        found[asked.result.key] = asked.result.value.at
        asked.result.continue()
      }
    })
    db.close()
    return found
  })()`)

/** The lists that the app stores before anybody opens them, in the order in which it reads them. */
const AHEAD = [
  /\/canonical-players\/[^/]+\/matches\?.*limit=20/,
  /\/results\?/,
  /\/canonical-players\?/,
  /\/opponents\?/,
  /\/users\/me\/ghost-players\?/,
  /\/claim-edges\?/,
  /\/claim-requests\?/,
  /\/games\?/,
  /\/users\/me\/memberships\?/,
  /\/communities\?/,
]

/** Waits until all these lists are stored. */
export async function keptAhead(page: Page): Promise<void> {
  let missing: RegExp[] = [...AHEAD]
  for (let tries = 0; tries < 1_000 && missing.length > 0; tries++) {
    const paths = Object.keys(await keptPaths(page))
    missing = AHEAD.filter((one) => !paths.some((path) => one.test(path)))
    if (missing.length > 0) await sleep(50)
  }
  assert.deepEqual(missing, [], `kept: ${Object.keys(await keptPaths(page)).join('\n')}`)
}
