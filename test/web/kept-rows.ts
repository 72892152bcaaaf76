/** What the app keeps of a person on their device, counted: what waits, what was read, and who they are. */
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
