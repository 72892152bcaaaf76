// Deletes what the app keeps on this device about the last person: the session, push messages, the answers that were read, and
// the drafts that the service has too. What was typed and the service does not have stays, unless `all` is true.

const TYPED = ['scorebook-outbox', 'scorebook-corrections', 'scorebook-candidates', 'scorebook-translations']

/** @param {{ all?: boolean }} [options] @returns {Promise<number>} how many things are left that the service does not have */
export async function forget({ all = false } = {}) {
  localStorage.removeItem('scorebook-session')
  await inRows('scorebook-kept', 'read', (rows) => void rows.clear())
  await endPush().catch(() => undefined)
  await globalThis.caches?.delete('scorebook-shared') // absent over plain http
  let left = 0
  for (const name of TYPED)
    await inRows(name, 'rows', (rows) => {
      const asked = rows.openCursor()
      asked.addEventListener('success', () => {
        const at = asked.result
        if (!at) return
        const row = /** @type {{ sent?: boolean }} */ (at.value)
        if (all || row.sent) at.delete()
        else left += 1
        at.continue()
      })
    })
  return left
}

/** Ends the browser's subscription, so that a message on its way is not shown to the next person. */
async function endPush() {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
}

/**
 * @param {string} name
 * @param {string} store
 * @param {(rows: IDBObjectStore) => void} work
 * @returns {Promise<void>}
 */
const inRows = (name, store, work) =>
  new Promise((resolve) => {
    const done = () => resolve()
    try {
      const opening = indexedDB.open(name)
      // There is no database yet, and an empty one would be in the app's way.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', done)
      opening.addEventListener('success', () => {
        const db = opening.result
        const change = db.transaction(store, 'readwrite')
        for (const end of ['complete', 'abort'])
          change.addEventListener(end, () => {
            db.close()
            done()
          })
        work(change.objectStore(store))
      })
    } catch {
      done() // a browser that keeps nothing
    }
  })
