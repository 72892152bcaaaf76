/** Stores answers of the service in IndexedDB, by person and path, so that they can be shown without a network. */
import { isHere } from './here.ts'

interface Kept<T> {
  value: T
  etag?: string
  /** When the answer was read, in milliseconds since 1970. */
  at: number
}

const NAME = 'scorebook-kept'
const ROWS = 'read'

/** In milliseconds. Older rows are deleted. */
const LONGEST = 30 * 86_400_000

let opened: Promise<IDBDatabase | undefined> | undefined

/** Opens the database. Undefined if the browser stores nothing, as in some private windows. */
const open = (): Promise<IDBDatabase | undefined> =>
  (opened ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(NAME, 1)
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(ROWS).createIndex('at', 'at'),
      )
      request.addEventListener('success', () => {
        request.result.addEventListener('versionchange', () => request.result.close())
        resolve(request.result)
        void clearOld()
      })
      request.addEventListener('error', () => resolve(undefined))
      request.addEventListener('blocked', () => resolve(undefined))
    } catch {
      resolve(undefined)
    }
  }))

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (rows: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const db = await open()
  if (!db) return undefined
  return new Promise((resolve) => {
    try {
      const request = ask(db.transaction(ROWS, mode).objectStore(ROWS))
      if (!request) return resolve(undefined)
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => resolve(undefined))
    } catch {
      resolve(undefined)
    }
  })
}

const keyOf = (whose: string, path: string) => `${whose} ${path}`

export const readKept = <T>(whose: string, path: string): Promise<Kept<T> | undefined> =>
  inStore('readonly', (rows) => rows.get(keyOf(whose, path)) as IDBRequest<Kept<T> | undefined>)

/** Stores an answer, unless the person has signed out in another tab meanwhile. */
export const writeKept = (whose: string, path: string, kept: Kept<unknown>): Promise<unknown> =>
  inStore('readwrite', (rows) => (isHere() ? rows.put(kept, keyOf(whose, path)) : undefined))

export const dropKept = (whose: string, path: string): Promise<unknown> =>
  inStore('readwrite', (rows) => rows.delete(keyOf(whose, path)))

export async function keptPaths(whose: string): Promise<string[]> {
  const start = keyOf(whose, '')
  const keys = await inStore('readonly', (rows) =>
    rows.getAllKeys(IDBKeyRange.bound(start, `${start}\uffff`)),
  )
  return (keys ?? []).flatMap((key) => (typeof key === 'string' ? [key.slice(start.length)] : []))
}

export const clearKept = (): Promise<unknown> => inStore('readwrite', (rows) => rows.clear())

async function clearOld(): Promise<void> {
  await inStore('readwrite', (rows) => {
    const request = rows.index('at').openCursor(IDBKeyRange.upperBound(Date.now() - LONGEST))
    request.addEventListener('success', () => {
      request.result?.delete()
      request.result?.continue()
    })
    return request
  })
}
